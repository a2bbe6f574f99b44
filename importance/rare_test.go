package importance_test

import (
	"context"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// rareEvents returns n rows of two inputs and a response that is 1 in so many of them, else 0.
func rareEvents(n, events int) (x, y *mat.Dense) {
	x, y = mat.NewDense(n, 2, nil), mat.NewDense(n, 1, nil)
	src := rng.New(31).Source()
	for i := range n {
		x.SetRow(i, []float64{src.Normal(), src.Normal()})
		if i%(n/events) == 1 && i/(n/events) < events {
			y.Set(i, 0, 1)
		}
	}
	return x, y
}

// TestRareEvents: two rows that differ from all others are in different halves, whatever the seed; one
// such row cannot be in both, which is said.
func TestRareEvents(t *testing.T) {
	config, err := forest.Preset("paper", 20)
	if err != nil {
		t.Fatal(err)
	}
	config.SampleFraction, config.MinNodeSize, config.Honesty = 0.5, 5, false
	estimators := []importance.Estimator{
		inference.Stacked{Config: config, Halves: inference.StandardHalves()},
		inference.Loco{Config: config, Halves: inference.StandardHalves()},
	}
	for seed := range uint64(8) {
		x, y := rareEvents(80, 2)
		task := importance.Task{X: x, Y: y, Kernel: mmd.Gamma(1), Seed: seed, Workers: 1}
		for _, e := range estimators {
			if _, err := e.Estimate(context.Background(), task); err != nil {
				t.Errorf("seed %d, %s: %v", seed, e.Name(), err)
			}
		}
		train, test := importance.Sample{X: x, Y: y}.Halves(80, seed)
		if mat.Sum(train.Y) != 1 || mat.Sum(test.Y) != 1 {
			t.Errorf("seed %d: halves with %v and %v events", seed, mat.Sum(train.Y), mat.Sum(test.Y))
		}
		for _, n := range []int{80, 14} {
			x, y = rareEvents(n, 1)
			task.X, task.Y = x, y
			for _, e := range estimators {
				if _, err := e.Estimate(context.Background(), task); err == nil || !strings.HasPrefix(err.Error(), "importance: no division of the rows into random halves has responses that vary in both: too few differ from the most frequent one; methods coupled") {
					t.Errorf("seed %d, %s, one event of %d: %v", seed, e.Name(), n, err)
				}
			}
		}
	}
}
