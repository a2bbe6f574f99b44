package baselines

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
)

func TestBadInput(t *testing.T) {
	all := []string{"vimp-drf", "mda", "sobol-mda"}
	regression := all[1:]
	for _, c := range []struct {
		fault   string
		methods []string
		change  func(*importance.Task)
		want    string // after the method's name, or whole if it has a colon
	}{
		{"rows differ", all, func(t *importance.Task) { t.Y = mat.NewDense(99, 1, nil) },
			"100 rows of inputs but 99 rows of responses"},
		{"one column", all, func(t *importance.Task) { t.X = mat.DenseCopyOf(t.X.Slice(0, 100, 0, 1)) },
			"there is 1 input column, expected at least 2: a single one has nothing to be compared with"},
		{"evaluation rows", all, func(t *importance.Task) { t.Eval = t.X },
			"evaluation rows of their own are not supported, the method uses the training rows only; method retrain takes them"},
		{"subsample", all, func(t *importance.Task) { t.Subsample = 50 },
			"a subsample of 50 evaluation rows is not supported, the method uses all training rows; method retrain takes it"},
		{"empty group", all, func(t *importance.Task) { t.Groups = [][]int{{0}, {}} },
			"group 2 has no columns"},
		{"unknown column", all, func(t *importance.Task) { t.Groups = [][]int{{3}} },
			"group 1 has column 4, expected 1 to 3"},
		{"repeated column", all, func(t *importance.Task) { t.Groups = [][]int{{1, 2, 1}} },
			"group 1 has column 2 twice"},
		{"NaN", all, func(t *importance.Task) { t.X.Set(4, 2, math.NaN()) },
			"forest: input in row 5, column 3 is NaN, expected a finite number"},
		{"two responses", regression, func(t *importance.Task) { t.Y = mat.NewDense(100, 2, nil) },
			"there are d = 2 response columns, expected 1: the method is defined for a univariate response; methods retrain and vimp-drf take several"},
		{"few rows", regression, func(t *importance.Task) {
			t.X, t.Y = mat.DenseCopyOf(t.X.Slice(0, 5, 0, 3)), mat.DenseCopyOf(t.Y.Slice(0, 5, 0, 1))
		}, "5 rows are too few to split even once: nodes of at most 5 rows are leaves; expected at least 6 rows"},
		{"constant response", regression, func(t *importance.Task) { t.Y.Apply(func(int, int, float64) float64 { return 7 }, t.Y) },
			"the response is 7 in all 100 rows, so there is nothing to explain"},
		{"infinite response", regression, func(t *importance.Task) { t.Y.Set(9, 0, math.Inf(1)) },
			"response 1 in row 10 is +Inf, expected a finite number"},
	} {
		for _, e := range estimators(t) {
			if !slices.Contains(c.methods, e.Name()) {
				continue
			}
			task := regressionTask(100, 3)
			c.change(&task)
			want := c.want
			if !strings.HasPrefix(want, "forest: ") {
				want = e.Name() + ": " + want
			}
			if _, err := e.Estimate(context.Background(), task); err == nil || err.Error() != want {
				t.Errorf("%s: error %v, want %s", c.fault, err, want)
			}
		}
	}
}

// Configurations are validated, and a distributional forest says itself how
// many rows it needs.
func TestBadConfig(t *testing.T) {
	task := regressionTask(100, 3)
	for _, e := range []importance.Estimator{MDA{}, SobolMDA{}, SplitFrequency{}} {
		_, err := e.Estimate(context.Background(), task)
		if err == nil || !strings.Contains(err.Error(), "forest: trees is 0, expected at least 1") {
			t.Errorf("%s: error %v", e.Name(), err)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, e := range estimators(t) {
		if _, err := e.Estimate(ctx, regressionTask(100, 3)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", e.Name(), err)
		}
	}
}

func TestNoWorkersPanics(t *testing.T) {
	defer func() {
		if got := recover(); got != "importance: Task with fewer than one worker" {
			t.Errorf("recovered %v", got)
		}
	}()
	task := regressionTask(100, 3)
	task.Workers = 0
	MDA{forest.RegressionPreset(5)}.Estimate(context.Background(), task)
}

// With three trees some rows are never out-of-bag: they are left out, with a
// warning, and values stay finite.
func TestRowsNeverOutOfBag(t *testing.T) {
	task := regressionTask(100, 3)
	for _, e := range []importance.Estimator{MDA{forest.RegressionPreset(3)}, SobolMDA{forest.RegressionPreset(3)}} {
		result := estimate(t, e, task)
		if len(result.Warnings) != 1 || !strings.HasSuffix(result.Warnings[0].Error(), " of 100 rows are out-of-bag in no tree and are left out; more trees would include them") {
			t.Errorf("%s: warnings %q", e.Name(), result.Warnings)
		}
		for _, v := range append(slices.Clone(result.Raw), result.Extra["explained_variance"]) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s: value %v", e.Name(), v)
			}
		}
	}
}

// If every row is in the bag of every tree nothing can be evaluated.
func TestNoRowOutOfBag(t *testing.T) {
	sums := newOutOfBag([]float64{1, 2})
	want := "mda: no row is out-of-bag in any of the 5 trees; expected more trees or more rows"
	if _, err := sums.missing("mda", 5); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A forest without splits has no shares to give, and says so.
func TestSplitFrequencyWithoutSplits(t *testing.T) {
	c, err := forest.Preset("paper", 10)
	if err != nil {
		t.Fatal(err)
	}
	task := regressionTask(100, 3)
	task.X.Apply(func(int, int, float64) float64 { return 1 }, task.X)
	result := estimate(t, SplitFrequency{c}, task)
	if !slices.Equal(result.Raw, []float64{0, 0, 0}) || len(result.Warnings) != 1 || result.Warnings[0].Error() != "no tree has a split, so all values are 0" {
		t.Errorf("got %v, warnings %q", result.Raw, result.Warnings)
	}
}

func TestSplitShares(t *testing.T) {
	// Depth 1 has 4 splits, depth 2 none.
	got := splitShares([][]int{{3, 1, 0}, {0, 0, 0}})
	for j, want := range []float64{0.75 / 1.25, 0.25 / 1.25, 0} {
		if math.Abs(got[j]-want) > 1e-15 {
			t.Errorf("share of variable %d is %v, want %v", j+1, got[j], want)
		}
	}
}

// The fast MDA of one tree equals permuting columns of a copy of the inputs and
// predicting every out-of-bag row anew.
func TestPermuteLiterally(t *testing.T) {
	const n, p = 120, 4
	task := regressionTask(n, p)
	y := mat.Col(nil, 0, task.Y)
	groups := [][]int{{0}, {1}, {2}, {3}, {0, 2}, {3, 1}}
	f, err := forest.FitRegression(context.Background(), task.X, y, forest.RegressionPreset(15), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	permuter := newTreePermuter(f.Columns, y, groups)
	for k := range f.Trees {
		tree, seed := &f.Trees[k], rng.New(4).At(k)
		var got treeDecrease
		permuter.permute(&got, tree, seed)
		rows := got.predictions.rows
		decrease := make([]float64, len(groups))
		for i, group := range got.groups {
			decrease[group] = got.decrease[i]
		}
		for u, group := range groups {
			order := make([]int32, len(rows))
			seed.At(u).Source().Perm(order)
			x := mat.DenseCopyOf(task.X)
			for _, j := range group {
				for i, row := range rows {
					x.Set(int(row), j, task.X.At(int(rows[order[i]]), j))
				}
			}
			before, after := 0.0, 0.0
			for _, row := range rows {
				square := func(x *mat.Dense) float64 {
					residual := tree.Means[tree.LeafOf(x.RawRowView(int(row)))] - y[row]
					return residual * residual
				}
				before, after = before+square(task.X), after+square(x)
			}
			if want := (after - before) / float64(len(rows)); math.Abs(decrease[u]-want) > 1e-12 {
				t.Errorf("tree %d, group %v: %v, want %v", k, group, decrease[u], want)
			}
		}
	}
}

// The values of a forest that is already grown are those of a forest grown from
// the same seed.
func TestSplitSharesOfForest(t *testing.T) {
	c, err := forest.Preset("paper", 20)
	if err != nil {
		t.Fatal(err)
	}
	task := regressionTask(200, 3)
	f, err := forest.Fit(context.Background(), task.X, task.Y, c, task.Seed, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := SplitShares(f), estimate(t, SplitFrequency{c}, task).Raw; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
