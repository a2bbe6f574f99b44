package importance

import (
	"cmp"
	"math"
	"slices"

	"drfvi/forest"
)

// Inference is what the data say about the values of a Result beyond the values:
// how far other data would have changed them, and whether they could be chance.
type Inference struct {
	// Explained is the share of the variation of the responses, in the kernel's
	// Hilbert space, that the inputs explain.
	Explained Share
	// SE are standard errors over tables, and Intervals cover as the Task asks: both
	// of the importances of forests grown on as many rows as the table has.
	SE        []float64
	Intervals []Interval
	// P are p-values of the hypotheses that the law of the responses given all
	// inputs is that given all but the input's; Adjusted are these adjusted by
	// Holm's method for the number of inputs. Nil without tests.
	P, Adjusted []float64
	// StandsIn says which inputs may stand in for others: these predict them so well
	// that made-up ones in their place, which add nothing to the others, are found as
	// well or nearly so. What is found of them may be what forests miss in the others. Nil
	// without tests.
	StandsIn []bool
}

// Share is a share of variation that is explained.
type Share struct {
	Value    float64
	SE       float64
	Interval Interval
	// P is the p-value of the hypothesis that nothing is explained; 1 without
	// tests.
	P float64
	// Total is the variation that it is a share of, a mean over rows.
	Total float64
}

// Level is the level of tests.
const Level = 0.05

// Nothing reports whether the data leave open that the inputs explain nothing: by the
// test, or without one by the interval.
func (s Share) Nothing() bool {
	if math.IsNaN(s.P) {
		return s.Interval.Low <= 0
	}
	return s.P > Level
}

// Holm adjusts p-values for the number of hypotheses so that the probability of
// rejecting any true one stays below the level, however the tests depend on each
// other (Holm 1979): the k-th smallest of m becomes the largest of (m − i + 1)·p
// over the i-th smallest up to it.
func Holm(p []float64) []float64 {
	return adjust(p, func(rank int) float64 { return float64(len(p) - rank) }, false)
}

// BenjaminiYekutieli adjusts p-values so that the expected share of true
// hypotheses among those rejected stays below the level, however the tests depend
// on each other (Benjamini and Yekutieli 2001): the k-th smallest of m becomes the
// smallest of p·m·(1 + 1/2 + … + 1/m)/i over the i-th smallest from it on.
func BenjaminiYekutieli(p []float64) []float64 {
	m, harmonic := float64(len(p)), 0.0
	for i := range p {
		harmonic += 1 / float64(i+1)
	}
	return adjust(p, func(rank int) float64 { return m * harmonic / float64(rank+1) }, true)
}

// adjust multiplies each p-value by the factor of its rank, from 0, and makes the
// products as monotone as the values: going down from the largest, by minima, or up
// from the smallest, by maxima.
func adjust(p []float64, factor func(rank int) float64, down bool) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted := make([]float64, len(p))
	last := 0.0
	if down {
		last = 1
	}
	for k := range order {
		rank := k
		if down {
			rank = len(order) - 1 - k
		}
		v := min(p[order[rank]]*factor(rank), 1)
		if down {
			last = math.Min(last, v)
		} else {
			last = math.Max(last, v)
		}
		adjusted[order[rank]] = last
	}
	return adjusted
}

// Chosen is the configuration that Auto has taken.
type Chosen struct {
	Config forest.Config
	// Explained is the share of the variation that the forest explains
	// out-of-bag; Paper that of the preset "paper", NaN where it cannot be grown.
	Explained, Paper float64
}
