package inference

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/importance/inference/internal/ridge"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rng"
)

// What packages need that turn a question into one about means: a Learner for what is not asked
// (nuisances), and LearnScores for the pseudo-responses that are made with it.

// Scores are pseudo-responses that tests on all rows multiply, in place of the coordinates that
// importances are of. Under the hypothesis of an input their means given the inputs do not depend
// on it. Many coordinates would hide an effect on one of them from such a test.
type Scores struct {
	// Lines are tested by lines, curves and products of inputs, Spreads by lines and curves, and
	// Tails by lines. The leading components of Components are tested by lines. Each may be nil.
	Lines, Spreads, Tails, Components *mat.Dense
	// Index, if not nil, is what indices of the regressions predict, in the place of coordinates:
	// in many coordinates an index is lost.
	Index *mat.Dense
}

// componentsWeight is the weight of the test of leading components, see constants.go.
const componentsWeight = 0.15

// LearnScores is Learn by s of a task whose responses are coordinates, with mmd.Linear, and are
// tested by scores; sets are those of Learn. It panics with another kernel.
func (s Stacked) LearnScores(ctx context.Context, task importance.Task, scores Scores, sets ...[]int) (*Fit, error) {
	if !isLinear(task) {
		panic("inference: LearnScores of a task whose kernel is not mmd.Linear")
	}
	r := s.relearning()
	r.index = scores.Index
	f, err := r.fit(ctx, task, sets)
	if err != nil {
		return nil, err
	}
	if f.scores = &scores; f.measured == nil {
		err = f.measure(par.Shared(ctx, f.workers))
	}
	return f, err
}

// scoredKind is a kind of tests of some of the scores.
type scoredKind struct {
	columns *mat.Dense
	kinds   []testKind
}

// scored tests scores.
func (t *rowTests) scored(ctx context.Context, learners *learners, scores Scores, workers int) ([][]weightedP, error) {
	tests, components := make([][]weightedP, len(t.inputs)), scores.Components
	if components != nil {
		components = ridge.Leading(components, ridge.Components)
	}
	for _, scored := range []scoredKind{
		{scores.Lines, meanTestKinds},
		{scores.Spreads, []testKind{{spreadsWeight, testFunctions}}},
		{scores.Tails, []testKind{{tailsWeight, testLines}}},
		{components, []testKind{{componentsWeight, testLines}}},
	} {
		if scored.columns == nil {
			continue
		}
		stack, err := learners.stackOf(ctx, padded(ridge.Standardised(scored.columns)), workers)
		if err != nil {
			return nil, err
		}
		furtherTests, err := t.testGroups(ctx, workers, func(j int) ([]weightedP, error) {
			return t.pValues(j, t.residuals(j, t.inputs[j], stack.phi, stack.without(j)), scored.kinds), nil
		})
		if err != nil {
			return nil, err
		}
		for j := range tests {
			tests[j] = append(tests[j], furtherTests[j]...)
		}
	}
	return tests, nil
}

// testFunctions tests lines and curves together.
func testFunctions(s residualSets) []float64 {
	return []float64{s.test(s.inputFunctions(), s.responses, nil)}
}

// Learner predicts columns of numbers by the stack of Stacked, of a forest and regressions that
// have been grown for the responses of a task.
type Learner struct {
	own, elsewhere *learners // predictions of the task's rows, and of further ones
	workers        int
}

// Learner learns from the rows of a task, and prepares to predict these rows and further ones,
// whose inputs are elsewhere; nil for none.
func (s Stacked) Learner(ctx context.Context, task importance.Task, elsewhere *mat.Dense) (*Learner, error) {
	g := s.relearning().growing
	g.kernel, g.workers = task.Kernel, task.Workers
	sample := task.Sample()
	columns, err := sample.Columns()
	if err != nil {
		return nil, err
	}
	ctx = par.Shared(ctx, g.workers)
	grown, err := g.grow(ctx, sample, columns, nil, rng.New(task.Seed).Named("learner"))
	if err != nil {
		return nil, err
	}
	l := &Learner{workers: g.workers}
	if l.own, err = grown.route(ctx, columns.OutOfBag(), sample.X, g.workers); err != nil || elsewhere == nil {
		return l, err
	}
	evaluation, err := columns.On(elsewhere)
	if err != nil {
		return nil, err
	}
	l.elsewhere, err = grown.route(ctx, evaluation, elsewhere, g.workers)
	return l, err
}

// Predict predicts columns of numbers, n×r at the task's rows: at these rows out-of-bag, and
// elsewhere by all trees. One stack has the weights of all columns. Rows that too few trees
// predict have the columns' means.
func (l *Learner) Predict(ctx context.Context, values *mat.Dense) (own, elsewhere *mat.Dense, err error) {
	_, width := values.Dims()
	wide := padded(values)
	stack, err := l.own.stackOf(ctx, wide, l.workers)
	if err != nil {
		return nil, nil, err
	}
	own = stack.phi.prediction(stack.full)
	addMean(own, stack.phi.mean)
	if l.elsewhere == nil {
		return firstColumns(own, width), nil, nil
	}
	rows := l.elsewhere.eval.Rows()
	elsewherePredicted, err := l.elsewhere.predict(
		ctx, wide, mat.NewDense(rows, wide.RawMatrix().Cols, nil), design.Design{}, l.workers,
	)
	if err != nil {
		return nil, nil, err
	}
	elsewhere = mat.NewDense(rows, wide.RawMatrix().Cols, nil)
	for k, member := range elsewherePredicted.dropped(-1) {
		weight, centre := stack.full.weights[k], stack.phi.centre(stack.full.predictions[k].mean)
		for i := range rows {
			linalg.AddScaled(elsewhere.RawRowView(i), weight, member.mean.RawRowView(i))
			linalg.AddScaled(elsewhere.RawRowView(i), -weight, centre)
		}
	}
	addMean(elsewhere, stack.phi.mean)
	return firstColumns(own, width), firstColumns(elsewhere, width), nil
}

// addMean adds means to all rows.
func addMean(m *mat.Dense, mean []float64) {
	for i := range m.RawMatrix().Rows {
		floats.Add(m.RawRowView(i), mean)
	}
}

// firstColumns returns a copy of so many columns.
func firstColumns(m *mat.Dense, width int) *mat.Dense {
	return mat.DenseCopyOf(m.Slice(0, m.RawMatrix().Rows, 0, width))
}
