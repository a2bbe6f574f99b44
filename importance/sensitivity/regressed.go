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
func (e *estimate) regressed(
	ctx context.Context, h, z *mat.Dense, sets *scheme, measures []measured,
	share func(k int, explained float64) float64,
) ([]Indices, error) {
	n, columns := h.Dims()
	centred, noisy := centredColumns(h), centredColumns(z)
	x, groups := e.encoded(e.X)
	foldOf := e.folds(n)
	// unexplained of h and of z, by row and set
	terms, errors := make([]*mat.Dense, len(measures)), make([]*mat.Dense, len(measures))
	for k := range measures {
		terms[k], errors[k] = mat.NewDense(n, len(sets.sets), nil), mat.NewDense(n, len(sets.sets), nil)
	}
	err := par.Do(ctx, e.Workers, len(sets.sets), func(_, set int) {
		var columnsOfSet, group []int
		for c, g := range groups {
			if sets.sets[set][g] {
				columnsOfSet, group = append(columnsOfSet, c), append(group, g)
			}
		}
		held := mat.NewDense(n, columns, nil)
		if columnsOfSet != nil {
			o := process.Options{Groups: group, Rows: regressedRows, Search: regressedSearch}
			held = process.Fit(
				linalg.Columns(x, columnsOfSet), centred, foldOf, nil, o, e.seed.Named("regressed").At(set),
			).OutOfFold()
		}
		for k, m := range measures {
			var cross, square float64
			for i := range n {
				a, b := centred.RawRowView(i)[m.from:m.to], held.RawRowView(i)[m.from:m.to]
				cross, square = cross+linalg.Dot(a, b), square+linalg.Dot(b, b)
			}
			slope := 0.0
			if cross > 0 && square > 0 {
				slope = cross / square
			}
			for i := range n {
				b := held.RawRowView(i)[m.from:m.to]
				unexplained := func(values *mat.Dense) float64 {
					a := values.RawRowView(i)[m.from:m.to]
					return linalg.Dot(a, a) - float64(2*slope*linalg.Dot(a, b)) + float64(slope*slope*linalg.Dot(b, b))
				}
				terms[k].Set(i, set, unexplained(centred))
				errors[k].Set(i, set, unexplained(noisy))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	reach, results := e.Coverage.Normal(), make([]Indices, len(measures))
	for k := range measures {
		means := make([]float64, len(sets.sets))
		for set := range means {
			means[set] = linalg.Mean(mat.Col(nil, set, terms[k]))
		}
		m := sets.moments(means)
		factor := share(k, m.explained)
		results[k].Noise = Effect{Value: 1 - factor, Interval: reach.Share(1-factor, 0)}
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
			results[k].First = append(results[k].First, effect(func(m moments) float64 { return m.first[j] }))
			results[k].Total = append(results[k].Total, effect(func(m moments) float64 { return m.total[j] }))
			results[k].Shapley = append(results[k].Shapley, effect(func(m moments) float64 { return m.shapley[j] }))
		}
	}
	return results, nil
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
