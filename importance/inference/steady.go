package inference

import (
	"context"
	"slices"

	"drfvi/importance/inference/internal/ridge"
	"drfvi/internal/linalg"
)

// The p-values of tests on all rows vary with the seed, mostly by the division of the rows into
// folds. Where this may decide, tests are repeated with averages over several divisions. They are
// repeated with a process of the responses too where that may decide.

// finalTests repeats the tests on all rows of the groups whose p-values are small: those of single
// variables that are doubtful with averages over divisions, and all with a process that predicts the
// responses where this helps. Where the process tells much that stacks miss, directions that halves
// learn, whose residuals have it, no longer count, and its own directions do, also of other groups
// along which it bends. The rule is about the p-value of a group alone, so that it does not depend on
// which others are tested.
func (f *Fit) finalTests(ctx context.Context, inference *targetInference) error {
	if inference.rowTests == nil {
		return nil
	}
	smooth, err := f.smoothScores(ctx)
	if err != nil {
		return err
	}
	var doubtful, others []int
	for j, p := range inference.pValues() {
		switch {
		case inference.rowTests[j] == nil:
		case j < f.variables && doubtfulFrom <= p && p <= doubtfulTo:
			doubtful = append(doubtful, j)
		case smooth != nil && (p <= doubtfulTo || smooth.bends(j)):
			others = append(others, j)
		}
	}
	inference.undirected = make([]bool, len(f.groups))
	repeat := func(groups []int, predictions []*inputPrediction, learners *learners) error {
		only := make([]*inputPrediction, len(f.groups))
		for _, j := range groups {
			only[j] = predictions[j]
		}
		repeated := f.rowTests(only)
		repeated.smooth = smooth
		tests, err := f.testResponses(ctx, repeated, f.withPredictions(learners, only))
		if err != nil {
			return err
		}
		for _, j := range groups {
			inference.rowTests[j], inference.undirected[j] = tests[j], smooth.tellsMuch()
		}
		return nil
	}
	if others != nil {
		if err := repeat(others, f.predictedInputs, f.learnt); err != nil {
			return err
		}
	}
	if doubtful == nil {
		return nil
	}
	averaged := f.growing
	averaged.divisions = steadyDivisions
	predictions, err := averaged.inputPredictions(ctx, f.regressionSample(), doubtful, f.seed.Named("beside"))
	if err != nil {
		return err
	}
	learners, err := f.learntByDivisions(ctx, averaged)
	if err != nil {
		return err
	}
	return repeat(doubtful, predictions, learners)
}

// smoothScores returns a process of the responses' scores; nil if it would not help, or tests do not
// multiply residuals of these at all rows.
func (f *Fit) smoothScores(ctx context.Context) (*smoothScores, error) {
	if f.scores != nil || f.problem.linear || f.learnt.eval.Rows() < f.learnt.columns.Rows() {
		return nil, nil
	}
	scores, err := f.learnt.stackOf(ctx, scoresOf(f.problem.sample.Y), f.workers)
	if err != nil {
		return nil, err
	}
	return f.rowTests(f.predictedInputs).newSmoothScores(scores), nil
}

// learntByDivisions returns the learners with regressions of several divisions into folds.
func (f *Fit) learntByDivisions(ctx context.Context, averaged growing) (*learners, error) {
	other := *f.learnt
	other.views = slices.Clone(f.learnt.views)
	rows := f.learnt.eval.Training()
	inputs := linalg.Rows(f.problem.sample.X, rows)
	for _, seed := range averaged.seeds(f.seed.Named("index"))[1:] {
		index, err := ridge.New(ctx, f.problem.sample, f.regressionRows, f.groups, seed, f.workers)
		if err != nil {
			return nil, err
		}
		other.views = append(other.views, index.View(rows, inputs))
	}
	return &other, nil
}
