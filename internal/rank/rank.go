// Package rank orders numbers, some of which may be missing (NaN), and finds equal rows.
package rank

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// Ascending returns the indices that sort x in ascending order, stably, with missing numbers
// last.
func Ascending(x []float64) []int { return ordered(x, -1) }

// Descending is Ascending with the largest first; missing numbers are still last.
func Descending(x []float64) []int { return ordered(x, 1) }

// ordered sorts by sign·x in descending order, NaN last.
func ordered(x []float64, sign float64) []int {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(sign*x[j], sign*x[i]) })
	return order
}

// Of returns ranks from 1, the smallest first, with midranks for ties; missing numbers are
// tied and larger than all others.
func Of(x []float64) []float64 {
	order, ranks := Ascending(x), make([]float64, len(x))
	for first := 0; first < len(order); {
		end := first + 1
		for end < len(order) && cmp.Compare(x[order[first]], x[order[end]]) == 0 { // NaN equals NaN
			end++
		}
		for _, i := range order[first:end] {
			ranks[i] = float64(first+1+end) / 2
		}
		first = end
	}
	return ranks
}

// Known returns the number of values that are not missing.
func Known(x []float64) int {
	n := 0
	for _, v := range x {
		if !math.IsNaN(v) {
			n++
		}
	}
	return n
}

// Distinct returns the distinct rows and the multiplicity of each.
func Distinct(rows [][]float64) (different [][]float64, counts []int) {
	places := make(map[string]int, len(rows))
	var key []byte
	for _, row := range rows {
		key = key[:0]
		for _, v := range row {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v+0)) // zeros are equal
		}
		place, known := places[string(key)]
		if !known {
			place = len(different)
			places[string(key)] = place
			different, counts = append(different, row), append(counts, 0)
		}
		counts[place]++
	}
	return different, counts
}
