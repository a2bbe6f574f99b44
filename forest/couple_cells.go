package forest

import (
	"context"

	"drfvi/internal/par"
)

// Cells returns the cells of the evaluation rows: for every tree and group,
// the rows that pass a patch and that the tree predicts. On all other
// rows the trees with and without the group agree.
func (c *Coupled) Cells(ctx context.Context, e Evaluation, workers int) (*Cells, error) {
	cells := &Cells{make([]treeCells, len(c.Base.Trees))}
	finders := make([]cellFinder, workers)
	err := par.Do(ctx, workers, len(c.Base.Trees), func(w, t int) {
		finders[w].find(&c.Base.Trees[t], &c.Patches[t], e)
		cells.trees[t] = finders[w].byGroup(len(c.Groups))
		cells.trees[t].estimation = c.Patches[t].Tree.Rows
	})
	return cells, err
}

// cellFinder finds the cells of one tree at a time. It belongs to one worker.
type cellFinder struct {
	router
	leaf  []int32 // base leaf of each row
	spans []nodeRows
	copy  []int32 // a patch's rows, permuted
	foundCells
}

// nodeRows are the rows that reach a base node with patches, as a part
// [first, end) of the routed rows.
type nodeRows struct {
	node       int32
	first, end int
}

// find finds the cells of a tree. Routing permutes the rows in place, so that
// the rows of every node are one stretch of them, ordered by base leaf; sending
// a stretch down a patch keeps that order on both sides, so each patched leaf
// receives its rows in runs of equal base leaf, which are the cells.
func (f *cellFinder) find(t *Tree, patches *Patches, e Evaluation) {
	if len(f.spill) < e.rows {
		f.spill = make([]int32, e.rows)
	}
	if len(f.leaf) < e.rows {
		f.leaf = make([]int32, e.rows)
	}
	f.rows = e.Voted(f.rows[:0], t)
	f.foundCells.reset()
	f.spans = f.spans[:0]
	f.route(t, patches, e, t.Root, 0, len(f.rows))
	for _, span := range f.spans {
		for _, p := range patches.At(span.node) {
			f.copy = append(f.copy[:0], f.rows[span.first:span.end]...)
			f.descend(&patches.Tree, e, p.Root, f.copy, func(leaf int32, rows []int32) {
				node := &patches.Tree.Nodes[leaf]
				f.add(p.Group, rows, f.leaf, node.Left, node.Right)
			})
		}
	}
}

// route sends the rows [first, end) down the base tree, noting their leaves and
// the stretches of nodes with patches.
func (f *cellFinder) route(t *Tree, patches *Patches, e Evaluation, at int32, first, end int) {
	for first < end {
		if len(patches.At(at)) > 0 {
			f.spans = append(f.spans, nodeRows{at, first, end})
		}
		node := &t.Nodes[at]
		if node.Var == Leaf {
			for _, row := range f.rows[first:end] {
				f.leaf[row] = at
			}
			return
		}
		left, _ := t.Partition(node, f.rows[first:end], f.spill, e.values[node.Var])
		middle := first + len(left)
		f.route(t, patches, e, node.Left, first, middle)
		at, first = node.Right, middle
	}
}
