package datasets

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// WriteCSV writes inputs x (n×p) and responses y (n×d) as a table with columns of these names,
// or x1, …, xp, y1, …, yd for nil. Numbers are written with the fewest digits that read back as
// the same float64. It panics if x and y differ in rows.
func WriteCSV(w io.Writer, names []string, x, y mat.Matrix) error {
	n, p := x.Dims()
	m, d := y.Dims()
	if n != m {
		panic("datasets: WriteCSV of inputs and responses with different numbers of rows")
	}
	row := slices.Clone(names)
	if names == nil {
		for j := range p {
			row = append(row, fmt.Sprintf("x%d", j+1))
		}
		for j := range d {
			row = append(row, fmt.Sprintf("y%d", j+1))
		}
	}
	out := csv.NewWriter(w)
	if err := out.Write(row); err != nil {
		return err
	}
	for i := range n {
		for j := range row {
			source, column := x, j
			if j >= p {
				source, column = y, j-p
			}
			row[j] = strconv.FormatFloat(source.At(i, column), 'g', -1, 64)
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
