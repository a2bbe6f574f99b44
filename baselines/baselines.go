// Package baselines holds the importance measures that the MMD-based one is compared with:
//
//   - SplitFrequency, "vimp-drf": how often a Distributional Random Forest splits on an
//     input near the roots;
//   - MDA, "mda": the rise of a regression forest's error when an input is permuted
//     (Breiman 2001);
//   - SobolMDA, "sobol-mda": its rise when the splits on an input are forgotten (Bénard,
//     Da Veiga, Scornet 2022);
//   - Permute, "permute", and PermuteConditional, "permute-conditional": the shift of a
//     Distributional Random Forest's predictions when an input, or the part of it that the
//     others do not predict, is permuted;
//   - HSIC, "hsic": the dependence between an input and the responses.
//
// PerOutput extends MDA and SobolMDA to several responses. All are importance.Estimators
// and use only the training data.
//
// With inputs x, n×p, and one response y, n×1 (errors ignored):
//
//	mda := baselines.MDA{Config: forest.RegressionPreset(200)}
//	result, err := mda.Estimate(context.Background(), importance.Task{X: x, Y: y, Seed: 1, Workers: 2})
//	for j, value := range result.Clamped {
//		fmt.Printf("x%d %.2f\n", j+1, value)
//	}
package baselines

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/linalg"
)

// Version names the algorithms of this package. It is raised when the same task no longer
// gives the same values.
const Version = "1"

// check is Task.Prepare and refuses tasks that the named method cannot answer.
func check(name string, task *importance.Task) error {
	if err := errors.Join(task.Prepare(name), task.CheckAlike(name)); err != nil {
		return err
	}
	_, p := task.X.Dims()
	switch {
	case p < 2:
		return fmt.Errorf("%s: there is 1 input column, expected at least 2: a single one has nothing to be "+
			"compared with", name)
	case task.Eval != nil:
		return fmt.Errorf("%s: evaluation rows of their own are not supported, the method uses the training "+
			"rows only; method retrain takes them", name)
	case task.Subsample != 0:
		return fmt.Errorf("%s: a subsample of %d evaluation rows is not supported, the method uses all training "+
			"rows; method retrain takes it", name, task.Subsample)
	}
	return nil
}

// checkRegression is check and the further requirements of a regression forest under c. It
// returns the response and its variance.
func checkRegression(
	name string, task *importance.Task, c forest.RegressionConfig,
) (y []float64, variance float64, err error) {
	if err := check(name, task); err != nil {
		return nil, 0, err
	}
	if err := c.Validate(); err != nil {
		return nil, 0, err
	}
	if j := slices.IndexFunc(task.Levels, func(levels int) bool { return levels > 2 }); j >= 0 {
		return nil, 0, fmt.Errorf("%s: column %d holds %d levels, expected numbers: regression forests take an "+
			"indicator column for each level", name, j+1, task.Levels[j])
	}
	n, d := task.Y.Dims()
	if d != 1 {
		return nil, 0, fmt.Errorf("%s: there are d = %d response columns, expected 1: the method is defined for "+
			"a univariate response; methods retrain and vimp-drf take several", name, d)
	}
	if n <= c.MinNodeSize {
		return nil, 0, fmt.Errorf("%s: %d rows are too few to split even once: nodes of at most %d rows are "+
			"leaves; expected at least %d rows", name, n, c.MinNodeSize, c.MinNodeSize+1)
	}
	y = mat.Col(nil, 0, task.Y)
	_, variance = linalg.Variance(y)
	if variance == 0 {
		return nil, 0, fmt.Errorf("%s: the response is %v in all %d rows, so there is nothing to explain", name, y[0], n)
	}
	return y, variance, nil
}

// estimateRegression grows a regression forest of the response and returns the result that
// measure makes of it, with the out-of-bag predictions behind that.
func estimateRegression(ctx context.Context, name string, task importance.Task, c forest.RegressionConfig,
	measure func(
		f *forest.RegressionForest, y []float64, variance float64,
	) (*outOfBag, importance.Result, error)) (importance.Result, error) {
	y, variance, err := checkRegression(name, &task, c)
	if err != nil {
		return importance.Result{}, err
	}
	f, err := forest.FitRegression(ctx, task.X, y, c, task.Seed, task.Workers)
	if err != nil {
		return importance.Result{}, err
	}
	task.Report(0.5)
	sums, result, err := measure(f, y, variance)
	if err != nil {
		return importance.Result{}, err
	}
	if result.Warnings, err = sums.missing(name, len(f.Trees)); err != nil {
		return importance.Result{}, err
	}
	result.Clamped, result.Forests = slices.Clone(result.Raw), 1
	result.Extra = map[string]float64{"explained_variance": 1 - sums.mse(nil)/variance}
	task.Report(1)
	return result, nil
}

// regressionCost is the cost of a regression forest, with two nodes for a row that a tree draws.
func regressionCost(c forest.RegressionConfig, s importance.Size) importance.Cost {
	rows := float64(c.Trees) * (float64(s.Rows) * c.SampleFraction)
	return importance.Cost{
		Work:  rows * float64(c.MTry.Of(s.Inputs)),
		Bytes: float64(48*rows) + importance.FactorBytes(float64(s.Rows), float64(4*s.Inputs)),
	}
}
