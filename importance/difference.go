package importance

import (
	"context"

	"drfvi/forest"
	"drfvi/internal/par"
)

// differenceSpace represents differences D of a tree's predictions without and with a group
// of inputs, in numbered slots. It also holds their sums S_i over trees, at the evaluation rows
// of one piece.
type differenceSpace interface {
	// reset makes the sums at the given number of rows zero.
	reset(rows int)
	// forget empties all slots.
	forget()
	// slot stores, in the next slot from 0, the mean over the estimation rows without the
	// group less the mean over those of the tree's leaf base.
	slot(tree int, estimation []int32, base int32)
	// square returns ‖D‖² of a slot.
	square(slot int) float64
	// inner returns ⟨D_a, D_b⟩ of two slots, a ≠ b.
	inner(a, b int) float64
	// add adds the difference in a slot to S_i of each of the rows.
	add(slot int, rows []int32)
	// close stores ‖S_i‖² in squares for the given rows, after which nothing is added to
	// S_i.
	close(squares []float64, rows []int32)
	// along stores in products, after close, ⟨D, S_i⟩ for a slot's difference and each of
	// the rows.
	along(products []float64, slot int, rows []int32)
	// fork returns a space with the same S_i, after close, and slots of its own.
	fork() differenceSpace
}

// differenceSum computes the numerator of one group at a time over the evaluation rows of
// one piece, for one worker.
type differenceSum struct {
	space differenceSpace
	base  *forest.Forest
	// unbiased subtracts the tree groups' own squares: a U-statistic instead of the squared
	// length of the mean difference.
	unbiased    bool
	psi         []float64
	terms       []float64 // by row
	squares     []float64 // Σ_u ‖D_u‖² by row, if unbiased
	lengths     []float64 // ‖Σ_u D_u‖² by row
	moved       []bool    // whether any tree moves a row
	rows        []int32   // moved rows with enough tree groups
	inTreeGroup [][]int   // by row, its slots in the current tree group
	touched     []int32   // rows with slots in the current tree group
}

// pairs is the number of ordered pairs of n tree groups, excluding pairs of equal ones if
// unbiased.
func (s *differenceSum) pairs(n float64) float64 {
	if s.unbiased {
		return n * (n - 1)
	}
	return n * n
}

// numerator returns the group's part of the numerator over the rows of the cells, the sum of
// s.terms, and each jackknife set's influence on it; both are valid until the next call. Sets
// are pieces of work of their own.
func (s *differenceSum) numerator(
	ctx context.Context, workers int, cells *forest.Cells, group int, v votes,
) (numerator float64, psi []float64, err error) {
	s.reset(len(v.counts))
	trees, size := len(s.base.Trees), s.base.Config.GroupSize
	treeGroups, sets := trees/size, len(s.psi)
	square := float64(size * size)
	// Differences of a group of dependent trees are needed until the last of them, others only once.
	together := s.unbiased && size > 1
	for u := range treeGroups {
		s.space.forget()
		slots, set := 0, jackknifeSet(u, treeGroups, sets)
		for t := u * size; t < (u+1)*size; t++ {
			for cell := range cells.Of(t, group) {
				s.space.slot(t, cell.Estimation, cell.Base)
				s.space.add(slots, cell.Rows)
				for _, i := range cell.Rows {
					s.moved[i] = true
				}
				if together {
					s.note(slots, cell.Rows)
					slots++
					continue
				}
				if s.unbiased { // a row is in one cell
					q := s.space.square(slots)
					for _, i := range cell.Rows {
						s.takeOff(i, q, set, v, square)
					}
				}
				s.space.forget()
			}
		}
		s.closeTreeGroup(set, v, square)
	}
	s.rows = s.rows[:0]
	for i, moved := range s.moved {
		if moved && s.pairs(v.counts[i]) > 0 {
			s.rows = append(s.rows, int32(i))
		}
	}
	s.space.close(s.lengths, s.rows)
	for _, i := range s.rows {
		term := v.weight(i) * (s.lengths[i] - s.squares[i]) / (s.pairs(v.counts[i]) * square)
		s.terms[i] = term
		numerator += term
		for b, n := range v.set[i] {
			s.psi[b] -= float64(2 / v.counts[i] * n * term)
		}
	}
	spaces := par.Scratch(workers, s.space.fork)
	products := par.Scratch(workers, func() []float64 { return make([]float64, len(v.counts)) })
	err = par.Do(ctx, workers, sets, func(w, b int) {
		space, along, psi := spaces(w), products(w), s.psi[b]
		for t := range trees {
			if jackknifeSet(t/size, treeGroups, sets) != b {
				continue
			}
			for cell := range cells.Of(t, group) {
				space.forget()
				space.slot(t, cell.Estimation, cell.Base)
				space.along(along, 0, cell.Rows)
				for k, i := range cell.Rows {
					if pairs := s.pairs(v.counts[i]); pairs > 0 {
						psi += float64(2 * v.weight(i) / (pairs * square) * along[k])
					}
				}
			}
		}
		s.psi[b] = psi
	})
	return numerator, s.psi, err
}

// note records the slot of the rows in the current tree group.
func (s *differenceSum) note(slot int, rows []int32) {
	for _, i := range rows {
		if len(s.inTreeGroup[i]) == 0 {
			s.touched = append(s.touched, i)
		}
		s.inTreeGroup[i] = append(s.inTreeGroup[i], slot)
	}
}

// closeTreeGroup takes off the squared lengths of the current tree group's differences at
// the rows noted. The tree group is in set b.
func (s *differenceSum) closeTreeGroup(b int, v votes, square float64) {
	for _, i := range s.touched {
		slots, q := s.inTreeGroup[i], 0.0
		for k, slot := range slots {
			q += s.space.square(slot)
			for _, other := range slots[:k] {
				q += 2 * s.space.inner(other, slot)
			}
		}
		s.takeOff(i, q, b, v, square)
		s.inTreeGroup[i] = slots[:0]
	}
	s.touched = s.touched[:0]
}

// takeOff notes ‖D_u‖² = q of a tree group u in set b at a row, to be subtracted.
func (s *differenceSum) takeOff(i int32, q float64, b int, v votes, square float64) {
	s.squares[i] += q
	if pairs := s.pairs(v.counts[i]); pairs > 0 && len(s.psi) > 0 {
		s.psi[b] -= float64(2 * v.weight(i) / (pairs * square) * q)
	}
}

func (s *differenceSum) reset(rows int) {
	if len(s.squares) < rows {
		s.squares, s.lengths = make([]float64, rows), make([]float64, rows)
		s.moved, s.inTreeGroup = make([]bool, rows), make([][]int, rows)
		s.terms = make([]float64, rows)
	}
	s.moved, s.terms = s.moved[:rows], s.terms[:rows]
	clear(s.squares)
	clear(s.terms)
	clear(s.moved)
	clear(s.psi)
	s.space.reset(rows)
}
