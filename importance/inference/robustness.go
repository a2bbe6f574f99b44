package inference

import (
	"math"

	"drfvi/importance"
	"drfvi/internal/elementary"
)

// Robustness is the robustness value of a finding (Cinelli and Hazlett 2020): an unlearnt function
// of the other inputs explains it away if it has at least this share of the residual variance of
// both the input and the response, given what was learnt from the others. The finding is an
// estimate, a covariance of residuals or what is proportional to one, above 0 by a one-sided test
// at the level, with its standard error and the residual degrees of freedom (those of a
// regression: the number of rows or clusters less that of what was fitted).
//
// With f = value/(se·√freedom) and f* = t*/√(freedom − 1), t* the (1 − level)-quantile of Student's
// law with freedom − 1 degrees of freedom, a function with the share r of both moves f by
// r/√(1 − r), so that
//
//	r = (√(g⁴ + 4g²) − g²)/2,  g = f − f*,
//
// and, where f·f* > 1, r = (f² − f*²)/(1 + f²): a smaller share of the response then widens the
// error by more than it spares of the difference. Robustness is 0 for what is not found; at the
// level ½ it is that of an estimate of 0. It panics unless se is positive, freedom above 1 and the
// level in (0, ½].
func Robustness(value, se, freedom, level float64) float64 {
	if !(se > 0) || !(freedom > 1) || !(level > 0 && level <= 0.5) {
		panic("inference: Robustness without a standard error, degrees of freedom or a level")
	}
	f := value / (se * math.Sqrt(freedom))
	critical := elementary.StudentQuantile(freedom-1, 1-level) / math.Sqrt(freedom-1)
	beyond := f - critical
	switch {
	case !(beyond > 0):
		return 0
	case f*critical > 1:
		return (float64(f*f) - float64(critical*critical)) / (1 + float64(f*f))
	}
	return 2 / (1 + math.Sqrt(1+4/float64(beyond*beyond))) // without cancellation
}

// robustness returns the robustness values of tests at importance.Level with so many independent
// units, as of estimates of one number with these p-values: exact where a line is tested, and
// otherwise for a line that is found as clearly. Nil without tests, 0 of two units or fewer.
func robustness(p []float64, units float64) []float64 {
	if p == nil {
		return nil
	}
	all := make([]float64, len(p))
	for j, of := range p {
		if units > 2 {
			all[j] = Robustness(scoreOf(of), 1, units-1, importance.Level)
		}
	}
	return all
}

// scoreOf is the number that a standard normal one exceeds with a probability of at most a half, to
// the last bit; 38 for those too small to be told from 0.
func scoreOf(p float64) float64 {
	low, high := 0.0, 38.0
	for {
		middle := (low + high) / 2
		if middle <= low || middle >= high {
			return high
		}
		if elementary.Erfc(middle/math.Sqrt2)/2 > p {
			low = middle
		} else {
			high = middle
		}
	}
}
