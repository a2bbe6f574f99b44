package mmd

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// medianRows is the largest number of rows all of whose pairs are looked at.
// Larger tables are represented by that many random rows, as drf ≥ 1.2 does:
// all pairs of 60 000 rows would take 13 GB.
const medianRows = 5000

// MedianHeuristic returns median over i<j of √(‖Yi − Yj‖/2), which is what drf
// calls the median heuristic: the square root of a length. For more than 5000
// rows it is the value for 5000 random rows (always the same ones).
func MedianHeuristic(y *mat.Dense) float64 {
	low, high := middleSquaredDistances(y)
	h := func(squared float64) float64 { return math.Sqrt(math.Sqrt(squared) / 2) }
	return (h(low) + h(high)) / 2
}

// MedianDistance returns the median over i<j of ‖Yi − Yj‖, the scale of the
// usual median heuristic. For more than 5000 rows it is the value for 5000
// random rows (always the same ones).
func MedianDistance(y *mat.Dense) float64 {
	low, high := middleSquaredDistances(y)
	return (math.Sqrt(low) + math.Sqrt(high)) / 2
}

// middleSquaredDistances returns the two middle values (equal for an odd
// count) of ‖Yi − Yj‖² over the pairs i<j; zeros if there is no pair.
//
// Squares are not kept: they are counted by the leading bits of their binary
// representation, which orders positive floats, and a second and third pass
// resolve the bucket that holds the median. Memory is O(1) in n².
func middleSquaredDistances(y *mat.Dense) (low, high float64) {
	rows := medianSample(y)
	n := len(rows)
	pairs := n * (n - 1) / 2
	if pairs == 0 {
		return 0, 0
	}
	low = orderStatistic(rows, (pairs-1)/2)
	if pairs%2 == 1 {
		return low, low
	}
	return low, orderStatistic(rows, pairs/2)
}

// medianSample returns the rows of y, or medianRows random ones of them.
func medianSample(y *mat.Dense) [][]float64 {
	n, _ := y.Dims()
	if n <= medianRows {
		rows := make([][]float64, n)
		for i := range rows {
			rows[i] = y.RawRowView(i)
		}
		return rows
	}
	perm := make([]int32, n)
	rng.New(0).Named("median rows").Source().Perm(perm)
	rows := make([][]float64, medianRows)
	for i := range rows {
		rows[i] = y.RawRowView(int(perm[i]))
	}
	return rows
}

// orderStatistic returns the k-th smallest (from 0) squared distance of pairs
// of rows: a radix selection on the bit pattern, 22, 21 and 21 bits a pass.
func orderStatistic(rows [][]float64, k int) float64 {
	var prefix uint64 // leading bits known so far
	known := 0
	for _, width := range []int{22, 21, 21} {
		counts := make([]int32, 1<<width)
		shift := 64 - known - width
		for i, a := range rows {
			for _, b := range rows[:i] {
				bits := math.Float64bits(squaredDistance(a, b))
				if known == 0 || bits>>(64-known) == prefix {
					counts[bits>>shift&(1<<width-1)]++
				}
			}
		}
		for bucket, count := range counts {
			if k < int(count) {
				prefix = prefix<<width | uint64(bucket)
				break
			}
			k -= int(count)
		}
		known += width
	}
	return math.Float64frombits(prefix)
}

// squaredDistance returns ‖a − b‖².
func squaredDistance(a, b []float64) float64 {
	sum := 0.0
	for k, v := range a {
		d := v - b[k]
		sum += d * d
	}
	return sum
}
