package inference_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestGiven tests one group of inputs given the others, which are in no group: the estimate is that
// of all inputs, products with the others count, and what is lost is the importance times the
// explained share.
func TestGiven(t *testing.T) {
	const n = 200
	src := rng.New(5).Named("given").Source()
	x, y := mat.NewDense(n, 14, nil), mat.NewDense(n, 1, nil)
	x.Apply(func(int, int, float64) float64 { return src.Normal() }, x)
	for i := range n {
		y.Set(i, 0, x.At(i, 12)+0.8*x.At(i, 0)*x.At(i, 13)+0.4*x.At(i, 13)+src.Normal())
	}
	estimate := func(groups [][]int) importance.Result {
		t.Helper()
		result, err := inference.Standard(60).Estimate(context.Background(), importance.Task{
			X: x, Y: y, Groups: groups, Kernel: mmd.Median, Seed: 2, Workers: 2,
		})
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	all, one := estimate(nil), estimate([][]int{{0}})
	if all.Raw[0] != one.Raw[0] || all.Inference.Explained != one.Inference.Explained {
		t.Errorf("importance %v of explained %v, beside other inputs %v of %v", one.Raw[0], one.Inference.Explained, all.Raw[0], all.Inference.Explained)
	}
	if p := one.Inference.P[0]; p > 0.01 {
		t.Errorf("p = %v of an interaction", p)
	}
	if null := estimate([][]int{{3, 5}}); null.Inference.P[0] < 0.05 || null.Inference.Robustness[0] != 0 {
		t.Errorf("p = %v and robustness %v of inputs without influence", null.Inference.P[0], null.Inference.Robustness[0])
	}
	for j, lost := range all.Inference.Lost {
		want := all.Raw[j] * all.Inference.Explained.Value
		if math.Abs(lost.Value-want) > 1e-12 || !(lost.SE > 0) || lost.P != all.Inference.P[j] {
			t.Errorf("input %d: lost is %+v, expected %v", j+1, lost, want)
		}
		if found := all.Inference.P[j] <= importance.Level; found != (all.Inference.Robustness[j] > 0) {
			t.Errorf("input %d: p = %v and robustness %v", j+1, all.Inference.P[j], all.Inference.Robustness[j])
		}
	}
	alone := estimate([][]int{slices.Collect(func(yield func(int) bool) {
		for j := 0; j < 14 && yield(j); j++ {
		}
	})})
	if lost := alone.Inference.Lost[0]; lost.Value != alone.Inference.Explained.Value || alone.Inference.P[0] > 0.001 {
		t.Errorf("all inputs, given none: lost %+v, explained %+v", lost, alone.Inference.Explained)
	}
}
