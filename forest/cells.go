package forest

import (
	"context"
	"slices"

	"drfvi/internal/par"
)

// Cell is a set of evaluation rows that are in one leaf of a tree, and share the
// estimation rows that predict them without one group of inputs: Cells has both.
type Cell struct {
	Base                   int32 // leaf of the tree
	firstRow, endRow       int32 // in treeCells.rows
	firstEstimation, limit int32 // in treeCells.estimation
}

// Cells are the cells of every tree of a forest.
type Cells struct{ trees []treeCells }

// treeCells are the cells of one tree.
type treeCells struct {
	cells      []Cell  // ordered by group
	first      []int32 // where each group's cells begin
	rows       []int32
	estimation []int32
}

// Of returns the cells of a tree for a group. Cells with the same estimation rows
// come one after the other.
func (c *Cells) Of(tree, group int) []Cell {
	t := &c.trees[tree]
	return t.cells[t.first[group]:t.first[group+1]]
}

// Count returns the number of cells of all trees for a group.
func (c *Cells) Count(group int) int {
	count := 0
	for tree := range c.trees {
		count += len(c.Of(tree, group))
	}
	return count
}

// Rows returns the evaluation rows of a cell of the tree. The caller must not
// change them.
func (c *Cells) Rows(tree int, cell Cell) []int32 {
	return c.trees[tree].rows[cell.firstRow:cell.endRow]
}

// EstimationRows returns the training rows that predict a cell of the tree without the
// group, each with the same weight. The caller must not change them.
func (c *Cells) EstimationRows(tree int, cell Cell) []int32 {
	return c.trees[tree].estimation[cell.firstEstimation:cell.limit]
}

// foundCells collects the cells of one tree in any order of groups.
type foundCells struct {
	found  []Cell
	groups []int32 // of found
	kept   []int32 // rows of all found cells, one after the other
}

func (f *foundCells) reset() { f.found, f.groups, f.kept = f.found[:0], f.groups[:0], f.kept[:0] }

// add adds the cells of a group whose rows, ordered by their leaf in the tree,
// share the estimation rows [first, limit).
func (f *foundCells) add(group int32, rows, leaf []int32, first, limit int32) {
	for k, row := range rows {
		if at := int32(len(f.kept) + k); k > 0 && leaf[row] == leaf[rows[k-1]] {
			f.found[len(f.found)-1].endRow = at + 1
		} else {
			f.found = append(f.found, Cell{leaf[row], at, at + 1, first, limit})
			f.groups = append(f.groups, group)
		}
	}
	f.kept = append(f.kept, rows...)
}

// byGroup returns the cells ordered by group, without their estimation rows.
func (f *foundCells) byGroup(groups int) treeCells {
	t := treeCells{make([]Cell, len(f.found)), make([]int32, groups+1), slices.Clone(f.kept), nil}
	for _, group := range f.groups {
		t.first[group+1]++
	}
	for g := range groups {
		t.first[g+1] += t.first[g]
	}
	next := slices.Clone(t.first)
	for k, group := range f.groups {
		t.cells[next[group]] = f.found[k]
		next[group]++
	}
	return t
}

// Cells returns the cells of the evaluation rows: for every tree and group,
// the rows that pass a patch and that the tree predicts. On all other
// rows the trees with and without the group agree.
func (c *Coupled) Cells(ctx context.Context, e Evaluation, workers int) (*Cells, error) {
	cells := &Cells{make([]treeCells, len(c.Base.Trees))}
	finders := par.Scratch(workers, func() *cellFinder {
		return &cellFinder{router: router{spill: make([]int32, e.rows)}, leaf: make([]int32, e.rows)}
	})
	err := par.Do(ctx, workers, len(c.Base.Trees), func(w, t int) {
		finder := finders(w)
		finder.find(&c.Base.Trees[t], &c.Patches[t], e)
		cells.trees[t] = finder.byGroup(len(c.Groups))
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

// ProjectedCells returns the cells of the evaluation rows: for every tree and
// group, the rows that the tree predicts and that pass a split on the
// group. Without the group they are predicted by the rows of J2 in the row's
// projected cell (Projector), that is after the splits on the group are
// forgotten. On all other rows forgetting changes nothing.
//
// Every leaf of the forest must hold rows of J2, as those of pruned trees do.
func (f *Forest) ProjectedCells(ctx context.Context, e Evaluation, groups [][]int, workers int) (*Cells, error) {
	cells := &Cells{make([]treeCells, len(f.Trees))}
	finders := par.Scratch(workers, func() *projectedFinder {
		return &projectedFinder{Projector: NewProjector(f.Columns, e, groups), leaf: make([]int32, e.rows)}
	})
	err := par.Do(ctx, workers, len(f.Trees), func(w, t int) {
		cells.trees[t] = finders(w).find(&f.Trees[t], len(groups))
	})
	return cells, err
}

// projectedFinder finds the projected cells of one tree at a time. It belongs
// to one worker.
type projectedFinder struct {
	*Projector
	foundCells
	leaf       []int32 // of each row
	rows       []int32 // of a cell, by leaf
	estimation []int32 // of all found cells, one after the other
}

func (f *projectedFinder) find(t *Tree, groups int) treeCells {
	f.reset()
	f.estimation = f.estimation[:0]
	f.Route(t, t.Rows)
	f.Leaves(func(leaf int32, query, _ []int32) {
		for _, row := range query {
			f.leaf[row] = leaf
		}
	})
	for _, group := range f.Present() {
		f.Projector.Cells(group, func(query, populate []int32) {
			first := int32(len(f.estimation))
			f.estimation = append(f.estimation, populate...)
			f.rows = append(f.rows[:0], query...)
			slices.SortFunc(f.rows, func(a, b int32) int { return int(f.leaf[a] - f.leaf[b]) })
			f.add(group, f.rows, f.leaf, first, int32(len(f.estimation)))
		})
	}
	cells := f.byGroup(groups)
	cells.estimation = slices.Clone(f.estimation)
	return cells
}
