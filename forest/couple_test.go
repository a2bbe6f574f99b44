package forest_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
)

// TestCoupledForestsEqualDirectOnes materialises the forest without each group
// and compares every node with the forest grown directly from the same seed,
// for both ways of ordering rows, both kinds of presets, groups of several
// sizes, and forests that have already lost variables.
func TestCoupledForestsEqualDirectOnes(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		n, p, minNode int
		groups        [][]int
		dropped       []int
	}{
		{n: 150, p: 5, minNode: 5, groups: singles(5)},
		{n: 150, p: 1, minNode: 5, groups: singles(1)},
		{n: 150, p: 2, minNode: 5, groups: singles(2)},
		{n: 120, p: 200, minNode: 8, groups: singles(200)},
		{n: 150, p: 9, minNode: 5, groups: [][]int{{0, 1}, {2}, {3, 4, 5}, {6, 0}, {7, 8, 1}}},
		{n: 150, p: 9, minNode: 5, groups: [][]int{{0}, {2}, {3, 8}}, dropped: []int{1, 3}},
	} {
		x, y := example(c.n, c.p, 2, 9)
		for i := range c.n { // an input with ties, and one that repeats another
			x.Set(i, c.p-1, float64(int(4*x.At(i, c.p-1))))
			x.Set(i, c.p/2, x.At(i, 0))
		}
		for _, name := range forest.PresetNames() {
			config := preset(t, name, 32)
			config.MinNodeSize = c.minNode
			grower := newGrower(t, x, y, config)
			coupled, err := grower.Couple(ctx, c.dropped, c.groups, 11, 2)
			if err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("%s, p = %d, groups %v, dropped %v", name, c.p, len(c.groups), c.dropped)
			base, err := grower.Fit(ctx, c.dropped, 11, 1)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(coupled.Base.Trees, base.Trees) {
				t.Fatalf("%s: the base forest differs from one grown alone", what)
			}
			different := 0
			for g, group := range c.groups {
				direct, err := grower.Fit(ctx, append(append([]int(nil), c.dropped...), group...), 11, 1)
				if err != nil {
					t.Fatal(err)
				}
				got := coupled.Without(g)
				for k := range direct.Trees {
					if !reflect.DeepEqual(got.Trees[k], direct.Trees[k]) {
						t.Fatalf("%s: tree %d without group %d is\n%+v, grown directly\n%+v", what, k, g, got.Trees[k], direct.Trees[k])
					}
				}
				if !reflect.DeepEqual(direct.Trees, base.Trees) {
					different++
				}
			}
			if different == 0 {
				t.Errorf("%s: leaving out a group changes no tree, so nothing was compared", what)
			}
			forests := float64(coupled.Evaluations) / float64(coupled.BaseEvaluations)
			t.Logf("%s: %.2f forests for %d", what, forests, len(c.groups))
			if forests < 1 || c.p > 2 && forests > float64(len(c.groups)+1) {
				t.Errorf("%s: %.2f forests of work for %d groups", what, forests, len(c.groups))
			}
		}
	}
}

func TestCoupleIsIndependentOfWorkers(t *testing.T) {
	x, y := example(150, 6, 2, 1)
	grower := newGrower(t, x, y, preset(t, "drf-1.1.0", 30))
	var first *forest.Coupled
	for _, workers := range []int{1, 2, 7} {
		c, err := grower.Couple(context.Background(), nil, singles(6), 5, workers)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = c
		}
		if !reflect.DeepEqual(c, first) {
			t.Errorf("%d workers give another coupled forest than 1", workers)
		}
	}
}

func singles(p int) [][]int {
	groups := make([][]int, p)
	for j := range groups {
		groups[j] = []int{j}
	}
	return groups
}

func newGrower(t testing.TB, x, y *mat.Dense, config forest.Config) *forest.Grower {
	t.Helper()
	columns, err := forest.NewColumns(x, nil)
	if err != nil {
		t.Fatal(err)
	}
	grower, err := forest.NewGrower(columns, y, config)
	if err != nil {
		t.Fatal(err)
	}
	return grower
}
