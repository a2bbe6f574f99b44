package inference

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
	"drfvi/mmd"
)

// ensemble is what is learnt from one set of rows: a coupled forest and, if calibrated, ridge
// regressions. Their predictions are stacked: with all variables once, and without a variable with
// weights of their own.
type ensemble struct {
	columns   *forest.Columns
	sample    importance.Sample
	forest    *forest.Coupled
	eval      forest.Evaluation // the rows that are predicted
	routes    *routes           // of these through the forest
	index     *index            // of calibrated ensembles
	view      *indexView        // of these rows
	foretold  []*indexView      // by group, regressions on its own prediction; nil for none
	calibrate bool
	within    bool // clusters

	// For a target, see on.
	factor    *mat.Dense // its coordinates at the ensemble's own rows
	phi       *target
	full      submodel
	predicted []predicted
}

// predicted is what a member of a stack predicts without a group, or with all variables for -1.
type predicted interface {
	without(group int) *moments
}

// submodel is what an ensemble predicts without some variables, or with all.
type submodel struct {
	stacked
	predictions []*moments
	centred     *mat.Dense // the stacked prediction less its mean
}

// growing says how ensembles are grown.
type growing struct {
	config    forest.Config
	groups    [][]int          // the task's variables, then sets of them
	variables int              // how many
	given     []int            // columns of no group of the task: conditioned on, and not tested
	calibrate bool             // as Stacked, not as Loco
	within    bool             // clusters
	kernel    mmd.KernelChoice // of the first target
	workers   int
}

// grow grows an ensemble on the rows of a sample, its regressions on the given ones of them, ascending,
// nil for all.
func (g growing) grow(ctx context.Context, s importance.Sample, drawn []int32, seed rng.Seed) (*ensemble, error) {
	columns, err := s.Columns()
	if err != nil {
		return nil, err
	}
	e := &ensemble{columns: columns, sample: s, calibrate: g.calibrate, within: g.within}
	grower, err := forest.NewGrower(columns, s.Y, Splittable(g.config, s.Rows()))
	if err != nil {
		return nil, err
	}
	if e.forest, err = grower.Couple(ctx, nil, g.groups, uint64(seed.At(0)), g.workers); err != nil {
		return nil, err
	}
	if g.calibrate {
		e.index, err = newIndex(ctx, s, drawn, g.groups, seed.Named("index"), g.workers)
	}
	return e, err
}

// Splittable returns the configuration with a minimum node size that lets the roots of
// trees on n rows split, and their children if possible.
func Splittable(c forest.Config, n int) forest.Config {
	rows := c.SampleFraction * float64(c.Of(n))
	if c.Honesty {
		rows *= c.HonestyFraction
	}
	c.MinNodeSize = max(min(c.MinNodeSize, int(rows)/2-1), 1)
	return c
}

// route returns the ensemble for the prediction of evaluation rows out-of-bag.
func (e *ensemble) route(ctx context.Context, eval forest.Evaluation, workers int) (*ensemble, error) {
	view := (*indexView)(nil)
	if e.index != nil {
		view = e.index.own(eval.Training())
	}
	return e.through(ctx, eval, view, workers)
}

// through returns the ensemble for the prediction of evaluation rows, which the view holds too.
func (e *ensemble) through(ctx context.Context, eval forest.Evaluation, view *indexView, workers int) (*ensemble, error) {
	routes, err := routesOf(ctx, e.forest.Base, eval, workers)
	if err != nil {
		return nil, err
	}
	if routes.cells, err = e.forest.Cells(ctx, eval, workers); err != nil {
		return nil, err
	}
	other := *e
	other.eval, other.routes, other.view, other.foretold = eval, routes, view, nil
	return &other, nil
}

// beside returns the ensemble in whose stacks without a group are also regressions on its own prediction
// by the other inputs: learnt holds these, by group, at the rows that regressions are learnt from, at at
// the predicted rows; nil for none.
func (e *ensemble) beside(learnt, at []*mat.Dense) *ensemble {
	if e.index == nil || learnt == nil {
		return e
	}
	other, folds := *e, e.view.rowFolds()
	other.foretold = make([]*indexView, len(learnt))
	for j, own := range learnt {
		if own != nil {
			other.foretold[j] = e.index.onPrediction(own, at[j], folds)
		}
	}
	return &other
}

// on returns the ensemble for a target: it predicts these rows, and stacks the predictions. factor has
// the target's coordinates at the ensemble's own rows.
func (e *ensemble) on(ctx context.Context, factor *mat.Dense, workers int) (*ensemble, error) {
	rows := e.eval.Training()
	other, err := e.predict(ctx, factor, linalg.Rows(factor, rows), e.columns.Design().Choose(rows), workers)
	if err != nil {
		return nil, err
	}
	other.full = other.without(-1)
	return other, nil
}

// predict returns the ensemble with predictions of the rows that were sent through the forest, whose
// responses have the coordinates phi; factor has those of the ensemble's own rows. d is the evaluation
// rows' design.
func (e *ensemble) predict(ctx context.Context, factor, phi *mat.Dense, d design.Design, workers int) (*ensemble, error) {
	rows, _ := phi.Dims()
	use := make([]bool, rows)
	byForest, err := e.routes.predict(ctx, factor, workers)
	if err != nil {
		return nil, err
	}
	for i, n := range e.routes.units {
		use[i] = n >= 2
	}
	other := *e
	other.factor, other.predicted = factor, []predicted{byForest}
	if e.view != nil {
		other.predicted = append(other.predicted, e.view.predict(factor))
	}
	other.phi = newTarget(phi, use, d)
	other.phi.within = e.within
	if other.phi.count < 2 {
		return nil, fmt.Errorf("importance: %d of %d rows are out-of-bag in two trees or more; expected more trees or a smaller sample fraction", other.phi.count, rows)
	}
	return &other, nil
}

// without returns the submodel without a group, or with all variables for -1.
func (e *ensemble) without(group int) submodel {
	p := submodel{predictions: e.dropped(group)}
	if e.calibrate {
		p = e.phi.stack(p.predictions)
	} else {
		p.stacked = e.phi.plain(p.predictions[0])
	}
	p.centred = e.phi.prediction(p)
	return p
}

// dropped returns the predictions without a group.
func (e *ensemble) dropped(group int) []*moments {
	var predictions []*moments
	for _, p := range e.predicted {
		predictions = append(predictions, p.without(group))
	}
	return append(predictions, e.foretell(e.factor, group)...)
}

// foretell returns what the regression on a group's own prediction predicts of a target with the given
// coordinates; none without it.
func (e *ensemble) foretell(factor *mat.Dense, group int) []*moments {
	if group < 0 || e.foretold == nil || e.foretold[group] == nil {
		return nil
	}
	return []*moments{finite(e.foretold[group].regress(factor, -1))}
}

// whole returns the submodel with all variables that one without a group is compared with: both have the
// group's own prediction beside the variables, if there is one.
func (e *ensemble) whole(group int) submodel {
	beside := e.foretell(e.factor, group)
	if beside == nil {
		return e.full
	}
	p := e.phi.stack(append(e.dropped(-1), beside...))
	p.centred = e.phi.prediction(p)
	return p
}

// compare returns the submodel without a group, and the rows' terms whose mean is what is kept of V, and
// those of V without the group: shares of V of what the compared ones explain.
func (e *ensemble) compare(group int) (without submodel, kept, rows []float64) {
	without = e.without(group)
	if !e.calibrate {
		return without, without.rows, without.rows
	}
	whole := e.whole(group)
	kept, rows = e.shared(whole, without), slices.Clone(without.rows)
	if scale := e.full.explained / whole.explained; len(whole.weights) > len(e.full.weights) && whole.explained > 0 {
		floats.Scale(scale, kept)
		floats.Scale(scale, rows)
	}
	return without, kept, rows
}

// shared returns for each row the inner product of two stacked predictions, both centred, of which one is
// without some variables, for infinite forests; 0 for rows left out.
func (e *ensemble) shared(whole, without submodel) []float64 {
	rows := make([]float64, len(e.phi.use))
	for i := range e.phi.used() {
		rows[i] = simd.Dot(whole.centred.RawRowView(i), without.centred.RawRowView(i))
		for k := range e.predicted {
			full, reduced := whole.predictions[k], without.predictions[k]
			own := reduced.inner[i] - simd.Dot(full.mean.RawRowView(i), reduced.mean.RawRowView(i))
			rows[i] += float64(whole.weights[k] * without.weights[k] * own)
		}
	}
	return rows
}

// fitted predicts columns with all variables.
func (e *ensemble) fitted(ctx context.Context, values *mat.Dense, workers int) (*mat.Dense, error) {
	n, r := values.Dims()
	wide, use := padded(values), make([]bool, n)
	mean, trees, err := e.forest.Base.Embed(ctx, wide, e.columns.OutOfBag(), workers)
	if err != nil {
		return nil, err
	}
	for i, count := range trees {
		use[i] = count > 0
	}
	predictions := []*mat.Dense{mean}
	if e.index != nil {
		predictions = append(predictions, e.index.own(e.columns.OutOfBag().Training()).regress(wide, -1))
	}
	fitted := mat.NewDense(n, r, nil)
	for c := range r {
		t, stack := stackColumn(values, predictions, c, use, e.columns.Design())
		around := t.mean[0]
		if !e.calibrate && t.count > 0 {
			stack.weights, around = []float64{1}, t.centre(stack.predictions[0].mean)[0]
		}
		centred := t.prediction(stack)
		for i, ok := range use {
			if fitted.Set(i, c, t.mean[0]); ok {
				fitted.Set(i, c, around+centred.At(i, 0))
			}
		}
	}
	return fitted, nil
}

// doubts returns what a reader of the values should know of the forests.
func (e *ensemble) doubts() []string {
	if out := len(e.phi.use) - e.phi.count; out > 0 {
		return []string{fmt.Sprintf("%d of %d rows are out-of-bag in fewer than two trees and are left out; more trees would include them", out, len(e.phi.use))}
	}
	return nil
}

// work is the work of growing, in units of forests on all variables.
func (e *ensemble) work() float64 {
	return float64(e.forest.Evaluations) / float64(max(e.forest.BaseEvaluations, 1))
}

// forestOf grows a forest on a sample.
func forestOf(ctx context.Context, s importance.Sample, c forest.Config, seed rng.Seed, workers int) (*forest.Forest, error) {
	columns, err := s.Columns()
	if err != nil {
		return nil, err
	}
	grower, err := forest.NewGrower(columns, s.Y, Splittable(c, s.Rows()))
	if err != nil {
		return nil, err
	}
	return grower.Fit(ctx, nil, uint64(seed), workers)
}

// padded returns a matrix with as many columns of zeros as vectors need.
func padded(m mat.Matrix) *mat.Dense {
	rows, columns := m.Dims()
	wide := mat.NewDense(rows, simd.Pad(columns), nil)
	wide.Slice(0, rows, 0, columns).(*mat.Dense).Copy(m)
	return wide
}

// positions returns where rows are among others, which are ascending; nil for others stands for all. It
// is nil if some are not among them.
func positions(rows, among []int32) []int32 {
	if among == nil {
		return rows
	}
	at := make([]int32, len(rows))
	for k, row := range rows {
		place, found := slices.BinarySearch(among, row)
		if !found {
			return nil
		}
		at[k] = int32(place)
	}
	return at
}
