package splits

import (
	"math"

	"drfvi/internal/elementary"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
)

// A feature row holds cos(ω_bᵀz) for b = 1, …, B, then sin(ω_bᵀz), of one row of the response.
// Zeros fill it up to a multiple of four, so that vector instructions need no remainder.

// Stride returns the length of a feature row for B features.
func Stride(b int) int { return (2*b + 3) &^ 3 }

// FeatureTable returns the feature rows of the n rows of a response z, n×d, row-major, for
// frequencies that are used at every node: those drawn from a seed or, for seed 0, those of drf.
func FeatureTable(z []float64, n, d, b int, seed uint64) []float64 {
	stride := Stride(b)
	table := make([]float64, n*stride+simd.Width)
	simd.Features(table, stride, b, rank.Numbers[int32](n), z, d, frozenFrequencies(b, d, seed))
	return table
}

// Frequencies are held by outputs: output k of frequency b at index k·P + b, P
// being B padded to whole vectors.

// frozenFrequencies returns standard normal frequencies drawn from a seed. Those of seed 0 are
// the C++ std::normal_distribution of libstdc++ fed by std::default_random_engine with its
// default seed, in the order of frequencies, then outputs.
func frozenFrequencies(b, d int, seed uint64) []float64 {
	omega := make([]float64, d*simd.Pad(b))
	if seed != 0 {
		DrawFrequencies(omega, b, rng.New(seed).Named("frozen frequencies").Source())
		return omega
	}
	g := minstd{state: 1}
	for f := range b {
		for k := range d {
			omega[k*simd.Pad(b)+f] = g.normal()
		}
	}
	return omega
}

// minstd is libstdc++'s default_random_engine, x ← 16807·x mod 2³¹−1, with the
// polar method of its normal_distribution.
type minstd struct {
	state uint64
	saved float64
	has   bool
}

func (g *minstd) next() float64 {
	g.state = g.state * 16807 % (1<<31 - 1)
	return float64(g.state - 1)
}

// uniform is libstdc++'s generate_canonical<double, 53>: two draws.
func (g *minstd) uniform() float64 {
	const span = 1<<31 - 2
	low := g.next()
	return (low + float64(g.next()*span)) / (span * span)
}

func (g *minstd) normal() float64 {
	if g.has {
		g.has = false
		return g.saved
	}
	for {
		x := 2*g.uniform() - 1
		y := 2*g.uniform() - 1
		r := float64(x*x) + float64(y*y)
		if r > 1 || r == 0 {
			continue
		}
		mult := math.Sqrt(-2 * elementary.Log(r) / r)
		g.saved, g.has = x*mult, true
		return y * mult
	}
}

// DrawFrequencies fills omega with b standard normal frequencies.
func DrawFrequencies(omega []float64, b int, src *rng.Source) {
	for k := 0; k < len(omega); k += simd.Pad(b) {
		for f := range b {
			omega[k+f] = src.Normal()
		}
	}
}
