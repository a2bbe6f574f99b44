package forest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// literalCell returns the projected cell in the words of the definition: given
// the keys of a row's levels and those of every populating row, the rows that
// agree on the last level on which any does.
func literalCell(keys []string, populate []int32, others [][]string) (cell []int32) {
	for level := len(keys) - 1; level >= 0 && cell == nil; level-- {
		for k, other := range others {
			if level < len(other) && other[level] == keys[level] {
				cell = append(cell, populate[k])
			}
		}
	}
	slices.Sort(cell)
	return cell
}

// literalLevels returns the keys of the row's levels that have open nodes, nil
// if it has no start.
func literalLevels(t *Tree, group []int, row []float64) (keys []string) {
	child := func(node Node) int32 {
		if t.goesLeft(&node, row[node.Var]) {
			return node.Left
		}
		return node.Right
	}
	start := t.Root
	for t.Nodes[start].Var != Leaf && !slices.Contains(group, int(t.Nodes[start].Var)) {
		start = child(t.Nodes[start])
	}
	if t.Nodes[start].Var == Leaf {
		return nil
	}
	done, open := []int32(nil), []int32{start}
	for {
		var next []int32
		for _, at := range open {
			switch node := t.Nodes[at]; {
			case node.Var == Leaf:
				done = append(done, at)
			case slices.Contains(group, int(node.Var)):
				next = append(next, node.Left, node.Right)
			default:
				next = append(next, child(node))
			}
		}
		if len(next) == 0 {
			return keys
		}
		keys = append(keys, fmt.Sprint(start, done, next))
		open = next
	}
}

// checkProjection compares a Projector with literalCell on all evaluated rows
// of a tree. evaluated[i] are the values of evaluation row i.
func checkProjection(t *testing.T, p *Projector, tree *Tree, groups [][]int, populate []int32, inputs, evaluated [][]float64) {
	t.Helper()
	p.Route(tree, populate)
	for u, group := range groups {
		got := map[int32][]int32{}
		p.Cells(int32(u), func(query, populate []int32) {
			cell := slices.Sorted(slices.Values(populate))
			for _, row := range query {
				if _, twice := got[row]; twice {
					t.Fatalf("group %v: row %d has two cells", group, row)
				}
				got[row] = cell
			}
		})
		want := map[int32][]int32{}
		others := make([][]string, len(populate))
		for k, i := range populate {
			others[k] = literalLevels(tree, group, inputs[i])
		}
		for _, row := range p.eval.Voted(nil, tree) {
			if keys := literalLevels(tree, group, evaluated[row]); keys != nil {
				want[row] = literalCell(keys, populate, others)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("group %v: cells\n%v\nwant\n%v", group, got, want)
		}
		if present := slices.Contains(p.Present(), int32(u)); present != (len(want) > 0) {
			t.Fatalf("group %v: present = %v, but %d rows have a start", group, present, len(want))
		}
	}
}

var projectionGroups = [][]int{{0}, {1}, {2}, {3}, {1, 2}, {0, 3}, {0, 1, 2, 3}, {1}}

// rowsOf returns the rows of a matrix.
func rowsOf(x *mat.Dense) [][]float64 {
	n, _ := x.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = x.RawRowView(i)
	}
	return rows
}

func TestProjectorOnRegressionTrees(t *testing.T) {
	for _, minNode := range []int{1, 5} {
		x, y := regressionData(70, 4)
		c := RegressionPreset(12)
		c.MinNodeSize = minNode
		f, err := FitRegression(context.Background(), x, y, c, uint64(minNode), 1)
		if err != nil {
			t.Fatal(err)
		}
		p := NewProjector(f.Columns, f.Columns.OutOfBag(), projectionGroups)
		for k := range f.Trees {
			tree := &f.Trees[k]
			checkProjection(t, p, &tree.Tree, projectionGroups, tree.Drawn, rowsOf(x), rowsOf(x))
		}
	}
}

// Distributional trees are populated by their honest half; without pruning
// some nodes are reached by none of it. Rows of their own are evaluated by
// every tree.
func TestProjectorOnDistributionalTrees(t *testing.T) {
	for _, prune := range []bool{true, false} {
		x, y := regressionData(90, 4)
		c, err := Preset("paper", 12)
		if err != nil {
			t.Fatal(err)
		}
		c.MinNodeSize, c.Prune = 3, prune
		f, err := Fit(context.Background(), x, mat.NewDense(90, 1, y), c, 3, 1)
		if err != nil {
			t.Fatal(err)
		}
		own := mat.NewDense(40, 4, nil)
		src := rng.New(9).Source()
		own.Apply(func(int, int, float64) float64 { return src.Float64() }, own)
		evaluation, err := f.Columns.On(own)
		if err != nil {
			t.Fatal(err)
		}
		outOfBag := NewProjector(f.Columns, f.Columns.OutOfBag(), projectionGroups)
		onOwn := NewProjector(f.Columns, evaluation, projectionGroups)
		for k := range f.Trees {
			tree := &f.Trees[k]
			checkProjection(t, outOfBag, tree, projectionGroups, tree.Rows, rowsOf(x), rowsOf(x))
			checkProjection(t, onOwn, tree, projectionGroups, tree.Rows, rowsOf(x), rowsOf(own))
		}
	}
}

// Leaves and Starts agree with walking each row down the tree.
func TestProjectorRoutes(t *testing.T) {
	x, y := regressionData(80, 4)
	f, err := FitRegression(context.Background(), x, y, RegressionPreset(8), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	groups := [][]int{{0}, {2, 3}}
	p := NewProjector(f.Columns, f.Columns.OutOfBag(), groups)
	for k := range f.Trees {
		tree := &f.Trees[k].Tree
		p.Route(tree, f.Trees[k].Drawn)
		outOfBag := tree.OutOfBag(nil, 80)
		leaves, starts := map[int32]int32{}, map[int32]int32{}
		p.Leaves(func(leaf int32, query, populate []int32) {
			for _, row := range query {
				leaves[row] = leaf
			}
			want := slices.Compact(slices.Sorted(slices.Values(tree.LeafRows(leaf))))
			if got := slices.Sorted(slices.Values(populate)); !slices.Equal(got, want) {
				t.Fatalf("leaf %d holds %v, want %v", leaf, got, want)
			}
		})
		if len(leaves) != len(outOfBag) {
			t.Fatalf("%d rows have a leaf, want %d", len(leaves), len(outOfBag))
		}
		for _, row := range outOfBag {
			if want := tree.LeafOfRow(f.Columns.Values, row); leaves[row] != want {
				t.Fatalf("row %d is in leaf %d, want %d", row, leaves[row], want)
			}
		}
		for u, group := range groups {
			clear(starts)
			p.Starts(int32(u), func(node int32, query []int32) {
				for _, row := range query {
					starts[row] = node
				}
			})
			for _, row := range outOfBag {
				at := tree.Root
				for tree.Nodes[at].Var != Leaf && !slices.Contains(group, int(tree.Nodes[at].Var)) {
					node := tree.Nodes[at]
					at = node.Right
					if x.At(int(row), int(node.Var)) <= node.Threshold {
						at = node.Left
					}
				}
				got, has := starts[row]
				if want := tree.Nodes[at].Var != Leaf; has != want || has && got != at {
					t.Fatalf("group %v: row %d starts at %d (%v), want %d (%v)", group, row, got, has, at, want)
				}
			}
		}
	}
}
