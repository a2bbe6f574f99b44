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

// TestDetectable draws tables in which the inputs explain what is said to be found in half of them: in 30
// to 70 % it is.
func TestDetectable(t *testing.T) {
	if testing.Short() {
		t.Skip("80 tables")
	}
	const tables = 40
	// With a = 4γσ², the share of the variation of a normal response that a part r of its
	// variance makes is ((1+a(1−r))^−½ − (1+a)^−½) / (1 − (1+a)^−½); the median of distances
	// being 0.9539 σ, the median kernel has γσ² = 1 / (2·0.9539²).
	const a = 2 / (0.9539 * 0.9539)
	share := func(r float64) float64 {
		none := 1 / math.Sqrt(1+a)
		return (1/math.Sqrt(1+a*(1-r)) - none) / (1 - none)
	}
	for _, c := range []struct{ rows, inputs int }{{60, 3}, {150, 6}} {
		found, slope := 0, 0.0
		for share(slope*slope/(1+slope*slope)) < Detectable(c.rows, c.inputs) {
			slope += 0.001
		}
		for k := range tables {
			src := rng.New(uint64(k)).Named("detectable").At(c.rows).Source()
			x, y := mat.NewDense(c.rows, c.inputs, nil), mat.NewDense(c.rows, 1, nil)
			for i := range c.rows {
				for j := range c.inputs {
					x.Set(i, j, src.Normal())
				}
				y.Set(i, 0, slope*x.At(i, 0)+src.Normal())
			}
			r, err := Standard(100).Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: uint64(k), Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			if r.Inference.Explained.P <= importance.Level {
				found++
			}
		}
		t.Logf("%+v: slope %.2f, %d of %d tables found", c, slope, found, tables)
		if share := float64(found) / tables; share < 0.3 || share > 0.7 {
			t.Errorf("%+v: %d of %d tables found, expected 30 to 70 %%", c, found, tables)
		}
	}
}
