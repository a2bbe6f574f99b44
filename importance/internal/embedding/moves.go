package embedding

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/par"
	"drfvi/internal/simd"
)

// Group is a set of inputs whose values are replaced together.
type Group struct {
	Columns []int
	// Values[k][i] is the value of Columns[k] at row i.
	Values [][]float64
}

// batch is the number of trees whose moves are kept.
const batch = 32

// Sums returns an n×rank matrix for each group: by row, the sum over the trees that did not
// draw it of the embedding of its leaf with the replaced values less that of its own leaf.
//
// A row leaves its path at the first split on the group where its replaced value lies on the
// other side, and only from there is it sent down again, together with the others that
// leave there.
func Sums(ctx context.Context, f *forest.Forest, leaves *Leaves, groups []Group, workers int) ([]*mat.Dense, error) {
	n := f.Columns.Rows()
	sums := make([]*mat.Dense, len(groups))
	for g := range sums {
		sums[g] = mat.NewDense(n, leaves.Rank, nil)
	}
	finders := par.Scratch(workers, func() *finder { return newFinder(f.Columns, groups) })
	opposites := par.Scratch(workers, func() []float64 { return make([]float64, leaves.Rank) })
	found := make([][]runs, batch) // by tree of the batch and group
	for t := range found {
		found[t] = make([]runs, len(groups))
	}
	for first := 0; first < len(f.Trees); first += batch {
		trees := min(batch, len(f.Trees)-first)
		err := par.Do(ctx, workers, trees, func(w, t int) {
			finders(w).find(&f.Trees[first+t], int32(first+t+1), found[t])
		})
		if err != nil {
			return nil, err
		}
		err = par.Do(ctx, workers, len(groups), func(w, g int) {
			opposite := opposites(w)
			to := sums[g].RawMatrix().Data
			for t := range trees {
				of := &found[t][g]
				begin := int32(0)
				for _, run := range of.list {
					mean := leaves.Of(first+t, run.leaf)
					if run.left {
						floats.ScaleTo(opposite, -1, mean)
						mean = opposite
					}
					simd.AddTo(to, leaves.Rank, of.rows[begin:run.end], mean)
					begin = run.end
				}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return sums, nil
}

// runs are lists of rows that leave or reach a leaf.
type runs struct {
	list []run
	rows []int32 // of all runs, concatenated
}

// run is one of the lists, ending at an index of runs.rows.
type run struct {
	leaf, end int32
	left      bool // the leaf is left, not reached
}

func (r *runs) add(leaf int32, left bool, rows []int32) {
	r.rows = append(r.rows, rows...)
	r.list = append(r.list, run{leaf, int32(len(r.rows)), left})
}

// finder finds the moves in one tree after another, for one worker.
type finder struct {
	values   [][]float64
	groupsOf [][]int32 // by input, the groups that contain it
	groups   []Group
	gone     [][]int32 // by group and row, the last tree in which the row left its path
	tree     *forest.Tree
	number   int32 // of the tree, from 1
	dst      []runs
	own      []int32 // rows, each node's contiguous
	spill    []int32
	away     []int32 // rows sent down again
	some     []int32
	left     []int32 // groups for which rows left on the way to the current node
}

func newFinder(columns *forest.Columns, groups []Group) *finder {
	n, p := columns.Rows(), len(columns.Values)
	f := &finder{
		values: columns.Values, groupsOf: make([][]int32, p), groups: groups,
		gone: make([][]int32, len(groups)), spill: make([]int32, n+simd.Slack),
	}
	for g, group := range groups {
		f.gone[g] = make([]int32, n)
		for _, j := range group.Columns {
			f.groupsOf[j] = append(f.groupsOf[j], int32(g))
		}
	}
	return f
}

// other returns the values of an input when those of a group are replaced.
func (f *finder) other(g int32, variable int) []float64 {
	if k := slices.Index(f.groups[g].Columns, variable); k >= 0 {
		return f.groups[g].Values[k]
	}
	return f.values[variable]
}

// find stores the moves in a tree, by group.
func (f *finder) find(tree *forest.Tree, number int32, dst []runs) {
	for g := range dst {
		dst[g].list, dst[g].rows = dst[g].list[:0], dst[g].rows[:0]
	}
	f.tree, f.number, f.dst = tree, number, dst
	f.left = f.left[:0]
	f.own = tree.OutOfBag(f.own[:0], len(f.values[0]))
	f.descend(tree.Root, f.own)
}

// descend sends rows down from a node by their own values.
func (f *finder) descend(at int32, rows []int32) {
	if len(rows) == 0 {
		return
	}
	node := &f.tree.Nodes[at]
	if node.Var == forest.Leaf {
		for _, g := range f.left {
			gone := f.gone[g]
			f.some = f.some[:0]
			for _, row := range rows {
				if gone[row] == f.number {
					f.some = append(f.some, row)
				}
			}
			if len(f.some) > 0 {
				f.dst[g].add(at, true, f.some)
			}
		}
		return
	}
	left, right := f.tree.Partition(node, rows, f.spill, f.values[node.Var])
	before := len(f.left)
	for _, g := range f.groupsOf[node.Var] {
		moved := f.leave(g, node, left, node.Right, false)
		moved = f.leave(g, node, right, node.Left, true) || moved
		if moved && !slices.Contains(f.left, g) {
			f.left = append(f.left, g)
		}
	}
	f.descend(node.Left, left)
	f.descend(node.Right, right)
	f.left = f.left[:before]
}

// leave sends to the other child those rows at a split that their replaced values of a group
// lead there, unless they have left already, and reports whether there are any.
func (f *finder) leave(g int32, node *forest.Node, rows []int32, other int32, toLeft bool) bool {
	gone := f.gone[g]
	for _, row := range rows {
		if gone[row] != f.number {
			f.away = append(f.away, row)
		}
	}
	left, right := f.tree.Partition(node, f.away, f.spill, f.other(g, int(node.Var)))
	leaving := right
	if toLeft {
		leaving = left
	}
	for _, row := range leaving {
		gone[row] = f.number
	}
	f.follow(g, other, leaving)
	f.away = f.away[:0]
	return len(leaving) > 0
}

// follow sends rows down from a node by their replaced values of a group.
func (f *finder) follow(g, at int32, rows []int32) {
	if len(rows) == 0 {
		return
	}
	node := &f.tree.Nodes[at]
	if node.Var == forest.Leaf {
		f.dst[g].add(at, false, rows)
		return
	}
	left, right := f.tree.Partition(node, rows, f.spill, f.other(g, int(node.Var)))
	f.follow(g, node.Left, left)
	f.follow(g, node.Right, right)
}
