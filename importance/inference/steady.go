package inference

import (
	"context"
	"slices"

	"drfvi/importance/inference/internal/ridge"
	"drfvi/internal/linalg"
)

// The p-values of tests on all rows vary with the seed, mostly by the division of the rows into
// folds. Where this may decide, tests are repeated with averages over several divisions.

// steadyTests repeats the tests on all rows of the variables whose p-values are doubtful. The rule
// is about the p-value of a variable alone, so that it does not depend on which others are tested.
func (f *Fit) steadyTests(ctx context.Context, inference *targetInference) error {
	if inference.rowTests == nil {
		return nil
	}
	var doubtful []int
	for j, p := range inference.pValues()[:f.variables] {
		if doubtfulFrom <= p && p <= doubtfulTo && inference.rowTests[j] != nil {
			doubtful = append(doubtful, j)
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
	learners = f.withPredictions(learners, predictions)
	tests, err := f.testResponses(ctx, f.rowTests(predictions), learners)
	for _, j := range doubtful {
		inference.rowTests[j] = tests[j]
	}
	return err
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
