package importance_test

import (
	"context"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// school returns n rows with two numbers, of which the second has some values
// missing, a factor of 8 levels that moves both responses, and one of as many levels
// as asked for that means nothing.
func school(n, noise int) (x, y *mat.Dense, levels []int) {
	src := rng.New(uint64(noise)).Source()
	x, y = mat.NewDense(n, 4, nil), mat.NewDense(n, 2, nil)
	effects := make([]float64, 8)
	for k := range effects {
		effects[k] = src.Normal()
	}
	for i := range n {
		x.SetRow(i, []float64{src.Normal(), src.Normal(), float64(src.IntN(8)), float64(src.IntN(noise))})
		effect := effects[int(x.At(i, 2))]
		y.SetRow(i, []float64{x.At(i, 0) + effect + src.Normal(), x.At(i, 1) - effect + src.Normal()})
		if src.IntN(10) == 0 {
			x.Set(i, 1, math.NaN())
		}
	}
	return x, y, []int{0, forest.Incomplete, 8, noise}
}

// TestFactorsWithoutMeaning gives a factor that means nothing more and more levels.
func TestFactorsWithoutMeaning(t *testing.T) {
	if testing.Short() {
		t.Skip("grows many forests")
	}
	for _, number := range []int{10, 300} {
		x, y, levels := school(500, number)
		e := inference.Stacked{Config: inference.Config(150), Halves: inference.Halves{Splits: 2, Trees: 60, Tests: true}}
		r, err := e.Estimate(context.Background(), importance.Task{X: x, Y: y, Levels: levels, Kernel: mmd.Median, Seed: 1, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d levels: importances %.3f, p %.3f", number, r.Raw, r.Inference.P)
		if r.Raw[3] > 0.015 || r.Inference.P[3] < 0.01 {
			t.Errorf("%d levels that mean nothing have importance %.4f with p = %.3f", number, r.Raw[3], r.Inference.P[3])
		}
		for j := range 3 {
			if r.Raw[j] < 0.1 {
				t.Errorf("%d levels: variable %d has importance %.3f, expected more", number, j, r.Raw[j])
			}
		}
	}
}

// TestEveryEstimatorTakesLevels runs all on levels and missing values, as they are and
// in an elimination.
func TestEveryEstimatorTakesLevels(t *testing.T) {
	x, y, levels := school(300, 40)
	c := lawtest.Preset(t, "paper", 60)
	halves := inference.Halves{Splits: 1, Trees: 40, Tests: true}
	task := importance.Task{X: x, Y: y, Levels: levels, Kernel: mmd.Median, Seed: 2, Workers: 2}
	for _, e := range []importance.Estimator{
		importance.Coupled{Config: c}, importance.Retrain{Config: c}, importance.Projected{Config: c, Unbiased: true},
		inference.Loco{Config: c, Halves: halves}, inference.Stacked{Config: c, Halves: halves},
	} {
		task.Workers = 2
		r, err := e.Estimate(context.Background(), task)
		if err != nil {
			t.Fatalf("%s: %v", e.Name(), err)
		}
		if r.Raw[2] < 0.15 || r.Raw[3] > 0.1 {
			t.Errorf("%s: importances %.3f, expected that of the third to be large, of the last small", e.Name(), r.Raw)
		}
		task.Workers = 1
		if again, err := e.Estimate(context.Background(), task); err != nil || !reflect.DeepEqual(again.Raw, r.Raw) {
			t.Errorf("%s: importances %v with one worker, %v with two, error %v", e.Name(), again.Raw, r.Raw, err)
		}
	}
	kernel, err := mmd.Median.Resolve(y)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []eliminating{importance.Coupled{Config: c}, importance.Retrain{Config: c}} {
		s, err := importance.Select(context.Background(), e, task, kernel, 2, 300)
		if err != nil {
			t.Fatalf("%s: %v", e.Name(), err)
		}
		if s.All.Eliminated[0] != 3 {
			t.Errorf("%s: variables go in the order %v, expected the one without meaning first", e.Name(), s.All.Eliminated)
		}
	}
	task.Levels = levels[:3]
	defer func() {
		if recover() == nil {
			t.Error("no panic for levels of fewer columns")
		}
	}()
	task.Prepare("importance")
}
