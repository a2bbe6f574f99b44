package inference

import (
	"context"
	"math"
	"testing"

	"drfvi/internal/rng"
)

// TestShares: of a product the stack explains clearly more than the forest, of a step it does not;
// a Fit says the same as Stacked of its task, and the stack's share is that of importances.
func TestShares(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		response func(x []float64) float64
		lags     bool
	}{
		"product": {func(x []float64) float64 { return 2 * x[0] * x[1] }, true},
		"step":    {func(x []float64) float64 { return math.Copysign(1, x[0]) }, false},
	} {
		src := rng.New(2).Named(name).Source()
		task := interactionTask(150, src, func(x []float64) float64 { return c.response(x) + 0.5*src.Normal() })
		shares, err := Standard(60).Shares(ctx, task)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %+v", name, shares)
		if shares.ForestLags() != c.lags {
			t.Errorf("%s: the forest lags: %v, %+v", name, shares.ForestLags(), shares)
		}
		fit, err := Learn(ctx, Standard(60), task)
		if err != nil {
			t.Fatal(err)
		}
		answers, err := fit.Infer(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if same, err := fit.Shares(ctx); err != nil || math.Abs(same.Forest-shares.Forest) > 1e-9 || math.Abs(same.Stack-shares.Stack) > 1e-9 || same.Stack != answers.Inference.Explained.Learnt {
			t.Errorf("%s: a fit explains %+v, its importances %v: %v", name, same, answers.Inference.Explained.Learnt, err)
		}
	}
}
