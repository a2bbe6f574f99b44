package aspects_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestWildCells has noise with one response far out, or of Cauchy's law: no input is said to move an
// aspect beside the mean in more than one of ten tables.
func TestWildCells(t *testing.T) {
	const tables = 10
	for what, response := range map[string]func(i int, src *rng.Source) float64{
		"a wild cell": func(i int, src *rng.Source) float64 {
			if i == 7 {
				return -999
			}
			return src.Normal()
		},
		"Cauchy": func(_ int, src *rng.Source) float64 { return src.Normal() / src.Normal() },
	} {
		found := 0
		for table := range uint64(tables) {
			src := rng.New(table).Named(what).Source()
			x, y := mat.NewDense(150, 3, nil), mat.NewDense(150, 1, nil)
			for i := range 150 {
				x.SetRow(i, []float64{src.Normal(), src.Normal(), src.Normal()})
				y.Set(i, 0, response(i, src))
			}
			r := estimate(t, inference.Standard(200), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: table, Workers: 2}, responses(1))
			for _, f := range r.Findings {
				if f.Kind != aspects.Mean && (f.Found(0) || f.Found(1) || f.Found(2)) {
					t.Logf("%s, table %d: %s", what, table, f.Kind)
					found++
					break
				}
			}
		}
		if found > 1 {
			t.Errorf("%s: inputs are said to move aspects of noise in %d of %d tables", what, found, tables)
		}
	}
}
