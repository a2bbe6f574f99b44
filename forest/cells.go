package forest

import (
	"context"
	"iter"
	"slices"

	"drfvi/internal/par"
)

// Cell is a set of evaluation rows in one leaf of a tree, Base. Without one group of inputs the
// same estimation rows predict them, each with the same weight. The caller must change neither.
type Cell struct {
	Base             int32
	Rows, Estimation []int32
}

// Cells are the cells of every tree of a forest.
type Cells struct{ trees []treeCells }

// treeCells are the cells of one tree, ordered by group.
type treeCells struct {
	first []int32 // where each group's shares begin
	cellLists
	estimation []int32
}

// cellLists are cells one after the other: their leaves, where the rows of each end, and the rows.
type cellLists struct {
	shares       []cellShare
	leaves, ends []int32
	rows         []int32
}

// cellShare are the cells, from the end of those before it, that share the estimation rows from
// first to limit.
type cellShare struct{ first, limit, end int32 }

// begin returns where the cells of a share begin, and their rows.
func (l *cellLists) begin(share int32) (cell, row int32) {
	if share > 0 {
		cell = l.shares[share-1].end
	}
	if cell > 0 {
		row = l.ends[cell-1]
	}
	return cell, row
}

// Of ranges over the cells of a tree for a group. Those with the same estimation rows come one
// after the other.
func (c *Cells) Of(tree, group int) iter.Seq[Cell] {
	t := &c.trees[tree]
	return func(yield func(Cell) bool) {
		cell, row := t.begin(t.first[group])
		for _, share := range t.shares[t.first[group]:t.first[group+1]] {
			for ; cell < share.end; cell++ {
				end := t.ends[cell]
				if !yield(Cell{t.leaves[cell], t.rows[row:end], t.estimation[share.first:share.limit]}) {
					return
				}
				row = end
			}
		}
	}
}

// Count returns the number of cells of all trees for a group.
func (c *Cells) Count(group int) int {
	count := 0
	for tree := range c.trees {
		t := &c.trees[tree]
		first, _ := t.begin(t.first[group])
		end, _ := t.begin(t.first[group+1])
		count += int(end - first)
	}
	return count
}

// foundCells collects the cells of one tree in any order of groups.
type foundCells struct {
	found  cellLists
	groups []int32 // of the shares
}

func (f *foundCells) reset() {
	l := &f.found
	l.shares, l.leaves, l.ends, l.rows, f.groups = l.shares[:0], l.leaves[:0], l.ends[:0], l.rows[:0], f.groups[:0]
}

// add adds the cells of a group whose rows, ordered by their leaf in the tree,
// share the estimation rows [first, limit).
func (f *foundCells) add(group int32, rows, leaf []int32, first, limit int32) {
	l := &f.found
	for k, row := range rows {
		if k == 0 || leaf[row] != leaf[rows[k-1]] {
			l.leaves, l.ends = append(l.leaves, leaf[row]), append(l.ends, 0)
		}
		l.rows = append(l.rows, row)
		l.ends[len(l.ends)-1] = int32(len(l.rows))
	}
	l.shares, f.groups = append(l.shares, cellShare{first, limit, int32(len(l.leaves))}), append(f.groups, group)
}

// byGroup returns the cells ordered by group, without their estimation rows.
func (f *foundCells) byGroup(groups int) treeCells {
	t := treeCells{first: make([]int32, groups+1)}
	t.shares, t.leaves = make([]cellShare, 0, len(f.groups)), make([]int32, 0, len(f.found.leaves))
	t.ends, t.rows = make([]int32, 0, len(f.found.ends)), make([]int32, 0, len(f.found.rows))
	for _, group := range f.groups {
		t.first[group+1]++
	}
	for g := range groups {
		t.first[g+1] += t.first[g]
	}
	order, next := make([]int32, len(f.groups)), slices.Clone(t.first)
	for k, group := range f.groups {
		order[next[group]] = int32(k)
		next[group]++
	}
	for _, k := range order {
		share := f.found.shares[k]
		cell, row := f.found.begin(k)
		_, end := f.found.begin(k + 1)
		moved := int32(len(t.rows)) - row
		t.leaves = append(t.leaves, f.found.leaves[cell:share.end]...)
		for _, end := range f.found.ends[cell:share.end] {
			t.ends = append(t.ends, end+moved)
		}
		t.rows = append(t.rows, f.found.rows[row:end]...)
		share.end = int32(len(t.leaves))
		t.shares = append(t.shares, share)
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
func (f *cellFinder) route(t *Tree, patches *Patches, e Evaluation, top int32, first, end int) {
	for first < end {
		if len(patches.At(top)) > 0 {
			f.spans = append(f.spans, nodeRows{top, first, end})
		}
		node := &t.Nodes[top]
		if node.Var == Leaf {
			for _, row := range f.rows[first:end] {
				f.leaf[row] = top
			}
			return
		}
		left, _ := t.Partition(node, f.rows[first:end], f.spill, e.values[node.Var])
		middle := first + len(left)
		f.route(t, patches, e, node.Left, first, middle)
		top, first = node.Right, middle
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
