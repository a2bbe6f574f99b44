package importance

import (
	"math"
	"strconv"

	"drfvi/internal/elementary"
)

// Coverage is the coverage probability of an interval; the zero value stands for
// UsualCoverage.
type Coverage float64

// UsualCoverage is the default coverage of intervals.
const UsualCoverage Coverage = 0.95

// Level returns the coverage, never the zero value.
func (c Coverage) Level() Coverage {
	if c == 0 {
		return UsualCoverage
	}
	return c
}

// String returns the coverage in percent, "95 %".
func (c Coverage) String() string {
	return strconv.FormatFloat(100*float64(c.Level()), 'g', 6, 64) + " %"
}

// Title names intervals of the coverage, "95 % interval".
func (c Coverage) Title() string { return c.String() + " interval" }

// Normal returns the reach of intervals whose errors have the normal law, Student that for
// Student's law with the given degrees of freedom.
func (c Coverage) Normal() Reach {
	return Reach{c.Level(), elementary.NormalQuantile((1 + float64(c.Level())) / 2)}
}

// Student is described with Normal.
func (c Coverage) Student(freedom float64) Reach {
	return Reach{c.Level(), elementary.StudentQuantile(freedom, (1+float64(c.Level()))/2)}
}

// Reach is the half-width of an interval in standard errors, and the coverage that this
// gives.
type Reach struct {
	Coverage Coverage
	Errors   float64
}

// Interval is a closed interval.
type Interval struct {
	Low, High float64
	Coverage  Coverage // for which it was computed
}

// Uncut returns the interval around an estimate with a standard error.
func (r Reach) Uncut(value, se float64) Interval {
	half := float64(r.Errors * se)
	return Interval{Low: value - half, High: value + half, Coverage: r.Coverage}
}

// Share returns the interval of a share, cut off at 0 and 1.
func (r Reach) Share(value, se float64) Interval {
	i := r.Uncut(value, se)
	i.Low, i.High = min(max(i.Low, 0), 1), max(min(i.High, 1), 0)
	return i
}

// Unknown returns the interval of an entirely unknown share.
func (r Reach) Unknown() Interval { return Interval{Low: 0, High: 1, Coverage: r.Coverage} }

// Arcsine returns the interval of a share on the arcsine square-root scale, on which errors
// are about homogeneous: squared lengths vary less the smaller they are, and shares the
// nearer they are to 1. At 0 and 1 that scale has no width: values of up to 1.5 standard errors
// have an interval on their own scale, and near 1 the centre is moved to 1 − SE/2.
func (r Reach) Arcsine(value, se float64) Interval {
	centre := min(value, max(1-float64(se/2), 0.5))
	if value <= 1.5*se || centre == 1 {
		return r.Share(value, se)
	}
	angle, half := elementary.Asin(math.Sqrt(centre)), r.Errors*se/(2*math.Sqrt(centre*(1-centre)))
	low, high := elementary.Sin(max(angle-half, 0)), elementary.Sin(min(angle+half, math.Pi/2))
	return Interval{Low: low * low, High: high * high, Coverage: r.Coverage}
}
