package stat

import "drfvi/internal/rank"

// Level is the level of all tests: of published numbers, the probability that
// any at all is called different although all are means of the same quantity.
const Level = 0.01

// Holm returns p-values adjusted for their number by Holm's step-down method:
// rejecting those ≤ α errs at all with probability ≤ α.
func Holm(p []float64) []float64 {
	adjusted := make([]float64, len(p))
	largest := 0.0
	for at, i := range rank.Ascending(p) {
		largest = max(largest, min(1, p[i]*float64(len(p)-at)))
		adjusted[i] = largest
	}
	return adjusted
}
