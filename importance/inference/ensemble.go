package inference

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
)

// ensemble is one or several coupled forests on one set of rows, whose predictions
// are stacked: with all variables once, and without a variable with weights of
// their own.
type ensemble struct {
	columns   *forest.Columns
	inputs    *mat.Dense
	forests   []*forest.Coupled
	routes    []*routes // at the evaluation rows
	phi       *target
	calibrate bool
	full      submodel
	predicted []*predictor
}

// submodel is what an ensemble predicts without some variables, or with all.
type submodel struct {
	stacked
	predictions []*moments
	centred     *mat.Dense // the stacked prediction less its mean
}

// growing is what ensembles are grown by.
type growing struct {
	configs   []forest.Config
	groups    [][]int
	calibrate bool
	workers   int
}

// grow grows an ensemble on the rows of a sample.
func (g growing) grow(ctx context.Context, s importance.Sample, seed rng.Seed) (*ensemble, error) {
	columns, err := forest.NewColumns(s.X, s.Levels)
	if err != nil {
		return nil, err
	}
	e := &ensemble{columns: columns, inputs: s.X, calibrate: g.calibrate}
	for k, c := range g.configs {
		grower, err := forest.NewGrower(columns, s.Y, Splittable(c, s.Rows()))
		if err != nil {
			return nil, err
		}
		coupled, err := grower.Couple(ctx, nil, g.groups, uint64(seed.At(k)), g.workers)
		if err != nil {
			return nil, err
		}
		e.forests = append(e.forests, coupled)
	}
	return e, nil
}

// Splittable returns the configuration with a minimum node size that lets the roots
// of trees on n rows split, and their children if that is possible.
func Splittable(c forest.Config, n int) forest.Config {
	rows := c.SampleFraction * float64(n)
	if c.Honesty {
		rows *= c.HonestyFraction
	}
	c.MinNodeSize = max(min(c.MinNodeSize, int(rows)/2-1), 1)
	return c
}

// evaluate predicts the evaluation rows and stacks the predictions.
func (e *ensemble) evaluate(ctx context.Context, eval forest.Evaluation, factor, phi *mat.Dense, workers int) error {
	if err := e.predict(ctx, eval, factor, phi, workers); err != nil {
		return err
	}
	e.full = e.submodel(e.complete())
	return nil
}

// complete returns the predictions with all variables.
func (e *ensemble) complete() []*moments {
	var predictions []*moments
	for _, p := range e.predicted {
		predictions = append(predictions, p.full)
	}
	return predictions
}

// predict predicts the evaluation rows, whose responses have the coordinates phi;
// factor has those of the ensemble's own rows.
func (e *ensemble) predict(ctx context.Context, eval forest.Evaluation, factor, phi *mat.Dense, workers int) error {
	use := make([]bool, eval.Rows())
	for i := range use {
		use[i] = true
	}
	e.routes, e.predicted = nil, nil
	for _, c := range e.forests {
		r, err := newRoutes(ctx, c, eval, workers)
		if err != nil {
			return err
		}
		p, err := r.predict(ctx, factor, workers)
		if err != nil {
			return err
		}
		for i, n := range r.units {
			use[i] = use[i] && n >= 2
		}
		e.routes, e.predicted = append(e.routes, r), append(e.predicted, p)
	}
	e.phi = newTarget(phi, use)
	if e.phi.count < 2 {
		return fmt.Errorf("importance: %d of %d rows are out-of-bag in two trees or more; expected more trees or a smaller sample fraction", e.phi.count, eval.Rows())
	}
	return nil
}

// submodel stacks predictions.
func (e *ensemble) submodel(predictions []*moments) submodel {
	p := submodel{predictions: predictions}
	if e.calibrate {
		p.stacked = e.phi.covary(predictions).stack()
	} else {
		p.stacked = e.phi.plain(predictions[0])
	}
	p.centred = e.phi.prediction(p.stacked, predictions)
	return p
}

// without returns the submodel without a group.
func (e *ensemble) without(group int) submodel {
	return e.submodel(e.dropped(group))
}

// dropped returns the predictions without a group.
func (e *ensemble) dropped(group int) []*moments {
	var predictions []*moments
	for _, p := range e.predicted {
		predictions = append(predictions, p.without(group))
	}
	return predictions
}

// shared returns for each row the inner product of the stacked predictions with all
// variables and without some, both centred, for infinite forests; 0 for rows left
// out.
func (e *ensemble) shared(without submodel) []float64 {
	rows := make([]float64, len(e.phi.use))
	for i, ok := range e.phi.use {
		if !ok {
			continue
		}
		rows[i] = simd.Dot(e.full.centred.RawRowView(i), without.centred.RawRowView(i))
		for k, w := range e.full.weights {
			full, reduced := e.full.predictions[k], without.predictions[k]
			own := reduced.inner[i] - simd.Dot(full.mean.RawRowView(i), reduced.mean.RawRowView(i))
			rows[i] += w * without.weights[k] * own
		}
	}
	return rows
}

// variation returns ‖φ_i − mean φ‖² of the rows in use, 0 for others, and the mean.
// The mean is over all rows, so each is n/(n−1) times as large as its distance from
// it, as from a mean of the others.
func (t *target) variation() (rows []float64, mean float64) {
	rows = make([]float64, len(t.use))
	difference, others := make([]float64, len(t.mean)), float64(t.count)/float64(t.count-1)
	for i, ok := range t.use {
		if ok {
			simd.Subtract(difference, t.values.RawRowView(i), t.mean)
			rows[i] = others * others * simd.Dot(difference, difference)
		}
	}
	return rows, floats.Sum(rows) / float64(t.count)
}

// rowsOf returns the given rows of a matrix.
func rowsOf(m *mat.Dense, rows []int32) *mat.Dense {
	_, columns := m.Dims()
	part := mat.NewDense(len(rows), columns, nil)
	for k, row := range rows {
		part.SetRow(k, m.RawRowView(int(row)))
	}
	return part
}
