package forest_test

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/rng"
)

// example draws inputs uniform on the unit cube, and responses of which the
// first follows input 1 in the mean and the last input 2 in the spread.
func example(n, p, d int, seed uint64) (x, y *mat.Dense) {
	src := rng.New(seed).Source()
	x, y = mat.NewDense(n, p, nil), mat.NewDense(n, d, nil)
	for i := range n {
		for j := range p {
			x.Set(i, j, src.Float64())
		}
		for k := range d {
			v := src.Normal()
			if k == 0 {
				v += 3 * x.At(i, 0)
			}
			if k == d-1 && p > 1 {
				v *= 0.2 + x.At(i, 1)
			}
			y.Set(i, k, v)
		}
	}
	return x, y
}

func preset(t testing.TB, name string, trees int) forest.Config {
	t.Helper()
	c, err := forest.Preset(name, trees)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestGrowerWith grows the same trees with a grower made of another configuration's.
func TestGrowerWith(t *testing.T) {
	x, y := example(100, 3, 2, 1)
	columns, err := forest.NewColumns(x, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range forest.PresetNames() {
		other := preset(t, "paper", 4)
		other.MinNodeSize = 20
		before, err := forest.NewGrower(columns, y, other)
		if err != nil {
			t.Fatal(err)
		}
		g, err := before.With(preset(t, name, 8))
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.Fit(context.Background(), nil, 5, 1)
		if err != nil {
			t.Fatal(err)
		}
		want, err := forest.Fit(context.Background(), x, y, preset(t, name, 8), 5, 1)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Trees, want.Trees) {
			t.Errorf("%s: other trees from a grower made of another one", name)
		}
	}
}

func TestFitIsIndependentOfWorkers(t *testing.T) {
	x, y := example(200, 5, 2, 1)
	for _, name := range forest.PresetNames() {
		var first *forest.Forest
		for _, workers := range []int{1, 2, 7} {
			f, err := forest.Fit(context.Background(), x, y, preset(t, name, 64), 5, workers)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = f
			}
			if !reflect.DeepEqual(f.Trees, first.Trees) {
				t.Errorf("%s: %d workers give other trees than 1", name, workers)
			}
		}
	}
}

// TestFitScales: responses scaled by a power of two have the same trees, near the ends of the range
// of numbers too.
func TestFitScales(t *testing.T) {
	x, y := example(150, 4, 2, 3)
	for _, name := range forest.PresetNames() {
		c := preset(t, name, 16)
		want, err := forest.Fit(context.Background(), x, y, c, 5, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, power := range []int{-399, -20, 700, 1000} {
			var scaled mat.Dense
			scaled.Apply(func(_, _ int, v float64) float64 { return math.Ldexp(v, power) }, y)
			got, err := forest.Fit(context.Background(), x, &scaled, c, 5, 1)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.Trees, want.Trees) {
				t.Errorf("%s: responses times 2^%d have other trees", name, power)
			}
		}
	}
}

// TestTreeSampling checks the rows of trees: their numbers, that leaves hold
// exactly J2, that pairs share rows, and that no leaf is empty.
func TestTreeSampling(t *testing.T) {
	x, y := example(101, 3, 1, 1)
	f, err := forest.Fit(context.Background(), x, y, preset(t, "drf-1.1.0", 20), 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Trees {
		tree := &f.Trees[i]
		if len(tree.Drawn) != 50 || len(tree.Rows) != 25 {
			t.Fatalf("tree %d draws %d rows and estimates with %d, want 50 and 25", i, len(tree.Drawn), len(tree.Rows))
		}
		rows := slices.Sorted(slices.Values(tree.Rows))
		for k, row := range rows {
			if k > 0 && rows[k-1] == row {
				t.Errorf("tree %d: row %d is in two leaves", i, row)
			}
			if _, ok := slices.BinarySearch(tree.Drawn, row); !ok {
				t.Errorf("tree %d estimates with row %d, which it did not draw", i, row)
			}
			leaf := tree.LeafOf(x.RawRowView(int(row)))
			if !slices.Contains(tree.LeafRows(leaf), row) {
				t.Errorf("tree %d: row %d does not fall in its own leaf", i, row)
			}
		}
		for _, node := range tree.Nodes {
			if node.Var == forest.Leaf && node.Left == node.Right {
				t.Errorf("tree %d has an empty leaf", i)
			}
		}
		partner := &f.Trees[i^1]
		if !slices.Equal(tree.Drawn, partner.Drawn) {
			t.Errorf("trees %d and %d are a pair but draw other rows", i, i^1)
		}
		if slices.Equal(rows, slices.Sorted(slices.Values(partner.Rows))) {
			t.Errorf("trees %d and %d have the same honesty split", i, i^1)
		}
	}
}

// TestAlphaRegularity checks that without honesty no child is smaller than
// the share Alpha of its parent.
func TestAlphaRegularity(t *testing.T) {
	x, y := example(400, 4, 2, 2)
	config := preset(t, "paper", 20)
	config.Honesty, config.Alpha = false, 0.2
	f, err := forest.Fit(context.Background(), x, y, config, 5, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Trees {
		tree := &f.Trees[i]
		var size func(at int32) int
		size = func(at int32) int {
			node := &tree.Nodes[at]
			if node.Var == forest.Leaf {
				return int(node.Right - node.Left)
			}
			l, r := size(node.Left), size(node.Right)
			if float64(min(l, r)) < 0.2*float64(l+r) {
				t.Errorf("tree %d splits %d rows in %d and %d", i, l+r, l, r)
			}
			return l + r
		}
		size(tree.Root)
	}
}

// TestSplitsFollowTheSignal is a planted-signal test: a response that depends on
// input 1 in the mean and on input 2 in the spread makes both the most split
// on, under every preset.
func TestSplitsFollowTheSignal(t *testing.T) {
	x, y := example(600, 6, 2, 3)
	for _, name := range forest.PresetNames() {
		f, err := forest.Fit(context.Background(), x, y, preset(t, name, 60), 5, 2)
		if err != nil {
			t.Fatal(err)
		}
		counts := f.SplitCounts(2)
		for j := 2; j < 6; j++ {
			for k := range 2 {
				if total := counts[0][k] + counts[1][k]; total <= counts[0][j]+counts[1][j] {
					t.Errorf("%s: %d top splits on relevant variable %d, %d on noise variable %d", name, total, k+1, counts[0][j]+counts[1][j], j+1)
				}
			}
		}
	}
}

func TestFitWithoutVariables(t *testing.T) {
	x, y := example(200, 3, 1, 1)
	columns, err := forest.NewColumns(x, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := forest.NewGrower(columns, y, preset(t, "paper", 10))
	if err != nil {
		t.Fatal(err)
	}
	f, err := g.Fit(context.Background(), []int{0, 2}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Trees {
		for _, node := range f.Trees[i].Nodes {
			if node.Var != forest.Leaf && node.Var != 1 {
				t.Fatalf("split on dropped variable %d", node.Var)
			}
		}
	}
	f, err = g.Fit(context.Background(), []int{0, 1, 2}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if nodes := len(f.Trees[0].Nodes); nodes != 1 {
		t.Errorf("%d nodes in a tree without variables, want 1", nodes)
	}
}

func TestFitRefuses(t *testing.T) {
	x, y := example(100, 3, 2, 1)
	nan, inf := mat.DenseCopyOf(x), mat.DenseCopyOf(y)
	nan.Set(4, 1, math.NaN())
	inf.Set(6, 0, math.Inf(1))
	constant := mat.NewDense(100, 1, nil)
	bad := preset(t, "paper", 10)
	bad.Trees, bad.Alpha, bad.Weighting = 0, 0.7, "quadratic"
	few, fewY := example(40, 3, 2, 1)
	good := preset(t, "paper", 10)
	for _, c := range []struct {
		name   string
		x, y   *mat.Dense
		config forest.Config
		want   string
	}{
		{"NaN", nan, y, good, "forest: input in row 5, column 2 is NaN, expected a finite number"},
		{"infinity", x, inf, good, "forest: response in row 7, column 1 is +Inf, expected a finite number"},
		{"rows", x, fewY, good, "forest: 100 rows of inputs but 40 rows of responses"},
		{"constant response", x, constant, good, "forest: all responses are equal, or differ by little more than rounding; expected responses that vary"},
		{"few rows", few, fewY, good, "forest: 40 rows are too few to split even once: a tree chooses splits with 10 of them and the minimum node size is 15; expected at least 62 rows"},
		{"every fault", x, y, bad, "forest: trees is 0, expected at least 1\nforest: weighting is \"quadratic\", expected \"integer\" or \"product\"\nforest: alpha is 0.7, expected in [0, 0.5)"},
	} {
		_, err := forest.Fit(context.Background(), c.x, c.y, c.config, 1, 1)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := forest.Fit(cancelled, x, y, good, 1, 2); err != context.Canceled {
		t.Errorf("cancelled: error %v", err)
	}
}

func TestPreset(t *testing.T) {
	if c := preset(t, "drf-1.3.1", 500); c.Trees != 496 || c.GroupSize != 16 {
		t.Errorf("drf-1.3.1 with 500 trees: %d trees in groups of %d, want 496 in groups of 16", c.Trees, c.GroupSize)
	}
	for _, name := range forest.PresetNames() {
		for _, trees := range []int{1, 2, 7, 500} {
			if err := preset(t, name, trees).Validate(); err != nil {
				t.Errorf("%s with %d trees: %v", name, trees, err)
			}
		}
	}
	if _, err := forest.Preset("papr", 1); err == nil || !strings.Contains(err.Error(), `did you mean "paper"?`) {
		t.Errorf("misspelt preset: error %v", err)
	}
}

// TestNestedForestsEqualDirectOnes compares forests that are cut off with those grown from the
// same seed, for numbers, levels and missing values.
func TestNestedForestsEqualDirectOnes(t *testing.T) {
	x, y := example(400, 6, 2, 3)
	for i := range 400 {
		x.Set(i, 1, float64(int(4*x.At(i, 1))))
		x.Set(i, 2, float64(int(5*x.At(i, 2)*x.At(i, 2))))
		if i%7 == 0 {
			x.Set(i, 3, math.NaN())
		}
	}
	columns, err := forest.NewColumns(x, []int{0, 0, 5, forest.Incomplete, 0, 0})
	if err != nil {
		t.Fatal(err)
	}
	sizes := []int{15, 5, 40}
	for _, name := range forest.PresetNames() {
		for _, honest := range []bool{true, false} {
			config := preset(t, name, 32)
			config.Honesty, config.SampleFraction = honest, 0.6
			grower, err := forest.NewGrower(columns, y, config)
			if err != nil {
				t.Fatal(err)
			}
			fewer := config
			fewer.Trees /= 2
			few, err := grower.With(fewer)
			if err != nil {
				t.Fatal(err)
			}
			before, err := few.FitNested(context.Background(), sizes, nil, 7, 1)
			if err != nil {
				t.Fatal(err)
			}
			nested, err := grower.FitNested(context.Background(), sizes, before, 7, 2)
			if err != nil {
				t.Fatal(err)
			}
			for k, size := range sizes {
				config.MinNodeSize = size
				if grower, err = grower.With(config); err != nil {
					t.Fatal(err)
				}
				direct, err := grower.Fit(context.Background(), nil, 7, 1)
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(nested[k], direct) {
					t.Errorf("%s, honesty %v: a forest cut off at nodes of %d rows differs from one grown so", name, honest, size)
				}
			}
		}
	}
}
