// Package design holds the sampling design of a table's rows, as in a survey: clusters of
// dependent rows, and weights, the number of population rows that a row stands for. Means are
// weighted, and their errors are those of sums over clusters.
package design

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/internal/linalg"
)

// Design is the sampling design of a number of rows. The zero value stands for independent rows
// of equal weight.
type Design struct {
	// Clusters are the numbers of the rows' clusters, 0, 1, … in the order of their
	// first rows; nil if every row is a cluster of its own.
	Clusters []int32
	// Weights are positive, with mean 1 over the table; nil if all are equal.
	Weights []float64
}

// leastRatio is the least ratio of a weight to the largest: sums would keep no digits of
// smaller ones for estimating errors.
const leastRatio = 1e-12

// New returns the design of n rows with the given clusters, arbitrary numbers, and weights, on
// any scale; either may be nil. Equal weights count as none. The error names the row, from 1,
// of an invalid weight, or of the smallest if it is negligible beside the largest.
func New(n int, clusters []int32, weights []float64) (Design, error) {
	switch {
	case clusters != nil && len(clusters) != n:
		return Design{}, fmt.Errorf("clusters of %d rows for a table of %d", len(clusters), n)
	case weights != nil && len(weights) != n:
		return Design{}, fmt.Errorf("weights of %d rows for a table of %d", len(weights), n)
	}
	for i, w := range weights {
		if !(w > 0) || math.IsInf(w, 0) {
			return Design{}, fmt.Errorf("the weight of row %d is %v, expected a positive finite number", i+1, w)
		}
	}
	d := Design{Clusters: Numbered(clusters)}
	if len(weights) > 0 && slices.Max(weights) > slices.Min(weights) {
		largest := slices.Max(weights)
		if smallest := slices.Min(weights); smallest/largest < leastRatio {
			return Design{}, fmt.Errorf("the weight of row %d is %.3g and that of row %d %.3g, expected weights "+
				"that differ by a factor of at most %.0e",
				slices.Index(weights, smallest)+1, smallest, slices.Index(weights, largest)+1, largest, 1/leastRatio)
		}
		d.Weights = make([]float64, n)
		_, exponent := math.Frexp(largest) // the sum of very large weights could be infinite, as 1 over very small ones
		for i, w := range weights {
			d.Weights[i] = math.Ldexp(w, -exponent)
		}
		floats.Scale(1/math.Ldexp(largest, -exponent), d.Weights)
		floats.Scale(float64(n)/linalg.Sum(d.Weights), d.Weights)
	}
	return d, nil
}

// Numbered numbers values from 0 in the order of their first occurrence; nil for none.
func Numbered[T comparable](values []T) []int32 {
	if values == nil {
		return nil
	}
	place, numbers := map[T]int32{}, make([]int32, len(values))
	for i, v := range values {
		k, known := place[v]
		if !known {
			k = int32(len(place))
			place[v] = k
		}
		numbers[i] = k
	}
	return numbers
}

// Choose returns the design of the given rows.
func (d Design) Choose(rows []int32) Design {
	return Design{Numbered(chosen(d.Clusters, rows)), chosen(d.Weights, rows)}
}

// chosen returns the values of the given rows; nil for none.
func chosen[T any](values []T, rows []int32) []T {
	if values == nil {
		return nil
	}
	part := make([]T, len(rows))
	for k, row := range rows {
		part[k] = values[row]
	}
	return part
}

// Units returns the number of clusters, or independent rows, among n rows.
func (d Design) Units(n int) int {
	if d.Clusters == nil {
		return n
	}
	return int(slices.Max(d.Clusters)) + 1
}

// Halves returns the rows of the first half of some units and of the others, ascending.
func (d Design) Halves(units []int32) [2][]int32 {
	half := len(units) / 2
	halves := [2][]int32{d.Rows(units[:half]), d.Rows(units[half:])}
	for h, rows := range halves {
		halves[h] = slices.Sorted(slices.Values(rows))
	}
	return halves
}

// Weight returns the weight of a row.
func (d Design) Weight(i int) float64 {
	if d.Weights == nil {
		return 1
	}
	return d.Weights[i]
}

// Rows returns the rows of the given units, ascending; for independent rows the units
// themselves, in their order.
func (d Design) Rows(units []int32) []int32 {
	if d.Clusters == nil {
		return units
	}
	chosen := make([]bool, d.Units(0))
	for _, u := range units {
		chosen[u] = true
	}
	var rows []int32
	for i, c := range d.Clusters {
		if chosen[c] {
			rows = append(rows, int32(i))
		}
	}
	return rows
}

// Sizes returns the number of rows of each of the clusters.
func (d Design) Sizes() []int {
	sizes := make([]int, d.Units(0))
	for _, c := range d.Clusters {
		sizes[c]++
	}
	return sizes
}

// Leading returns the leading units that together have at most the given number of rows, but
// at least one unit.
func (d Design) Leading(units []int32, rows int) []int32 {
	if d.Clusters == nil {
		return units[:min(max(rows, 1), len(units))]
	}
	sizes := d.Sizes()
	for k, u := range units {
		if rows -= sizes[u]; rows < 0 {
			return units[:max(k, 1)]
		}
	}
	return units
}

// Mean returns the weighted mean of the rows' terms.
func (d Design) Mean(terms []float64) float64 {
	if d.Weights == nil {
		return linalg.Mean(terms)
	}
	return linalg.Dot(terms, d.Weights) / linalg.Sum(d.Weights)
}

// Sums returns the weighted sums of the rows' terms over each cluster, possibly in terms
// itself.
func (d Design) Sums(terms []float64) []float64 {
	if d.Clusters == nil && d.Weights == nil {
		return terms
	}
	if d.Clusters == nil {
		return floats.MulTo(make([]float64, len(terms)), terms, d.Weights)
	}
	sums := make([]float64, d.Units(0))
	for i, c := range d.Clusters {
		sums[c] += float64(d.Weight(i) * terms[i])
	}
	return sums
}

// Total returns the sum of the weights of n rows.
func (d Design) Total(n int) float64 {
	if d.Weights == nil {
		return float64(n)
	}
	return linalg.Sum(d.Weights)
}

// StandardError returns the standard error of Mean by the sandwich estimator, the linearised
// variance of a ratio:
//
//	SE² = m/(m−1) Σ_c S_c² / W².
//
// Here m is the number of clusters, S_c the sum of weighted terms less their mean, W that of
// weights.
func (d Design) StandardError(terms []float64) float64 {
	n := float64(len(terms))
	if d.Clusters == nil && d.Weights == nil {
		return math.Sqrt(d.Squares(terms, linalg.Sum(terms)/n, nil) / (n - 1) / n)
	}
	m := float64(d.Units(len(terms)))
	return math.Sqrt(d.Squares(terms, d.Mean(terms), nil)*m/(m-1)) / d.Total(len(terms))
}

// Squares returns Σ_c S_c², S_c the weighted sum over a cluster of terms less their mean, over
// the rows in use; nil stands for all.
func (d Design) Squares(terms []float64, mean float64, use []bool) float64 {
	sum, sums := 0.0, []float64(nil)
	if d.Clusters != nil {
		sums = make([]float64, d.Units(0))
	}
	for i, v := range terms {
		if use != nil && !use[i] {
			continue
		}
		deviation := float64(d.Weight(i) * (v - mean))
		if sums == nil {
			sum += float64(deviation * deviation)
		} else {
			sums[d.Clusters[i]] += deviation
		}
	}
	for _, s := range sums {
		sum += float64(s * s)
	}
	return sum
}

// Evenly returns at most the given number of rows that represent all of n without weights: rows
// in their order, each in proportion to its weight; all rows once if they have none.
func (d Design) Evenly(n, largest int) []int32 {
	count := n
	if d.Weights != nil {
		count = min(n, largest)
	}
	rows, row, passed, total := make([]int32, count), 0, d.Weight(0), d.Total(n)
	for k := range rows {
		for target := (float64(k) + 0.5) / float64(count) * total; passed < target && row < n-1; {
			row++
			passed += d.Weight(row)
		}
		rows[k] = int32(row)
	}
	return rows
}
