package stat

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"drfvi/internal/format"
)

// Exceeds tells whether k of n is significantly more than a share, by the exact
// binomial test at a level.
func Exceeds(k, n int, share, level float64) bool {
	return k > 0 && 1-distuv.Binomial{N: float64(n), P: share}.CDF(float64(k-1)) <= level
}

// FallsShort tells whether k of n is significantly less than a share.
func FallsShort(k, n int, share, level float64) bool {
	return k < n && distuv.Binomial{N: float64(n), P: share}.CDF(float64(k)) <= level
}

// Share is k of n with its standard error.
func Share(k, n int) Stat {
	if n == 0 {
		return New(nil)
	}
	mean := float64(k) / float64(n)
	sd := math.Sqrt(mean * (1 - mean))
	return Stat{Mean: mean, SD: sd, SE: sd / math.Sqrt(float64(n)), N: n}
}

// Percent writes k of n to a tenth of a percent.
func Percent(k, n int) string { return format.Percent(float64(k), float64(n), 1) }
