package importance_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// normal draws an n×d matrix of independent normal numbers.
func normal(n, d int) *mat.Dense {
	y, src := mat.NewDense(n, d, nil), rng.New(3).Named("normal").Source()
	for i := range n {
		for j := range d {
			y.Set(i, j, src.Normal())
		}
	}
	return y
}

// TestSpectrumOf compares the rank seen from some rows with that of all, and looks
// at responses that are far apart.
func TestSpectrumOf(t *testing.T) {
	for _, d := range []int{1, 2, 3} {
		const n = 3000
		y := normal(n, d)
		kernel, err := mmd.Median.Resolve(y)
		if err != nil {
			t.Fatal(err)
		}
		factor, _ := mmd.Cholesky(y, kernel, mmd.FactorTolerance, n)
		_, rank := factor.L.Dims()
		got := importance.SpectrumOf(y, mmd.Median)
		if ratio := float64(got.Rank) / float64(rank); ratio < 0.6 || ratio > 1.7 {
			t.Errorf("%d responses: rank %d, found %d", d, rank, got.Rank)
		}
	}
	if got := importance.SpectrumOf(normal(2000, 5), mmd.Gamma(1000)); got.Rank != 2000 {
		t.Errorf("scattered responses: %+v", got)
	}
	if got := importance.SpectrumOf(normal(50, 1), mmd.Median); got.Rank < 8 || got.Rank > 50 {
		t.Errorf("few responses: %+v", got)
	}
	if got := importance.SpectrumOf(mat.NewDense(50, 1, nil), mmd.Median); got != (importance.Spectrum{}) {
		t.Errorf("constant responses: %+v", got)
	}
}
