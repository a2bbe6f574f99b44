package datasets

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rank"
)

// Scale is the scaling of numeric responses before they are compared.
type Scale string

const (
	// ScaleNone leaves them as they are; so does "".
	ScaleNone Scale = "none"
	// ScaleSD divides each by its standard deviation.
	ScaleSD Scale = "sd"
	// ScaleRank replaces each by its normal scores, of standard deviation 1.
	ScaleRank Scale = "rank"
)

// ScaleNames lists the scales, the default first.
func ScaleNames() []string { return []string{string(ScaleNone), string(ScaleSD), string(ScaleRank)} }

// Of returns the values of a response on the scale.
func (s Scale) Of(values []float64) []float64 {
	switch s {
	case ScaleSD:
		return byDeviation(values)
	case ScaleRank:
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
