package mmd

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// TestCholeskyOfFlatKernel compares squared distances under kernels that hardly vary
// over the responses with what they are nearly, for k = 1 − γr²: of two distributions of
// means m and m', 2γ‖m − m'‖².
func TestCholeskyOfFlatKernel(t *testing.T) {
	const n, d = 300, 2
	src := rng.New(1).Source()
	y := mat.NewDense(n, d, nil)
	for i := range n {
		for k := range d {
			y.Set(i, k, src.Normal()+5)
		}
	}
	for _, gamma := range []float64{1e-6, 1e-8, 1e-10, 1e-13, 1e-20} {
		f, ok := Cholesky(y, Kernel{Gamma: gamma}, FactorTolerance, n)
		if _, r := f.L.Dims(); !ok || r > 24 {
			t.Errorf("γ = %v: %v, ok %v, expected few columns", gamma, f, ok)
		}
		mean := make([]float64, d)
		_, rank := f.L.Dims()
		embedding := make([]float64, rank)
		for i := range n {
			w := 1.0 / 150
			if i >= 150 {
				w = -w
			}
			linalg.AddScaled(mean, w, y.RawRowView(i))
			linalg.AddScaled(embedding, w, f.L.RawRowView(i))
		}
		got, want := linalg.Dot(embedding, embedding), 2*gamma*linalg.Dot(mean, mean)
		if math.Abs(got/want-1) > 1e-3+100*gamma*1e4 {
			t.Errorf("γ = %v: squared distance %v, want about %v", gamma, got, want)
		}
	}
}
