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
	"drfvi/importance/inference/internal/ridge"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
	"drfvi/mmd"
)

// Learning has four phases, each a type that holds the one before it: grownLearners know the rows
// that they are learnt from, learners also those that they predict, targetPredictions a target, and
// a targetStack the weights of its stack with all variables.

// grownLearners are learnt from one set of rows: a coupled forest and, if calibrated, ridge
// regressions.
type grownLearners struct {
	columns   *forest.Columns
	sample    importance.Sample
	forest    *forest.Coupled
	index     *ridge.Index // nil unless calibrated
	calibrate bool
	within    bool // clusters
}

// learners predict evaluation rows.
type learners struct {
	*grownLearners
	eval   forest.Evaluation
	routes *routes // of the rows through the forest
	views  views   // of the rows; nil without regressions
	onXhat xhatRegressions
}

// targetPredictions are what each member predicts of a target.
type targetPredictions struct {
	*learners
	phi       *target
	predicted []predicted
}

// targetStack stacks the predictions of a target: with all variables once, and without a variable
// with weights of their own.
type targetStack struct {
	*targetPredictions
	full    submodel
	centred *mat.Dense // the stacked prediction of full less its mean
}

// submodel is what an ensemble predicts without some variables, or with all.
type submodel struct {
	combination
	predictions []*moments
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
	divisions int // into folds, over which predictions of inputs are averaged; 0 for one
}

// grow grows an ensemble on the rows of a sample, of which columns are the inputs, its
// regressions on the rows drawn, ascending, nil for all.
func (g growing) grow(
	ctx context.Context, s importance.Sample, columns *forest.Columns, drawn []int32, seed rng.Seed,
) (*grownLearners, error) {
	var e *grownLearners
	var index *ridge.Index
	err := par.Steps(ctx, g.workers, func() (err error) {
		e, err = g.couple(ctx, s, columns, seed.At(0))
		return err
	}, func() (err error) {
		if g.calibrate {
			index, err = ridge.New(ctx, s, drawn, g.groups, seed.Named("index"), g.workers)
		}
		return err
	})
	if err == nil {
		e.index = index
	}
	return e, err
}

// couple grows the forest of an ensemble.
func (g growing) couple(
	ctx context.Context, s importance.Sample, columns *forest.Columns, seed rng.Seed,
) (*grownLearners, error) {
	e := &grownLearners{columns: columns, sample: s, calibrate: g.calibrate, within: g.within}
	grower, err := forest.NewGrower(columns, s.Y, Splittable(g.config, s.Rows()))
	if err != nil {
		return nil, err
	}
	e.forest, err = grower.Couple(ctx, nil, g.groups, uint64(seed), g.workers)
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

// route returns the learners that predict evaluation rows with these inputs.
func (e *grownLearners) route(
	ctx context.Context, eval forest.Evaluation, inputs *mat.Dense, workers int,
) (*learners, error) {
	l := &learners{grownLearners: e, eval: eval}
	return l, par.Steps(ctx, workers, func() (err error) {
		if l.routes, err = routesOf(ctx, e.forest.Base, eval, workers); err == nil {
			l.routes.cells, err = e.forest.Cells(ctx, eval, workers)
		}
		return err
	}, func() error {
		if e.index != nil {
			l.views = views{e.index.View(eval.Training(), inputs)}
		}
		return nil
	})
}

// withXhat returns the learners in whose stacks without a group are also regressions on its
// prediction x̂ by the other inputs: learnt holds this, by group, at the rows that regressions
// are learnt from, atRows at the predicted rows; nil for none.
func (e *learners) withXhat(learnt, atRows []*mat.Dense) *learners {
	if e.index == nil || learnt == nil {
		return e
	}
	other := *e
	other.onXhat = make(xhatRegressions, len(learnt))
	for j, xhat := range learnt {
		if xhat != nil {
			other.onXhat[j] = e.views.onPrediction(xhat, atRows[j])
		}
	}
	return &other
}

// stackOf returns the stack of a target. factor has its coordinates at the rows that the learners
// are grown on. No target has trees of its own: those split for Y predict normal scores, sizes
// of residuals and the directions A of tests too, by the means of their leaves.
func (e *learners) stackOf(ctx context.Context, factor *mat.Dense, workers int) (*targetStack, error) {
	rows := e.eval.Training()
	predictions, err := e.predict(ctx, factor, linalg.Rows(factor, rows), e.columns.Design().Choose(rows), workers)
	if err != nil {
		return nil, err
	}
	full := predictions.without(-1)
	return &targetStack{predictions, full, predictions.phi.prediction(full)}, nil
}

// members are those of the stacks; fitted has those that predict columns of numbers.
func (e *learners) members() []member {
	stackMembers := []member{e.routes}
	if e.views != nil {
		stackMembers = append(stackMembers, e.views)
	}
	if e.onXhat != nil {
		stackMembers = append(stackMembers, e.onXhat)
	}
	return stackMembers
}

// predict returns the predictions of a target, of coordinates phi at the evaluation rows, whose
// design is d, and factor at the rows that the learners are grown on.
func (e *learners) predict(
	ctx context.Context, factor, phi *mat.Dense, d design.Design, workers int,
) (*targetPredictions, error) {
	rows, _ := phi.Dims()
	use, members := make([]bool, rows), e.members()
	for i, n := range e.routes.units {
		use[i] = n >= 2
	}
	p := &targetPredictions{learners: e, predicted: make([]predicted, len(members))}
	if err := par.All(ctx, workers, len(members), func(_, k int) (err error) {
		p.predicted[k], err = members[k].predictions(ctx, factor, workers)
		return err
	}); err != nil {
		return nil, err
	}
	p.phi = newTarget(phi, use, d)
	p.phi.within = e.within
	if p.phi.count < 2 {
		return nil, fmt.Errorf("importance: %d of %d rows are out-of-bag in two trees or more; expected more "+
			"trees or a smaller sample fraction", p.phi.count, rows)
	}
	return p, nil
}

// without returns the submodel without a group, or with all variables for -1.
func (e *targetPredictions) without(group int) submodel {
	p := submodel{predictions: e.dropped(group)}
	if e.calibrate {
		p = e.phi.stack(p.predictions)
	} else {
		p.combination = e.phi.plain(p.predictions[0])
	}
	return p
}

// dropped returns the predictions without a group, or with all variables for -1.
func (e *targetPredictions) dropped(group int) []*moments {
	var predictions []*moments
	for _, prediction := range e.predicted {
		if p := prediction(group); p != nil {
			predictions = append(predictions, p)
		}
	}
	return predictions
}

// comparison is that of the reduced submodel, without group j, and the augmented one, with all
// variables: both have x̂ⱼ beside the variables, if there is one.
type comparison struct {
	reduced, augmented submodel
	// crossTerms are the rows' terms ⟨μ̂, μ̂⁽⁻ʲ⁾⟩, whose mean is what is kept of V, reducedTerms
	// those of V⁽⁻ʲ⁾, both times V over what the augmented submodel explains, so that shares of V
	// are shares of that. For Loco both are those of V⁽⁻ʲ⁾.
	crossTerms, reducedTerms []float64
}

// compare compares the submodel without a group.
func (e *targetStack) compare(group int) comparison {
	c := comparison{reduced: e.without(group), augmented: e.full}
	if !e.calibrate {
		c.crossTerms, c.reducedTerms = c.reduced.rows, c.reduced.rows
		return c
	}
	centred, usual := e.centred, len(e.full.predictions)
	if onXhat := c.reduced.predictions[usual:]; len(onXhat) > 0 {
		c.augmented = e.phi.stack(slices.Concat(e.full.predictions, onXhat))
		centred = e.phi.prediction(c.augmented)
	}
	c.crossTerms, c.reducedTerms = e.shared(
		c.augmented, c.reduced, centred, e.phi.prediction(c.reduced),
	), slices.Clone(c.reduced.rows)
	if scale := e.full.explained / c.augmented.explained; len(c.augmented.weights) > usual && c.augmented.explained > 0 {
		floats.Scale(scale, c.crossTerms)
		floats.Scale(scale, c.reducedTerms)
	}
	return c
}

// shared returns for each row the inner product of the stacked predictions of two submodels,
// both centred, of which one is without some variables, for infinite forests; 0 for rows left
// out.
func (e *targetStack) shared(whole, without submodel, a, b *mat.Dense) []float64 {
	rows := e.phi.products(a, b)
	for k, reduced := range without.predictions {
		if reduced.inner == nil {
			continue
		}
		full := whole.predictions[k]
		for i := range e.phi.used() {
			excess := reduced.inner[i] - simd.Dot(full.mean.RawRowView(i), reduced.mean.RawRowView(i))
			rows[i] += float64(whole.weights[k] * without.weights[k] * excess)
		}
	}
	return rows
}

// fitted predicts columns with all variables, by the members that predict all rows, not only
// those evaluated.
func (e *grownLearners) fitted(ctx context.Context, values *mat.Dense, workers int) (*mat.Dense, error) {
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
		predictions = append(predictions, e.index.View(e.columns.OutOfBag().Training(), e.sample.X).Regress(wide, -1))
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
func (e *targetPredictions) doubts() []error {
	if out := len(e.phi.use) - e.phi.count; out > 0 {
		return []error{fmt.Errorf("%d of %d rows are out-of-bag in fewer than two trees and are left out; more "+
			"trees would include them", out, len(e.phi.use))}
	}
	return nil
}

// work is the work of growing, in units of forests on all variables.
func (e *grownLearners) work() float64 {
	return float64(e.forest.Evaluations) / float64(max(e.forest.BaseEvaluations, 1))
}

// forestOf grows a forest on a sample.
func forestOf(
	ctx context.Context, s importance.Sample, c forest.Config, seed rng.Seed, workers int,
) (*forest.Forest, error) {
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

// wholeGroups returns about so many trees, in whole groups of trees that share their rows.
func wholeGroups(c forest.Config, trees int) int {
	return max(trees/c.GroupSize, fewestGroups) * c.GroupSize
}

// padded returns a matrix with as many columns of zeros as vectors need.
func padded(m mat.Matrix) *mat.Dense {
	rows, columns := m.Dims()
	wide := mat.NewDense(rows, simd.Pad(columns), nil)
	wide.Slice(0, rows, 0, columns).(*mat.Dense).Copy(m)
	return wide
}

// positions returns where rows are among others, which are ascending; nil for others stands for
// all. It is nil if some are not among them.
func positions(rows, candidates []int32) []int32 {
	if candidates == nil {
		return rows
	}
	places := make([]int32, len(rows))
	for k, row := range rows {
		place, found := slices.BinarySearch(candidates, row)
		if !found {
			return nil
		}
		places[k] = int32(place)
	}
	return places
}
