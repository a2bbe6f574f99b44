package chart

import (
	"math"

	"drfvi/internal/format"
)

// Interval is a closed interval.
type Interval struct{ Low, High float64 }

// Estimate is a number with its error bar or interval, which has no length where there is none;
// NaN stands for no number.
type Estimate struct {
	Value float64
	Interval
}

// Number is a number without an interval, and WithSE one with an error bar of ±2 standard errors
// unless these are none.
func Number(v float64) Estimate { return Estimate{v, Interval{v, v}} }

func WithSE(v, se float64) Estimate {
	if !(se > 0) {
		return Number(v)
	}
	return Estimate{v, Interval{v - 2*se, v + 2*se}}
}

// Numbers are numbers without intervals.
func Numbers(values []float64) []Estimate {
	estimates := make([]Estimate, len(values))
	for i, v := range values {
		estimates[i] = Number(v)
	}
	return estimates
}

// text writes the estimate with its interval.
func (e Estimate) text() string {
	half := (e.High - e.Low) / 2
	switch {
	case half > 0 && math.Abs(e.High-e.Value-half) < 1e-9*half:
		return written(e.Value) + " ± " + format.Significant(half, 2)
	case half > 0:
		return written(e.Value) + " (" + written(e.Low) + " to " + written(e.High) + ")"
	}
	return written(e.Value)
}

func written(v float64) string { return format.TrueMinus(format.Significant(v, 3)) }

// farthest is the largest number that is drawn where it is: axes between larger ones have no
// length that is a number.
const farthest = 1e300

func near(v float64) float64 { return min(max(v, -farthest), farthest) }

// isMissing reports whether there is no number.
func (e Estimate) isMissing() bool { return math.IsNaN(e.Value) }
