// Package rank orders numbers, some of which may be missing (NaN), turns them into scores,
// adjusts p-values in their order, and finds equal rows.
package rank

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"drfvi/internal/elementary"
)

// Ascending returns the indices that sort x in ascending order, stably, with missing numbers
// last.
func Ascending(x []float64) []int { return ordered(x, -1) }

// Descending is Ascending with the largest first; missing numbers are still last.
func Descending(x []float64) []int { return ordered(x, 1) }

// ordered sorts by sign·x in descending order, NaN last.
func ordered(x []float64, sign float64) []int {
	order := Numbers[int](len(x))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(sign*x[j], sign*x[i]) })
	return order
}

// Numbers returns 0, …, n−1, an order to begin with.
func Numbers[I int | int32](n int) []I {
	numbers := make([]I, n)
	for i := range numbers {
		numbers[i] = I(i)
	}
	return numbers
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

// NormalScores returns the quantiles of the normal law at the midranks of numbers less ½, over
// the number of those that are known; 0 for missing ones.
func NormalScores(x []float64) []float64 {
	scores, known := Of(x), float64(Known(x))
	for i, v := range x {
		if math.IsNaN(v) {
			scores[i] = 0
		} else {
			scores[i] = elementary.NormalQuantile((scores[i] - 0.5) / known)
		}
	}
	return scores
}

// Holm adjusts p-values for the number of hypotheses, controlling the familywise error rate
// under any dependence between the tests (Holm 1979): the k-th smallest of m becomes the
// largest of (m − i + 1)·p over the i-th smallest, i ≤ k.
func Holm(p []float64) []float64 {
	adjusted, largest := make([]float64, len(p)), 0.0
	for k, i := range Ascending(p) {
		largest = max(largest, min(1, p[i]*float64(len(p)-k)))
		adjusted[i] = largest
	}
	return adjusted
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

// Repeat reports whether some of the rows, without missing numbers, are equal.
func Repeat(rows [][]float64) bool {
	sorted := slices.Clone(rows)
	slices.SortFunc(sorted, slices.Compare)
	return len(slices.CompactFunc(sorted, slices.Equal)) < len(rows)
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
