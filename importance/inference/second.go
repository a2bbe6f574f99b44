package inference

import (
	"slices"

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

// leastIndex is the standard deviation, as a share of that of the response, below which an
// index counts as none: without any input, only errors of rounding are left.
const leastIndex = 1e-3

// bent is a piecewise linear function of an index: 0 below a knot, with slope 1 from there to the
// index's largest value, and standardised. The zero value is 0 everywhere.
type bent struct {
	index                          int
	knot, highest, mean, deviation float64
}

func (b bent) raw(v float64) float64 { return max(min(v, b.highest)-b.knot, 0) }

// bend stores the functions of a row of indices in dst.
func bend(dst []float64, functions []bent, indices []float64) {
	for k, b := range functions {
		if dst[k] = 0; b.deviation > 0 {
			dst[k] = (b.raw(indices[b.index]) - b.mean) / b.deviation
		}
	}
}

// bends returns functions of indices at the rows of the sample. Their knots are quantiles over the
// rows of all folds but one, over which they are standardised.
func (x *index) bends(values *mat.Dense, fold int) []bent {
	_, count := values.Dims()
	var used []int32
	for i, f := range x.folds {
		if f != fold {
			used = append(used, int32(i))
		}
	}
	functions := make([]bent, count*hinges)
	design, own, raw := x.sample.Design.Choose(used), make([]float64, len(used)), make([]float64, len(used))
	for c := range count {
		for r, i := range used {
			own[r] = values.At(int(i), c)
		}
		if _, deviation := moments2(own, design); deviation < leastIndex {
			continue
		}
		sorted := slices.Clone(own)
		slices.Sort(sorted)
		for h := range hinges {
			b := bent{index: c, knot: sorted[h*len(sorted)/hinges], highest: sorted[len(sorted)-1]}
			for r, v := range own {
				raw[r] = b.raw(v)
			}
			b.mean, b.deviation = moments2(raw, design)
			functions[c*hinges+h] = b
		}
	}
	return functions
}
