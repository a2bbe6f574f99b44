package shapley

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/importance/inference"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// set marks the inputs in a set.
type set []bool

// members are the inputs in the set.
func (s set) members() []int {
	members := []int{}
	for j, in := range s {
		if in {
			members = append(members, j)
		}
	}
	return members
}

// key returns the set as a map key.
func (s set) key() string {
	k := make([]byte, (len(s)+7)/8)
	for j, in := range s {
		if in {
			k[j/8] |= 1 << (j % 8)
		}
	}
	return string(k)
}

// size is the number of inputs.
func (s set) size() int { return len(s.members()) }

// scheme is the sets to value, with the weights for solving for the shares: Shapley values
// are the coefficients of the additive game nearest by the weights
//
//	(p−1) / (C(p,s)·s·(p−s))
//
// of sets of s inputs that agrees at the set of all (Charnes et al. 1988). With all sets this
// is exact. Otherwise all sets of 1 and of p−1 inputs, which have the most weight, are
// included, and others drawn by weight, each with its complement (Covert and Lee 2021); the
// drawn sets together have the weight of all of their kind.
type scheme struct {
	p      int
	exact  bool
	sets   []set
	fixed  []float64 // weights of sets not drawn, by set
	number map[string]int
	whole  int // the number of the set of all inputs
	pairs  []drawnPair
	pairOf map[int]int // by set drawn first
	draws  int         // number of pairs drawn
	seed   rng.Seed
}

// drawnPair is a set and its complement, and the number of times they were drawn.
type drawnPair struct{ first, second, count int }

// newScheme starts with all sets, or with those always included.
func newScheme(p int, exact bool, seed rng.Seed) *scheme {
	d := &scheme{p: p, exact: exact, number: map[string]int{}, pairOf: map[int]int{}, seed: seed}
	d.whole = d.complementOf()
	d.add(make(set, p))
	if exact {
		for members := 1; members < 1<<p-1; members++ {
			s := make(set, p)
			for j := range s {
				s[j] = members>>j&1 == 1
			}
			d.fixed[d.add(s)] = d.kernel(s.size())
		}
		return d
	}
	for j := range p {
		alone := make(set, p)
		alone[j] = true
		d.fixed[d.add(alone)] = d.kernel(1)
		d.fixed[d.complementOf(j)] = d.kernel(p - 1)
	}
	return d
}

// next are at most so many sets that a game has not valued, in order.
func (d *scheme) next(g *inference.Game, count int) [][]int {
	var sets [][]int
	for _, s := range d.sets[g.Sets():min(g.Sets()+count, len(d.sets))] {
		sets = append(sets, s.members())
	}
	return sets
}

// kernel is the weight of a set of s inputs.
func (d *scheme) kernel(s int) float64 {
	p, subsets := float64(d.p), 1.0
	for k := range s {
		subsets *= (p - float64(k)) / float64(k+1)
	}
	return (p - 1) / (subsets * float64(s) * (p - float64(s)))
}

// add returns the number of a set, adding it if new.
func (d *scheme) add(s set) int {
	k := s.key()
	if number, ok := d.number[k]; ok {
		return number
	}
	d.number[k] = len(d.sets)
	d.sets, d.fixed = append(d.sets, s), append(d.fixed, 0)
	return len(d.sets) - 1
}

// complementOf returns the number of the set of all inputs but the given ones.
func (d *scheme) complementOf(variables ...int) int {
	s := slices.Repeat(set{true}, d.p)
	for _, j := range variables {
		s[j] = false
	}
	return d.add(s)
}

// draw draws pairs until there are count new sets or hardly any left to find. It reports
// whether there are new ones.
func (d *scheme) draw(count int) bool {
	if d.p < 4 {
		return false // all sets are included
	}
	before := len(d.sets)
	cumulated := make([]float64, d.p-3)
	for k := range cumulated {
		s := float64(k + 2)
		cumulated[k] = 1 / (s * (float64(d.p) - s))
	}
	for k := range len(cumulated) - 1 {
		cumulated[k+1] += cumulated[k]
	}
	perm := make([]int32, d.p)
	for tries := 0; len(d.sets) < before+count && tries < 50*count; tries++ {
		src := d.seed.At(d.draws).Source()
		u := src.Float64() * cumulated[len(cumulated)-1]
		place, _ := slices.BinarySearch(cumulated, u)
		size := 2 + min(place, len(cumulated)-1)
		src.Perm(perm)
		first, second := make(set, d.p), slices.Repeat(set{true}, d.p)
		for _, j := range perm[:size] {
			first[j], second[j] = true, false
		}
		a, b := d.add(first), d.add(second)
		a, b = min(a, b), max(a, b)
		if _, ok := d.pairOf[a]; !ok {
			d.pairOf[a] = len(d.pairs)
			d.pairs = append(d.pairs, drawnPair{first: a, second: b})
		}
		d.pairs[d.pairOf[a]].count++
		d.draws++
	}
	return len(d.sets) > before
}

// complete reports whether all sets are included, drawn or not.
func (d *scheme) complete() bool { return d.p <= MostExact && len(d.sets) == 1<<d.p }

// weights are the weights of all sets. If all sets are included, the numbers of draws do not
// matter.
func (d *scheme) weights() []float64 {
	if d.complete() {
		w := make([]float64, len(d.sets))
		for m, s := range d.sets {
			if size := s.size(); size > 0 && size < d.p {
				w[m] = d.kernel(size)
			}
		}
		return w
	}
	w := slices.Clone(d.fixed)
	remainder := 0.0
	for s := 2; s <= d.p-2; s++ {
		remainder += float64(d.p-1) / (float64(s) * float64(d.p-s))
	}
	for _, pair := range d.pairs {
		share := remainder * float64(pair.count) / float64(2*d.draws)
		w[pair.first] += share
		w[pair.second] += share
	}
	return w
}

// solution returns the coefficients, p×sets, that turn the values of sets into Shapley
// values: with the indicators z of the sets,
//
//	argmin_φ Σ_S w_S (v(S) − m(|S|) − z_Sᵀφ)²  under  Σ_j φ_j = v(all),
//
// m any function of the size: it has no effect with all sets, and with random ones removes
// what is common to all inputs. With z centred by size, the solution is
// φ = v(all)/p + (Σ w z zᵀ)⁺ Σ w z v.
func (d *scheme) solution() *mat.Dense {
	coefficients := mat.NewDense(d.p, len(d.sets), nil)
	weights := d.weights()
	centred := mat.NewDense(len(d.sets), d.p, nil)
	for m, s := range d.sets {
		for j, in := range s {
			if in {
				centred.Set(m, j, 1)
			}
		}
	}
	d.centre(centred, weights)
	// Centred indicators sum to 0; adding ones gives full rank.
	normal := mat.NewDense(d.p, d.p, slices.Repeat([]float64{1}, d.p*d.p))
	for m, w := range weights {
		z := centred.RawRowView(m)
		for j, v := range z {
			linalg.AddScaled(normal.RawRowView(j)[j:], w*v, z[j:])
		}
	}
	var factor linalg.Cholesky
	if !factor.Factorize(d.p, normal.At) {
		panic("shapley: sets that say nothing of a variable")
	}
	for m, w := range weights {
		if w > 0 {
			column := slices.Clone(centred.RawRowView(m))
			factor.Solve(column)
			floats.Scale(w, column)
			coefficients.SetCol(m, column)
		}
	}
	coefficients.SetCol(d.whole, slices.Repeat([]float64{1 / float64(d.p)}, d.p))
	return coefficients
}

// centre subtracts from the rows of values, one per set, their means over sets of equal size.
func (d *scheme) centre(values *mat.Dense, weights []float64) {
	_, r := values.Dims()
	means, totals := mat.NewDense(d.p+1, r, nil), make([]float64, d.p+1)
	for m, s := range d.sets {
		linalg.AddScaled(means.RawRowView(s.size()), weights[m], values.RawRowView(m))
		totals[s.size()] += weights[m]
	}
	for m, s := range d.sets {
		if size := s.size(); totals[size] > 0 {
			linalg.AddScaled(values.RawRowView(m), -1/totals[size], means.RawRowView(size))
		}
	}
}

// sampling returns the standard errors from drawing sets: of the mean over draws of the effect
// of a pair's residuals from the additive game (the regression sandwich), with the remaining
// degrees of freedom.
func (d *scheme) sampling(shares []float64, coefficients *mat.Dense, worths []float64) []float64 {
	errors := make([]float64, d.p)
	if d.draws == 0 || d.complete() {
		return errors
	}
	free := float64(d.draws) - float64(1.5*float64(d.p)) // less the shares, and the sizes in pairs
	residuals := slices.Clone(worths)
	for m, s := range d.sets {
		for j, in := range s {
			if in {
				residuals[m] -= shares[j]
			}
		}
	}
	d.centre(mat.NewDense(len(residuals), 1, residuals), d.weights())
	terms, counts, squares := make([]float64, len(d.pairs)), make([]float64, len(d.pairs)), make([]float64, len(d.pairs))
	for u, pair := range d.pairs {
		counts[u] = float64(pair.count)
	}
	for j := range errors {
		for u, pair := range d.pairs {
			terms[u] = (float64(coefficients.At(j, pair.first)*residuals[pair.first]) + float64(coefficients.At(j, pair.second)*residuals[pair.second])) / counts[u]
		}
		mean := linalg.Dot(counts, terms) / float64(d.draws)
		for u, v := range terms {
			squares[u] = (v - mean) * (v - mean)
		}
		variance := linalg.Dot(counts, squares) / float64(d.draws-1)
		errors[j] = float64(d.draws) * math.Sqrt(variance/max(free, 1))
	}
	return errors
}
