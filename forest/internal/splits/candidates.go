package splits

import (
	"drfvi/internal/elementary"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
)

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

// Permutation yields a random order of inputs, one at a time, in constant
// time for each. It belongs to one worker.
type Permutation struct {
	items   []int32 // 0, …, p−1 between nodes
	swapped []int32
}

// NewPermutation returns a permutation of 0, …, p−1.
func NewPermutation(p int) *Permutation {
	return &Permutation{items: rank.Numbers[int32](p)}
}

// Next returns the next item (Fisher and Yates), or −1 after the last.
func (q *Permutation) Next(src *rng.Source) int32 {
	i := len(q.swapped)
	if i == len(q.items) {
		return -1
	}
	j := i + src.IntN(len(q.items)-i)
	q.swapped = append(q.swapped, int32(j))
	q.items[i], q.items[j] = q.items[j], q.items[i]
	return q.items[i]
}

// Restore undoes all exchanges, so that the order drawn at a node depends on
// that node's stream only.
func (q *Permutation) Restore() {
	for i := len(q.swapped) - 1; i >= 0; i-- {
		j := q.swapped[i]
		q.items[i], q.items[j] = q.items[j], q.items[i]
	}
	q.swapped = q.swapped[:0]
}
