package draw

import "drfvi/internal/rng"

// Permutation yields a random order of inputs, one at a time, in constant
// time for each. It belongs to one worker.
type Permutation struct {
	items   []int32 // 0, …, p−1 between nodes
	swapped []int32
}

// NewPermutation returns a permutation of 0, …, p−1.
func NewPermutation(p int) *Permutation {
	q := &Permutation{items: make([]int32, p)}
	for j := range q.items {
		q.items[j] = int32(j)
	}
	return q
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
