// Package goldenforest turns the whole forests of drf in golden_forests.json
// into forests of this module, for tests.
package goldenforest

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/testing/golden"
)

// Case is one data set with drf's forests on it and the results that drf computes from
// them.
type Case struct {
	ID               int             `json:"id"`
	X                [][]float64     `json:"X"`
	Y                [][]float64     `json:"Y"`
	MedianHeuristic  float64         `json:"median_heuristic"`
	Base             []golden.Tree   `json:"forest"`
	Again            []golden.Tree   `json:"forest0"`
	Without          [][]golden.Tree `json:"forests_j"`
	OutOfBagWeights  [][]float64     `json:"oob_weights"`
	SplitFrequencies [][]int         `json:"split_frequencies"`
	SplitFrequency   []float64       `json:"vimp_drf"`
	TestX            [][]float64     `json:"X_test"`
	TestY            [][]float64     `json:"Y_test"`
	TestWeights      [][]float64     `json:"test_weights"`
	Loss             float64         `json:"mmd_loss"`
	Importance       struct {
		Denominator float64   `json:"denominator"`
		Bias        float64   `json:"I0"`
		Terms       []float64 `json:"first_term"`
		Clamped     []float64 `json:"clamped"`
	} `json:"importance"`
}

// Load returns the cases.
func Load(tb testing.TB) []Case {
	tb.Helper()
	var cases []Case
	golden.Load(tb, "golden_forests.json", &cases)
	if len(cases) == 0 {
		tb.Fatal("golden_forests.json holds no case")
	}
	return cases
}

// Columns returns the inputs of the case.
func (c *Case) Columns(tb testing.TB) *forest.Columns {
	tb.Helper()
	columns, err := forest.NewColumns(Dense(c.X), nil)
	if err != nil {
		tb.Fatal(err)
	}
	return columns
}

// Forest returns drf's trees as a forest on the inputs. dropped is the input
// the trees were grown without, which their split inputs do not count, or −1.
func Forest(columns *forest.Columns, trees []golden.Tree, dropped int32) *forest.Forest {
	f := &forest.Forest{Columns: columns}
	for i := range trees {
		f.Trees = append(f.Trees, tree(&trees[i], dropped))
	}
	return f
}

func tree(g *golden.Tree, dropped int32) forest.Tree {
	t := forest.Tree{
		Root: int32(g.Root), Nodes: make([]forest.Node, len(g.Left)),
		Drawn: slices.Sorted(slices.Values(g.Drawn)),
	}
	for node := range int32(len(g.Left)) {
		if g.IsLeaf(node) {
			first := int32(len(t.Rows))
			t.Rows = append(t.Rows, g.LeafSamples[node]...)
			t.Nodes[node] = forest.Node{Var: forest.Leaf, Left: first, Right: int32(len(t.Rows))}
			continue
		}
		variable := g.SplitVar[node]
		if dropped >= 0 && variable >= dropped {
			variable++
		}
		t.Nodes[node] = forest.Node{Threshold: g.SplitValue[node], Var: variable, Left: g.Left[node], Right: g.Right[node]}
	}
	return t
}

// Dense returns the rows as a matrix.
func Dense(rows [][]float64) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		m.SetRow(i, row)
	}
	return m
}
