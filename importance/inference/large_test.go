package inference_test

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// TestBoundsOf has bounds that follow from the rows and clusters alone, and grow with them.
func TestBoundsOf(t *testing.T) {
	for n, want := range map[int]int{inference.LargeTable: 0, inference.LargeTable + 1: 5000, 100_000: 5000, 1_000_000: 15811} {
		b, large := inference.BoundsOf(n, n)
		if b.Rows != want || large != (want > 0) {
			t.Errorf("%d rows are bounded by %+v (%v), want %d rows", n, b, large, want)
		}
		standard := inference.StandardHalves()
		bounded := standard
		bounded.Trees, bounded.Rows, bounded.IndexRows = 50, want, max(want, inference.LargeTable)
		if got := b.Halves(standard); large && got != bounded {
			t.Errorf("%d rows: halves bounded are %+v, want %+v", n, got, bounded)
		}
		own := inference.Halves{Splits: 2, Trees: 20, Rows: want, IndexRows: max(want, inference.LargeTable)} // below the bounds
		if got := b.Halves(inference.Halves{Splits: 2, Trees: 20}); large && got != own {
			t.Errorf("%d rows: halves bounded are %+v, want %+v", n, got, own)
		}
	}
	for clusters, want := range map[int]int{20: 0, 40: 0, 50: 80_000, 1000: 5000} {
		b, large := inference.BoundsOf(100_000, clusters)
		if b.Rows != want || large != (want > 0) {
			t.Errorf("%d clusters of 100000 rows are bounded by %+v (%v), want %d rows", clusters, b, large, want)
		}
	}
}

// TestBoundedCoordinates has principal components of the kernel in the place of all its
// coordinates: importances of five responses are the same to a hundredth.
func TestBoundedCoordinates(t *testing.T) {
	const n = 400
	x, bivariate := lawtest.Bivariate(n, 3, 1)
	y := mat.NewDense(n, 5, nil)
	for i := range n {
		for k := range 5 {
			y.Set(i, k, bivariate.At(i, k%2)+0.7*x.At((i*(k+3)+k)%n, 2)) // noise of their own
		}
	}
	c := lawtest.Preset(t, "paper", 100)
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
	estimate := func(rows int) importance.Result {
		r, err := inference.Stacked{Config: c, Halves: inference.Halves{Rows: rows}}.Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	all, some := estimate(0), estimate(n-1)
	if all.Aggregation == some.Aggregation || !strings.Contains(some.Aggregation, "low rank 64") {
		t.Errorf("coordinates are of %s and of %s", all.Aggregation, some.Aggregation)
	}
	if all.Raw[0] < 0.3 {
		t.Errorf("importance %.3f of the leading input", all.Raw[0])
	}
	for j := range all.Raw {
		if d := math.Abs(all.Raw[j] - some.Raw[j]); d > 0.01 {
			t.Errorf("input %d: %.4f by all coordinates, %.4f by some", j+1, all.Raw[j], some.Raw[j])
		}
	}
}

// TestBoundedDesigns has bounds on tables of rows in clusters and with weights.
func TestBoundedDesigns(t *testing.T) {
	task := randomIntercepts(60, 12, 1)
	n, _ := task.X.Dims()
	task.Subsample, task.Weights = 300, make([]float64, n)
	for i := range task.Weights {
		task.Weights[i] = 1 + float64(i%3)
	}
	for i := range task.Clusters {
		task.Clusters[i] %= 47 // clusters of two sizes
	}
	for _, e := range bounded(t, 300) {
		r, err := e.Estimate(context.Background(), task)
		if err != nil {
			t.Fatalf("%s: %v", e.Name(), err)
		}
		lawtest.Sound(t, r, 2)
		if r.Raw[0] < 0.5 {
			t.Errorf("%s: importance %.3f of the leading input", e.Name(), r.Raw[0])
		}
	}
}

// bounded returns the estimators of inferring with bounds.
func bounded(t testing.TB, rows int) []importance.Estimator {
	t.Helper()
	c := lawtest.Preset(t, "paper", 60)
	c.MostRows = rows
	halves := inference.Halves{Splits: 2, Trees: 40, Tests: true, Rows: rows, IndexRows: 2 * rows}
	return []importance.Estimator{
		inference.Stacked{Config: c, Halves: halves},
		inference.Loco{Config: c, Halves: halves},
	}
}

// TestBoundedBeside measures on more rows than are halved, with an input that follows a curve and so has a
// table of its own.
func TestBoundedBeside(t *testing.T) {
	const n = 420
	x, y := lawtest.Bivariate(n, 3, 1)
	src := rng.New(3).Source()
	for i := range n {
		away := x.At(i, 0) - 0.5
		x.Set(i, 2, float64(away*away)+float64(0.02*src.Normal()))
	}
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2, Subsample: 400}
	r, err := bounded(t, 300)[0].Estimate(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	lawtest.Sound(t, r, 3)
	if in := r.Inference; r.Raw[0] < 0.05 || !(in.P[0] < 0.01) || !(in.P[1] < 0.01) {
		t.Errorf("importances %.3f, p %.4f", r.Raw, r.Inference.P)
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

// TestRareInput has an input that differs from 0 in one row, which is not among the thousand that stand for a
// table where scales of responses are measured: it explains nothing, and is no error.
func TestRareInput(t *testing.T) {
	const n = 3000
	x, y := lawtest.Bivariate(n, 2, 1)
	rare := mat.NewDense(n, 1, nil)
	rare.Set(1234, 0, 1)
	var with mat.Dense
	with.Augment(x, rare)
	task := importance.Task{X: &with, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
	r, err := inference.Stacked{Config: inference.Config(20)}.Estimate(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	if !(r.Raw[0] > 0.2) || r.Raw[2] > 0.01 {
		t.Errorf("importances %v, expected some of the first input and none of the third", r.Raw)
	}
}

// TestFarInput has an input that is 10¹⁶⁰ times as large in one row as in the others: halves that do not know that
// row predict it by finite numbers, and p-values are known.
func TestFarInput(t *testing.T) {
	x, y := lawtest.Bivariate(100, 3, 1)
	x.Set(3, 0, 1e160)
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
	r, err := inference.Standard(100).Estimate(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Inference.P; math.IsNaN(r.Inference.Explained.P) || !(p[0] < 0.01) || math.IsNaN(p[1]) || math.IsNaN(p[2]) {
		t.Errorf("p-values %v, of all %v", p, r.Inference.Explained.P)
	}
}

// TestRowOfItsOwn has an input and its copy that differ from all other rows in one: neither adds to the other, though no
// prediction that does not know the row foresees it there.
func TestRowOfItsOwn(t *testing.T) {
	found := 0
	for seed := range uint64(5) {
		x, y := lawtest.Bivariate(100, 4, seed)
		for i := range 100 {
			x.Set(i, 2, 0)
		}
		x.Set(int(seed), 2, 1)
		x.SetCol(3, mat.Col(nil, 2, x))
		r, err := inference.Standard(100).Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: seed, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Inference.P[2:] {
			if p < 0.01 {
				found++
			}
		}
	}
	if found > 0 {
		t.Errorf("%d of 10 copies are found beside each other with p below 0.01", found)
	}
}
