package draw

import "drfvi/internal/elementary"

// Poisson returns the distribution function of a mean, P(X ≤ k) for k = 0, 1, … until it is 1 to
// double precision.
func Poisson(mean float64) []float64 {
	var cdf []float64
	term, sum := elementary.Exp(-mean), 0.0
	for k := 0; ; k++ {
		if k > 0 {
			term *= mean / float64(k)
		}
		sum += term
		cdf = append(cdf, sum)
		if float64(k) > mean && term < 1e-18 {
			return cdf
		}
	}
}
