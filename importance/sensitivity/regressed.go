package sensitivity

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/process"
)

// Rows of the regressions on sets of inputs, and those by which they choose length-scales.
const (
	regressedRows   = 500
	regressedSearch = 150
)

// regressed returns the indices of h, n×k values at the rows, by ranges of its columns: what a
// set leaves unexplained is what a process that sees its inputs alone does, out-of-fold and
// with the slope that fits best. Standard errors are those of the rows, for regressions as they
// are, with z, the values that h was learnt from, in its place: their noise is what h was
// learnt through.
func (e *estimate) regressed(ctx context.Context, h, z *mat.Dense, sets *scheme, by []measured, share func(k int, explained float64) float64) ([]Indices, error) {
	n, columns := h.Dims()
	centred, noisy := centredColumns(h), centredColumns(z)
	x, groups := e.encoded(e.X)
	of := e.folds(n)
	terms, errors := make([]*mat.Dense, len(by)), make([]*mat.Dense, len(by)) // unexplained of h and of z, by row and set
	for k := range by {
		terms[k], errors[k] = mat.NewDense(n, len(sets.sets), nil), mat.NewDense(n, len(sets.sets), nil)
	}
	err := par.Do(ctx, e.Workers, len(sets.sets), func(_, at int) {
		var seen, group []int
		for c, g := range groups {
			if sets.sets[at][g] {
				seen, group = append(seen, c), append(group, g)
			}
		}
		held := mat.NewDense(n, columns, nil)
		if seen != nil {
			o := process.Options{Groups: group, Rows: regressedRows, Search: regressedSearch}
			held = process.Fit(linalg.Columns(x, seen), centred, of, nil, o, e.seed.Named("regressed").At(at)).OutOfFold()
		}
		for k, m := range by {
			var both, own float64
			for i := range n {
				a, b := centred.RawRowView(i)[m.from:m.to], held.RawRowView(i)[m.from:m.to]
				both, own = both+linalg.Dot(a, b), own+linalg.Dot(b, b)
			}
			slope := 0.0
			if both > 0 && own > 0 {
				slope = both / own
			}
			for i := range n {
				b := held.RawRowView(i)[m.from:m.to]
				left := func(values *mat.Dense) float64 {
					a := values.RawRowView(i)[m.from:m.to]
					return linalg.Dot(a, a) - float64(2*slope*linalg.Dot(a, b)) + float64(slope*slope*linalg.Dot(b, b))
				}
				terms[k].Set(i, at, left(centred))
				errors[k].Set(i, at, left(noisy))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	reach, all := e.Coverage.Normal(), make([]Indices, len(by))
	for k := range by {
		means := make([]float64, len(sets.sets))
		for at := range means {
			means[at] = linalg.Mean(mat.Col(nil, at, terms[k]))
		}
		m := sets.moments(means)
		factor := share(k, m.explained)
		all[k].Noise = Effect{Value: 1 - factor, Interval: reach.Share(1-factor, 0)}
		rows := make([]moments, n)
		for i := range rows {
			rows[i] = sets.moments(errors[k].RawRowView(i))
		}
		effect := func(value func(m moments) float64) Effect {
			if !(m.explained > 0) {
				return Effect{Interval: reach.Share(0, 0)}
			}
			ratio, away := value(m)/m.explained, make([]float64, n)
			for i, row := range rows {
				away[i] = (value(row) - float64(ratio*row.explained)) / m.explained
			}
			_, variance := linalg.Variance(away)
			v, se := min(max(factor*ratio, 0), 1), factor*math.Sqrt(variance/float64(n))
			return Effect{v, se, reach.Share(v, se)}
		}
		for j := range sets.inputs {
			all[k].First = append(all[k].First, effect(func(m moments) float64 { return m.first[j] }))
			all[k].Total = append(all[k].Total, effect(func(m moments) float64 { return m.total[j] }))
			all[k].Shapley = append(all[k].Shapley, effect(func(m moments) float64 { return m.shapley[j] }))
		}
	}
	return all, nil
}

// centredColumns returns columns less their means.
func centredColumns(h *mat.Dense) *mat.Dense {
	n, columns := h.Dims()
	centred := mat.NewDense(n, columns, nil)
	for c := range columns {
		values := mat.Col(nil, c, h)
		mean := linalg.Mean(values)
		for i, v := range values {
			centred.Set(i, c, v-mean)
		}
	}
	return centred
}
