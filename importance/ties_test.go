package importance_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// TestTiedResponses estimates from responses of which 85 % are 0, with a kernel that
// takes its scale from them and one that is a number.
func TestTiedResponses(t *testing.T) {
	const n = 400
	src := rng.New(4).Source()
	x, y := mat.NewDense(n, 3, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		x.SetRow(i, []float64{src.Normal(), src.Normal(), src.Normal()})
		if x.At(i, 0)+0.3*src.Normal() > 1 {
			y.Set(i, 0, 1)
		}
	}
	halves := inference.Halves{Splits: 2, Trees: 50, Tests: true}
	for _, name := range []string{"paper", "drf-1.1.0", "drf-1.3.1"} {
		c := lawtest.Preset(t, name, 100)
		estimators := []importance.Estimator{importance.Coupled{Config: c}, importance.Retrain{Config: c}, importance.Projected{Config: c}}
		if name == "paper" {
			estimators = append(estimators, inference.Loco{Config: c, Halves: halves},
				inference.Stacked{Config: c, Halves: halves})
		}
		for _, e := range estimators {
			for _, kernel := range []mmd.KernelChoice{mmd.Median, mmd.Authors, mmd.Gamma(1)} {
				r, err := e.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: kernel, Seed: 1, Workers: 2})
				if err != nil {
					t.Fatalf("%s, %s, kernel %s: %v", name, e.Name(), kernel, err)
				}
				if r.Raw[0] < 0.7 || max(r.Raw[1], r.Raw[2]) > 0.2 {
					t.Errorf("%s, %s, kernel %s: importances %.3f, expected that of the first alone to be large", name, e.Name(), kernel, r.Raw)
				}
				if !slices.ContainsFunc(r.Warnings, func(w error) bool {
					return strings.HasPrefix(w.Error(), "more than half of all pairs of responses are equal")
				}) {
					t.Errorf("%s, %s, kernel %s: warnings %q lack that of ties", name, e.Name(), kernel, r.Warnings)
				}
			}
		}
	}
}
