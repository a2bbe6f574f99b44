package sensitivity

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/par"
	"drfvi/internal/rng"
)

// half returns ½‖h(x) − h(x')‖² of two rows of outputs.
type half func(a, b []float64) float64

// predict returns the outputs at the rows of x.
type predict func(ctx context.Context, x *mat.Dense) (*mat.Dense, error)

// moments are variances of a function h of the inputs: explained is E‖h − E h‖²; first, total
// and shapley have a part of it for each input.
type moments struct {
	explained             float64
	first, total, shapley []float64
}

// scheme has the sets of inputs to value: none, each, all but each, and those before each input
// in some orders, the Shapley effect being what it adds on average (Song et al. 2016).
type scheme struct {
	inputs int
	sets   [][]bool // the first is empty; that of all is left out
	number map[string]int
	orders [][]int32
}

const (
	// mostOrdered is the largest number of inputs of which all orders are taken.
	mostOrdered = 6
	// mostRotated is the largest number of inputs of which all rotations of a random order are
	// taken, so that each input has each place equally often; fewRotated are those of more. Each
	// is followed by its reverse, which is exact for interactions of two.
	mostRotated = 12
	fewRotated  = 6
)

func newScheme(p int, seed rng.Seed) *scheme {
	s := &scheme{inputs: p, number: map[string]int{}}
	s.add(make([]bool, p))
	for j := range p {
		single, others := make([]bool, p), slices.Repeat([]bool{true}, p)
		single[j], others[j] = true, false
		s.add(single)
		s.add(others)
	}
	if p <= mostOrdered {
		s.permute(nil)
	} else {
		order, rotations := make([]int32, p), p
		seed.Named("orders").Source().Perm(order)
		if p > mostRotated {
			rotations = fewRotated
		}
		for k := range rotations {
			first := k * p / rotations
			rotated := slices.Concat(order[first:], order[:first])
			reverse := slices.Clone(rotated)
			slices.Reverse(reverse)
			s.orders = append(s.orders, rotated, reverse)
		}
	}
	for _, order := range s.orders {
		set := make([]bool, p)
		for _, j := range order {
			set[j] = true
			s.add(slices.Clone(set))
		}
	}
	return s
}

// permute adds all orders that begin in a way.
func (s *scheme) permute(begun []int32) {
	if len(begun) == s.inputs {
		s.orders = append(s.orders, begun)
	}
	for j := range int32(s.inputs) {
		if !slices.Contains(begun, j) {
			s.permute(append(slices.Clone(begun), j))
		}
	}
}

// key is that of a set in a map.
func key(set []bool) string {
	k := make([]byte, len(set))
	for j, in := range set {
		if in {
			k[j] = 1
		}
	}
	return string(k)
}

func (s *scheme) add(set []bool) {
	if _, ok := s.number[key(set)]; !ok && slices.Contains(set, false) {
		s.number[key(set)] = len(s.sets)
		s.sets = append(s.sets, set)
	}
}

// unexplainedBy returns the variation that a set of inputs leaves unexplained.
func (s *scheme) unexplainedBy(set []bool, unexplained []float64) float64 {
	if number, ok := s.number[key(set)]; ok {
		return unexplained[number]
	}
	return 0 // all
}

// moments returns those of D(S), what each set leaves unexplained:
//
//	explained = D(∅),  first_j = D(∅) − D({j}),  total_j = D(all but j).
func (s *scheme) moments(unexplained []float64) moments {
	p := s.inputs
	m := moments{unexplained[0], make([]float64, p), make([]float64, p), make([]float64, p)}
	set, others := make([]bool, p), slices.Repeat([]bool{true}, p)
	for j := range p {
		set[j], others[j] = true, false
		m.first[j], m.total[j] = m.explained-s.unexplainedBy(set, unexplained), s.unexplainedBy(others, unexplained)
		set[j], others[j] = false, true
	}
	for _, order := range s.orders {
		clear(set)
		before := m.explained
		for _, j := range order {
			set[j] = true
			after := s.unexplainedBy(set, unexplained)
			m.shapley[j] += (before - after) / float64(len(s.orders))
			before = after
		}
	}
	return m
}

// pieceRows is about the number of rows that one piece of work has.
const pieceRows = 512

// pickFreeze returns D(S) of each set by each measure at the points of a lattice: with x and
// x(S) two draws of the inputs that share those of S, all others being drawn given these and
// independently, D(S) = ½E‖h(x) − h(x(S))‖².
func pickFreeze(
	ctx context.Context, s *sampler, c *scheme, h predict, measures []half, l lattice, seed rng.Seed,
	workers int,
) ([][]float64, error) {
	p, rowsOfPoint := len(s.inputs), 1+len(c.sets)
	_, columns := s.rows.Dims()
	shifts := shifted(2*p, seed)
	points := max(1, pieceRows/rowsOfPoint)
	pieces := make([][][]float64, (l.points+points-1)/points)
	err := par.All(ctx, workers, len(pieces), func(_, piece int) error {
		first := piece * points
		count := min(points, l.points-first)
		x, u, mixed := mat.NewDense(count*rowsOfPoint, columns, nil), make([]float64, 2*p), make([]float64, p)
		for i := range count {
			l.fill(u, first+i, shifts)
			z, other := u[:p], u[p:]
			s.start(z)
			s.start(other)
			s.row(x.RawRowView(i*rowsOfPoint), z)
			for k, set := range c.sets {
				s.mix(mixed, z, other, set)
				s.row(x.RawRowView(i*rowsOfPoint+1+k), mixed)
			}
		}
		outputs, err := h(ctx, x)
		if err != nil {
			return err
		}
		for _, measure := range measures {
			sums := make([]float64, len(c.sets))
			for i := range count {
				for k := range sums {
					sums[k] += measure(outputs.RawRowView(i*rowsOfPoint), outputs.RawRowView(i*rowsOfPoint+1+k))
				}
			}
			pieces[piece] = append(pieces[piece], sums)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	means := make([][]float64, len(measures))
	for m := range means {
		means[m] = make([]float64, len(c.sets))
		for _, sums := range pieces {
			for k, v := range sums[m] {
				means[m][k] += v / float64(l.points)
			}
		}
	}
	return means, nil
}
