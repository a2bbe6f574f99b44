package importance

import "drfvi/forest"

// differenceSpace represents differences D of the predictions of a tree with
// and without a group of variables, and their sums S_i over trees at the
// evaluation rows of one piece. Differences live in numbered slots.
type differenceSpace interface {
	// reset makes the sums at the given number of rows zero.
	reset(rows int)
	// forget empties all slots.
	forget()
	// slot stores the difference of a tree's cell in the next slot, counted
	// from 0.
	slot(tree int, cell *forest.Cell)
	// square returns ‖D‖² of a slot.
	square(slot int) float64
	// inner returns ⟨D_a, D_b⟩ of two slots, a ≠ b.
	inner(a, b int) float64
	// add adds the difference in a slot to S_i.
	add(slot int, i int32)
	// close stores ‖S_i‖² in squares for the given rows. Nothing is added to
	// S_i after it.
	close(squares []float64, rows []int32)
	// along returns ⟨D, S_i⟩ for the difference in a slot, after close.
	along(slot int, i int32) float64
}

// differenceSum computes the numerator of one group at a time over the
// evaluation rows of one piece. It belongs to one worker.
type differenceSum struct {
	space   differenceSpace
	coupled *forest.Coupled
	psi     []float64
	squares []float64 // Σ_u ‖D_u‖² of each row
	lengths []float64 // ‖Σ_u D_u‖² of each row
	moved   []bool    // whether any tree moves a row
	rows    []int32   // that are moved by trees of which there are two or more
	inUnit  [][]int   // of each row, its slots in the current unit
	touched []int32   // rows with slots in the current unit
}

func newDifferenceSum(space differenceSpace, coupled *forest.Coupled, sets int) *differenceSum {
	return &differenceSum{space: space, coupled: coupled, psi: make([]float64, sets)}
}

// of returns the group's part of the numerator over the rows of the cells, and
// the influence of every jackknife set on it, valid until the next call.
func (s *differenceSum) of(cells *forest.Cells, group int, v votes) (numerator float64, psi []float64) {
	s.reset(len(v.all))
	trees, size := len(s.coupled.Base.Trees), s.coupled.Base.Config.GroupSize
	units, sets := trees/size, len(s.psi)
	square := float64(size * size)
	for u := range units {
		s.space.forget()
		slots := 0
		for t := u * size; t < (u+1)*size; t++ {
			for k := range cells.Of(t, group) {
				cell := &cells.Of(t, group)[k]
				s.space.slot(t, cell)
				for _, i := range cell.Rows {
					s.space.add(slots, i)
					if len(s.inUnit[i]) == 0 {
						s.touched = append(s.touched, i)
					}
					s.inUnit[i] = append(s.inUnit[i], slots)
				}
				slots++
			}
		}
		s.closeUnit(unitSet(u, units, sets), v, square)
	}
	s.rows = s.rows[:0]
	for i, moved := range s.moved {
		if moved && v.all[i] >= 2 { // a single unit makes no pair
			s.rows = append(s.rows, int32(i))
		}
	}
	s.space.close(s.lengths, s.rows)
	for _, i := range s.rows {
		term := (s.lengths[i] - s.squares[i]) / (v.all[i] * (v.all[i] - 1) * square)
		numerator += term
		for b, n := range v.set[i] {
			s.psi[b] -= 2 / v.all[i] * n * term
		}
	}
	for t := range trees {
		b := unitSet(t/size, units, sets)
		s.space.forget()
		for k := range cells.Of(t, group) {
			cell := &cells.Of(t, group)[k]
			s.space.slot(t, cell)
			for _, i := range cell.Rows {
				if n := v.all[i]; n >= 2 {
					s.psi[b] += 2 / (n * (n - 1) * square) * s.space.along(k, i)
				}
			}
		}
	}
	return numerator, s.psi
}

// closeUnit notes the squared lengths of the current unit's differences, a unit
// in set b.
func (s *differenceSum) closeUnit(b int, v votes, square float64) {
	for _, i := range s.touched {
		slots, q := s.inUnit[i], 0.0
		for k, slot := range slots {
			q += s.space.square(slot)
			for _, other := range slots[:k] {
				q += 2 * s.space.inner(other, slot)
			}
		}
		s.moved[i] = true
		s.squares[i] += q
		if n := v.all[i]; n >= 2 {
			s.psi[b] -= 2 / (n * (n - 1) * square) * q
		}
		s.inUnit[i] = slots[:0]
	}
	s.touched = s.touched[:0]
}

func (s *differenceSum) reset(rows int) {
	if len(s.squares) < rows {
		s.squares, s.lengths = make([]float64, rows), make([]float64, rows)
		s.moved, s.inUnit = make([]bool, rows), make([][]int, rows)
	}
	s.moved = s.moved[:rows]
	clear(s.squares)
	clear(s.moved)
	clear(s.psi)
	s.space.reset(rows)
}
