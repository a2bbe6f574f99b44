package inference

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// halfSamples are the results for a target from random halves of the rows, each with an ensemble of
// its own.
type halfSamples struct {
	// kept holds, for each half (two a split), V, then what is kept of it without each
	// variable; total the variation of the responses.
	kept      [][]float64
	total     []float64
	left      float64 // of the total, what the factor leaves out
	rows      int     // that are divided into halves
	table     int     // rows that the forests on all of them learn from
	forests   float64 // work
	*evidence         // of the tests; nil without
}

// split is one division of the rows into halves.
type split struct {
	rows  [2][]int32
	sides [2]*ensemble
	ways  [2]*ensemble // that predict one side by the other; nil without tests
}

// halved is what is divided into halves: rows, the coordinates of targets at them, and the own
// predictions of inputs, nil for none.
type halved struct {
	sample  importance.Sample
	factors []mmd.Factor
	own     []*mat.Dense
}

// of returns the own predictions at some of the rows.
func (t halved) of(rows []int32) []*mat.Dense { return rowsOf(t.own, rows) }

// rowsOf returns rows of each of several matrices, some of which may be nil.
func rowsOf(all []*mat.Dense, rows []int32) []*mat.Dense {
	if all == nil {
		return nil
	}
	some := make([]*mat.Dense, len(all))
	for j, m := range all {
		if m != nil {
			some[j] = linalg.Rows(m, rows)
		}
	}
	return some
}

// halve divides the rows at random into halves, as often as halves says, and grows an
// ensemble on each half. It returns the results for the targets.
func (g growing) halve(ctx context.Context, t halved, halves Halves, seed rng.Seed, report func(share float64)) ([]*halfSamples, error) {
	n, all := t.sample.Rows(), make([]*halfSamples, len(t.factors))
	for f, factor := range t.factors {
		all[f] = &halfSamples{left: factor.Residual, rows: n}
		if halves.Tests {
			all[f].evidence = newEvidence(n, len(g.groups), t.sample.Design.Clusters)
		}
	}
	order := make([]int32, t.sample.Design.Units(n)) // clusters, or rows
	for k := range halves.Splits {
		seed := seed.At(k)
		if err := t.sample.Part(order, uint64(seed.Named("rows"))); err != nil {
			return nil, err
		}
		d, err := g.split(ctx, t, t.sample.Design.Halves(order), halves.Tests, seed.Named("forests"))
		if err != nil {
			return nil, err
		}
		for _, side := range d.sides {
			all[0].forests += side.work()
		}
		report((float64(k) + 0.5) / float64(halves.Splits))
		for f, h := range all {
			if err := h.measure(ctx, g, d, t.factors[f].L, 1/float64(halves.Splits)); err != nil {
				return nil, err
			}
			if halves.Tests && halves.Stops {
				h.stop()
			}
		}
		report(float64(k+1) / float64(halves.Splits))
	}
	return all, nil
}

// split grows ensembles on two halves, and sends the rows of each through the other if these are tested.
func (g growing) split(ctx context.Context, t halved, rows [2][]int32, tests bool, seed rng.Seed) (d split, err error) {
	d.rows = rows
	for side, own := range rows {
		e, err := g.grow(ctx, t.sample.Choose(own), nil, seed.At(side))
		if err != nil {
			return d, err
		}
		if e, err = e.route(ctx, e.columns.OutOfBag(), g.workers); err != nil {
			return d, err
		}
		d.sides[side] = e.beside(t.of(own), t.of(own))
	}
	for side := 0; side < len(rows) && tests; side++ {
		teacher, other := d.sides[1-side], d.sides[side]
		eval, err := teacher.columns.On(other.sample.X)
		if err != nil {
			return d, err
		}
		var view *indexView
		if teacher.index != nil {
			view = teacher.index.other(other.sample.X)
		}
		way, err := teacher.through(ctx, eval, view, g.workers)
		if err != nil {
			return d, err
		}
		d.ways[side] = way.beside(t.of(rows[1-side]), t.of(rows[side]))
	}
	return d, nil
}

// keptPredictions is the largest number of coordinates of predictions that a half keeps,
// 128 MiB.
const keptPredictions = 1 << 24

// measure predicts a target by both halves, with all variables and without each, records what they
// explain and keep, and tests. share is the weight of the split.
func (h *halfSamples) measure(ctx context.Context, g growing, d split, factor *mat.Dense, share float64) error {
	var sides [2]*ensemble
	var submodels [2][]submodel // without one variable each; predictions that take much memory are made again
	for side, e := range d.sides {
		on, err := e.on(ctx, linalg.Rows(factor, d.rows[side]), g.workers)
		if err != nil {
			return err
		}
		kept, without := make([]float64, len(g.groups)+1), make([]submodel, len(g.groups))
		kept[0] = on.full.explained
		rows, width := on.phi.values.Dims()
		keep := len(g.groups)*len(on.predicted)*rows*width <= keptPredictions
		err = par.Do(ctx, g.workers, len(g.groups), func(_, j int) {
			of, terms, _ := on.compare(j)
			without[j].stacked = of.stacked
			if keep {
				without[j].predictions = of.predictions
			}
			kept[j+1] = on.phi.average(terms)
		})
		if err != nil {
			return err
		}
		sides[side], submodels[side] = on, without
		_, total := on.phi.variation()
		h.kept, h.total = append(h.kept, kept), append(h.total, total+h.left)
	}
	for side, way := range d.ways {
		if h.evidence == nil {
			break
		}
		if err := h.test(ctx, g, sides, submodels, way, side, d.rows[side], share/2); err != nil {
			return err
		}
	}
	return nil
}

// test adds the projected covariance measure of a half: the direction in which the prediction of the
// other half, which teaches, moves without a variable (Lundborg, Kim, Shah and Samworth 2024, here in
// the kernel's Hilbert space).
//
//	A(x)  = prediction − prediction without the variable, of the half that teaches,
//	r_i   = φ(Y_i) − prediction without the variable, of this half,
//	A'_i  = A(x_i) − prediction of A without the variable, of this half,
//	L_i   = ⟨r_i, A'_i⟩,   z = √n mean L / sd L.
//
// Where the variable adds nothing, r_i has mean 0 given the other inputs, and so has L_i
// whatever A is, up to the product of the errors of this half's two out-of-bag predictions.
func (h *halfSamples) test(ctx context.Context, g growing, sides [2]*ensemble, submodels [2][]submodel, way *ensemble,
	side int, rows []int32, share float64) error {
	teacher, own := sides[1-side], sides[side]
	taught, err := way.predict(ctx, teacher.phi.values, own.phi.values, own.phi.design, g.workers)
	if err != nil {
		return err
	}
	full := taught.phi.prediction(submodel{stacked: teacher.full.stacked, predictions: taught.dropped(-1)})
	terms := make([][]float64, len(g.groups)+1) // by hypothesis
	terms[0] = own.phi.products(own.phi.residuals(submodel{}), full)
	err = par.All(ctx, g.workers, len(g.groups), func(_, j int) error {
		if h.hopeless[j] {
			return nil
		}
		without := submodels[side][j]
		if without.predictions == nil {
			without.predictions = own.dropped(j)
		}
		direction := taught.phi.prediction(submodel{stacked: submodels[1-side][j].stacked, predictions: taught.dropped(j)})
		if beside := taught.foretell(taught.factor, j); beside != nil {
			direction.Sub(taught.phi.prediction(submodel{stacked: teacher.whole(j).stacked, predictions: append(taught.dropped(-1), beside...)}), direction)
		} else {
			direction.Sub(full, direction)
		}
		left, err := own.residualDirection(ctx, j, direction)
		if err == nil {
			terms[j+1] = own.phi.products(own.phi.residuals(without), left)
		}
		return err
	})
	if err != nil {
		return err
	}
	for j, of := range terms {
		if of != nil { // not hopeless
			h.add(j, rows, own.phi, of, share)
		}
	}
	return nil
}

// residualDirection returns the residuals of directions, one for each of the ensemble's rows, after
// out-of-bag prediction without a group.
func (e *ensemble) residualDirection(ctx context.Context, group int, direction *mat.Dense) (*mat.Dense, error) {
	p, err := e.routes.predict(ctx, direction, 1)
	if err != nil {
		return nil, err
	}
	predictions := []*moments{p.without(group)}
	if e.view != nil {
		predictions = append(predictions, finite(e.view.regress(direction, group)))
	}
	predictions = append(predictions, e.foretell(direction, group)...)
	t := newTarget(direction, e.phi.use, e.phi.design)
	t.within = e.within
	return t.residuals(t.stack(predictions)), nil
}
