// Package design holds how the rows of a table were sampled, as in a survey: in
// clusters, whose rows depend on each other, and with weights, which say how many
// rows of the population a row stands for. Means over rows are weighted, and their
// errors are those of sums over clusters.
package design

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/internal/linalg"
)

// Design is the sampling design of a number of rows. The zero value is that of
// independent rows that all count the same.
type Design struct {
	// Clusters are the numbers of the rows' clusters, 0, 1, … in the order of their
	// first rows; nil if every row is a cluster of its own.
	Clusters []int32
	// Weights are positive, with mean 1 over the table; nil if all are equal.
	Weights []float64
}

// leastRatio is the least weight beside the largest: of smaller ones sums keep no digits
// that errors could be estimated from.
const leastRatio = 1e-12

// New returns the design of n rows with the given clusters, whatever their numbers,
// and weights, on whatever scale; either may be nil. Weights that are all equal are
// none. It returns an error that names the row, from 1, of what is no weight, or of the
// smallest where it is too small beside the largest to count.
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
		largest := slices.Max(weights) // the sum of very large ones would be infinite
		if smallest := slices.Min(weights); smallest/largest < leastRatio {
			return Design{}, fmt.Errorf("the weight of row %d is %.3g and that of row %d %.3g, expected weights that differ by a factor of at most %.0e",
				slices.Index(weights, smallest)+1, smallest, slices.Index(weights, largest)+1, largest, 1/leastRatio)
		}
		d.Weights = make([]float64, n)
		floats.ScaleTo(d.Weights, 1/largest, weights)
		floats.Scale(float64(n)/linalg.Sum(d.Weights), d.Weights)
	}
	return d, nil
}

// Numbered returns numbers for values, from 0 in the order in which they first come; nil
// for none.
func Numbered[T comparable](values []T) []int32 {
	if values == nil {
		return nil
	}
	place, of := map[T]int32{}, make([]int32, len(values))
	for i, v := range values {
		k, known := place[v]
		if !known {
			k = int32(len(place))
			place[v] = k
		}
		of[i] = k
	}
	return of
}

// Choose returns the design of the given rows.
func (d Design) Choose(rows []int32) Design {
	var part Design
	if d.Clusters != nil {
		clusters := make([]int32, len(rows))
		for k, row := range rows {
			clusters[k] = d.Clusters[row]
		}
		part.Clusters = Numbered(clusters)
	}
	if d.Weights != nil {
		part.Weights = make([]float64, len(rows))
		for k, row := range rows {
			part.Weights[k] = d.Weights[row]
		}
	}
	return part
}

// Units returns how many clusters, or independent rows, n rows are.
func (d Design) Units(n int) int {
	if d.Clusters == nil {
		return n
	}
	return int(slices.Max(d.Clusters)) + 1
}

// Weight returns the weight of a row.
func (d Design) Weight(i int) float64 {
	if d.Weights == nil {
		return 1
	}
	return d.Weights[i]
}

// Rows returns the rows of the given units, ascending; of independent rows the units
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

// Leading returns as many of the leading units as together have at most the given
// number of rows, and at least one.
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

// Mean returns the weighted mean of terms of the rows.
func (d Design) Mean(terms []float64) float64 {
	if d.Weights == nil {
		return linalg.Mean(terms)
	}
	return linalg.Dot(terms, d.Weights) / linalg.Sum(d.Weights)
}

// Sums returns the weighted sums of terms of the rows over each cluster. It may be
// terms itself.
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

// StandardError returns the standard error of Mean: of m clusters with the sums S_c of
// the weighted terms less their mean, W the sum of weights,
//
//	SE² = m/(m−1) Σ_c S_c² / W²,
//
// which is known as the sandwich, or the linearised variance of a ratio.
func (d Design) StandardError(terms []float64) float64 {
	n := float64(len(terms))
	if d.Clusters == nil && d.Weights == nil {
		return math.Sqrt(d.Squares(terms, linalg.Sum(terms)/n, nil) / (n - 1) / n)
	}
	m := float64(d.Units(len(terms)))
	return math.Sqrt(d.Squares(terms, d.Mean(terms), nil)*m/(m-1)) / d.Total(len(terms))
}

// Squares returns Σ_c S_c², S_c the weighted sum over a cluster of terms less their
// mean; rows that are not in use do not count, nil stands for all.
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

// Evenly returns at most the given number of rows that stand for all of n as if these
// had no weights: rows in their order, each as often as its weight says. It is all
// rows, once, if they have none.
func (d Design) Evenly(n, most int) []int32 {
	count := n
	if d.Weights != nil {
		count = min(n, most)
	}
	rows, row, passed, total := make([]int32, count), 0, d.Weight(0), d.Total(n)
	for k := range rows {
		for at := (float64(k) + 0.5) / float64(count) * total; passed < at && row < n-1; {
			row++
			passed += d.Weight(row)
		}
		rows[k] = int32(row)
	}
	return rows
}
