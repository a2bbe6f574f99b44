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
	functions []bent     // none without indices
	values    *mat.Dense // of these at the sample's rows, Z
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
	return (indexFolds+1)*(len(x.steps)*count*hinges*(n+2*m)+2*m*m) <= keptNumbers
}

// step returns the second step without a group and a fold. Calls for one group must not be
// concurrent.
func (x *index) step(group, fold int) *secondStep {
	if of := x.steps[group+1]; of != nil && of[fold] != nil {
		return of[fold]
	}
	s := &secondStep{}
	if group >= 0 {
		s.inputs = x.inputs.reduce(x.second[fold], group)
	}
	if x.first == nil {
		return s
	}
	indices := along(x.first[x.chosen[group+1]].columns, x.slopes[group+1][fold])
	s.functions = x.bends(indices, fold)
	n, m := x.columns.Dims()
	k := len(s.functions)
	s.values = mat.NewDense(n, k, nil)
	for i := range n {
		bend(s.values.RawRowView(i), s.functions, indices.RawRowView(i))
	}
	beside := make([]float64, k+m)
	products := s.products(x, fold, k+m, func(i int) []float64 {
		copy(beside, s.values.RawRowView(i))
		copy(beside[k:], x.columns.RawRowView(i))
		return beside
	})
	among := mat.DenseCopyOf(products.Slice(0, k, 0, k))
	s.with = mat.DenseCopyOf(products.Slice(0, k, k, k+m).T())
	s.spanned = mat.DenseCopyOf(s.inputs.fit(x.second[fold].fit(s.with), s.with).T())
	among.Sub(among, linalg.Times(s.spanned, s.with))
	s.ridge = newRidge(among, secondPenalty)
	if x.keeps() {
		if x.steps[group+1] == nil {
			x.steps[group+1] = make([]*secondStep, indexFolds+1)
		}
		x.steps[group+1][fold] = s
	}
	return s
}

// products returns Z'V over the rows of all folds but one, given the rows of V, of so many numbers.
func (s *secondStep) products(x *index, fold, width int, of func(i int) []float64) *mat.Dense {
	products := mat.NewDense(len(s.functions), width, nil)
	for i, f := range x.folds {
		if f == fold {
			continue
		}
		w, values := x.sample.Design.Weight(i), of(i)
		for j, v := range s.values.RawRowView(i) {
			if v != 0 {
				linalg.AddScaled(products.RawRowView(j), w*v, values)
			}
		}
	}
	return products
}
