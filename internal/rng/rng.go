// Package rng derives independent random streams from one seed by hashing names and
// indices.
//
// A program has one Seed. Every use of randomness names its stream by purpose ("forest",
// tree 17, node path 5), never by time or worker, so that results do not depend on
// scheduling. Never add to a seed: streams of neighbouring integers are unrelated.
//
//	s := rng.New(42).Named("forest").At(17) // the seed of tree 17
//	src := s.Source()                       // a stream of numbers
package rng

import (
	"math"
	"math/bits"

	"drfvi/internal/elementary"
)

// Seed names a random stream. Equal derivations give equal seeds on every platform.
type Seed uint64

const (
	golden = 0x9e3779b97f4a7c15 // 2⁶⁴ divided by the golden ratio
	fnv    = 0x100000001b3      // the 64-bit FNV prime
)

// mix is the finaliser of splitmix64 (Steele, Lea, Flood 2014), a bijection of 64-bit words
// in which every input bit affects every output bit.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// New returns the root seed for the user's number.
func New(seed uint64) Seed { return Seed(mix(seed + golden)) }

// Named returns the seed of the sub-stream with the given name.
func (s Seed) Named(name string) Seed {
	h := uint64(s) ^ 0xcbf29ce484222325
	for i := 0; i < len(name); i++ {
		h = (h ^ uint64(name[i])) * fnv
	}
	return Seed(mix(h + golden))
}

// At returns the seed of the i-th sub-stream.
func (s Seed) At(i int) Seed {
	return Seed(mix(mix(uint64(s)+golden) ^ (uint64(i)*fnv + golden)))
}

// Source returns a generator at the start of the seed's stream.
func (s Seed) Source() *Source { return &Source{state: uint64(s)} }

// Source is a splitmix64 generator: one word of state, so that a stream for each tree node
// is cheap. The zero value is the stream of Seed(0). It implements math/rand/v2.Source.
type Source struct {
	state uint64
	spare float64 // second deviate of the last polar pair
	has   bool
}

// Reset moves the generator to the start of the seed's stream.
func (s *Source) Reset(seed Seed) { *s = Source{state: uint64(seed)} }

// Uint64 returns the next 64 random bits.
func (s *Source) Uint64() uint64 {
	s.state += golden
	return mix(s.state)
}

// Float64 returns a uniform number in [0, 1) with 53 random bits.
func (s *Source) Float64() float64 { return float64(float64(s.Uint64()>>11) * 0x1p-53) }

// IntN returns a uniform integer in [0, n). It panics if n is not positive.
func (s *Source) IntN(n int) int {
	if n <= 0 {
		panic("rng: IntN of a number that is not positive")
	}
	// Lemire (2019): multiply and keep the high word; reject the few low words that would
	// favour some values.
	hi, lo := bits.Mul64(s.Uint64(), uint64(n))
	if lo < uint64(n) {
		limit := -uint64(n) % uint64(n)
		for lo < limit {
			hi, lo = bits.Mul64(s.Uint64(), uint64(n))
		}
	}
	return int(hi)
}

// Normal returns a standard normal number by Marsaglia's polar method.
func (s *Source) Normal() float64 {
	if s.has {
		s.has = false
		return s.spare
	}
	for {
		u, v := float64(2*s.Float64())-1, float64(2*s.Float64())-1
		q := float64(u*u) + float64(v*v)
		if q >= 1 || q == 0 {
			continue
		}
		f := math.Sqrt(-2 * elementary.Log(q) / q)
		s.spare, s.has = v*f, true
		return u * f
	}
}

// Perm fills dst with a random permutation of 0, …, len(dst)−1.
func (s *Source) Perm(dst []int32) {
	for i := range dst {
		j := s.IntN(i + 1)
		dst[i] = dst[j]
		dst[j] = int32(i)
	}
}
