package importance

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/par"
	"drfvi/internal/simd"
)

// leafEmbeddings gives the kernel mean embedding of every leaf of a coupled
// forest, in the coordinates of the kernel's factor.
type leafEmbeddings struct {
	coupled       *forest.Coupled
	factor        *mat.Dense
	rank          int
	base, patched []treeEmbeddings // nil if they would take too much memory
}

// embeddingLimit is the largest number of coordinates kept, 1 GiB; beyond it
// embeddings are computed each time they are asked for.
const embeddingLimit = 1 << 27

// treeEmbeddings are the embeddings of one tree's leaves.
type treeEmbeddings struct {
	of    []int32 // index of each leaf's embedding
	means []float64
}

func newLeafEmbeddings(ctx context.Context, coupled *forest.Coupled, factor *mat.Dense, workers int) (*leafEmbeddings, error) {
	_, r := factor.Dims()
	l := &leafEmbeddings{coupled: coupled, factor: factor, rank: r}
	trees, leaves := len(coupled.Base.Trees), 0
	for t := range trees {
		leaves += (len(coupled.Base.Trees[t].Nodes) + len(coupled.Patches[t].Tree.Nodes) + 1) / 2
	}
	if leaves*r > embeddingLimit {
		return l, nil
	}
	l.base, l.patched = make([]treeEmbeddings, trees), make([]treeEmbeddings, trees)
	err := par.Do(ctx, workers, trees, func(_, t int) {
		l.base[t] = embedLeaves(&coupled.Base.Trees[t], factor)
		l.patched[t] = embedLeaves(&coupled.Patches[t].Tree, factor)
	})
	return l, err
}

func embedLeaves(tree *forest.Tree, factor *mat.Dense) treeEmbeddings {
	_, r := factor.Dims()
	e := treeEmbeddings{of: make([]int32, len(tree.Nodes))}
	leaves := 0
	for at := range tree.Nodes {
		if tree.Nodes[at].Var == forest.Leaf {
			e.of[at] = int32(leaves)
			leaves++
		}
	}
	e.means = make([]float64, leaves*r)
	for at := range tree.Nodes {
		if tree.Nodes[at].Var == forest.Leaf {
			embedRows(e.mean(int32(at), r), tree.LeafRows(int32(at)), factor)
		}
	}
	return e
}

// embedRows stores the mean of the given rows of the factor in dst.
func embedRows(dst []float64, rows []int32, factor *mat.Dense) {
	clear(dst)
	for _, row := range rows {
		simd.Add(dst, factor.RawRowView(int(row)))
	}
	floats.Scale(1/float64(len(rows)), dst)
}

// mean returns the embedding of a leaf.
func (e *treeEmbeddings) mean(leaf int32, r int) []float64 {
	at := int(e.of[leaf])
	return e.means[at*r : (at+1)*r]
}

// difference stores the embedding of the cell's patched leaf minus that of its
// base leaf in dst. scratch has the same length.
func (l *leafEmbeddings) difference(dst, scratch []float64, tree int, cell *forest.Cell) {
	clear(dst)
	if l.base != nil {
		simd.AddDifference(dst, l.patched[tree].mean(cell.Patched, l.rank), l.base[tree].mean(cell.Base, l.rank))
		return
	}
	embedRows(dst, l.coupled.Patches[tree].Tree.LeafRows(cell.Patched), l.factor)
	embedRows(scratch, l.coupled.Base.Trees[tree].LeafRows(cell.Base), l.factor)
	floats.Sub(dst, scratch)
}

// differenceSum sums up, for one group of variables and some evaluation rows,
// the differences D_u of the predictions of trees with and without the group.
// It belongs to one worker.
type differenceSum struct {
	leaves  *leafEmbeddings
	sums    []float64 // Σ_u D_u of each row
	unit    []float64 // D_u of each row, for units of several trees
	touched []int32   // rows with a unit under way
	inUnit  []bool    // whether a row is in touched
	squares []float64 // Σ_u ‖D_u‖² of each row
	moved   []bool    // whether any tree moves a row
	d       []float64 // of the current cell
	scratch []float64
	psi     []float64
}

func newDifferenceSum(leaves *leafEmbeddings, sets int) *differenceSum {
	r := leaves.rank
	s := &differenceSum{
		leaves: leaves, sums: make([]float64, coupledRows*r),
		squares: make([]float64, coupledRows), moved: make([]bool, coupledRows),
		d: make([]float64, r), scratch: make([]float64, r), psi: make([]float64, sets),
	}
	if leaves.coupled.Base.Config.GroupSize > 1 {
		s.unit, s.inUnit = make([]float64, coupledRows*r), make([]bool, coupledRows)
	}
	return s
}

// at returns the part of row i.
func (s *differenceSum) at(table []float64, i int32) []float64 {
	r := s.leaves.rank
	return table[int(i)*r : int(i+1)*r]
}

// of returns the group's part of the numerator over the rows of the cells, and
// the influence of every jackknife set on it, valid until the next call.
func (s *differenceSum) of(coupled *forest.Coupled, cells *forest.Cells, group int, v votes) (numerator float64, psi []float64) {
	trees, size := len(coupled.Base.Trees), coupled.Base.Config.GroupSize
	units, sets := trees/size, len(s.psi)
	clear(s.sums)
	clear(s.squares)
	clear(s.moved)
	clear(s.psi)
	square := float64(size * size)
	// weight turns an inner product with the other units' differences into
	// influence.
	weight := func(i int32) float64 { return 2 / (v.all[i] * (v.all[i] - 1) * square) }
	for u := range units {
		b := unitSet(u, units, sets)
		for t := u * size; t < (u+1)*size; t++ {
			for k := range cells.Of(t, group) {
				cell := &cells.Of(t, group)[k]
				s.leaves.difference(s.d, s.scratch, t, cell)
				if size > 1 {
					s.addToUnit(cell.Rows)
					continue
				}
				q := simd.Dot(s.d, s.d)
				for _, i := range cell.Rows {
					simd.Add(s.at(s.sums, i), s.d)
					s.close(i, q, b, v, weight)
				}
			}
		}
		for _, i := range s.touched {
			unit := s.at(s.unit, i)
			simd.Add(s.at(s.sums, i), unit)
			s.close(i, simd.Dot(unit, unit), b, v, weight)
			clear(unit)
			s.inUnit[i] = false
		}
		s.touched = s.touched[:0]
	}
	for t := range trees {
		b := unitSet(t/size, units, sets)
		for k := range cells.Of(t, group) {
			cell := &cells.Of(t, group)[k]
			s.leaves.difference(s.d, s.scratch, t, cell)
			for _, i := range cell.Rows {
				if v.all[i] >= 2 {
					s.psi[b] += weight(i) * simd.Dot(s.d, s.at(s.sums, i))
				}
			}
		}
	}
	for i, moved := range s.moved {
		if !moved || v.all[i] < 2 { // a single unit makes no pair
			continue
		}
		sum := s.at(s.sums, int32(i))
		term := (simd.Dot(sum, sum) - s.squares[i]) / (v.all[i] * (v.all[i] - 1) * square)
		numerator += term
		for b, n := range v.set[i] {
			s.psi[b] -= 2 / v.all[i] * n * term
		}
	}
	return numerator, s.psi
}

// addToUnit adds the current difference to the unit under way of the rows.
func (s *differenceSum) addToUnit(rows []int32) {
	for _, i := range rows {
		if !s.inUnit[i] {
			s.inUnit[i] = true
			s.touched = append(s.touched, i)
		}
		simd.Add(s.at(s.unit, i), s.d)
	}
}

// close notes the squared length q of a unit in set b at row i.
func (s *differenceSum) close(i int32, q float64, b int, v votes, weight func(int32) float64) {
	s.moved[i] = true
	s.squares[i] += q
	if v.all[i] >= 2 {
		s.psi[b] -= weight(i) * q
	}
}
