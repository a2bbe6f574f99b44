package importance

import (
	"math"
	"testing"
)

// TestCoverage has quantiles known from tables, and the words of a few coverages.
func TestCoverage(t *testing.T) {
	for _, c := range []struct {
		coverage        Coverage
		normal, student float64 // of 4 degrees of freedom
		title           string
	}{
		{0, 1.959964, 2.776445, "95 % interval"}, {0.95, 1.959964, 2.776445, "95 % interval"}, {0.8, 1.281552, 1.533206, "80 % interval"},
		{0.999, 3.290527, 8.610302, "99.9 % interval"}, {0.5, 0.674490, 0.740697, "50 % interval"},
	} {
		normal, student := c.coverage.Normal(), c.coverage.Student(4)
		if math.Abs(normal.Errors-c.normal) > 1e-6 || math.Abs(student.Errors-c.student) > 1e-6 || c.coverage.Title() != c.title {
			t.Errorf("%v: %v and %v, %q, expected %+v", c.coverage, normal, student, c.coverage.Title(), c)
		}
		for _, i := range []Interval{normal.Uncut(-1, 3), normal.Share(0.2, 0.1), student.Arcsine(0.2, 0.1), student.Arcsine(0.2, 9), student.Unknown()} {
			if i.Coverage != c.coverage.Level() || i.Low > i.High {
				t.Errorf("%v: interval %+v", c.coverage, i)
			}
		}
	}
}

func TestShare(t *testing.T) {
	for _, c := range []struct{ value, half, low, high float64 }{
		{0.5, 0.25, 0.25, 0.75}, {0.1, 0.25, 0, 0.35}, {0.9, 0.25, 0.65, 1},
		{-1, 0.25, 0, 0}, {2, 0.25, 1, 1}, {-1, 9, 0, 1}, {0, 0, 0, 0},
	} {
		if got := (Reach{Errors: 1}).Share(c.value, c.half); math.Abs(got.Low-c.low) > 1e-15 || math.Abs(got.High-c.high) > 1e-15 {
			t.Errorf("within %v of %v: %v, want %v to %v", c.half, c.value, got, c.low, c.high)
		}
	}
}

// TestArcsine has values and errors of all sizes: the interval lies between 0 and 1,
// holds the value as far as that does, and of small errors is about as wide as on the
// value's own scale.
func TestArcsine(t *testing.T) {
	const quantile = 2.3
	for _, value := range []float64{-3, -0.1, 0, 1e-9, 0.01, 0.2, 0.5, 0.9, 0.999, 1, 1.2, 40} {
		for _, se := range []float64{0, 1e-20, 1e-9, 0.001, 0.05, 0.3, 1, 20} {
			i := (Reach{Errors: quantile}).Arcsine(value, se)
			if !(i.Low >= 0 && i.High <= 1 && i.Low <= i.High) {
				t.Errorf("%v ± %v: interval %v", value, se, i)
			}
			if inside := min(max(value, 0), 1); inside < i.Low-1e-12 || inside > i.High+1e-12 {
				t.Errorf("%v ± %v is not in its interval %v", value, se, i)
			}
			if value >= 0.01 && value <= 0.9 && se == 1e-9 && math.Abs((i.High-i.Low)/(2*quantile*se)-1) > 1e-4 {
				t.Errorf("%v ± %v: width %v", value, se, i.High-i.Low)
			}
			if se < 1e-6 && i.High-i.Low > 1e-4 {
				t.Errorf("%v ± %v: width %v", value, se, i.High-i.Low)
			}
		}
	}
}
