package inference

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance/inference/internal/ridge"
)

// member is a member of stacks, of one way to learn.
type member interface {
	// predictions learns a target, which has the coordinates of factor at the rows that the
	// ensemble is grown on.
	predictions(ctx context.Context, factor *mat.Dense, workers int) (predicted, error)
}

// predicted returns what a member predicts of the evaluation rows without a group, or with all
// variables for
// -1; nil where it is not in the stack. Members that return nil for some groups come last, since compare and
// direction take those that are in all stacks for the first.
type predicted func(group int) *moments

// views are the member of the regressions on the inputs: views of the same rows by regressions that
// differ in their folds, whose predictions are averaged.
type views []*ridge.View

// predictions implements member.
func (v views) predictions(_ context.Context, factor *mat.Dense, _ int) (predicted, error) {
	var predictions []func(group int) *mat.Dense
	for _, view := range v {
		predictions = append(predictions, view.On(factor))
	}
	return func(group int) *moments {
		return &moments{mean: average(predictions, func(p func(int) *mat.Dense) *mat.Dense { return p(group) })}
	}, nil
}

// onPrediction returns the views by regressions on a prediction of inputs alone, see
// ridge.View.OnPrediction; nil if it is constant.
func (v views) onPrediction(atSample, atView *mat.Dense) (regressions views) {
	for _, view := range v {
		if other := view.OnPrediction(atSample, atView); other != nil {
			regressions = append(regressions, other)
		}
	}
	return regressions
}

// average returns the mean of one matrix for each element.
func average[T any](elements []T, matrix func(T) *mat.Dense) *mat.Dense {
	mean := matrix(elements[0])
	if len(elements) == 1 {
		return mean
	}
	mean = mat.DenseCopyOf(mean)
	for _, element := range elements[1:] {
		mean.Add(mean, matrix(element))
	}
	mean.Scale(1/float64(len(elements)), mean)
	return mean
}

// xhatRegressions are, by group, regressions on the prediction x̂ of it by the other inputs;
// nil for none. They are in the stacks without the group.
type xhatRegressions []views

// predictions implements member.
func (f xhatRegressions) predictions(_ context.Context, factor *mat.Dense, _ int) (predicted, error) {
	return func(group int) *moments {
		if group < 0 || f[group] == nil {
			return nil
		}
		return &moments{mean: average(f[group], func(v *ridge.View) *mat.Dense { return v.Regress(factor, -1) })}
	}, nil
}
