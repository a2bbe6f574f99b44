package stat

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"drfvi/internal/format"
)

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

// Rate is New of shares from 0 to 1 with Wilson's interval of 95 % as if each were 0 or 1,
// which is the longest that their mean allows.
func Rate(shares []float64) Stat {
	s := New(shares)
	if s.N > 0 {
		s.Low, s.High = wilson(float64(s.Mean*float64(s.N)), float64(s.N))
	}
	return s
}

// wilson returns the rates that a score test at 5 % does not reject when k of n are seen,
// which are never below 0 nor above 1, and some above 0 where none is seen.
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
	return fmt.Sprintf("%d of %d, 95 %%: %s to %s %%", c.K, c.N, format.Fixed(100*s.Low, decimals), format.Fixed(100*s.High, decimals))
}
