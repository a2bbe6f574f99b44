package inference_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// randomIntercepts returns a table of schools with a random intercept each: the first
// input varies within schools and matters, the second is the same in a school and
// means nothing.
func randomIntercepts(schools, pupils int, seed uint64) importance.Task {
	src := rng.New(seed).Named("schools").Source()
	n := schools * pupils
	t := importance.Task{X: mat.NewDense(n, 2, nil), Y: mat.NewDense(n, 1, nil), Kernel: mmd.Median, Workers: 2, Seed: seed}
	for s := range schools {
		effect, z := src.Normal(), src.Normal()
		for i := s * pupils; i < (s+1)*pupils; i++ {
			t.X.SetRow(i, []float64{src.Normal(), z})
			t.Y.Set(i, 0, t.X.At(i, 0)+effect+0.5*src.Normal())
			t.Clusters = append(t.Clusters, int32(s))
		}
	}
	return t
}

// copies returns a table whose rows all occur several times, with an input that the
// response depends on and one that means nothing; copies are clusters.
func copies(rows, times int, seed uint64) importance.Task {
	src := rng.New(seed).Named("copies").Source()
	t := importance.Task{X: mat.NewDense(rows*times, 2, nil), Y: mat.NewDense(rows*times, 1, nil), Kernel: mmd.Median, Workers: 2, Seed: seed}
	for r := range rows {
		x, z := src.Normal(), src.Normal()
		y := x + src.Normal()
		for i := r * times; i < (r+1)*times; i++ {
			t.X.SetRow(i, []float64{x, z})
			t.Y.Set(i, 0, y)
			t.Clusters = append(t.Clusters, int32(r))
		}
	}
	return t
}

// TestClustersMatter counts findings at 5 % of an input that means nothing, in tables of
// rows that depend on each other. Of 40 tables more than 6 have one with a probability
// of 0.3 % if the level is kept. Rows taken for independent have one in most.
func TestClustersMatter(t *testing.T) {
	if testing.Short() {
		t.Skip("120 estimations")
	}
	const tables, most, many = 40, 6, 15
	c := lawtest.Preset(t, "paper", 50)
	c.MinNodeSize, c.SampleFraction, c.Honesty = 5, 0.8, false
	e := inference.Stacked{Config: c, Halves: inference.Halves{Splits: 2, Trees: 50, Tests: true}}
	for name, table := range map[string]func(seed uint64) importance.Task{
		"random intercepts": func(seed uint64) importance.Task { return randomIntercepts(24, 10, seed) },
		"copies":            func(seed uint64) importance.Task { return copies(80, 4, seed) },
	} {
		t.Run(name, func(t *testing.T) {
			found, missed, ignored := 0, 0, 0
			for seed := range uint64(tables) {
				task := table(seed)
				r, err := e.Estimate(context.Background(), task)
				if err != nil {
					t.Fatal(err)
				}
				if r.Inference.P[1] <= 0.05 {
					found++
				}
				if r.Inference.P[0] > 0.05 {
					missed++
				}
				if seed >= many {
					continue
				}
				task.Clusters = nil
				if r, err = e.Estimate(context.Background(), task); err != nil {
					t.Fatal(err)
				}
				if r.Inference.P[1] <= 0.05 {
					ignored++
				}
			}
			t.Logf("%d of %d tables with a false finding, %d where the input that matters is missed; %d of %d with a false finding without clusters", found, tables, missed, ignored, many)
			if found > most || missed > tables/4 || ignored < many*2/3 {
				t.Errorf("%d of %d tables with a false finding, expected at most %d; %d where the input that matters is missed; %d of %d with a false finding without clusters, expected most", found, tables, most, missed, ignored, many)
			}
		})
	}
}

// TestSampledInference checks that numbers of clusters, the scale of weights and the
// number of workers change no bit, nor do equal weights, and that clusters of one row are rows.
func TestSampledInference(t *testing.T) {
	task := randomIntercepts(20, 6, 3)
	for i := range task.Clusters {
		task.Weights = append(task.Weights, 1+float64(i%5))
	}
	for _, e := range inferring(t, 30, 2) {
		run := func(change func(*importance.Task)) importance.Result {
			other := task
			other.Clusters, other.Weights = slices.Clone(task.Clusters), slices.Clone(task.Weights)
			change(&other)
			r, err := e.Estimate(context.Background(), other)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		both := run(func(*importance.Task) {})
		for name, other := range map[string]importance.Result{
			"workers": run(func(t *importance.Task) { t.Workers = 7 }),
			"numbers": run(func(t *importance.Task) {
				for i, c := range t.Clusters {
					t.Clusters[i] = 99 - c
				}
			}),
			"scale": run(func(t *importance.Task) { floats.Scale(4, t.Weights) }),
		} {
			if !reflect.DeepEqual(both, other) {
				t.Errorf("%s: other %s change the result", e.Name(), name)
			}
		}
		none := run(func(t *importance.Task) { t.Clusters, t.Weights = nil, nil })
		equal := run(func(t *importance.Task) { t.Clusters, t.Weights = nil, slices.Repeat([]float64{5}, 120) })
		if !reflect.DeepEqual(none, equal) {
			t.Errorf("%s: equal weights change the result", e.Name())
		}
		singles := run(func(t *importance.Task) {
			t.Weights = nil
			for i := range t.Clusters {
				t.Clusters[i] = int32(i)
			}
		})
		if !floats.EqualApprox(singles.Raw, none.Raw, 1e-9) || !floats.EqualApprox(singles.Inference.SE, none.Inference.SE, 1e-9) {
			t.Errorf("%s: clusters of one row have %v ± %v, rows %v ± %v", e.Name(), singles.Raw, singles.Inference.SE, none.Raw, none.Inference.SE)
		}
		if !strings.Contains(fmt.Sprint(run(func(t *importance.Task) {
			for i := range t.Clusters {
				t.Clusters[i] %= 10
			}
		}).Warnings), "there are 10 clusters: errors, intervals and tests of so few are rough") {
			t.Errorf("%s: no warning of few clusters", e.Name())
		}
	}
}

// TestFewClusters refuses halves of them.
func TestFewClusters(t *testing.T) {
	task := randomIntercepts(7, 20, 1)
	for _, e := range inferring(t, 20, 1) {
		_, err := e.Estimate(context.Background(), task)
		if err == nil || !strings.Contains(err.Error(), "7 clusters are too few to grow forests on some and judge them by the others, expected at least 8; methods coupled, retrain and projected do without") {
			t.Errorf("%s: %v", e.Name(), err)
		}
	}
}
