package baselines

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/forest"
	"drfvi/internal/testing/golden"
)

// sobolCase is a case of golden_sobol_mda.json: a whole forest of the ranger
// fork that computes Sobol-MDA, with its values.
type sobolCase struct {
	ID    int
	N, P  int
	X     [][]float64
	Y     []float64
	Trees []struct {
		InBag       []int
		Left, Right []int32
		Var         []int32
		Value       []float64
	}
	OOBMSE   float64   `json:"oob_mse"`
	SobolMDA []float64 `json:"sobol_mda"`
}

// forest returns the case's forest. Internal nodes have no use for a mean here
// and get NaN, so that any use of it shows.
func (c sobolCase) forest(t *testing.T) *forest.RegressionForest {
	columns, err := forest.NewColumns(dense(c.X), nil)
	if err != nil {
		t.Fatal(err)
	}
	f := &forest.RegressionForest{Columns: columns}
	for _, given := range c.Trees {
		tree := forest.RegressionTree{}
		for row, count := range given.InBag {
			if count > 0 {
				tree.Drawn = append(tree.Drawn, int32(row))
				tree.Counts = append(tree.Counts, uint16(count))
			}
		}
		for k, left := range given.Left {
			if left == 0 && given.Right[k] == 0 {
				tree.Nodes = append(tree.Nodes, forest.Node{Var: forest.Leaf})
				tree.Means = append(tree.Means, given.Value[k])
				continue
			}
			tree.Nodes = append(tree.Nodes, forest.Node{Var: given.Var[k], Threshold: given.Value[k], Left: left, Right: given.Right[k]})
			tree.Means = append(tree.Means, math.NaN())
		}
		f.Trees = append(f.Trees, tree)
	}
	return f
}

func dense(rows [][]float64) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		m.SetRow(i, row)
	}
	return m
}

func columnGroups(p int) [][]int {
	groups := make([][]int, p)
	for j := range groups {
		groups[j] = []int{j}
	}
	return groups
}

func TestGoldenSobolMDA(t *testing.T) {
	var cases []sobolCase
	golden.Load(t, "golden_sobol_mda.json", &cases)
	for _, c := range cases {
		sums, shifts, err := project(context.Background(), c.forest(t), c.Y, columnGroups(c.P), 1)
		if err != nil {
			t.Fatal(err)
		}
		mse, variance := sums.mse(nil), stat.Variance(c.Y, nil)
		if diff := math.Abs(mse - c.OOBMSE); !(diff <= 1e-9) {
			t.Errorf("case %d: out-of-bag MSE = %v, want %v", c.ID, mse, c.OOBMSE)
		}
		for j, want := range c.SobolMDA {
			got := (sums.mse(shifts[j]) - mse) / variance
			if diff := math.Abs(got - want); !(diff <= 1e-9) {
				t.Errorf("case %d: Sobol-MDA of variable %d = %v, want %v (difference %.2g)", c.ID, j+1, got, want, diff)
			}
		}
	}
}

func TestGoldenSplitFrequency(t *testing.T) {
	var cases []struct {
		ID     int
		Counts [][]int   `json:"split_frequencies"`
		Values []float64 `json:"vimp_drf"`
	}
	golden.Load(t, "golden_forests.json", &cases)
	for _, c := range cases {
		for j, got := range splitShares(c.Counts) {
			if diff := math.Abs(got - c.Values[j]); !(diff <= 1e-12) {
				t.Errorf("case %d: share of variable %d = %v, want %v", c.ID, j+1, got, c.Values[j])
			}
		}
	}
}
