package datasets

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// WriteCSV writes inputs x (n×p) and responses y (n×d) as a table with the
// columns x1, …, xp, y1, …, yd. Numbers are written with the fewest digits that
// read back as the same float64. It panics if x and y differ in rows.
func WriteCSV(w io.Writer, x, y mat.Matrix) error {
	n, p := x.Dims()
	m, d := y.Dims()
	if n != m {
		panic("datasets: WriteCSV of inputs and responses with different numbers of rows")
	}
	b := bufio.NewWriter(w)
	var row []byte
	for j := range p {
		row = fmt.Appendf(row, "x%d,", j+1)
	}
	for j := range d {
		row = fmt.Appendf(row, "y%d,", j+1)
	}
	for i := range n {
		row[len(row)-1] = '\n'
		if _, err := b.Write(row); err != nil {
			return err
		}
		row = row[:0]
		for j := range p {
			row = append(strconv.AppendFloat(row, x.At(i, j), 'g', -1, 64), ',')
		}
		for j := range d {
			row = append(strconv.AppendFloat(row, y.At(i, j), 'g', -1, 64), ',')
		}
	}
	row[len(row)-1] = '\n'
	b.Write(row)
	return b.Flush()
}
