package importance

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/forest"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestLossWays compares every way to the loss with its definition.
func TestLossWays(t *testing.T) {
	const n, m = 400, 300
	src := rng.New(5).Source()
	x, y := mat.NewDense(n, 3, nil), mat.NewDense(n, 2, nil)
	test := Test{X: mat.NewDense(m, 3, nil), Y: mat.NewDense(m, 2, nil)}
	for _, table := range [][2]*mat.Dense{{x, y}, {test.X, test.Y}} {
		rows, _ := table[0].Dims()
		for i := range rows {
			for j := range 3 {
				table[0].Set(i, j, src.Normal())
			}
			table[1].SetRow(i, []float64{table[0].At(i, 0) + src.Normal(), src.Normal()})
		}
	}
	c, err := forest.Preset("paper", 40)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	f, err := forest.Fit(ctx, x, y, c, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	eval, err := f.Columns.On(test.X)
	if err != nil {
		t.Fatal(err)
	}
	weights, err := f.Weights(ctx, eval, 1)
	if err != nil {
		t.Fatal(err)
	}
	equal := mat.NewDense(m, n, nil)
	equal.Apply(func(_, _ int, _ float64) float64 { return 1.0 / n }, equal)
	task := Task{X: x, Y: y, Workers: 3}
	seen := make(map[string]bool)
	for _, gamma := range []float64{0.01, 0.5, 1, 2, 4, 1e6} {
		test.Kernel = mmd.Kernel{Gamma: gamma}
		want := mmd.Loss(weights, y, test.Y, test.Kernel)
		wantEmpty := mmd.Loss(equal, y, test.Y, test.Kernel)
		for forests := range 3 {
			meter, err := newLossMeter(ctx, f, task, test, 1+50*forests)
			if err != nil {
				t.Fatal(err)
			}
			way, _, _ := strings.Cut(meter.name, ",")
			switch {
			case meter.joint != nil:
				seen["joint"] = true
			case meter.gram == nil:
				seen["factor and kernel"] = true
			default:
				seen["weights"] = true
			}
			if got, err := meter.losses(ctx, f); err != nil || math.Abs(stat.Mean(got, nil)-want) > 1e-7*math.Abs(want) {
				t.Errorf("γ = %v, %s: loss %v, %v, by definition %v", gamma, way, stat.Mean(got, nil), err, want)
			}
			if got, err := meter.empty(ctx); err != nil || math.Abs(stat.Mean(got, nil)-wantEmpty) > 1e-7*math.Abs(wantEmpty) {
				t.Errorf("γ = %v, %s: loss without inputs %v, %v, by definition %v", gamma, way, stat.Mean(got, nil), err, wantEmpty)
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("only these ways were taken: %v", seen)
	}
}
