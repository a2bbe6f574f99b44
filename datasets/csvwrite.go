package datasets

import (
	"bufio"
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
	for j := range p + d {
		if j > 0 {
			b.WriteByte(',')
		}
		if j < p {
			b.WriteString("x" + strconv.Itoa(j+1))
		} else {
			b.WriteString("y" + strconv.Itoa(j-p+1))
		}
	}
	b.WriteByte('\n')
	var digits []byte
	for i := range n {
		for j := range p + d {
			if j > 0 {
				b.WriteByte(',')
			}
			v := 0.0
			if j < p {
				v = x.At(i, j)
			} else {
				v = y.At(i, j-p)
			}
			digits = strconv.AppendFloat(digits[:0], v, 'g', -1, 64)
			b.Write(digits)
		}
		if err := b.WriteByte('\n'); err != nil {
			return err
		}
	}
	return b.Flush()
}
