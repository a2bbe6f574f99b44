package aspects_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestScaledCounts has Poisson counts in units of their standard deviation: the input that moves their mean
// moves nothing beyond counts of this mean.
func TestScaledCounts(t *testing.T) {
	const n = 300
	for seed := range uint64(2) {
		src := rng.New(seed).Named("Poisson").Source()
		x, counts := mat.NewDense(n, 2, nil), make([]float64, n)
		for i := range n {
			treated := float64(i % 2)
			x.SetRow(i, []float64{treated, src.Normal()})
			for p := src.Float64(); p > math.Exp(-(2 + 6*treated)); p *= src.Float64() {
				counts[i]++
			}
		}
		deviation, y := stat.StdDev(counts, nil), mat.NewDense(n, 1, counts)
		y.Scale(1/deviation, y)
		of := []aspects.Response{{Name: "y", Columns: []int{0}, Law: aspects.LawOf(y.RawMatrix().Data, deviation), Unit: deviation}}
		r := estimate(t, inference.Standard(100), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: seed, Workers: 2}, of)
		if words := r.Words(0); len(words) != 1 || words[0] != "mean of y" || r.Words(1) != nil {
			t.Errorf("table %d: the first input moves %q, the second %q", seed, words, r.Words(1))
		}
	}
}
