package stat

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the level of all tests: of published numbers, the probability that
// any at all is called different although all are means of the same quantity.
const Level = 0.01

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

// Welch tests whether two means differ by more than allowance:
//
//	t = max(0, |ours − printed| − allowance) / √(se² + se_p²)
//
// with Welch and Satterthwaite's degrees of freedom
//
//	(se² + se_p²)² / (se⁴/(R−1) + se_p⁴/(R_p−1)).
//
// below asks only whether ours is larger (one-sided). If standIn, the printed
// standard error is ours scaled to their number of repetitions: there is one
// estimate of the variance then, with R−1 degrees of freedom. If both standard
// errors are 0 the means either agree (p = 1) or do not (t = ±Inf, p = 0).
func Welch(ours, printed Stat, allowance float64, below, standIn bool) (t, df, p float64) {
	gap := ours.Mean - printed.Mean
	beyond := math.Copysign(max(0, math.Abs(gap)-allowance), gap)
	if below {
		beyond = max(0, beyond)
	}
	v, w := ours.SE*ours.SE, printed.SE*printed.SE
	if v+w == 0 {
		if beyond == 0 {
			return 0, 0, 1
		}
		return math.Inf(int(math.Copysign(1, beyond))), 0, 0
	}
	t, df = beyond/math.Sqrt(v+w), float64(ours.N-1)
	if !standIn {
		df = (v + w) * (v + w) / (share(v, ours.N) + share(w, printed.N))
	}
	if p = UpperTail(math.Abs(t), df); !below {
		p = min(1, 2*p)
	}
	return t, df, p
}

// share is a sample's term in the Welch–Satterthwaite denominator. A sample of
// one or of unknown size is taken as known exactly.
func share(variance float64, n int) float64 {
	if n < 2 {
		return 0
	}
	return variance * variance / float64(n-1)
}

// VarianceP is the two-sided p-value of the F-test that two samples of n and m normal values with
// the standard deviations a and b > 0 have the same variance.
func VarianceP(a float64, n int, b float64, m int) float64 {
	if a < b {
		a, b, n, m = b, a, m, n
	}
	return min(1, 2*distuv.F{D1: float64(n - 1), D2: float64(m - 1)}.Survival(a*a/(b*b)))
}

// UpperTail is P(T > t) of Student's distribution, t ≥ 0, without
// cancellation; df = +Inf is the normal distribution.
func UpperTail(t, df float64) float64 {
	if math.IsInf(df, 1) {
		return distuv.UnitNormal.Survival(t)
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.CDF(-t)
}

// UpperQuantile is the t that is exceeded with a probability.
func UpperQuantile(p, df float64) float64 {
	if math.IsInf(df, 1) {
		return -distuv.UnitNormal.Quantile(p)
	}
	return -distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(p)
}

// HalfUnit is half a unit of the last of so many printed decimals: a printed
// number stands for all numbers that round to it.
func HalfUnit(digits int) float64 { return 0.5 * math.Pow10(-digits) }
