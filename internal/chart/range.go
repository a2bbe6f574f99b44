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

// Range is the union of ranges.
type Range struct {
	Low, High float64
	Set       bool
}

// Include makes the range as large as to hold another one.
func (r *Range) Include(low, high float64) {
	if !r.Set {
		*r = Range{low, high, true}
		return
	}
	r.Low, r.High = min(r.Low, low), max(r.High, high)
}

// Ranges are ranges by what they are of.
type Ranges map[string]Range

// Include makes the range of a name as large as to hold another one.
func (all Ranges) Include(name string, low, high float64) {
	r := all[name]
	r.Include(low, high)
	all[name] = r
}

// add includes an estimate with its error bar, if there is one.
func (r *Range) add(estimates ...Estimate) {
	for _, e := range estimates {
		if !e.none() {
			r.Include(e.Value-e.Reach(), e.Value+e.Reach())
		}
	}
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

// rangeOf is the range of values, those that are not NaN.
func rangeOf(values []float64) (r Range) {
	for _, v := range values {
		r.add(Estimate{Value: v})
	}
	return r
}

// airy widens a range so that dots at its ends are whole.
func airy(low, high float64) (float64, float64) {
	air := 0.05 * (high - low)
	if air == 0 {
		air = 1
	}
	return low - air, high + air
}
