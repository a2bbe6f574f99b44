package inference

import (
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
)

// secondStep is what the second step knows without a group, from the rows of all folds but one,
// whatever the target: the regression on the inputs, and functions of the indices with their
// regression beside the inputs.
type secondStep struct {
	inputs    reduced
	functions *hinged    // Z; nil without indices
	places    []placed   // of the sample's rows, index by index
	ridge                // on the functions, given the inputs
	with      *mat.Dense // products X'Z of inputs and functions
	spanned   *mat.Dense // Z'XP, with P the inverse of X'X + λ
}

// keptNumbers is the largest number of numbers that the second steps of a sample keep, 32 MiB.
const keptNumbers = 1 << 22

// keeps reports whether second steps are few and small enough to be kept for another target.
func (x *index) keeps() bool {
	n, count := x.responses.Dims()
	_, m := x.columns.Dims()
	return (indexFolds+1)*len(x.steps)*(2*count*(n+hinges*m)+2*m*m) <= keptNumbers
}

// step returns the second step without a group and a fold.
func (x *index) step(group, fold int) *secondStep {
	if kept := x.steps[group+1][fold].Load(); kept != nil {
		return kept
	}
	s := &secondStep{}
	if group >= 0 {
		s.inputs = x.inputs.reduce(x.second[fold], group)
	}
	if x.first == nil {
		return s
	}
	indices := along(x.first[x.chosen[group+1]].columns, x.slopes[group+1][fold], nil)
	s.functions = x.hinge(indices, fold)
	s.places = s.functions.places(indices)
	_, m := x.columns.Dims()
	k := s.functions.count()
	beside := make([]float64, k+m)
	products := s.products(x, fold, k+m, func(i int) []float64 {
		s.functions.store(beside, s.of(i))
		copy(beside[k:], x.columns.RawRowView(i))
		return beside
	})
	among := mat.DenseCopyOf(products.Slice(0, k, 0, k))
	s.with = mat.DenseCopyOf(products.Slice(0, k, k, k+m).T())
	s.spanned = mat.DenseCopyOf(s.inputs.fit(x.second[fold].fit(s.with), s.with).T())
	among.Sub(among, linalg.Times(s.spanned, s.with))
	s.ridge = newRidge(among, secondPenalty)
	if x.keeps() {
		x.steps[group+1][fold].Store(s) // the same whoever makes it first
	}
	return s
}

// of returns the places of a row of the sample.
func (s *secondStep) of(i int) []placed {
	count := len(s.functions.knots)
	return s.places[i*count : (i+1)*count]
}

// products returns Z'V over the rows of all folds but one, given the rows of V, of so many numbers. A
// hinge is linear above its knot, so that it needs of the rows between two knots only the sums of V and
// of V times how far they are above the lower one.
func (s *secondStep) products(x *index, fold, width int, of func(i int) []float64) *mat.Dense {
	const bins = hinges + 1
	f := s.functions
	count := len(f.knots)
	sums := make([]float64, count*bins*2*width) // by index and bin: of V, and of V times what is above
	total := make([]float64, width)
	for i, other := range x.folds {
		if other == fold {
			continue
		}
		w, values := x.sample.Design.Weight(i), of(i)
		linalg.AddScaled(total, w, values)
		for c, at := range s.of(i) {
			in := sums[(c*bins+int(at.bin))*2*width:]
			linalg.AddScaled(in[:width], w, values)
			linalg.AddScaled(in[width:2*width], w*at.above, values)
		}
	}
	products := mat.NewDense(f.count(), width, nil)
	for c, knots := range f.knots {
		for h, knot := range knots {
			row, k := products.RawRowView(c*hinges+h), c*hinges+h
			linalg.AddScaled(row, -f.mean[k]*f.scale[k], total)
			for bin := h + 1; bin < bins; bin++ {
				in := sums[(c*bins+bin)*2*width:]
				linalg.AddScaled(row, (knots[bin-1]-knot)*f.scale[k], in[:width])
				linalg.AddScaled(row, f.scale[k], in[width:2*width])
			}
		}
	}
	return products
}

// along returns the inner products of rows, nil for all, with some vectors.
func along(of *mat.Dense, vectors *mat.Dense, rows []int) *mat.Dense {
	n, _ := of.Dims()
	if rows != nil {
		n = len(rows)
	}
	k, _ := vectors.Dims()
	products := mat.NewDense(n, k, nil)
	for i := range n {
		row := i
		if rows != nil {
			row = rows[i]
		}
		for c := range k {
			products.Set(i, c, linalg.Dot(of.RawRowView(row), vectors.RawRowView(c)))
		}
	}
	return products
}
