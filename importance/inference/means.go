package inference

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/linalg"
)

// Means estimates and tests as Stacked, by the same forests, but with the responses
// themselves, standardised, in the place of φ(Y). It estimates the share of the explained
// variance of the responses that is lost without an input, and tests by the projected
// covariance measure of Lundborg et al. (2024) as they give it. It sees no spread, no tails
// and no dependence of responses; so it shows what Stacked adds by looking at distributions.
type Means struct{ Stacked }

var _ importance.Estimator = Means{}

// Name returns "stacked-mean".
func (Means) Name() string { return "stacked-mean" }

// Estimate implements importance.Estimator.
func (m Means) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	f, err := m.relearning().fit(ctx, task)
	if err != nil {
		return importance.Result{}, err
	}
	of, err := f.Infer(ctx, Target{Values: standardised(task.Y), Inferred: true})
	if err != nil {
		return importance.Result{}, err
	}
	result := of.Targets[0]
	result.Gamma, result.Aggregation, result.Forests = of.Gamma, "means", of.Forests
	kept := slices.DeleteFunc(of.Warnings, func(w string) bool { return w == NothingExplained })
	result.Warnings = append(kept, result.Warnings...)
	return result, nil
}

// standardised returns the columns with mean 0 and variance 1, or 0 if they are constant.
func standardised(y *mat.Dense) *mat.Dense {
	s := mat.DenseCopyOf(y)
	for k := range y.RawMatrix().Cols {
		values := mat.Col(nil, k, y)
		linalg.Standardise(values)
		s.SetCol(k, values)
	}
	return s
}
