package forest

import (
	"math/bits"
	"slices"

	"drfvi/internal/rank"
	"drfvi/internal/rng"
)

// sampler draws the rows of trees. It belongs to one worker.
type sampler struct {
	perm []int32  // 0, …, n−1 between calls
	swap []int32  // partners of the exchanges made, to undo them
	set  []uint64 // bitmap over rows, empty between calls
	src  rng.Source
}

// newSampler returns a sampler of rows 0, …, n−1.
func newSampler(n int) *sampler {
	return &sampler{perm: rank.Numbers[int32](n), set: make([]uint64, (n+63)/64)}
}

// draw appends to dst count different rows of 0, …, n−1, ascending.
func (s *sampler) draw(dst []int32, count int, seed rng.Seed) []int32 {
	src := *seed.Source()
	perm, set := s.perm, s.set
	s.swap = slices.Grow(s.swap[:0], count)[:count]
	for i := range s.swap {
		j := i + src.IntN(len(perm)-i)
		s.swap[i] = int32(j)
		row := perm[j]
		perm[i], perm[j] = row, perm[i]
		set[row>>6] |= 1 << (row & 63)
	}
	for i, j := range slices.Backward(s.swap) {
		perm[i], perm[j] = perm[j], perm[i]
	}
	return s.collect(dst)
}

// collect appends the rows of the bitmap to dst, ascending, and empties it.
func (s *sampler) collect(dst []int32) []int32 {
	for w, word := range s.set {
		for ; word != 0; word &= word - 1 {
			dst = append(dst, int32(w<<6+bits.TrailingZeros64(word)))
		}
		s.set[w] = 0
	}
	return dst
}

// honestSplit divides the drawn rows at random in the splitting sample J1, the first count of a
// random order, and the estimation sample J2, the others. Each is ascending and appended to its
// slice.
func (s *sampler) honestSplit(splitting, estimation, drawn []int32, count int, seed rng.Seed) (j1, j2 []int32) {
	s.src.Reset(seed)
	splitting, estimation = slices.Grow(splitting, count+1), slices.Grow(estimation, len(drawn)-count+1)
	into, other := splitting[len(splitting):][:count+1], estimation[len(estimation):][:len(drawn)-count+1]
	chosen := 0
	for k, row := range drawn {
		// Selection sampling (Knuth 3.4.2 S): each row joins J1 with
		// probability needed/left, which makes every subset equally likely and
		// keeps the order. A row is written to both and counted in one: which
		// one is a coin toss, which a branch would mispredict.
		into[chosen], other[k-chosen] = row, row
		needed := count - chosen
		chosen += int(uint64(s.src.IntN(len(drawn)-k)-needed) >> 63)
	}
	return splitting[:len(splitting)+chosen], estimation[:len(estimation)+len(drawn)-chosen]
}
