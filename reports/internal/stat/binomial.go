package stat

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"drfvi/internal/format"
)

// Exceeds reports whether k of n is significantly more than a share, by the exact
// binomial test at a level.
func Exceeds(k, n int, share, level float64) bool {
	return k > 0 && 1-distuv.Binomial{N: float64(n), P: share}.CDF(float64(k-1)) <= level
}

// FallsShort reports whether k of n is significantly less than a share.
func FallsShort(k, n int, share, level float64) bool {
	return k < n && distuv.Binomial{N: float64(n), P: share}.CDF(float64(k)) <= level
}

// Share is k of n with its standard error and Wilson's interval of 95 %.
func Share(k, n int) Stat {
	if n == 0 {
		return New(nil)
	}
	mean := float64(k) / float64(n)
	sd := math.Sqrt(mean * (1 - mean))
	low, high := wilson(float64(k), float64(n))
	return Stat{Mean: mean, SD: sd, SE: sd / math.Sqrt(float64(n)), N: n, Low: low, High: high}
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

// Percent writes k of n to a tenth of a percent.
func Percent(k, n int) string { return format.Percent(float64(k), float64(n), 1) }

// RateText writes k of n with its interval: "0 of 60, 95 %: 0 to 6 %".
func RateText(k, n int) string {
	if n == 0 {
		return format.None
	}
	s := Share(k, n)
	bare := func(v float64) string {
		text := format.Fixed(100*v, 1)
		if n < 200 {
			text = format.Fixed(100*v, 0)
		}
		return text
	}
	return fmt.Sprintf("%d of %d, 95 %%: %s to %s %%", k, n, bare(s.Low), bare(s.High))
}

// Power is the probability that Exceeds finds a rate of so much to be more than a share.
func Power(n int, rate, share, level float64) float64 {
	least := 1
	for least <= n && !Exceeds(least, n, share, level) {
		least++
	}
	return 1 - distuv.Binomial{N: float64(n), P: rate}.CDF(float64(least-1))
}
