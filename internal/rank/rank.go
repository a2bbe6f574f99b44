// Package rank orders numbers, some of which may be missing (NaN).
package rank

import (
	"cmp"
	"math"
	"slices"
)

// Ascending returns the places of numbers, the smallest first, equal ones in the order of
// their places, missing ones last.
func Ascending(x []float64) []int { return ordered(x, -1) }

// Descending is the same with the largest first, and missing ones last too.
func Descending(x []float64) []int { return ordered(x, 1) }

// ordered compares signed numbers downwards, where NaN comes last.
func ordered(x []float64, sign float64) []int {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(sign*x[j], sign*x[i]) })
	return order
}

// Of returns the ranks of numbers from 1, the smallest first, equal ones with the mean
// of theirs; missing numbers count as equal, and larger than all others.
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

// Known returns how many numbers are not missing.
func Known(x []float64) int {
	n := 0
	for _, v := range x {
		if !math.IsNaN(v) {
			n++
		}
	}
	return n
}
