package mmd

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// Fourier returns random Fourier features of the rows of y, n×d (Rahimi and
// Recht 2007): an n×2m matrix L whose columns 2b and 2b+1 are
//
//	cos(ω_bᵀY_i)/√m,  sin(ω_bᵀY_i)/√m,   ω_b independent, of the kernel's spectral law.
//
// E L·Lᵀ = K: it is the mean of m independent matrices with entries of variance
// (1 − k²)²/2, and its diagonal is 1. Any block of complete features thus estimates its
// share of K independently of the others. The seed determines the frequencies. Work is
// O(n·d·m), memory O(n·m). Fourier panics if features is below 1.
func Fourier(y *mat.Dense, k Kernel, features int, seed uint64) *mat.Dense {
	if features < 1 {
		panic("mmd: Fourier of fewer than one feature")
	}
	n, d := y.Dims()
	src := rng.Seed(seed).Named("frequencies").Source()
	frequencies, omega := mat.NewDense(d, features, nil), make([]float64, d)
	for b := range features {
		k.frequency(omega, src)
		frequencies.SetCol(b, omega)
	}
	phases := linalg.Times(y, frequencies)
	l := mat.NewDense(n, 2*features, nil)
	scale := 1 / math.Sqrt(float64(features))
	for i := range n {
		row := l.RawRowView(i)
		for b, phase := range phases.RawRowView(i) {
			sin, cos := elementary.Sincos(phase)
			row[2*b], row[2*b+1] = scale*cos, scale*sin
		}
	}
	return l
}
