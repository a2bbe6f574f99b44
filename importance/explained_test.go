package importance

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/forest/design"
	"drfvi/mmd"
)

// TestExplained compares the explained share with its definition by weights and
// kernel values, for each way to aggregate.
func TestExplained(t *testing.T) {
	ctx := context.Background()
	for _, kernel := range []mmd.KernelChoice{mmd.Median, mmd.Gamma(30)} {
		f := newFixedForests(t, 130, "paper", kernel)
		s := f.setting
		n, _ := s.y.Dims()
		dense, err := mmd.NewDense(ctx, s.y, s.kernel, 2)
		if err != nil {
			t.Fatal(err)
		}
		sparse, err := mmd.NewSparse(ctx, s.y, s.kernel, 2)
		if err != nil {
			t.Fatal(err)
		}
		factor, ok := mmd.Cholesky(s.y, s.kernel, mmd.FactorTolerance, n)
		if !ok {
			t.Fatal("no factor of full rank")
		}
		weights, err := f.base.Weights(ctx, s.eval, 2)
		if err != nil {
			t.Fatal(err)
		}
		square := func(w []float64) float64 {
			sum := 0.0
			for a, u := range w {
				sum += u * floats.Dot(w, dense.Row(a))
			}
			return sum
		}
		var gains, totals []float64
		for i := range n {
			w := mat.Row(nil, i, weights)
			w[i]--
			mean := make([]float64, n)
			for a := range mean {
				mean[a] = 1 / float64(n-1)
			}
			mean[i] = -1
			totals = append(totals, square(mean))
			gains = append(gains, square(mean)-square(w))
		}
		share := floats.Sum(gains) / floats.Sum(totals)
		floats.AddScaled(gains, -share, totals)
		se := stat.StdErr(stat.StdDev(gains, nil), float64(n)) / stat.Mean(totals, nil)
		for way, a := range map[string]aggregator{"dense": {gram: dense}, "sparse": {gram: sparse}, "low rank": {factor: factor}} {
			for _, name := range estimators {
				got := f.estimate(t, name, a).Explained
				if math.Abs(got.Value-share) > 1e-7 || math.Abs(got.SE-se) > 1e-7 || !(got.Interval.Low < share && share < got.Interval.High) {
					t.Errorf("kernel %s, %s, %s: %+v explained, by definition %v ± %v", kernel, way, name, got, share, se)
				}
			}
		}
	}
}

// TestShareOfNothing has a prediction that is worse than none.
func TestShareOfNothing(t *testing.T) {
	s := newShare([]float64{-1, -2, -3, 1}, []float64{4, 4, 4, 4}, design.Design{}, 0)
	if s.Value >= 0 || s.P <= 0.5 || !s.Nothing() || s.Interval.Low != 0 {
		t.Errorf("%+v", s)
	}
	if s := newShare([]float64{1, 2, 1, 2}, []float64{4, 4, 4, 4}, design.Design{}, 0); s.Value != 0.375 || s.P > 0.01 || s.Nothing() {
		t.Errorf("%+v", s)
	}
	if s := (Share{Value: 0.1, P: math.NaN(), Interval: Interval{Low: 0.05, High: 0.15}}); s.Nothing() {
		t.Error("without a test, an interval above 0 leaves open that nothing is explained")
	}
}
