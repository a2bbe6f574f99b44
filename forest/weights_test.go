package forest_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/testing/goldenforest"
	"drfvi/mmd"
)

// TestGoldenForestWeights compares out-of-bag weights, weights on new rows and
// split counts with drf's on the same trees.
func TestGoldenForestWeights(t *testing.T) {
	ctx := context.Background()
	for _, c := range goldenforest.Load(t) {
		columns := c.Columns(t)
		f := goldenforest.Forest(columns, c.Base, -1)
		w, err := f.Weights(ctx, columns.OutOfBag(), 2)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "out-of-bag weights", w, goldenforest.Dense(c.OutOfBagWeights), 1e-9)
		rows, err := f.SparseWeights(ctx, columns.OutOfBag(), 2)
		if err != nil {
			t.Fatal(err)
		}
		scattered := mat.NewDense(len(c.X), len(c.X), nil)
		for i, row := range rows {
			for k, j := range row.Rows {
				if row.Values[k] == 0 {
					t.Errorf("case %d: a sparse weight is 0", c.ID)
				}
				scattered.Set(i, int(j), row.Values[k])
			}
		}
		near(t, "sparse weights", scattered, goldenforest.Dense(c.OutOfBagWeights), 1e-9)
		on, err := columns.On(goldenforest.Dense(c.TestX))
		if err != nil {
			t.Fatal(err)
		}
		if w, err = f.Weights(ctx, on, 2); err != nil {
			t.Fatal(err)
		}
		near(t, "weights on new rows", w, goldenforest.Dense(c.TestWeights), 1e-9)
		counts := f.SplitCounts(len(c.SplitFrequencies))
		for k, row := range c.SplitFrequencies {
			for j, want := range row {
				if counts[k][j] != want {
					t.Errorf("case %d: %d splits on variable %d at depth %d, want %d", c.ID, counts[k][j], j, k+1, want)
				}
			}
		}
		loss := mmd.Loss(w, goldenforest.Dense(c.Y), goldenforest.Dense(c.TestY), lossKernel(t, c))
		if math.Abs(loss-c.Loss) > 1e-9*math.Abs(c.Loss) {
			t.Errorf("case %d: loss %v, want %v", c.ID, loss, c.Loss)
		}
	}
}

func lossKernel(t *testing.T, c goldenforest.Case) mmd.Kernel {
	t.Helper()
	k, err := mmd.LossKernel(goldenforest.Dense(c.Y))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestEmbedIsWeightsTimesFactor compares Embed with its literal twin, on
// out-of-bag rows, a sample of them, and new rows.
func TestEmbedIsWeightsTimesFactor(t *testing.T) {
	ctx := context.Background()
	x, y := example(300, 4, 2, 7)
	config, err := forest.Preset("paper", 40)
	if err != nil {
		t.Fatal(err)
	}
	f, err := forest.Fit(ctx, x, y, config, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	factor, ok := mmd.Cholesky(y, mmd.Kernel{Gamma: 0.5}, 1e-8, 200)
	if !ok {
		t.Fatal("no factor")
	}
	fresh, _ := example(50, 4, 2, 8)
	on, err := f.Columns.On(fresh)
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string]forest.Evaluation{
		"out-of-bag": f.Columns.OutOfBag(), "sample": f.Columns.OutOfBagSample(40, 1), "new rows": on,
	} {
		w, err := f.Weights(ctx, e, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range e.Rows() {
			if sum := mat.Sum(w.RowView(i)); math.Abs(sum-1) > 1e-12 {
				t.Fatalf("%s: weights of row %d sum to %v", name, i, sum)
			}
		}
		var want mat.Dense
		want.Mul(w, factor.L)
		got, trees, err := f.Embed(ctx, factor.L, e, 2)
		if err != nil {
			t.Fatal(err)
		}
		near(t, name, got, &want, 1e-12)
		for i, count := range trees {
			if count < 1 || name == "new rows" && count != 40 {
				t.Errorf("%s: %d trees on row %d", name, count, i)
			}
		}
	}
}

func near(t *testing.T, name string, got, want *mat.Dense, tolerance float64) {
	t.Helper()
	var diff mat.Dense
	diff.Sub(got, want)
	if worst := mat.Norm(&diff, math.Inf(1)); !(worst <= tolerance) {
		t.Errorf("%s differ by %v, at most %v expected", name, worst, tolerance)
	}
}
