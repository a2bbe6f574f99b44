package baselines

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// twoResponses is a task whose first response depends on the first input and
// whose second, a thousand times as large, on the second.
func twoResponses(n int) importance.Task {
	task := regressionTask(n, 4)
	src := rng.New(9).Source()
	y := mat.NewDense(n, 2, nil)
	for i := range n {
		y.Set(i, 0, 2*task.X.At(i, 0)+0.1*src.Normal())
		y.Set(i, 1, 1000*(task.X.At(i, 1)+0.1*src.Normal()))
	}
	task.Y = y
	return task
}

// Every response's values are those of the estimator on the standardised
// response alone, and the result is their maximum.
func TestPerOutputLiterally(t *testing.T) {
	task := twoResponses(300)
	for _, e := range []importance.Estimator{MDA{forest.RegressionPreset(60)}, SobolMDA{forest.RegressionPreset(60)}} {
		var shares []float64
		task.Progress = func(share float64) { shares = append(shares, share) }
		result := estimate(t, PerOutput{e}, task)
		task.Progress = nil
		if len(result.Outputs) != 2 || len(result.Raw) != 4 || result.Forests != 2 || !slices.Equal(result.Raw, result.Clamped) {
			t.Fatalf("malformed result %+v", result)
		}
		if !slices.IsSorted(shares) || shares[len(shares)-1] != 1 {
			t.Errorf("progress %v", shares)
		}
		for k := range 2 {
			single := task
			y := mat.Col(nil, k, task.Y)
			linalg.Standardise(y)
			single.Y = mat.NewDense(300, 1, y)
			single.Seed = uint64(rng.New(task.Seed).Named("output").At(k))
			want := estimate(t, e, single)
			if !slices.Equal(result.Outputs[k], want.Raw) {
				t.Errorf("%s, response %d: %v, alone %v", e.Name(), k+1, result.Outputs[k], want.Raw)
			}
		}
		for j := range result.Raw {
			if result.Raw[j] != max(result.Outputs[0][j], result.Outputs[1][j]) {
				t.Errorf("%s: %v is not the largest of %v", e.Name(), result.Raw, result.Outputs)
			}
		}
		// Neither unit dominates: both inputs matter alike.
		if ratio := result.Raw[0] / result.Raw[1]; ratio < 0.5 || ratio > 2 || result.Raw[2] > 0.1*result.Raw[0] {
			t.Errorf("%s: values %v", e.Name(), result.Raw)
		}
		for _, name := range []string{"explained_variance_y1", "explained_variance_y2"} {
			if v := result.Extra[name]; v < 0.8 || v > 1 {
				t.Errorf("%s: %s is %v", e.Name(), name, v)
			}
		}
	}
}

func TestPerOutputErrors(t *testing.T) {
	e := PerOutput{MDA{forest.RegressionPreset(3)}}
	if e.Name() != "mda-per-output" {
		t.Errorf("name %s", e.Name())
	}
	for _, c := range []struct {
		change func(*importance.Task)
		want   string
	}{
		{func(t *importance.Task) {
			t.Y.Apply(func(_, k int, v float64) float64 { return v * float64(1-k) }, t.Y)
		}, "response 2: mda: the response is 0 in all 100 rows, so there is nothing to explain"},
		{func(t *importance.Task) { t.Subsample = 50 }, "mda-per-output: a subsample of 50 evaluation rows is not supported, the method uses all training rows; method retrain takes it"},
	} {
		task := twoResponses(100)
		c.change(&task)
		if _, err := e.Estimate(context.Background(), task); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
	warnings := estimate(t, e, twoResponses(100)).Warnings
	if len(warnings) != 2 || !strings.HasPrefix(warnings[0].Error(), "response 1: ") || !strings.HasPrefix(warnings[1].Error(), "response 2: ") {
		t.Errorf("warnings %q", warnings)
	}
}
