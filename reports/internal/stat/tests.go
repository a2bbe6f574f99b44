package stat

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"drfvi/internal/format"
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
	excess := math.Copysign(max(0, math.Abs(gap)-allowance), gap)
	if below {
		excess = max(0, excess)
	}
	v, w := ours.SE*ours.SE, printed.SE*printed.SE
	if v+w == 0 {
		if excess == 0 {
			return 0, 0, 1
		}
		return math.Inf(int(math.Copysign(1, excess))), 0, 0
	}
	t, df = excess/math.Sqrt(v+w), float64(ours.N-1)
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

// Count is how many of N are so.
type Count struct{ K, N int }

// Add counts one more.
func (c *Count) Add(so bool) {
	if c.N++; so {
		c.K++
	}
}

// Plus is the count of both.
func (c Count) Plus(d Count) Count { return Count{c.K + d.K, c.N + d.N} }

// Tails returns the probabilities of at most and of at least as many where the share is another
// one: the p-values of the exact binomial tests that the count is less, and that it is more.
func (c Count) Tails(share float64) (atMost, atLeast float64) {
	b, k := distuv.Binomial{N: float64(c.N), P: share}, float64(c.K)
	if k == 0 {
		return b.CDF(k), 1
	}
	return b.CDF(k), 1 - b.CDF(k-1)
}

// Share is the share that is so with its standard error and Wilson's interval of 95 %.
func (c Count) Share() Stat {
	if c.N == 0 {
		return New(nil)
	}
	k, n := float64(c.K), float64(c.N)
	mean := k / n
	sd := math.Sqrt(mean * (1 - mean))
	low, high := wilson(k, n)
	return Stat{Mean: mean, SD: sd, SE: sd / math.Sqrt(n), N: c.N, Low: low, High: high}
}

// Wilson returns Wilson's interval of 95 % of a share of n. For the mean of n shares it is the
// longest that the mean allows: that of shares which are 0 or 1.
func Wilson(share float64, n int) (low, high float64) {
	return wilson(float64(share*float64(n)), float64(n))
}

// wilson returns the rates that a score test at 5 % does not reject when k of n are observed.
// They are never below 0 nor above 1, and include some above 0 where k is 0.
func wilson(k, n float64) (low, high float64) {
	const z = 1.959963984540054
	middle, half := k+z*z/2, z*math.Sqrt(float64(k*(n-k)/n)+z*z/4)
	low, high = (middle-half)/(n+z*z), (middle+half)/(n+z*z)
	if k == 0 {
		low = 0 // but for rounding
	}
	if k == n {
		high = 1
	}
	return low, high
}

// Text writes the count with the interval of its share: "0 of 60, 95 %: 0 to 6 %".
func (c Count) Text() string {
	if c.N == 0 {
		return format.None
	}
	s := c.Share()
	decimals := 1
	if c.N < 200 {
		decimals = 0
	}
	return fmt.Sprintf(
		"%d of %d, 95 %%: %s to %s %%", c.K, c.N, format.Fixed(100*s.Low, decimals),
		format.Fixed(100*s.High, decimals),
	)
}
