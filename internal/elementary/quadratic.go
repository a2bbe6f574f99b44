package elementary

import "math"

// QuadraticTail is the probability that Σ λ χ²_1 exceeds value, given the sums of the first three
// powers of the weights λ: that of a scaled and shifted χ² with the same first three moments (Liu,
// Tang and Zhang 2009), by the cube root (Wilson and Hilferty 1931). It is 1 if all weights are 0.
func QuadraticTail(value float64, powers [3]float64) float64 {
	if !(powers[2] > 0) {
		return 1
	}
	ratio := powers[1] / powers[2]
	freedom := float64(ratio*ratio) * powers[1]
	scaled := 1 + float64((value-powers[0])*math.Sqrt(1/(freedom*powers[1])))
	if scaled <= 0 {
		return 1
	}
	spread := 2 / (9 * freedom)
	z := (Pow(scaled, 1.0/3) - (1 - spread)) / math.Sqrt(spread)
	return Erfc(z/math.Sqrt2) / 2
}
