package chart

import (
	"math"
)

// airy widens a range so that dots at its ends are whole.
func airy(low, high float64) (float64, float64) {
	air := 0.05 * (high - low)
	if air == 0 {
		air = 1
	}
	return low - air, high + air
}

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

// Stretched returns a range of positive numbers with air at both ends, for a
// logarithmic axis.
func (r Range) Stretched() (low, high float64) {
	if !r.Set {
		return 1, 10
	}
	air := math.Max(1.15, math.Pow(r.High/r.Low, 0.06))
	return r.Low / air, r.High * air
}
