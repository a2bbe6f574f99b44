package elementary

import "math"

// NormalUpper returns the upper p-quantile of the standard normal law by bisection, for p
// from the smallest float64 to ½.
func NormalUpper(p float64) float64 {
	low, high := 0.0, 40.0 // beyond the quantiles of all such p
	for {
		middle := (low + high) / 2
		switch {
		case middle <= low || middle >= high:
			return middle
		case Erfc(middle/math.Sqrt2)/2 > p:
			low = middle
		default:
			high = middle
		}
	}
}
