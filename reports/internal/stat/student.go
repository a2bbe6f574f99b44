package stat

import "math"

// T is the mean in standard errors; infinite, with the sign of the mean,
// where there is no spread or a single repetition, and 0 for a mean of 0.
func T(s Stat) float64 {
	if s.Mean == 0 {
		return 0
	}
	if s.SE > 0 {
		return s.Mean / s.SE
	}
	return math.Inf(int(math.Copysign(1, s.Mean)))
}

// PairedP is the two-sided p-value of Student's test that a mean of paired
// differences is 0; 1 where a test is not possible.
func PairedP(s Stat) float64 {
	switch {
	case s.N < 2 || s.Mean == 0:
		return 1
	case s.SE == 0:
		return 0
	}
	return math.Min(1, 2*UpperTail(math.Abs(s.Mean/s.SE), float64(s.N-1)))
}
