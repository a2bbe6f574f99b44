package elementary

import "math"

// NormalUpper returns the number that a standard normal number exceeds with
// probability p, which lies between the smallest float64 and ½, by bisection.
func NormalUpper(p float64) float64 {
	low, high := 0.0, 40.0 // beyond all that have such probabilities
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
