package inference

import (
	"context"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// interactionTask draws rows of five inputs with a response.
func interactionTask(n int, src *rng.Source, response func(x []float64) float64) importance.Task {
	x, y := mat.NewDense(n, 5, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = src.Normal()
		}
		y.Set(i, 0, response(row))
	}
	return importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 2, Workers: 1}
}

// interactionsOf returns those of a task.
func interactionsOf(t testing.TB, task importance.Task, e importance.Estimator) []Interaction {
	t.Helper()
	f, err := Learn(context.Background(), e, task)
	if err != nil {
		t.Fatal(err)
	}
	interactions, err := f.Interactions(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return interactions
}

// TestInteractions finds the pair that acts together on the mean, with a gain near its share of the
// variation, or on the spread, and no other pair.
func TestInteractions(t *testing.T) {
	for name, c := range map[string]struct {
		response func(x []float64, src *rng.Source) float64
		onMean   bool
		gain     float64
	}{
		"product": {func(x []float64, src *rng.Source) float64 { return x[0]*x[1] + x[2] + src.Normal() }, true, 1. / 3},
		"step": {func(x []float64, src *rng.Source) float64 {
			return math.Copysign(1, x[0])*x[1] + math.Sin(2*x[2]) + src.Normal()
		}, true, 0.64 / 2.5},
		"spread": {func(x []float64, src *rng.Source) float64 { return x[2] + math.Exp(0.7*x[0]*x[1])*src.Normal() }, false, 0},
	} {
		src := rng.New(4).Named(name).Source()
		task := interactionTask(300, src, func(x []float64) float64 { return c.response(x, src) })
		interactions := interactionsOf(t, task, Standard(60))
		if len(interactions) != 10 {
			t.Fatalf("%s: %d pairs of five inputs", name, len(interactions))
		}
		for _, i := range interactions {
			pair := i.Inputs == [2]int{0, 1}
			if pair != (i.Adjusted <= 0.05) {
				t.Errorf("%s: inputs %v have p = %.3g", name, i.Inputs, i.Adjusted)
			}
			if !pair {
				continue
			}
			t.Logf("%s: %+v", name, i)
			if i.OnMean() != c.onMean {
				t.Errorf("%s: the interaction is on the mean: %v", name, i.OnMean())
			}
			if c.onMean && (math.Abs(i.Gain-c.gain) > 0.1 || i.Interval.Low > c.gain || i.Interval.High < c.gain || i.Explained < i.Gain) {
				t.Errorf("%s: the gain is %.3f ± %.3f, in %v of %.3f, want %.3f", name, i.Gain, i.SE, i.Interval, i.Explained, c.gain)
			}
		}
	}
}

// TestInteractionsLevel counts tables in which inputs that act by themselves, along lines and
// curves, are found to act together.
func TestInteractionsLevel(t *testing.T) {
	tables := 40
	if testing.Short() {
		tables = 10
	}
	found, null := 0, 0
	for table := range tables {
		src := rng.New(5).Named("additive").At(table).Source()
		task := interactionTask(100, src, func(x []float64) float64 {
			return x[0] + math.Exp(x[1]/2) + math.Sin(2*x[2]) + 0.5*src.Normal()
		})
		first := false
		for _, i := range interactionsOf(t, task, Standard(40)) {
			first = first || i.Adjusted <= 0.05
			if i.P <= 0.05 {
				null++
			}
		}
		if first {
			found++
		}
	}
	t.Logf("in %d of %d tables, %d of %d pairs have p ≤ 0.05", found, tables, null, 10*tables)
	if found > 1+tables/8 {
		t.Errorf("in %d of %d tables inputs are found to act together that do not", found, tables)
	}
}

// TestInteractionsOfOthers: there are none in clusters, with weights, and for Loco. Workers change
// nothing.
func TestInteractionsOfOthers(t *testing.T) {
	src := rng.New(6).Named("others").Source()
	task := interactionTask(60, src, func(x []float64) float64 { return x[0]*x[1] + src.Normal() })
	small := Stacked{Config: Config(30)}
	one := interactionsOf(t, task, small)
	task.Workers = 7
	if several := interactionsOf(t, task, small); len(one) == 0 || !reflect.DeepEqual(one, several) {
		t.Errorf("with one worker %+v, with seven %+v", one, several)
	}
	if of := interactionsOf(t, task, Loco{Config: Config(30)}); of != nil {
		t.Errorf("%d pairs are tested for loco", len(of))
	}
	clusters := make([]int32, 60)
	for i := range clusters {
		clusters[i] = int32(i / 2)
	}
	task.Clusters = clusters
	if of := interactionsOf(t, task, small); of != nil {
		t.Errorf("%d pairs are tested in clusters", len(of))
	}
}
