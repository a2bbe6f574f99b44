package forest

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/simd"
	"drfvi/internal/testing/golden"
)

// Every split of ranger's trees is the one this package finds on the same
// variable and rows, and ranger stops where this package does. Which variables
// were candidates is not known, so that is as far as a comparison can go.
func TestGoldenRegressionSplits(t *testing.T) {
	var cases []struct {
		ID    int
		X     [][]float64
		Y     []float64
		Trees []struct {
			InBag            []int
			Left, Right, Var []int32
			Value            []float64
		}
	}
	golden.Load(t, "golden_sobol_mda.json", &cases)
	for _, c := range cases {
		x := mat.NewDense(len(c.X), len(c.X[0]), nil)
		for i, row := range c.X {
			x.SetRow(i, row)
		}
		columns, err := NewColumns(x, nil)
		if err != nil {
			t.Fatal(err)
		}
		config := RegressionPreset(len(c.Trees))
		g := newRegressionGrower(columns, c.Y, 0, config)
		splits := 0
		for k, tree := range c.Trees {
			nodes := map[int32][]int32{0: make([]int32, 0, len(tree.InBag)+simd.Slack)}
			for i, count := range tree.InBag {
				g.stats[i] = rowStat{float64(count), float64(count) * c.Y[i]}
				if count > 0 {
					nodes[0] = append(nodes[0], int32(i))
				}
			}
			for at := range tree.Left {
				rows, total, pure := nodes[int32(at)], rowStat{}, true
				for _, row := range rows {
					total.count += g.stats[row].count
					total.sum += g.stats[row].sum
					pure = pure && c.Y[row] == c.Y[rows[0]]
				}
				leaf := tree.Left[at] == 0 && tree.Right[at] == 0
				if want := pure || int(total.count) <= config.MinNodeSize; leaf != want {
					t.Errorf("case %d, tree %d, node %d: leaf %v, want %v", c.ID, k, at, leaf, want)
				}
				if leaf {
					if got := total.sum / total.count; math.Abs(got-tree.Value[at]) > 1e-9 {
						t.Errorf("case %d, tree %d: mean of leaf %d is %v, want %v", c.ID, k, at, got, tree.Value[at])
					}
					continue
				}
				v, values := tree.Var[at], columns.Values[tree.Var[at]]
				best := varianceSplit{denominator: 1, variable: Leaf}
				sorted := g.order[:len(rows)]
				g.Sort(sorted, rows, rows, v)
				g.scan(&best, v, sorted, total)
				if best.variable == Leaf {
					t.Fatalf("case %d, tree %d: no split at node %d", c.ID, k, at)
				}
				got := midway(values[best.lower], values[best.upper])
				if math.Abs(got-tree.Value[at]) > 1e-9 && !equallyGood(x, c.Y, tree.InBag, rows, int(v), got, tree.Value[at]) {
					t.Errorf("case %d, tree %d: threshold of node %d is %v, want %v", c.ID, k, at, got, tree.Value[at])
				}
				left, right := partUnordered(rows, values, tree.Value[at])
				nodes[tree.Left[at]], nodes[tree.Right[at]] = left, right
				splits++
			}
		}
		t.Logf("case %d: %d splits", c.ID, splits)
	}
}

// equallyGood reports whether two thresholds lower the in-bag rows' sum of
// squares equally, so that rounding decides between them.
func equallyGood(x *mat.Dense, y []float64, inBag []int, rows []int32, v int, a, b float64) bool {
	var repeated []int32
	for _, row := range rows {
		for range inBag[row] {
			repeated = append(repeated, row)
		}
	}
	first, second := decrease(x, y, repeated, v, a), decrease(x, y, repeated, v, b)
	return math.Abs(first-second) <= 1e-9*max(first, second)
}
