// Package linalg holds sums, inner products and factorisations that return the same bits on
// every processor.
//
// Those of gonum do not: its assembly sums in a different order from its Go code, and
// compilers for some processors fuse products with sums. Here the order is written out, and
// every product is rounded before it is added. Values are those of gonum's assembly for
// amd64, which is used where available; tests hold the Go code to it.
package linalg

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/simd"
)

// Sum returns the sum of x, in eight lanes.
func Sum(x []float64) float64 {
	var lane [8]float64
	for ; len(x) >= 8; x = x[8:] {
		for l, v := range x[:8] {
			lane[l] += v
		}
	}
	// A remainder of fewer than eight is added as the lanes are folded.
	fold := func(width int) {
		for l := range width {
			lane[l] += lane[width+l]
		}
		if len(x) >= width {
			for l, v := range x[:width] {
				lane[l] += v
			}
			x = x[width:]
		}
	}
	// Lanes 6 and 7 are added to 0 and 1, and 4 and 5 to 2 and 3.
	lane[4], lane[5], lane[6], lane[7] = lane[6], lane[7], lane[4], lane[5]
	fold(4)
	fold(2)
	fold(1)
	return lane[0]
}

// Mean returns the mean of x.
func Mean(x []float64) float64 { return Sum(x) / float64(len(x)) }

// Variance returns the mean of x and its variance (n − 1), in two passes with a correction
// for the error of the mean (Chan, Golub and LeVeque 1983).
func Variance(x []float64) (mean, variance float64) {
	mean = Mean(x)
	squares, deviations := 0.0, 0.0
	for _, v := range x {
		d := v - mean
		squares += float64(d * d)
		deviations += d
	}
	n := float64(len(x))
	return mean, (squares - float64(deviations*deviations)/n) / (n - 1)
}

// Deviation returns the standard deviation of x (n − 1), within the range of numbers whatever the
// size of its values.
func Deviation(x []float64) float64 {
	scaled := slices.Clone(x)
	exponent := IntoRange(scaled)
	_, variance := Variance(scaled)
	return math.Ldexp(math.Sqrt(variance), exponent)
}

// MostExponent bounds the exponents of numbers whose fourth powers are finite and not 0.
const MostExponent = 250

// IntoRange divides x by a power of two, which is exact, where the largest of its values is above
// 2^MostExponent or below 2^-MostExponent, and returns the exponent of the divisor.
func IntoRange(x []float64) (exponent int) {
	largest := 0.0
	for _, v := range x {
		if v = math.Abs(v); v > largest {
			largest = v
		}
	}
	_, e := math.Frexp(largest)
	if exponent = e - min(max(e, -MostExponent), MostExponent); exponent != 0 {
		for i, v := range x {
			x[i] = math.Ldexp(v, -exponent)
		}
	}
	return exponent
}

// Standardise gives x mean 0 and variance 1 (n − 1); equal numbers become 0.
func Standardise(x []float64) {
	IntoRange(x)
	mean, variance := Variance(x)
	for i, v := range x {
		if x[i] = 0; variance > 0 {
			x[i] = (v - mean) / math.Sqrt(variance)
		}
	}
}

// Norm returns the Euclidean length of x, without overflow.
func Norm(x []float64) float64 {
	scale, squares := 0.0, 1.0
	for _, v := range x {
		v = math.Abs(v)
		switch {
		case v == 0:
		case v > scale:
			r := scale / v
			squares = 1 + float64(squares*r*r)
			scale = v
		default:
			r := v / scale
			squares += float64(r * r)
		}
	}
	return float64(scale * math.Sqrt(squares))
}

// Times returns the product of two matrices.
func Times(a, b *mat.Dense) *mat.Dense {
	n, _ := a.Dims()
	_, k := b.Dims()
	c := mat.NewDense(n, k, nil)
	Multiply(c, a, b)
	return c
}

// Transposed returns the transposed matrix, with columns of zeros up to a multiple of simd.Width.
func Transposed(m mat.Matrix) *mat.Dense {
	rows, columns := m.Dims()
	transposed := mat.NewDense(columns, simd.Pad(rows), nil)
	transposed.Slice(0, columns, 0, rows).(*mat.Dense).Copy(m.T())
	return transposed
}

// RowProducts returns abᵀ, the inner products of the rows of two matrices, by vector instructions.
// Both have the same number of columns, a multiple of simd.Width, and no others between their rows.
func RowProducts(a, b *mat.Dense) *mat.Dense {
	n, _ := a.Dims()
	k, stride := b.Dims()
	products, order := mat.NewDense(n, k, nil), make([]int32, k)
	for i := range order {
		order[i] = int32(i)
	}
	for i := range n {
		simd.Dots(products.RawRowView(i), b.RawMatrix().Data, stride, order, a.RawRowView(i))
	}
	return products
}

// Rows returns the given rows of a matrix, in their order.
func Rows[I int | int32](m *mat.Dense, rows []I) *mat.Dense {
	_, columns := m.Dims()
	part := mat.NewDense(len(rows), columns, nil)
	for k, row := range rows {
		part.SetRow(k, m.RawRowView(int(row)))
	}
	return part
}

// FromColumns returns the matrix of columns of one length.
func FromColumns(columns [][]float64) *mat.Dense {
	m := mat.NewDense(len(columns[0]), len(columns), nil)
	for k, column := range columns {
		m.SetCol(k, column)
	}
	return m
}

// Indicator returns 1 for values that have a property, and 0 for the others.
func Indicator(values []float64, has func(v float64) bool) []float64 {
	indicator := make([]float64, len(values))
	for i, v := range values {
		if has(v) {
			indicator[i] = 1
		}
	}
	return indicator
}

// Columns returns the given columns of m.
func Columns(m *mat.Dense, columns []int) *mat.Dense {
	rows, _ := m.Dims()
	chosen := mat.NewDense(rows, len(columns), nil)
	for k, c := range columns {
		chosen.SetCol(k, mat.Col(nil, c, m))
	}
	return chosen
}

// Beside returns matrices with as many rows beside each other.
func Beside[M mat.Matrix](matrices ...M) *mat.Dense {
	width, first := 0, 0
	for _, m := range matrices {
		_, columns := m.Dims()
		width += columns
	}
	rows, _ := matrices[0].Dims()
	joined := mat.NewDense(rows, width, nil)
	for _, m := range matrices {
		_, columns := m.Dims()
		joined.Slice(0, rows, first, first+columns).(*mat.Dense).Copy(m)
		first += columns
	}
	return joined
}

// AddScaled adds factor·x to dst.
func AddScaled(dst []float64, factor float64, x []float64) { simd.AddScaled(dst, factor, x) }

// AddScaledTo stores y + factor·x in dst.
func AddScaledTo(dst, y []float64, factor float64, x []float64) {
	for i, v := range x {
		dst[i] = y[i] + float64(factor*v)
	}
}

// dot is Dot in Go: four lanes, with the remainder in the first.
func dot(a, b []float64) float64 {
	var lane [4]float64
	for ; len(a) >= 4; a, b = a[4:], b[4:] {
		for l := range lane {
			lane[l] += float64(a[l] * b[l])
		}
	}
	for i, v := range a {
		lane[0] += float64(v * b[i])
	}
	return (lane[0] + lane[2]) + (lane[1] + lane[3])
}

// multiplyColumn is Multiply of a matrix of one column: four rows at a time, each sum in the
// order of the rows.
func multiplyColumn(dst, a, b *mat.Dense) {
	rows, inner := a.Dims()
	v := mat.Col(nil, 0, b)
	for i := 0; i < rows; i += 4 {
		if i+4 > rows {
			for ; i < rows; i++ {
				sum := 0.0
				for l, f := range a.RawRowView(i) {
					sum += float64(f * v[l])
				}
				dst.Set(i, 0, sum)
			}
			return
		}
		a0 := a.RawRowView(i)[:inner]
		a1 := a.RawRowView(i + 1)[:inner]
		a2 := a.RawRowView(i + 2)[:inner]
		a3 := a.RawRowView(i + 3)[:inner]
		var s0, s1, s2, s3 float64
		for l, f := range v[:inner] {
			s0 += float64(a0[l] * f)
			s1 += float64(a1[l] * f)
			s2 += float64(a2[l] * f)
			s3 += float64(a3[l] * f)
		}
		dst.Set(i, 0, s0)
		dst.Set(i+1, 0, s1)
		dst.Set(i+2, 0, s2)
		dst.Set(i+3, 0, s3)
	}
}

// multiply is Multiply in Go. It goes through b in blocks of rows that stay in the cache;
// each sum keeps the order of the rows.
func multiply(dst, a, b *mat.Dense) {
	const block = 64
	rows, inner := a.Dims()
	dst.Zero()
	for first := 0; first < inner; first += block {
		for i := range rows {
			to, from := dst.RawRowView(i), a.RawRowView(i)
			for l := first; l < min(first+block, inner); l++ {
				if from[l] != 0 {
					AddScaled(to, from[l], b.RawRowView(l))
				}
			}
		}
	}
}

// Traces returns the traces of the first three powers of a symmetric matrix.
func Traces(m *mat.Dense) (t [3]float64) {
	n, _ := m.Dims()
	square := Times(m, m)
	for k := range n {
		t[0] += m.At(k, k)
		t[1] += square.At(k, k)
		t[2] += Dot(square.RawRowView(k), m.RawRowView(k))
	}
	return t
}
