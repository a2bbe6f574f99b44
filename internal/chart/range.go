package chart

import (
	"math"

	"gonum.org/v1/plot"

	"drfvi/internal/format"
)

// Estimate is a number with its standard error; NaN stands for none.
type Estimate struct{ Value, SE float64 }

// Reach is the half length of an error bar.
func (e Estimate) Reach() float64 {
	if e.SE > 0 {
		return 2 * e.SE
	}
	return 0
}

// ends are those of the error bar.
func (e Estimate) ends() (low, high float64) { return e.Value - e.Reach(), e.Value + e.Reach() }

// none reports whether there is no number.
func (e Estimate) none() bool { return math.IsNaN(e.Value) }

// text writes the estimate with the half length of its error bar.
func (e Estimate) text() string {
	text := format.TrueMinus(format.Significant(e.Value, 3))
	if r := e.Reach(); r > 0 {
		text += " ± " + format.Significant(r, 2)
	}
	return text
}

// textOf writes an estimate on an axis: where that is of decimal logarithms, what it is
// the logarithm of, with the ends of the error bar.
func (e Estimate) textOf(axis plot.Axis) string {
	if _, ok := axis.Tick.Marker.(logTicks); !ok {
		return e.text()
	}
	power := func(v float64) string { return format.Significant(math.Pow(10, v), 3) }
	text := power(e.Value)
	if r := e.Reach(); r > 0 {
		text += " (" + power(e.Value-r) + " to " + power(e.Value+r) + ")"
	}
	return text
}

// Interval is a closed interval.
type Interval struct{ Low, High float64 }

// Range is that of numbers, of which there may be none.
type Range struct {
	Low, High float64
	Set       bool
}

// With returns the smallest range that holds further values as well; NaN stands for none.
func (r Range) With(values ...float64) Range {
	for _, v := range values {
		switch {
		case math.IsNaN(v):
		case r.Set:
			r.Low, r.High = min(r.Low, v), max(r.High, v)
		default:
			r = Range{v, v, true}
		}
	}
	return r
}

// Padded returns the range with a little air where it does not end at 0.
func (r Range) Padded() (low, high float64) {
	air := 0.04 * (r.High - r.Low)
	if air == 0 {
		return 0, 1
	}
	low, high = r.Low, r.High
	if low < 0 {
		low -= air
	}
	if high > 0 {
		high += air
	}
	return low, high
}

// airy widens a range so that dots at its ends are whole.
func airy(low, high float64) (float64, float64) {
	low, high = near(low), near(high)
	air := 0.05 * (high - low)
	if air == 0 {
		air = 1
	}
	return low - air, high + air
}
