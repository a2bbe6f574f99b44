package inference

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestNoCliff: one more column of noise moves no importance of an interaction beyond its interval,
// whatever the number of columns.
func TestNoCliff(t *testing.T) {
	const n = 300
	for _, inputs := range []int{5, 11, 12, 13, 20, 60} {
		if testing.Short() && inputs > 13 {
			continue
		}
		src := rng.New(8).Named("cliff").At(inputs).Source()
		x, y := mat.NewDense(n, inputs+1, nil), mat.NewDense(n, 1, nil)
		for i := range n {
			row := x.RawRowView(i)
			for j := range row {
				row[j] = src.Normal()
			}
			y.Set(i, 0, 0.8*row[0]*row[1]+0.5*row[2]+src.Normal())
		}
		estimate := func(columns int) importance.Result {
			e := Standard(100)
			e.Halves.Tests = false
			task := importance.Task{
				X: mat.DenseCopyOf(x.Slice(0, n, 0, columns)), Y: y, Kernel: mmd.Median, Seed: 3, Workers: 2,
			}
			result, err := e.Estimate(context.Background(), task)
			if err != nil {
				t.Fatal(err)
			}
			return result
		}
		before, after := estimate(inputs), estimate(inputs+1)
		for j := range 3 {
			t.Logf("%d inputs: x%d %.3f, %v; with one more %.3f, %v", inputs, j+1,
				before.Raw[j], before.Inference.Intervals[j], after.Raw[j], after.Inference.Intervals[j])
			if v := after.Raw[j]; v < before.Inference.Intervals[j].Low || v > before.Inference.Intervals[j].High {
				t.Errorf("x%d of %d inputs has importance %.3f, with one more column of noise %.3f, beyond %v",
					j+1, inputs, before.Raw[j], v, before.Inference.Intervals[j])
			}
			if v := before.Raw[j]; j < 2 && v < 0.05 {
				t.Errorf("x%d of %d inputs, which acts with another, has importance %.3f", j+1, inputs, v)
			}
		}
	}
}
