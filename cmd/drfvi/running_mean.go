package main

import (
	"math"
	"slices"

	"drfvi/internal/rank"
)

// A gap is where there is no row for this share of the range of an input, of few rows
// for a larger one.
const gapShare = 0.08

// meanPoints is the number of points of a running mean, windowShare the share of the rows
// that each is the mean of, and leastWindow the least number of them.
const (
	meanPoints  = 60
	windowShare = 1. / 12
	leastWindow = 8
)

// stretch are rows along an input without a gap between them, in the order of its values.
type stretch []int

// stretches orders rows by their values of an input and parts them at gaps. Rows without
// a value are left out.
func stretches(x []float64) (pieces []stretch) {
	order := rank.Ascending(x)[:rank.Known(x)]
	if len(order) == 0 {
		return nil
	}
	span := x[order[len(order)-1]] - x[order[0]]
	wide := span * max(gapShare, 0.5/math.Sqrt(float64(len(order))))
	first := 0
	for k := 1; k <= len(order); k++ {
		if k < len(order) && x[order[k]]-x[order[k-1]] <= wide {
			continue
		}
		pieces = append(pieces, order[first:k])
		first = k
	}
	return pieces
}

// smooth returns the running mean of y along x over a stretch of n rows in all: each
// point is the mean of as many rows around it, of which those of one value of x count
// with their mean. Of a single value of x there is one point.
func (s stretch) smooth(x, y []float64, n int) (places, mean []float64) {
	window := min(max(int(windowShare*float64(n)), leastWindow), len(s))
	steps := min(meanPoints, len(s)-window+1)
	level := s.level(x, y)
	for k := range steps {
		first := 0
		if steps > 1 {
			first = k * (len(s) - window) / (steps - 1)
		}
		sumX, sumY := 0.0, 0.0
		for i := first; i < first+window; i++ {
			sumX, sumY = sumX+x[s[i]], sumY+level[i]
		}
		places, mean = append(places, sumX/float64(window)), append(mean, sumY/float64(window))
	}
	switch first, last := x[s[0]], x[s[len(s)-1]]; {
	case first == last:
		return []float64{first}, mean[:1]
	case len(places) == 1: // as wide as its rows
		places, mean = []float64{first, last}, append(mean, mean[0])
	}
	return places, mean
}

// level returns y in the order of the rows, that of rows of one value of x their mean.
func (s stretch) level(x, y []float64) []float64 {
	level := make([]float64, 0, len(s))
	for first := 0; first < len(s); first = len(level) {
		sum, end := 0.0, first
		for end < len(s) && x[s[end]] == x[s[first]] {
			sum += y[s[end]]
			end++
		}
		level = append(level, slices.Repeat([]float64{sum / float64(end-first)}, end-first)...)
	}
	return level
}

// byLevel returns the mean of y at each of so many levels; NaN where there is no row.
func byLevel(x, y []float64, levels int) []float64 {
	sums, counts := make([]float64, levels), make([]float64, levels)
	for i, v := range x {
		if !math.IsNaN(v) {
			sums[int(v)] += y[i]
			counts[int(v)]++
		}
	}
	for k := range sums {
		sums[k] /= counts[k]
	}
	return sums
}
