package linalg

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Cholesky is the factor of a symmetric positive definite matrix of a few dozen rows,
// A = UᵀU.
type Cholesky struct {
	n int
	u []float64 // by rows; undefined below the diagonal
}

// Factorize factorises the n×n matrix with entries entry(i, j), j ≥ i. It reports whether the
// matrix is positive definite.
func (c *Cholesky) Factorize(n int, entry func(i, j int) float64) bool {
	if len(c.u) != n*n {
		c.n, c.u = n, make([]float64, n*n)
	}
	for i := range n {
		for j := i; j < n; j++ {
			c.u[i*n+j] = entry(i, j)
		}
	}
	for j := range n {
		row := c.u[j*n : (j+1)*n]
		// Squares of the column in two lanes of alternate rows; an odd last one goes to the
		// second lane.
		even, odd := 0.0, 0.0
		for i := range j {
			v := c.u[i*n+j]
			if i%2 == 0 && i != j-1 {
				even += float64(v * v)
			} else {
				odd += float64(v * v)
			}
		}
		pivot := row[j] - (even + odd)
		if !(pivot > 0) {
			return false
		}
		row[j] = math.Sqrt(pivot)
		for i := range j {
			AddScaled(row[j+1:], -c.u[i*n+j], c.u[i*n+j+1:(i+1)*n])
		}
		scale := 1 / row[j]
		for k := j + 1; k < n; k++ {
			row[k] *= scale
		}
	}
	return true
}

// At returns entry (i, j) of the lower factor Uᵀ, j ≤ i.
func (c *Cholesky) At(i, j int) float64 { return c.u[j*c.n+i] }

// Solve replaces b by A⁻¹b.
func (c *Cholesky) Solve(b []float64) {
	n := c.n
	for k := range n {
		b[k] *= 1 / c.u[k*n+k]
		for i := k + 1; i < n; i++ {
			b[i] -= float64(c.u[k*n+i] * b[k])
		}
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			b[i] -= float64(c.u[i*n+k] * b[k])
		}
		b[i] *= 1 / c.u[i*n+i]
	}
}

// Inverse returns A⁻¹, the columns as Solve has them, bit for bit, row by row.
func (c *Cholesky) Inverse() *mat.Dense {
	n := c.n
	b := mat.NewDense(n, n, nil)
	for k := range n {
		b.Set(k, k, 1)
	}
	for k := range n {
		row := b.RawRowView(k)
		floats.Scale(1/c.u[k*n+k], row)
		for i := k + 1; i < n; i++ {
			AddScaled(b.RawRowView(i), -c.u[k*n+i], row)
		}
	}
	for i := n - 1; i >= 0; i-- {
		row := b.RawRowView(i)
		for k := i + 1; k < n; k++ {
			AddScaled(row, -c.u[i*n+k], b.RawRowView(k))
		}
		floats.Scale(1/c.u[i*n+i], row)
	}
	return b
}

// Raised returns the entries of a matrix with a number added to the diagonal.
func Raised(entry func(i, j int) float64, number float64) func(i, j int) float64 {
	return func(i, j int) float64 {
		if i == j {
			return entry(i, j) + number
		}
		return entry(i, j)
	}
}
