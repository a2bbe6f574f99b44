package forest

import (
	"math/bits"
	"slices"

	"drfvi/internal/simd"
)

// sorter puts rows in the order of an input: from the ranks of the whole table,
// without comparing values, or by the values themselves. It belongs to one worker.
type sorter struct {
	ranks    *columnRanks
	values   [][]float64 // without ranks
	ordered  []valueAt   // the last ones that were sorted
	set      []uint64    // bitmap over ranks, empty between calls
	position []int32     // position[rank] = id, valid where the bitmap is set
	keys     []uint64    // rank·2³² + id
	scratch  simd.OrderScratch
}

// newSorter returns a sorter of at most largest rows.
func newSorter(ranks *columnRanks, largest int) sorter {
	n := ranks.rows
	return sorter{
		ranks: ranks, set: make([]uint64, (n+63)/64), position: make([]int32, n), keys: make([]uint64, largest),
	}
}

// newValueSorter returns a sorter of at most largest rows by values: where ranks of a table of far
// more rows would not pay.
func newValueSorter(values [][]float64, largest int) sorter {
	return sorter{values: values, ordered: make([]valueAt, largest)}
}

// Sort stores the ids in dst in the order of the input; rows are those of the
// ids. For few rows there is a kernel, for which all three have simd.Slack more
// numbers behind them, those of rows being rows too. Many mark their ranks in a
// bitmap and walk it, in O(n/64 + rows) without a comparison; where the bitmap would
// be almost empty, ranks are sorted. Equal values are in the order of their ids.
func (s *sorter) Sort(dst, ids, rows []int32, variable int32) {
	switch {
	case s.ranks == nil:
		for k, row := range rows {
			s.ordered[k] = valueAt{s.values[variable][row], ids[k]}
		}
		slices.SortFunc(s.ordered[:len(ids)], valueAt.compare)
		for k, entry := range s.ordered[:len(ids)] {
			dst[k] = entry.row
		}
	case len(ids) <= simd.Most && s.ranks.short != nil:
		simd.Order(dst, ids, rows, s.ranks.narrow(variable), &s.scratch)
	case len(ids)*16 < len(s.set):
		keys, ranks := s.keys[:len(ids)], s.ranks.ranks[variable]
		for k, row := range rows {
			keys[k] = uint64(ranks[row])<<32 | uint64(ids[k])
		}
		slices.Sort(keys)
		for k, key := range keys {
			dst[k] = int32(uint32(key))
		}
	default:
		ranks := s.ranks.ranks[variable]
		for k, row := range rows {
			r := ranks[row]
			s.set[r>>6] |= 1 << (r & 63)
			s.position[r] = ids[k]
		}
		k := 0
		for w, word := range s.set {
			if word == 0 {
				continue
			}
			positions := s.position[w<<6:]
			for ; word != 0; word &= word - 1 {
				dst[k] = positions[bits.TrailingZeros64(word)]
				k++
			}
			s.set[w] = 0
		}
	}
}

// tied tells whether some of the count values that were sorted last are equal.
func (s *sorter) tied(count int) tieKind {
	for k, entry := range s.ordered[1:count] {
		if entry.value == s.ordered[k].value {
			return someTies
		}
	}
	return noTies
}

// partStable moves the rows with values up to the threshold to the front,
// keeping the order on both sides. spill is scratch, at least as long as rows.
func partStable(rows, spill []int32, values []float64, threshold float64) (left, right []int32) {
	l := simd.Split(rows, spill, values, threshold)
	copy(rows[l:], spill)
	return rows[:l], rows[l:]
}

// partUnordered moves the rows with values up to the threshold to the front. Unlike
// partStable it does not keep the order, which makes it faster on the few rows
// that most calls are about: each row changes places with the first one known
// to belong to the right.
func partUnordered(rows []int32, values []float64, threshold float64) (left, right []int32) {
	count := uint(0)
	for k, row := range rows {
		if count >= uint(len(rows)) {
			break // never: it tells the compiler that the index is in range
		}
		rows[k], rows[count] = rows[count], row
		step := uint(0)
		if values[row] <= threshold {
			step = 1
		}
		count += step
	}
	return rows[:count], rows[count:]
}
