package mmd

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// TestGramsAgree computes ‖Σ d_i k(Y_i,·)‖² for differences of weight vectors
// in the three exact ways and literally, on responses from smooth to scattered.
func TestGramsAgree(t *testing.T) {
	ctx := context.Background()
	src := rng.New(1).Source()
	for _, gamma := range []float64{0.3, 3, 300} {
		const n, d, b = 120, 2, 11
		y, block := mat.NewDense(n, d, nil), mat.NewDense(b, n, nil)
		for i := range n {
			for k := range d {
				y.Set(i, k, src.Normal())
			}
			for r := range b {
				block.Set(r, i, src.Float64()-0.5)
			}
		}
		k := Kernel{Gamma: gamma}
		want := make([]float64, b)
		for r := range want {
			for i := range n {
				for j := range n {
					want[r] += block.At(r, i) * block.At(r, j) * k.At(y.RawRowView(i), y.RawRowView(j))
				}
			}
		}
		compare := func(name string, got []float64) {
			t.Helper()
			for r := range want {
				if math.Abs(got[r]-want[r]) > 1e-7*want[r] {
					t.Errorf("gamma %v, %s: %v, want %v", gamma, name, got[r], want[r])
				}
			}
		}
		got := make([]float64, b)
		dense, err := NewDense(ctx, y, k, 2)
		if err != nil {
			t.Fatal(err)
		}
		squares(got, dense, block)
		compare("dense", got)
		sparse, err := NewSparse(ctx, y, k, 2)
		if err != nil {
			t.Fatal(err)
		}
		squares(got, sparse, block)
		compare("sparse", got)
		factor, ok := Cholesky(y, k, FactorTolerance, n)
		if !ok {
			t.Fatalf("gamma %v: no factor of full rank", gamma)
		}
		var low mat.Dense
		low.Mul(block, factor.L)
		for r := range got {
			got[r] = floats.Dot(low.RawRowView(r), low.RawRowView(r))
		}
		compare("low rank", got)
		var residual mat.Dense
		residual.Mul(factor.L, factor.L.T())
		trace := float64(n) - mat.Trace(&residual)
		if math.Abs(trace/n-factor.Residual) > 1e-12 || trace/n > FactorTolerance {
			t.Errorf("gamma %v: residual %v reported, %v found", gamma, factor.Residual, trace/n)
		}
	}
}

// squares stores dᵀKd for the rows d of the block.
func squares(dst []float64, g Gram, block *mat.Dense) {
	var product mat.Dense
	product.CloneFrom(block)
	g.Apply(&product, mat.DenseCopyOf(block))
	for i := range dst {
		dst[i] = floats.Dot(product.RawRowView(i), block.RawRowView(i))
	}
}

func TestCholeskyGivesUp(t *testing.T) {
	y := mat.NewDense(50, 1, nil)
	for i := range 50 {
		y.Set(i, 0, float64(i))
	}
	if _, ok := Cholesky(y, Kernel{Gamma: 100}, FactorTolerance, 20); ok {
		t.Error("a kernel matrix near the identity has no factor of rank 20")
	}
	same := mat.NewDense(50, 1, nil)
	if f, ok := Cholesky(same, Kernel{Gamma: 1}, FactorTolerance, 20); !ok || f.Residual != 0 {
		t.Errorf("equal responses have an exact factor of rank 1; residual %v, ok %v", f.Residual, ok)
	}
}

// TestVariationOfFewRows: of at most 2000 pairs Variation takes all, each once, and no row
// with itself.
func TestVariationOfFewRows(t *testing.T) {
	k := Kernel{Gamma: 0.3}
	for _, n := range []int{1, 2, 3, 5, 20, 63, 64} {
		y := mat.NewDense(n, 1, nil)
		for i := range n {
			y.Set(i, 0, math.Sqrt(float64(i)))
		}
		want := 0.0
		for i := range n {
			for j := range i {
				want += (1 - k.At(y.RawRowView(i), y.RawRowView(j))) / float64(n*(n-1)/2)
			}
		}
		if got := k.Variation(y); math.Abs(got-want) > 1e-12 && n*(n-1)/2 <= variationPairs || math.Abs(got-want) > 0.1 {
			t.Errorf("%d rows: variation %v, want %v", n, got, want)
		}
	}
}

func TestSparseShare(t *testing.T) {
	y := mat.NewDense(2000, 1, nil)
	for i := range 2000 {
		y.Set(i, 0, float64(i))
	}
	// exp(−r²) ≥ 10⁻¹⁴ for r ≤ 5: 5 of the 1999 other rows on either side.
	got := SparseShare(y, Kernel{Gamma: 1})
	if want := 5 * 2.0 / 2000; math.Abs(got-want) > 0.3*want {
		t.Errorf("share %v, want about %v", got, want)
	}
}

// TestLoss checks the loss of known predictions: each observation exactly, and
// one row for all.
func TestLoss(t *testing.T) {
	y := mat.NewDense(3, 1, []float64{0, 1, 3})
	k := Kernel{Gamma: 0.7}
	perfect := mat.NewDense(3, 3, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1})
	if got := Loss(perfect, y, y, k); math.Abs(got+1) > 1e-12 {
		t.Errorf("loss of predicting each observation exactly is %v, want −1", got)
	}
	first := mat.NewDense(3, 3, []float64{1, 0, 0, 1, 0, 0, 1, 0, 0})
	want := 1 - 2*(1+math.Exp(-0.7)+math.Exp(-0.7*9))/3
	if got := Loss(first, y, y, k); math.Abs(got-want) > 1e-12 {
		t.Errorf("loss of predicting the first row everywhere is %v, want %v", got, want)
	}
}

func BenchmarkCholesky(b *testing.B) {
	src := rng.New(1).Source()
	for _, n := range []int{500, 3000} {
		y := mat.NewDense(n, 1, nil)
		for i := range n {
			y.Set(i, 0, 5*src.Normal())
		}
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Cholesky(y, Kernel{Gamma: 1.5}, FactorTolerance, n)
			}
		})
	}
}

// TestRadius checks that a kernel falls to a value where it says so.
func TestRadius(t *testing.T) {
	for _, gamma := range []float64{0.01, 1, 300} {
		k := Kernel{Gamma: gamma}
		for _, value := range []float64{0.5, SparseTolerance} {
			if got := k.Of(k.Radius(value)); math.Abs(got/value-1) > 1e-12 {
				t.Errorf("γ = %v: %v at the radius of %v", gamma, got, value)
			}
		}
	}
}
