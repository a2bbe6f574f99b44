package inference

import (
	"context"
	"math"
	"slices"

	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
)

// An input that follows a function of the others, which the regressions on the others learn badly
// from the responses, tells what they have not learnt: it stands in for them. Its own prediction x̂
// by the others, learnt from the inputs alone, is a function of them too, so that Y given X⁽⁻ʲ⁾ may be
// predicted by it, and I(j) stays what it is. Where residuals without the input still depend on its
// prediction, by the tests on all rows, the input's importance, errors and tests are those of the
// table in which x̂ stands beside the inputs.
const (
	// doubtful is the p-value up to which residuals depend on a prediction, or on an input, certain that
	// from which on the input is marked.
	doubtful, certain = 0.2, 0.001
	// clearShare is the share of an input below which a prediction says nothing. Where as much is
	// predicted, and not by a line, the input is marked, and always has its prediction beside it: what
	// follows a curve or steps is seldom learnt whole.
	clearShare = 0.1
	// nearCopy is the share of an input that the others have to predict for it to be marked: what is
	// left says nothing.
	nearCopy = 1 - clearShare
)

// beside holds the answers for inputs beside which their predictions stand.
type beside struct {
	proofs [][][]proof    // of tests on all rows, by target and variable; nil for targets without tests
	near   []bool         // inputs of which the others predict nearly all
	told   []float64      // by input, the share that the others predict; NaN where that is not looked at
	curved []bool         // inputs that follow others along a curve, or whose predictions tell what others miss
	rows   []int32        // of the table, that are looked at
	tables map[int]parted // by variable that has its prediction beside it
}

// standBeside tests all variables on all rows, and estimates those anew that need their predictions:
// all has their terms then.
func (r relearning) standBeside(ctx context.Context, e *ensemble, all []*measured,
	p problem, targets []Target, seed rng.Seed, report func(share float64)) (*beside, error) {
	count := len(r.groups)
	b := &beside{near: make([]bool, count), told: slices.Repeat([]float64{math.NaN()}, count), curved: make([]bool, count), rows: e.eval.Training(), tables: map[int]parted{}}
	sample := p.sample.Choose(b.rows)
	raw := make([]float64, count)
	for j, terms := range all[0].terms {
		raw[j] = -all[0].phi.average(terms)
	}
	chosen := mostImportant(raw)
	relations, err := r.relate(ctx, sample, chosen, seed.Named("relations"))
	if err != nil {
		return nil, err
	}
	predictions, single := make([]*ownPrediction, count), r
	single.workers = 1
	err = par.All(ctx, r.workers, len(chosen), func(_, k int) (err error) {
		j := chosen[k]
		predictions[j], err = single.predictInput(ctx, sample, j, relations, seed.Named("foretell").At(j))
		return err
	})
	if err != nil {
		return nil, err
	}
	factor := linalg.Rows(p.factor.L, b.rows)
	tests := newDirect(sample, r.groups, r.given, predictions, raw, factor, seed.Named("again"))
	if r.halves.Tests {
		if b.proofs, err = tests.ofTargets(ctx, e, all, targets, p.sample.Y, r.workers); err != nil {
			return nil, err
		}
	}
	looks := *tests
	looks.once = true
	looks.predictions = make([]*ownPrediction, count)
	for j, f := range predictions {
		if f == nil {
			continue
		}
		b.told[j] = f.share
		b.near[j], b.curved[j] = f.share >= nearCopy, f.curved >= clearShare
		if f.share >= clearShare {
			looks.predictions[j] = f.inPlace(sample.Design)
		}
	}
	doubts, err := looks.test(ctx, e, p.sample.Y, nil, r.workers)
	if err != nil {
		return nil, err
	}
	looked := 0
	for j, proofs := range doubts {
		if proofs == nil {
			continue
		}
		report(float64(looked) / float64(len(chosen)))
		looked++
		doubt := together(proofs)
		b.curved[j] = b.curved[j] || doubt <= certain
		if doubt > doubtful && predictions[j].curved < clearShare {
			continue
		}
		if err := b.add(ctx, r, all, p.with(b.rows, predictions[j]), targets, j, predictions[j], seed.Named("beside").At(j)); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// mostImportant returns the variables that are looked at, given their importances, in their order.
func mostImportant(raw []float64) []int {
	chosen := without(len(raw), nil)
	if len(chosen) > manyInputs {
		chosen = rank.Descending(raw)[:foremost]
		slices.Sort(chosen)
	}
	return chosen
}

// inPlace returns functions of the prediction in the place of those of the input.
func (f *ownPrediction) inPlace(d design.Design) *ownPrediction {
	s := importance.Sample{X: linalg.Columns(f.predicted, f.itself()), Design: d}
	of := &ownPrediction{functions: functionsOf(s, without(len(f.itself()), nil))}
	of.left = of.values
	return of
}

// with returns the problem on some rows, with predictions of an input beside the inputs.
func (p problem) with(rows []int32, f *ownPrediction) problem {
	p.sample = p.sample.Choose(rows)
	p.sample.X = linalg.Beside(p.sample.X, linalg.Columns(f.predicted, f.itself()))
	if p.sample.Levels != nil {
		p.sample.Levels = append(slices.Clone(p.sample.Levels), make([]int, len(f.itself()))...)
	}
	p.factor.L = linalg.Rows(p.factor.L, rows)
	return p
}

// add estimates and tests variable j on the table with its prediction.
func (b *beside) add(ctx context.Context, r relearning, all []*measured, p problem, targets []Target, j int, f *ownPrediction,
	seed rng.Seed) error {
	r.groups, r.elsewhere = r.groups[j:j+1], nil
	e, err := r.grow(ctx, p.sample, seed)
	if err != nil {
		return err
	}
	if err := e.route(ctx, e.columns.OutOfBag(), r.workers); err != nil {
		return err
	}
	targets = slices.Clone(targets)
	var alone []*measured
	for k := range targets {
		targets[k].Values = linalg.Rows(targets[k].Values, b.rows)
		m, err := r.measure(ctx, e, targets[k].Values)
		if err != nil {
			return err
		}
		all[k].take(j, m)
		alone = append(alone, m)
	}
	if r.halves.Tests {
		_, columns := p.sample.X.Dims()
		tests := newDirect(p.sample, r.groups, without(columns, r.groups[0]), []*ownPrediction{f}, []float64{0}, p.factor.L, seed.Named("again"))
		proofs, err := tests.ofTargets(ctx, e, alone, targets, p.sample.Y, r.workers)
		if err != nil {
			return err
		}
		for k, of := range proofs {
			if of != nil {
				b.proofs[k][j] = of[0]
			}
		}
	}
	own, err := r.fromHalves(ctx, e.columns, p, targets, seed, func(float64) {})
	for k, at := range own.rows {
		own.rows[k] = b.rows[at]
	}
	b.tables[j] = own
	return err
}

// elsewhere reports by variable whether it is tested on a table of its own.
func (b *beside) elsewhere() []bool {
	is := make([]bool, len(b.near))
	for j := range b.tables {
		is[j] = true
	}
	return is
}

// merge puts what halves tell of variables with tables of their own in its place.
func (b *beside) merge(all parted) {
	for k, h := range all.halved {
		if h == nil {
			continue
		}
		for j := range b.near { // in order: work is summed
			if own, is := b.tables[j]; is {
				h.take(j, own.halved[k], own.rows, all.rows)
			}
		}
		if h.evidence != nil {
			h.direct, h.near, h.told, h.curved = b.proofs[k], b.near, b.told, b.curved
		}
	}
}

// take takes the terms of a variable from those of a table of its own: shares of what is explained.
func (m *measured) take(j int, own *measured) {
	if own.full.explained <= 0 {
		return
	}
	scale := m.full.explained / own.full.explained
	for i := range m.terms[j] {
		m.terms[j][i], m.rows[j][i] = scale*own.terms[0][i], scale*own.rows[0][i]
	}
}

// take takes the tests and shares of a variable from halves of a table of its own, of the rows from of
// the table, ascending. rows are those of these halves.
func (h *halfSamples) take(j int, own *halfSamples, from, rows []int32) {
	for half, kept := range own.kept {
		if kept[0] > 0 {
			h.kept[half][j+1] = h.kept[half][0] / kept[0] * kept[1]
		}
	}
	h.forests += own.forests
	if h.evidence == nil {
		return
	}
	h.most[j+1] = own.most[1]
	for way, parts := range h.parts {
		for i, row := range rows {
			if k, found := slices.BinarySearch(from, row); found {
				parts.Set(i, j+1, own.parts[way].At(k, 1))
			} else {
				parts.Set(i, j+1, 0)
			}
		}
	}
}
