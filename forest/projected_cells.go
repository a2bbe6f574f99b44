package forest

import (
	"context"
	"slices"

	"drfvi/internal/par"
)

// ProjectedCells returns the cells of the evaluation rows: for every tree and
// group, the rows that the tree predicts and that pass a split on the
// group. Without the group they are predicted by the rows of J2 in the row's
// projected cell (Projector), that is after the splits on the group are
// forgotten. On all other rows forgetting changes nothing.
//
// Every leaf of the forest must hold rows of J2, as those of pruned trees do.
func (f *Forest) ProjectedCells(ctx context.Context, e Evaluation, groups [][]int, workers int) (*Cells, error) {
	cells := &Cells{make([]treeCells, len(f.Trees))}
	finders := make([]*projectedFinder, workers)
	err := par.Do(ctx, workers, len(f.Trees), func(w, t int) {
		if finders[w] == nil {
			finders[w] = &projectedFinder{Projector: NewProjector(f.Columns, e, groups), leaf: make([]int32, e.rows)}
		}
		cells.trees[t] = finders[w].find(&f.Trees[t], len(groups))
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
