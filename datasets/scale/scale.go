// Package scale brings numeric responses to one scale before they are compared.
package scale

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rank"
)

// Scale is what becomes of responses.
type Scale string

const (
	// None leaves them as they are; so does "".
	None Scale = "none"
	// SD divides each by its standard deviation.
	SD Scale = "sd"
	// Rank replaces each by its normal scores, of standard deviation 1.
	Rank Scale = "rank"
)

// Names lists the scales, the default first.
func Names() []string { return []string{string(None), string(SD), string(Rank)} }

// Of returns the values of a response on the scale.
func (s Scale) Of(values []float64) []float64 {
	switch s {
	case SD:
		return byDeviation(values)
	case Rank:
		return byRank(values)
	}
	return values
}

// byDeviation returns the values divided by their standard deviation; as they are if
// all are equal.
func byDeviation(values []float64) []float64 {
	scaled := slices.Clone(values)
	// Of values less the first one: if all are equal that is exactly 0.
	differences := slices.Clone(values)
	floats.AddConst(-values[0], differences)
	if _, variance := linalg.Variance(differences); variance > 0 && !math.IsInf(variance, 0) {
		floats.Scale(1/math.Sqrt(variance), scaled)
	}
	return scaled
}

// byRank returns the normal scores of the values, divided by their standard deviation:
// Φ⁻¹((r − ½)/n) of rank r among n, the mean of their ranks for equal values. No
// increasing transformation of the values changes them.
func byRank(values []float64) []float64 {
	scores := rank.Of(values)
	for i, r := range scores {
		scores[i] = elementary.NormalQuantile((r - 0.5) / float64(len(values)))
	}
	return byDeviation(scores)
}
