package forest

import "slices"

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
