package forest

import (
	"context"
	"slices"

	"drfvi/internal/par"
)

// Cell is a set of evaluation rows that share their leaf in the base tree and
// their leaf in the tree without one group of variables, the latter in a patch.
type Cell struct {
	Patched, Base int32   // leaves, as nodes of the tree's Patches and of the base tree
	Rows          []int32 // ascending
}

// Cells are the cells of every tree of a coupled forest.
type Cells struct {
	cells [][]Cell  // of each tree, ordered by group
	first [][]int32 // of each tree, where each group's cells begin
}

// Of returns the cells of a tree for a group. Cells with the same patched leaf
// come one after the other.
func (c *Cells) Of(tree, group int) []Cell {
	return c.cells[tree][c.first[tree][group]:c.first[tree][group+1]]
}

// Cells returns the cells of the evaluation rows: for every tree and group,
// the rows that pass a patch and on which the tree has a say. On all other
// rows the trees with and without the group agree.
func (c *Coupled) Cells(ctx context.Context, e Evaluation, workers int) (*Cells, error) {
	cells := &Cells{cells: make([][]Cell, len(c.Base.Trees)), first: make([][]int32, len(c.Base.Trees))}
	finders := make([]cellFinder, workers)
	err := par.Do(ctx, workers, len(c.Base.Trees), func(w, t int) {
		finders[w].find(&c.Base.Trees[t], &c.Patches[t], e)
		cells.cells[t], cells.first[t] = finders[w].byGroup(len(c.Groups))
	})
	return cells, err
}

// cellFinder finds the cells of one tree at a time. It belongs to one worker.
type cellFinder struct {
	router
	leaf  []int32 // base leaf of each row
	spans []nodeRows
	copy  []int32 // a patch's rows, permuted
	found []foundCell
	kept  []int32 // rows of all found cells, one after the other
}

// nodeRows are the rows that reach a base node with patches, as a part
// [first, end) of the routed rows.
type nodeRows struct {
	node       int32
	first, end int
}

// foundCell is a cell with its group; its rows end where the next one's begin.
type foundCell struct {
	group, patched, base int32
	first                int32
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
	f.found, f.kept, f.spans = f.found[:0], f.kept[:0], f.spans[:0]
	f.route(t, patches, e, t.Root, 0, len(f.rows))
	for _, span := range f.spans {
		for _, p := range patches.At(span.node) {
			f.copy = append(f.copy[:0], f.rows[span.first:span.end]...)
			f.descend(&patches.Tree, e, p.Root, f.copy, func(leaf int32, rows []int32) {
				for k, row := range rows {
					if base := f.leaf[row]; k == 0 || base != f.leaf[rows[k-1]] {
						f.found = append(f.found, foundCell{p.Group, leaf, base, int32(len(f.kept) + k)})
					}
				}
				f.kept = append(f.kept, rows...)
			})
		}
	}
}

// byGroup returns the found cells ordered by group, and where each group's
// cells begin.
func (f *cellFinder) byGroup(groups int) (cells []Cell, first []int32) {
	first = make([]int32, groups+1)
	for _, c := range f.found {
		first[c.group+1]++
	}
	for g := range groups {
		first[g+1] += first[g]
	}
	cells, rows := make([]Cell, len(f.found)), slices.Clone(f.kept)
	next := slices.Clone(first)
	for k, c := range f.found {
		end := int32(len(rows))
		if k+1 < len(f.found) {
			end = f.found[k+1].first
		}
		cells[next[c.group]] = Cell{c.patched, c.base, rows[c.first:end:end]}
		next[c.group]++
	}
	return cells, first
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
		left, _ := partition(f.rows[first:end], f.spill, e.values[node.Var], node.Threshold)
		middle := first + len(left)
		f.route(t, patches, e, node.Left, first, middle)
		at, first = node.Right, middle
	}
}
