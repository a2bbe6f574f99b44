package inference

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// measured is the estimate for a target from all rows.
type measured struct {
	*ensemble
	// terms holds, by variable, the rows' terms whose mean is what is kept of V; rows those
	// of V without the variable.
	terms, rows [][]float64
}

// parted is what halves of a table tell of the targets, nil for those that are not inferred, and
// which of its rows are halved.
type parted struct {
	halved []*halfSamples
	rows   []int32
}

// measure predicts a target with all variables and without each.
func (r relearning) measure(ctx context.Context, e *ensemble, factor *mat.Dense) (*measured, error) {
	on, err := e.on(ctx, factor, r.workers)
	if err != nil {
		return nil, err
	}
	m := &measured{on, make([][]float64, len(r.groups)), make([][]float64, len(r.groups))}
	err = par.Do(ctx, r.workers, len(r.groups), func(_, j int) {
		without := on.without(j)
		m.terms[j], m.rows[j] = on.kept(without), without.rows
	})
	return m, err
}

// fromHalves obtains errors and tests from halves of the rows for the targets that want them. On a
// bounded table it halves random rows, drawn like those that importance is measured on, and
// drops the coordinates of all other rows.
func (r relearning) fromHalves(ctx context.Context, columns *forest.Columns, p problem, targets []Target,
	seed rng.Seed, report func(share float64)) (parted, error) {
	rows := rank.Numbers[int32](columns.Rows())
	bounded := r.halves.bound(len(rows))
	if bounded {
		rows = columns.OutOfBagSample(r.halves.Rows, p.seed).Training()
		p.sample = p.sample.Choose(rows)
	}
	var factors []mmd.Factor
	var of []int
	for k, t := range targets {
		factor := mmd.Factor{L: t.Values, Residual: t.Residual}
		if bounded {
			factor.L = linalg.Rows(factor.L, rows)
			targets[k].Values = nil
		}
		if k == 0 {
			p.factor = factor
			factor = p.coarse()
		} else if !t.Inferred {
			continue
		}
		factors, of = append(factors, factor), append(of, k)
	}
	found, err := r.onHalves().halveClusters(ctx, p.sample, factors, r.halves, seed.Named("halves"), report)
	if err != nil {
		return parted{}, err
	}
	all := parted{make([]*halfSamples, len(targets)), rows}
	for f, k := range of {
		all.halved[k] = found[f]
		all.halved[k].table = columns.Rows()
	}
	return all, nil
}

// conclude returns the importances for a target from all rows and, unless nil, halves of
// them. residual is what the target's coordinates leave out.
func (r relearning) conclude(m *measured, h *halfSamples, residual float64) (result importance.Result) {
	v := m.full.explained
	if h != nil {
		result.Forests = h.forests
	}
	result.Denominator = v * float64(m.phi.count)
	for _, t := range m.terms {
		raw := 0.0
		if v > 0 {
			raw = 1 - m.phi.average(t)/v
		}
		result.Raw, result.Clamped = append(result.Raw, raw), append(result.Clamped, max(raw, 0))
	}
	if v <= 0 {
		result.Warnings = append(result.Warnings, NothingExplained)
	}
	switch {
	case h != nil:
		result.Inference = r.infer(m, h, result, residual)
	case r.halves.given():
		result.Inference = m.inferGiven(result, residual, r.coverage)
	}
	return result
}
