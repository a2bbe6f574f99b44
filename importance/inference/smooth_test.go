package inference

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestWaves: the input of a wave of 8 periods is found, and one that follows the wave weakly is not.
func TestWaves(t *testing.T) {
	const n = 200
	for table := range 3 {
		src := rng.New(7).Named("waves").At(table).Source()
		x, y := mat.NewDense(n, 3, nil), mat.NewDense(n, 1, nil)
		for i := range n {
			phase := 8 * src.Float64()
			wave := math.Sin(2 * math.Pi * phase)
			x.SetRow(i, []float64{phase, 0.6*wave + src.Normal(), src.Normal()})
			y.Set(i, 0, wave+0.5*src.Normal())
		}
		task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 3, Workers: 1}
		result, err := Standard(60).Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		if p := result.Inference.P; p[0] > 1e-4 || p[1] < importance.Level {
			t.Errorf("table %d: p-values %v of the wave, its follower, and noise", table, p)
		}
	}
}
