package forest

import (
	"math/bits"
	"slices"
)

// rowSorter puts the rows of a node in the order of a variable, from the ranks
// of the whole table. It belongs to one worker.
type rowSorter struct {
	ranks [][]int32 // by variable and row: place of the row in rows
	rows  [][]int32 // by variable: all rows of the table in increasing order
	set   []uint64  // bitmap over ranks, empty between calls
	keys  []int32   // scratch: ranks to sort
	dst   []int32   // the rows in order
}

// fewRows is the size up to which counting is the fastest way.
const fewRows = 16

func newRowSorter(columns *Columns, rows [][]int32) *rowSorter {
	n := columns.Rows()
	return &rowSorter{ranks: columns.ranks, rows: rows, set: make([]uint64, (n+63)/64), dst: make([]int32, max(n, fewRows))}
}

// sort returns the given rows in increasing order of the variable. The result
// is valid until the next call.
func (s *rowSorter) sort(variable int32, rows []int32) []int32 {
	ranks, inOrder := s.ranks[variable], s.rows[variable]
	switch {
	case len(rows) <= fewRows:
		s.count(rows, ranks)
	case len(rows)*16 < len(s.set):
		s.keys = s.keys[:0]
		for _, row := range rows {
			s.keys = append(s.keys, ranks[row])
		}
		slices.Sort(s.keys)
		for k, rank := range s.keys {
			s.dst[k] = inOrder[rank]
		}
	default:
		s.walk(rows, ranks, inOrder)
	}
	return s.dst[:len(rows)]
}

// walk marks each row's rank as a bit in a map of n bits and then meets the
// bits in order: n/64 + rows steps, no comparison.
func (s *rowSorter) walk(rows, ranks, inOrder []int32) {
	for _, row := range rows {
		rank := ranks[row]
		s.set[rank>>6] |= 1 << (rank & 63)
	}
	k := 0
	for w, word := range s.set {
		if word == 0 {
			continue
		}
		s.set[w] = 0
		for at := inOrder[w<<6:]; word != 0; word &= word - 1 {
			s.dst[k] = at[bits.TrailingZeros64(word)]
			k++
		}
	}
}

// count finds for each row how many come before it: work that grows with the
// square of the number of rows, but has no branch to mispredict.
func (s *rowSorter) count(rows, ranks []int32) {
	var keys [fewRows]int32
	var place [fewRows]uint32
	for i, row := range rows {
		key, before := ranks[row], uint32(0)
		for j, other := range keys[:i] {
			after := uint32(key-other) >> 31 // 1 if the other comes after
			place[j&(fewRows-1)] += after
			before += 1 - after
		}
		keys[i&(fewRows-1)], place[i&(fewRows-1)] = key, before
	}
	for i, row := range rows {
		s.dst[place[i]] = row
	}
}
