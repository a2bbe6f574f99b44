package datasets

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// tally counts different numbers. Its memory is used again.
type tally struct{ keys, sorted []uint64 }

// different returns how many of the keys are different, and how many are there more than once. They
// are sorted by a hash into parts that fit the caches of a processor, and each part then by itself:
// a map takes five times as long and as much memory.
func (t *tally) different() (distinct, tied int) {
	const size = 256 // of a part
	seed, log := rand.Uint64(), bits.Len(uint(len(t.keys)/size))
	part := func(key uint64) uint64 { return mix(seed, key) >> 1 >> (63 - log) }
	ends := make([]int, 1<<log+1)
	for _, key := range t.keys {
		ends[part(key)+1]++
	}
	for k := 1; k < len(ends); k++ {
		ends[k] += ends[k-1]
	}
	t.sorted = slices.Grow(t.sorted[:0], len(t.keys))[:len(t.keys)]
	for _, key := range t.keys {
		k := part(key)
		t.sorted[ends[k]] = key
		ends[k]++
	}
	first := 0
	for _, end := range ends[:1<<log] {
		keys := t.sorted[first:end]
		slices.Sort(keys)
		for i := 0; i < len(keys); {
			k := i + 1
			for k < len(keys) && keys[k] == keys[i] {
				k++
			}
			if distinct++; k-i > 1 {
				tied += k - i
			}
			i = k
		}
		first = end
	}
	return distinct, tied
}

// mix joins a number to a hash.
func mix(hash, number uint64) uint64 {
	high, low := bits.Mul64(hash^0x9e3779b97f4a7c15, number^0xd1b54a32d192ed03)
	return high ^ low ^ bits.RotateLeft64(hash, 23)
}

// hashOf is the same for n equal numbers.
func hashOf(n int, number func(i int) uint64) uint64 {
	hash := uint64(n)
	for i := range n {
		hash = mix(hash, number(i))
	}
	return hash
}
