package inference

import (
	"context"
	"slices"

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
	means     []halfMeans // by half, two a split
	left      float64     // of the total, what the factor leaves out
	rows      int         // that are divided into halves
	table     int         // rows that the forests on all of them learn from
	forests   float64     // work
	*evidence             // of the tests; nil without
}

// halfMeans are means over the rows of a half.
type halfMeans struct {
	explained float64   // V
	kept      []float64 // by variable, of its crossTerms: what is kept of V without it
	total     float64   // the variation of the responses
}

// by returns a number of each half.
func (h *halfSamples) by(of func(halfMeans) float64) []float64 {
	values := make([]float64, len(h.means))
	for k, m := range h.means {
		values[k] = of(m)
	}
	return values
}

// explained returns what all variables explain, by half.
func (h *halfSamples) explained() []float64 {
	return h.by(func(m halfMeans) float64 { return m.explained })
}

// kept returns what is kept of that without variable j, by half.
func (h *halfSamples) kept(j int) []float64 {
	return h.by(func(m halfMeans) float64 { return m.kept[j] })
}

// splits is the number K of splits.
func (h *halfSamples) splits() float64 { return float64(len(h.means) / 2) }

// split is one division of the rows into halves.
type split struct {
	seed  rng.Seed
	rows  [2][]int32
	sides [2]*learners
	// by side, the learners of the other one, for the prediction of this one's rows; nil without
	// tests
	teachers [2]*learners
}

// halved is what is divided into halves: rows, the coordinates of targets at them, and the
// predictions x̂ of inputs by the others, nil for none.
type halved struct {
	sample  importance.Sample
	factors []mmd.Factor
	xhat    []*mat.Dense
}

// xhatAt returns the predictions of inputs at some of the rows.
func (t halved) xhatAt(rows []int32) []*mat.Dense { return rowsOf(t.xhat, rows) }

// rowsOf returns rows of each of several matrices, some of which may be nil.
func rowsOf(matrices []*mat.Dense, rows []int32) []*mat.Dense {
	if matrices == nil {
		return nil
	}
	chosen := make([]*mat.Dense, len(matrices))
	for j, m := range matrices {
		if m != nil {
			chosen[j] = linalg.Rows(m, rows)
		}
	}
	return chosen
}

// halve divides the rows at random into halves, as often as halves says, and grows an ensemble
// on each half. It returns the results for the targets. With many workers several splits are
// grown together; tests follow in order, since each may end those of the next.
func (g growing) halve(
	ctx context.Context, t halved, halves Halves, seed rng.Seed, report func(share float64),
) ([]*halfSamples, error) {
	n, results := t.sample.Rows(), make([]*halfSamples, len(t.factors))
	for f, factor := range t.factors {
		results[f] = &halfSamples{left: factor.Residual, rows: n}
		if halves.Tests {
			results[f].evidence = newEvidence(n, len(g.groups), t.sample.Design.Clusters)
		}
	}
	order := make([]int32, t.sample.Design.Units(n)) // clusters, or rows
	splits := make([]split, halves.Splits)
	for k := range splits {
		splits[k].seed = seed.At(k)
		if err := t.sample.Part(order, uint64(seed.At(k).Named("rows"))); err != nil {
			return nil, undivided(t.sample, err)
		}
		splits[k].rows = t.sample.Design.Halves(order)
	}
	done := 0
	for batch := range slices.Chunk(splits, min(max(g.workers/workersOfSplit, 1), len(splits))) {
		if err := g.divide(ctx, t, batch, halves.Tests); err != nil {
			return nil, err
		}
		report((float64(done) + float64(float64(len(batch))/2)) / float64(halves.Splits))
		for f, h := range results {
			if err := h.take(ctx, g, batch, t.factors[f].L, halves); err != nil {
				return nil, err
			}
		}
		for k := range batch {
			for _, side := range batch[k].sides {
				results[0].forests += side.work()
			}
			batch[k] = split{} // frees its forests
		}
		done += len(batch)
		report(float64(done) / float64(halves.Splits))
	}
	return results, nil
}

// workersOfSplit is the number of workers that one split keeps busy; memory is for the forests
// of as many splits as there are that many workers.
const workersOfSplit = 8

// divide grows learners on both halves of splits, and sends the rows of each through the other
// if these are tested.
func (g growing) divide(ctx context.Context, t halved, splits []split, tests bool) error {
	err := par.All(ctx, g.workers, 2*len(splits), func(_, i int) error {
		d, side := &splits[i/2], i%2
		half := t.sample.Choose(d.rows[side])
		columns, err := half.Columns()
		if err != nil {
			return err
		}
		grown, err := g.grow(ctx, half, columns, nil, d.seed.Named("forests").At(side))
		if err != nil {
			return err
		}
		routed, err := grown.route(ctx, columns.OutOfBag(), half.X, g.workers)
		if err != nil {
			return err
		}
		xhat := t.xhatAt(d.rows[side])
		d.sides[side] = routed.withXhat(xhat, xhat)
		return nil
	})
	if err != nil || !tests {
		return err
	}
	return par.All(ctx, g.workers, 2*len(splits), func(_, i int) error {
		d, side := &splits[i/2], i%2
		teacher, other := d.sides[1-side], d.sides[side]
		eval, err := teacher.columns.On(other.sample.X)
		if err != nil {
			return err
		}
		if teacher, err = teacher.route(ctx, eval, other.sample.X, g.workers); err != nil {
			return err
		}
		d.teachers[side] = teacher.withXhat(t.xhatAt(d.rows[1-side]), t.xhatAt(d.rows[side]))
		return nil
	})
}

// keptPredictions is the largest number of coordinates of predictions that a half keeps,
// 128 MiB.
const keptPredictions = 1 << 24

// predictedHalf is what one half of a split predicts of a target.
type predictedHalf struct {
	*targetStack
	reduced   []submodel    // see comparison; predictions that take much memory are made again
	augmented []combination // see comparison
	means     halfMeans     // all but the total
}

// take predicts a target by the halves of splits, with all variables and without each, records
// what they explain and keep, and tests.
func (h *halfSamples) take(ctx context.Context, g growing, splits []split, factor *mat.Dense, halves Halves) error {
	sides := make([]predictedHalf, 2*len(splits))
	err := par.All(ctx, g.workers, len(sides), func(_, i int) (err error) {
		d, side := &splits[i/2], i%2
		sides[i], err = g.predictHalf(ctx, d.sides[side], linalg.Rows(factor, d.rows[side]))
		return err
	})
	if err != nil {
		return err
	}
	for k := range splits {
		bothSides := [2]predictedHalf{sides[2*k], sides[2*k+1]}
		for _, m := range bothSides {
			_, total := m.phi.variation()
			m.means.total = total + h.left
			h.means = append(h.means, m.means)
		}
		if h.evidence == nil {
			continue
		}
		if err := h.test(ctx, g, bothSides, &splits[k], 0.5/float64(halves.Splits)); err != nil {
			return err
		}
		if halves.Stops {
			h.stop()
		}
		sides[2*k], sides[2*k+1] = predictedHalf{}, predictedHalf{}
	}
	return nil
}

// predictHalf predicts a target of which factor has the coordinates at a half's rows.
func (g growing) predictHalf(ctx context.Context, half *learners, factor *mat.Dense) (predictedHalf, error) {
	stack, err := half.stackOf(ctx, factor, g.workers)
	if err != nil {
		return predictedHalf{}, err
	}
	m := predictedHalf{
		targetStack: stack, reduced: make([]submodel, len(g.groups)), augmented: make([]combination, len(g.groups)),
		means: halfMeans{explained: stack.full.explained, kept: make([]float64, len(g.groups))},
	}
	rows, width := stack.phi.values.Dims()
	keep := len(g.groups)*len(stack.predicted)*rows*width <= keptPredictions
	return m, par.Do(ctx, g.workers, len(g.groups), func(_, j int) {
		c := stack.compare(j)
		m.reduced[j].combination, m.augmented[j] = c.reduced.combination, c.augmented.combination
		if keep {
			m.reduced[j].predictions = c.reduced.predictions
		}
		m.means.kept[j] = stack.phi.average(c.crossTerms)
	})
}

// test adds the projected covariance measures of both halves of a split: the direction in which
// the prediction of the other half, which teaches, moves without a variable (Lundborg, Kim,
// Shah and Samworth 2024, here in the kernel's Hilbert space).
//
//	A(x)  = prediction − prediction without the variable, of the half that teaches,
//	r_i   = φ(Y_i) − prediction without the variable, of this half,
//	A'_i  = A(x_i) − prediction of A without the variable, of this half,
//	L_i   = ⟨r_i, A'_i⟩,   z = √m mean L / sd L,  m rows of this half.
//
// Where the variable adds nothing, r_i has mean 0 given the other inputs, and so has L_i
// whatever A is, up to the product of the errors of this half's two out-of-bag predictions.
// Hypothesis 0, that nothing is explained, has r_i = φ(Y_i) − mean φ, A = the teacher's
// prediction, and nothing taken off A.
func (h *halfSamples) test(ctx context.Context, g growing, sides [2]predictedHalf, d *split, weight float64) error {
	count := len(g.groups)
	var taught [2]*targetStack
	var full [2]*mat.Dense
	terms := make([][]float64, 2*(count+1)) // by side and hypothesis
	err := par.All(ctx, g.workers, 2, func(_, side int) (err error) {
		teacher, half := sides[1-side], sides[side]
		predictions, err := d.teachers[side].predict(ctx, teacher.phi.values, half.phi.values, half.phi.design, g.workers)
		if err != nil {
			return err
		}
		taught[side] = &targetStack{predictions, submodel{teacher.full.combination, predictions.dropped(-1)}, nil}
		full[side] = predictions.phi.prediction(taught[side].full)
		terms[side*(count+1)] = half.phi.products(half.phi.residuals(submodel{}), full[side])
		return nil
	})
	if err != nil {
		return err
	}
	err = par.All(ctx, g.workers, 2*count, func(_, i int) (err error) {
		side, j := i%2, i/2
		if !h.stopped[j] {
			terms[side*(count+1)+j+1], err = sides[side].direction(ctx, sides[1-side], taught[side], full[side], j)
		}
		return err
	})
	if err != nil {
		return err
	}
	for i, rowTerms := range terms {
		if rowTerms != nil { // not stopped
			side := i / (count + 1)
			h.add(i%(count+1), d.rows[side], sides[side].phi, rowTerms, weight)
		}
	}
	return nil
}

// direction returns the rows' terms of the test of a variable: taught is what the teacher
// predicts of these rows, full that with all variables.
func (half predictedHalf) direction(
	ctx context.Context, teacher predictedHalf, taught *targetStack, full *mat.Dense, j int,
) ([]float64, error) {
	reduced := half.reduced[j]
	if reduced.predictions == nil {
		reduced.predictions = half.dropped(j)
	}
	dropped := taught.dropped(j)
	direction := taught.phi.prediction(submodel{teacher.reduced[j].combination, dropped})
	if onXhat := dropped[len(taught.full.predictions):]; len(onXhat) > 0 {
		full = taught.phi.prediction(submodel{teacher.augmented[j], slices.Concat(taught.full.predictions, onXhat)})
	}
	direction.Sub(full, direction)
	remainders, err := half.residualDirection(ctx, j, direction)
	if err != nil {
		return nil, err
	}
	return half.phi.products(half.phi.residuals(reduced), remainders), nil
}

// residualDirection returns the residuals of directions, one for each of the ensemble's rows, after
// out-of-bag prediction without a group.
func (e *targetPredictions) residualDirection(
	ctx context.Context, group int, direction *mat.Dense,
) (*mat.Dense, error) {
	predictions, err := e.predict(ctx, direction, direction, e.phi.design, 1)
	if err != nil {
		return nil, err
	}
	return predictions.phi.residuals(predictions.phi.stack(predictions.dropped(group))), nil
}
