//go:build !noasm && !gccgo && !safe

package linalg

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Dot returns the inner product of a and b.
func Dot(a, b []float64) float64 { return floats.Dot(a, b) }

// Multiply stores a·b in dst, which must have its size.
func Multiply(dst, a, b *mat.Dense) {
	if _, columns := b.Dims(); columns == 1 {
		multiplyColumn(dst, a, b)
		return
	}
	dst.Mul(a, b)
}
