package stat

import "cmp"

// Level is the level of all tests: of published numbers, the probability that
// any at all is called different although all are means of the same quantity.
const Level = 0.01

// Holm returns p-values adjusted for their number by Holm's step-down method:
// rejecting those ≤ α errs at all with probability ≤ α.
func Holm(p []float64) []float64 {
	order := Order(len(p), func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted := make([]float64, len(p))
	largest := 0.0
	for rank, i := range order {
		largest = max(largest, min(1, p[i]*float64(len(p)-rank)))
		adjusted[i] = largest
	}
	return adjusted
}
