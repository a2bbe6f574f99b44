package inference

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
)

const (
	// manyInputs is the number of inputs above which not all are looked at for each.
	manyInputs = 100
	// mostRelated is the number of inputs that are looked at then.
	mostRelated = 30
)

// relations tell, in tables of many inputs, from which a variable may be predicted at first
// sight: those related to it most, and its linear prediction by all others. A function of few
// inputs shows in the former, one of many in the latter, if at all.
type relations struct {
	of      importance.Sample
	linear  *indexView
	related map[int][]int // by variable
}

// relate returns the relations of some variables; nil with few inputs.
func (g growing) relate(ctx context.Context, s importance.Sample, variables []int, seed rng.Seed) (*relations, error) {
	n, p := s.X.Dims()
	if p <= manyInputs || len(variables) == 0 {
		return nil, nil
	}
	linear := newLinear(s, g.groups, seed)
	r := &relations{of: s, linear: linear.own(rank.Numbers[int32](n)), related: map[int][]int{}}
	var functions []*mat.Dense
	for _, j := range variables {
		functions = append(functions, unitColumns(functionsOf(s, g.groups[j]).values))
	}
	all := linalg.Beside(functions...)
	scores := make([][]float64, p) // by input and variable, the largest correlation of two functions
	err := par.Do(ctx, g.workers, p, func(_, input int) {
		own := unitColumns(functionsOf(s, []int{input}).values)
		correlations, at := linalg.Times(mat.DenseCopyOf(own.T()), all), 0
		for _, f := range functions {
			k, of := f.RawMatrix().Cols, 0.0
			for i := range correlations.RawMatrix().Rows {
				for _, v := range correlations.RawRowView(i)[at : at+k] {
					of = max(of, math.Abs(v))
				}
			}
			scores[input] = append(scores[input], of)
			at += k
		}
	})
	for k, j := range variables {
		inputs := without(p, g.groups[j])
		slices.SortStableFunc(inputs, func(a, b int) int { return cmp.Compare(scores[b][k], scores[a][k]) })
		r.related[j] = inputs[:min(mostRelated, len(inputs))]
	}
	return r, err
}

// sample returns what may predict a variable at first sight, with the responses.
func (r *relations) sample(variable int, responses *mat.Dense) importance.Sample {
	s := inputsOf(r.of, r.related[variable])
	n, k := responses.Dims()
	fitted := r.linear.predict(padded(responses)).without(variable).mean
	s.X, s.Y = linalg.Beside[mat.Matrix](s.X, fitted.Slice(0, n, 0, k)), responses
	if s.Levels != nil {
		s.Levels = append(s.Levels, make([]int, k)...)
	}
	return s
}

// inputsOf returns a sample of some inputs, without responses.
func inputsOf(s importance.Sample, inputs []int) importance.Sample {
	of := importance.Sample{X: linalg.Columns(s.X, inputs), Design: s.Design}
	if s.Levels != nil {
		for _, j := range inputs {
			of.Levels = append(of.Levels, s.Levels[j])
		}
	}
	return of
}

// without returns the numbers below p that are not in a group.
func without(p int, group []int) []int {
	var others []int
	for j := range p {
		if !slices.Contains(group, j) {
			others = append(others, j)
		}
	}
	return others
}

// unitColumns returns columns with mean 0 and length 1, or 0 if they are constant.
func unitColumns(m *mat.Dense) *mat.Dense {
	n, k := m.Dims()
	unit := mat.NewDense(n, k, nil)
	for c := range k {
		column := mat.Col(nil, c, m)
		floats.AddConst(-linalg.Mean(column), column)
		if length := linalg.Norm(column); length > 0 {
			floats.Scale(1/length, column)
			unit.SetCol(c, column)
		}
	}
	return unit
}
