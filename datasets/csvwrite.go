package datasets

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// WriteCSV writes inputs x (n×p) and responses y (n×d) as a table with the
// columns x1, …, xp, y1, …, yd. It panics if x and y differ in rows.
func WriteCSV(w io.Writer, x, y mat.Matrix) error {
	_, p := x.Dims()
	_, d := y.Dims()
	var names []string
	for j := range p {
		names = append(names, fmt.Sprintf("x%d", j+1))
	}
	for j := range d {
		names = append(names, fmt.Sprintf("y%d", j+1))
	}
	return WriteNamed(w, names, x, y)
}

// WriteNamed is WriteCSV for columns of other names, first those of the inputs. Numbers are
// written with the fewest digits that read back as the same float64.
func WriteNamed(w io.Writer, names []string, x, y mat.Matrix) error {
	n, p := x.Dims()
	if m, _ := y.Dims(); n != m {
		panic("datasets: WriteCSV of inputs and responses with different numbers of rows")
	}
	out, row := csv.NewWriter(w), slices.Clone(names)
	if err := out.Write(row); err != nil {
		return err
	}
	for i := range n {
		for j := range row {
			of, column := x, j
			if j >= p {
				of, column = y, j-p
			}
			row[j] = strconv.FormatFloat(of.At(i, column), 'g', -1, 64)
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
