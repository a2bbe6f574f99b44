package inference_test

import (
	"context"
	"reflect"
	"testing"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/importance/lawtest"
	"drfvi/mmd"
)

// TestBoundsOf has bounds that follow from the rows alone, and grow with them.
func TestBoundsOf(t *testing.T) {
	for n, want := range map[int]int{inference.LargeTable: 0, inference.LargeTable + 1: 5000, 100_000: 5000, 1_000_000: 15811} {
		b, large := inference.BoundsOf(n)
		if b.Rows != want || large != (want > 0) || b.Halves.Rows != want {
			t.Errorf("%d rows are bounded by %+v (%v), want %d rows", n, b, large, want)
		}
	}
}

// bounded returns the estimators of inferring with bounds.
func bounded(t testing.TB, rows int) []importance.Estimator {
	t.Helper()
	c := lawtest.Preset(t, "paper", 60)
	c.MostRows = rows
	halves := inference.Halves{Splits: 2, Trees: 40, Tests: true, Rows: rows}
	return []importance.Estimator{
		inference.Stacked{Config: c, Smooth: inference.Smooth(c), Halves: halves},
		inference.Loco{Config: c, Halves: halves},
		inference.Cross{Config: c, Smooth: inference.Smooth(c), Halves: halves},
	}
}

// TestBoundsBeyondTheTable has bounds that bound nothing: results are the same to the
// bit as without them.
func TestBoundsBeyondTheTable(t *testing.T) {
	const n = 160
	x, y := lawtest.Bivariate(n, 3, 1)
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
	without, beyond := bounded(t, 0), bounded(t, n)
	for k := range without {
		want, err := without[k].Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		task := task
		task.Subsample = n
		got, err := beyond[k].Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: bounds of all rows change %+v to %+v", without[k].Name(), want, got)
		}
	}
}

// TestBounded has bounds below the size of the table: trees draw as many rows as on a
// table of that size, from all; and values are sound.
func TestBounded(t *testing.T) {
	const n, rows = 900, 200
	x, y := lawtest.Bivariate(n, 3, 1)
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2, Subsample: rows}
	for _, e := range bounded(t, rows) {
		r, err := e.Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		lawtest.Sound(t, r, 3)
		if in := r.Inference; r.Raw[0] < 0.4 || in.P[0] > 0.05 || !(in.SE[0] > 0.005 && in.SE[0] < 0.3) {
			t.Errorf("%s: importance %.3f of the leading input, error %.3f, p %.3f", e.Name(), r.Raw[0], in.SE[0], in.P[0])
		}
	}
	c := lawtest.Preset(t, "paper", 10)
	c.MostRows = rows
	columns, err := forest.NewColumns(x, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := forest.NewGrower(columns, y, c)
	if err != nil {
		t.Fatal(err)
	}
	f, err := g.Fit(context.Background(), nil, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	beyond := false
	for _, tree := range f.Trees {
		if len(tree.Drawn) != rows/2 {
			t.Errorf("a tree draws %d rows, want %d", len(tree.Drawn), rows/2)
		}
		beyond = beyond || tree.Drawn[len(tree.Drawn)-1] >= n-50
	}
	if !beyond {
		t.Error("trees are not drawn from the whole table")
	}
}
