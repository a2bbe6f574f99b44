//go:build !amd64 || noasm || gccgo || safe

package linalg

import "gonum.org/v1/gonum/mat"

// Dot returns the inner product of a and b.
func Dot(a, b []float64) float64 { return dot(a, b) }

// Multiply stores a·b in dst, which must have its size.
func Multiply(dst, a, b *mat.Dense) { multiply(dst, a, b) }
