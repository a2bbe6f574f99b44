package inference

import (
	"context"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestFiner draws responses on a grid, which one input shifts by half a step: far below their
// distances. Only under the median kernel is there a warning of it, and none without the shift.
func TestFiner(t *testing.T) {
	const n = 400
	draw := func(shift float64, kernel mmd.KernelChoice) []string {
		src := rng.New(8).Source()
		task := importance.Task{X: mat.NewDense(n, 2, nil), Y: mat.NewDense(n, 1, nil), Kernel: kernel, Seed: 3, Workers: 2}
		for i := range n {
			task.X.SetRow(i, []float64{src.Float64(), src.Float64()})
			step := float64(int(8*src.Float64()) - 4)
			if task.X.At(i, 0) > 0.5 {
				step += shift
			}
			task.Y.Set(i, 0, step+float64(0.02*src.Float64()))
		}
		estimator := Standard(100)
		result, err := estimator.Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		return result.Warnings
	}
	for _, c := range []struct {
		shift  float64
		kernel mmd.KernelChoice
		want   bool
	}{{0.5, mmd.Median, true}, {0, mmd.Median, false}, {0.5, mmd.Gamma(100), false}} {
		warnings := strings.Join(draw(c.shift, c.kernel), "\n")
		if got := strings.Contains(warnings, "a finer kernel, of γ = "); got != c.want {
			t.Errorf("shift %v, kernel %v: warnings %q", c.shift, c.kernel, warnings)
		}
	}
}
