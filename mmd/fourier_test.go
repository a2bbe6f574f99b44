package mmd

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// TestFourierEntries compares L·Lᵀ with the kernel matrix: no bias, errors of
// the size that theory gives, which fall with the root of the number of
// features, and a diagonal of ones.
func TestFourierEntries(t *testing.T) {
	const n, d, draws = 25, 3, 200
	src := rng.New(1).Source()
	y := mat.NewDense(n, d, nil)
	y.Apply(func(int, int, float64) float64 { return src.Normal() }, y)
	k := Kernel{Gamma: 0.3}
	for _, features := range []int{16, 64, 1024} {
		squares, theory, bias, count := 0.0, 0.0, 0.0, 0.0
		for seed := range uint64(draws) {
			l := Fourier(y, k, features, seed)
			if rows, columns := l.Dims(); rows != n || columns != 2*features {
				t.Fatalf("%d×%d features, expected %d×%d", rows, columns, n, 2*features)
			}
			var product mat.Dense
			product.Mul(l, l.T())
			for i := range n {
				if math.Abs(product.At(i, i)-1) > 1e-12 {
					t.Fatalf("diagonal entry %v", product.At(i, i))
				}
				for j := range i {
					value := k.At(y.RawRowView(i), y.RawRowView(j))
					difference := product.At(i, j) - value
					squares += difference * difference
					bias += difference
					theory += math.Pow(1-value*value, 2) / 2 / float64(features)
					count++
				}
			}
		}
		if ratio := squares / theory; ratio < 0.85 || ratio > 1.15 {
			t.Errorf("%d features: mean squared error %v, in theory %v", features, squares/count, theory/count)
		}
		// Entries of one draw are dependent: the bound is that of the draws.
		if math.Abs(bias/count) > 4*math.Sqrt(theory/count/draws) {
			t.Errorf("%d features: mean error %v", features, bias/count)
		}
	}
}

func TestFourierPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic for no features")
		}
	}()
	Fourier(mat.NewDense(2, 1, nil), Kernel{Gamma: 1}, 0, 1)
}
