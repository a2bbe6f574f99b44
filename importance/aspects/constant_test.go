package aspects_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestConstantInSubgroup: of a response that is 0 in one group and varies in the other, noise moves
// no aspect in nearly all tables, and the group moves its spread.
func TestConstantInSubgroup(t *testing.T) {
	tables := 12
	if testing.Short() {
		tables = 5
	}
	noise, spread := 0, 0
	for table := range tables {
		src := rng.New(7).Named("constant").At(table).Source()
		x, y := mat.NewDense(100, 2, nil), mat.NewDense(100, 1, nil)
		for i := range 100 {
			group := float64(src.IntN(2))
			x.SetRow(i, []float64{group, src.Normal()})
			y.Set(i, 0, group*(1+src.Normal()))
		}
		report := estimate(t, stacked(t, 40, 4), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: uint64(table), Workers: 2}, responses(1))
		for _, f := range report.Findings {
			if f.Found(1) {
				noise++
			}
			if f.Kind == aspects.Spread && f.Found(0) {
				spread++
			}
		}
	}
	if noise > tables/5 || spread < tables*3/4 {
		t.Errorf("in %d tables noise moves %d aspects, and the group the spread in %d", tables, noise, spread)
	}
}
