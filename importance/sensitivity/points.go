package sensitivity

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// lattice is a Korobov lattice of so many points, a prime number, with generator a: coordinate
// c of point i is i·aᶜ/points.
type lattice struct{ points, a int }

// generators are those of 1021 points for the repetitions of an estimate. Any one is bad for
// some products of a function's terms, so that each repetition has its own. These are the best
// sixteen, by the largest error of an index relative to the median error. The functions were
// Ishigami's, a g-function, and sums of 2 to 8 inputs and their products in pairs.
var generators = [...]int{58, 92, 88, 258, 313, 53, 472, 414, 144, 331, 309, 210, 229, 437, 288, 117}

// fill stores a point of the lattice, shifted at random and folded (Hickernell 2002), with
// coordinates inside (0, 1).
func (l lattice) fill(u []float64, i int, shifts []float64) {
	power := 1
	for c := range u {
		coordinate := float64(i*power%l.points)/float64(l.points) + shifts[c]
		coordinate -= math.Floor(coordinate)
		u[c] = min(max(1-math.Abs(float64(2*coordinate)-1), rarest), 1-rarest)
		power = power * l.a % l.points
	}
}

// shifted returns random shifts of so many coordinates.
func shifted(coordinates int, seed rng.Seed) []float64 {
	src, shifts := seed.Source(), make([]float64, coordinates)
	for c := range shifts {
		shifts[c] = src.Float64()
	}
	return shifts
}

// sampler draws inputs from their law: independent, or with jointly normal scores.
type sampler struct {
	inputs       [][]int
	laws         []Law
	rows         *mat.Dense      // of inputs of several columns
	correlations *mat.SymDense   // of scores; nil if independent
	factor       linalg.Cholesky // of these
}

// newSampler returns the sampler of the laws of the inputs, those of a kind fitted to the rows
// of x.
func newSampler(x *mat.Dense, inputs [][]int, known []Law, correlations *mat.SymDense) *sampler {
	s := &sampler{inputs: inputs, rows: x, correlations: correlations}
	for j, columns := range inputs {
		law := known[j]
		if len(columns) == 1 && law.fit {
			values := mat.Col(nil, columns[0], x)
			slices.Sort(values)
			law = fitted(law.Kind, values)
		}
		s.laws = append(s.laws, law)
	}
	if correlations != nil {
		n, ridge := len(inputs), 1.0
		for !s.factor.Factorize(n, func(i, j int) float64 {
			if i == j {
				return 1
			}
			return ridge * correlations.At(i, j)
		}) {
			ridge *= 0.99
		}
	}
	return s
}

// start turns coordinates in (0, 1) into correlated scores, if there are correlations.
func (s *sampler) start(u []float64) {
	if s.correlations == nil {
		return
	}
	for j := range u {
		u[j] = elementary.NormalQuantile(u[j])
	}
	for j := len(u) - 1; j >= 0; j-- {
		sum := 0.0
		for k := range j + 1 {
			sum += float64(s.factor.At(j, k) * u[k])
		}
		u[j] = sum
	}
}

// mix stores z where it is kept, and elsewhere what a draw independent of it becomes given
// these: other + Σ(·,kept) Σ(kept,kept)⁻¹ (z − other)(kept).
func (s *sampler) mix(to, z, other []float64, keep []bool) {
	var kept []int
	var gap []float64
	for j, k := range keep {
		to[j] = other[j]
		if k {
			to[j] = z[j]
			kept, gap = append(kept, j), append(gap, z[j]-other[j])
		}
	}
	if s.correlations == nil || len(kept) == 0 || len(kept) == len(keep) {
		return
	}
	entry := func(i, j int) float64 { // entries of LL'
		sum := 0.0
		for k := range min(i, j) + 1 {
			sum += float64(s.factor.At(i, k) * s.factor.At(j, k))
		}
		return sum
	}
	var submatrix linalg.Cholesky
	if !submatrix.Factorize(len(kept), func(i, j int) float64 { return entry(kept[i], kept[j]) }) {
		return // equal inputs, to rounding
	}
	submatrix.Solve(gap)
	for j, k := range keep {
		if k {
			continue
		}
		for i, column := range kept {
			to[j] += float64(entry(j, column) * gap[i])
		}
	}
}

// row stores the inputs at coordinates or scores.
func (s *sampler) row(to, z []float64) {
	n, _ := s.rows.Dims()
	for j, columns := range s.inputs {
		u := z[j]
		if s.correlations != nil {
			u = min(max(phi(u), rarest), 1-rarest)
		}
		if len(columns) == 1 {
			to[columns[0]] = s.laws[j].Quantile(u)
			continue
		}
		from := s.rows.RawRowView(min(int(u*float64(n)), n-1))
		for _, c := range columns {
			to[c] = from[c]
		}
	}
}
