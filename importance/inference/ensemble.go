package inference

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
	"drfvi/mmd"
)

// ensemble is one or several coupled forests on one set of rows, whose predictions
// are stacked: with all variables once, and without a variable with weights of
// their own.
type ensemble struct {
	columns   *forest.Columns
	sample    importance.Sample
	forests   []*forest.Coupled
	eval      forest.Evaluation // the rows that are predicted
	routes    []*routes         // at these
	phi       *target
	calibrate bool
	within    bool // clusters
	full      submodel
	index     *index // of calibrated ensembles
	view      *indexView
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
	configs   []forest.Config
	groups    [][]int
	given     []int            // columns of no group of the task: conditioned on, and not tested
	calibrate bool             // as Stacked, not as Loco
	within    bool             // clusters
	kernel    mmd.KernelChoice // of the first target
	indexRows int              // that an index is learnt from at most; 0 for all
	workers   int
	elsewhere []bool // variables that are tested on tables of their own; nil for none
}

// grow grows an ensemble on the rows of a sample.
func (g growing) grow(ctx context.Context, s importance.Sample, seed rng.Seed) (*ensemble, error) {
	columns, err := s.Columns()
	if err != nil {
		return nil, err
	}
	e := &ensemble{columns: columns, sample: s, calibrate: g.calibrate, within: g.within}
	var grower *forest.Grower
	for k, c := range g.configs {
		if grower, err = growerOn(grower, columns, s.Y, Splittable(c, s.Rows())); err != nil {
			return nil, err
		}
		coupled, err := grower.Couple(ctx, nil, g.groups, uint64(seed.At(k)), g.workers)
		if err != nil {
			return nil, err
		}
		e.forests = append(e.forests, coupled)
	}
	if g.calibrate {
		if e.index, err = newIndex(ctx, s, g.indexRows, g.groups, seed.Named("index"), g.workers); err != nil {
			return nil, err
		}
	}
	return e, nil
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

// on returns the same forests, and ways of rows through them, for another target: it predicts
// these rows, and stacks the predictions. factor has the target's coordinates at the ensemble's
// own rows.
func (e *ensemble) on(ctx context.Context, factor *mat.Dense, workers int) (*ensemble, error) {
	other, rows := *e, e.eval.Training()
	if err := other.predict(ctx, factor, linalg.Rows(factor, rows), e.columns.Design().Choose(rows), workers); err != nil {
		return nil, err
	}
	other.full = other.without(-1)
	return &other, nil
}

// route sends evaluation rows through the forests.
func (e *ensemble) route(ctx context.Context, eval forest.Evaluation, workers int) error {
	e.eval, e.routes = eval, nil
	for _, c := range e.forests {
		r, err := routesOf(ctx, c.Base, eval, workers)
		if err != nil {
			return err
		}
		if r.cells, err = c.Cells(ctx, eval, workers); err != nil {
			return err
		}
		e.routes = append(e.routes, r)
	}
	if e.index != nil {
		e.view = e.index.own(eval.Training())
	}
	return nil
}

// predict predicts the rows that were sent through the forests, whose responses have
// the coordinates phi; factor has those of the ensemble's own rows. d is the evaluation
// rows' design.
func (e *ensemble) predict(ctx context.Context, factor, phi *mat.Dense, d design.Design, workers int) error {
	rows, _ := phi.Dims()
	use := slices.Repeat([]bool{true}, rows)
	e.predicted = nil
	for _, r := range e.routes {
		p, err := r.predict(ctx, factor, workers)
		if err != nil {
			return err
		}
		for i, n := range r.units {
			use[i] = use[i] && n >= 2
		}
		e.predicted = append(e.predicted, p)
	}
	if e.view != nil {
		p := e.view.predict(factor)
		if p.wide != nil {
			p.share()
		}
		e.predicted = append(e.predicted, p)
	}
	e.phi = newTarget(phi, use, d)
	e.phi.within = e.within
	if e.phi.count < 2 {
		return fmt.Errorf("importance: %d of %d rows are out-of-bag in two trees or more; expected more trees or a smaller sample fraction", e.phi.count, rows)
	}
	return nil
}

// project returns predictions of forests that ignore their splits on a group (projected forests),
// in the place of those of forests grown anew without it; members that are no forests stay as they
// are.
func (e *ensemble) project(group int, anew []*moments) []*moments {
	predictions := slices.Clone(anew)
	for k, r := range e.routes {
		predictions[k] = e.predicted[k].(*predictor).through(r.projected, group)
	}
	return predictions
}

// release drops all but the terms of the predicted rows: most of the memory of a large
// table.
func (e *ensemble) release() {
	*e = ensemble{phi: e.phi, full: submodel{stacked: e.full.stacked}}
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
	return predictions
}

// kept returns the rows' terms whose mean is what is kept of V without some variables.
func (e *ensemble) kept(without submodel) []float64 {
	if e.calibrate {
		return e.shared(without)
	}
	return without.rows
}

// shared returns for each row the inner product of the stacked predictions with all
// variables and without some, both centred, for infinite forests; 0 for rows left
// out.
func (e *ensemble) shared(without submodel) []float64 {
	rows := make([]float64, len(e.phi.use))
	for i := range e.phi.used() {
		rows[i] = simd.Dot(e.full.centred.RawRowView(i), without.centred.RawRowView(i))
		for k, w := range e.full.weights {
			full, reduced := e.full.predictions[k], without.predictions[k]
			own := reduced.inner[i] - simd.Dot(full.mean.RawRowView(i), reduced.mean.RawRowView(i))
			rows[i] += float64(w * without.weights[k] * own)
		}
	}
	return rows
}

// variation returns ‖φ_i − mean φ‖² of the rows in use, 0 for others, and the mean.
// The mean φ is that of the rows of other clusters: with W the sum of all weights, W_c
// that of the row's cluster, and means over all rows,
//
//	φ_i − mean of the others = φ_i − φ̄ + Σ_{k∈c} w_k (φ_k − φ̄) / (W − W_c),
//
// n/(n−1) times the distance from the mean of all where rows are independent and
// count the same.
func (t *target) variation() (rows []float64, mean float64) {
	rows = make([]float64, len(t.use))
	difference := make([]float64, len(t.mean))
	if t.design.Clusters != nil {
		t.variationOfClusters(rows)
		return rows, t.average(rows)
	}
	for i := range t.used() {
		simd.Subtract(difference, t.values.RawRowView(i), t.mean)
		others := t.total / (t.total - t.design.Weight(i))
		rows[i] = others * others * simd.Dot(difference, difference)
	}
	return rows, t.average(rows)
}

// variationOfClusters stores the terms of variation of rows in clusters.
func (t *target) variationOfClusters(rows []float64) {
	units, r := t.design.Units(0), len(t.mean)
	sums, weights := mat.NewDense(units, r, nil), make([]float64, units)
	difference := make([]float64, r)
	for i := range t.used() {
		c, w := int(t.design.Clusters[i]), t.design.Weight(i)
		simd.Subtract(difference, t.values.RawRowView(i), t.mean)
		linalg.AddScaled(sums.RawRowView(c), w, difference)
		weights[c] += w
	}
	for i := range t.used() {
		if c := int(t.design.Clusters[i]); weights[c] < t.total {
			simd.Subtract(difference, t.values.RawRowView(i), t.mean)
			linalg.AddScaled(difference, 1/(t.total-weights[c]), sums.RawRowView(c))
			rows[i] = simd.Dot(difference, difference)
		}
	}
}
