package importance

import (
	"context"

	"drfvi/forest"
	"drfvi/internal/rng"
)

// Projected is the paper's estimator by the projected forest (section 3, equation
// Injdefprojected, Theorem 2). A single forest forgets its splits on each input: all rows go
// to both sides of such a split. A row is predicted by the rows of J2 in the same collection
// of leaves. If there are none, the collection one level earlier in the tree is used
// (forest.Projector). With the projected prediction μ⁽⁻ʲ⁾:
//
//	V     = Σ_i ‖μ(x_i) − mean μ‖²;
//	Raw_j = Σ_i ‖μ(x_i) − μ⁽⁻ʲ⁾(x_i)‖² / V.
//
// There is no bias term. The theorem is about the infinite forest; with N trees the
// numerator of Raw exceeds its value by the variance of a mean of N differences, and is
// above 0 for irrelevant inputs. With Unbiased, the infinite forest's numerator is estimated
// without bias, as in Coupled. D_l is the difference between the projected prediction of tree
// l and its own:
//
//	Raw_j = Σ_i ( ‖Σ_l D_l‖² − Σ_l ‖D_l‖² ) / (N_i (N_i − 1)) / V.
//
// Both retain the
// bias of a finite sample: projected cells hold different, mostly fewer, rows than leaves,
// and the fewer the deeper the trees. For trees from a fixed share of the rows the values
// become too large as the table grows.
//
// SE is Coupled's jackknife over trees, for either formula: the variation over other trees on
// the same data. The work beyond growing the forest depends on the number of inputs that a
// row meets on its way to a leaf, not on the number of inputs.
type Projected struct {
	Config forest.Config
	// Unbiased removes the contribution of finitely many trees to the numerator. False is
	// the paper's formula.
	Unbiased bool
}

var _ Estimator = Projected{}

// Name returns "projected" or "projected-unbiased".
func (p Projected) Name() string {
	if p.Unbiased {
		return "projected-unbiased"
	}
	return "projected"
}

// Estimate implements Estimator.
func (p Projected) Estimate(ctx context.Context, task Task) (Result, error) {
	if err := CheckPruned(p.Config, "projected"); err != nil {
		return Result{}, err
	}
	groups := task.Variables()
	s, err := newSetting(ctx, task, p.Config, projectedSteps(len(groups)))
	if err != nil {
		return Result{}, err
	}
	f, err := s.grower.Fit(ctx, nil, uint64(rng.New(task.Seed).Named("projected")), task.Workers)
	if err != nil {
		return Result{}, err
	}
	task.Report(0.5)
	result, err := s.differences(ctx, f, len(groups), p.Unbiased, func(e forest.Evaluation) (*forest.Cells, error) {
		return f.ProjectedCells(ctx, e, groups, s.workers)
	})
	result.Forests = 1
	return result, err
}

// Cost implements Estimator.
func (p Projected) Cost(s Size) Cost { return projectedSteps(s.CountVariables()).cost(p.Config, s, 1) }

// projectedSteps are the steps of summing the differences of a projected forest for a
// number of groups, and the forest's variation.
func projectedSteps(groups int) aggregation {
	return func(a aggregationSize) steps {
		// A row meets splits on about as many groups as a tree has levels, if there are
		// so many. Its projected cell has a few rows, and hardly any other row shares
		// both cell and leaf.
		const cell = 3
		differences := float64(a.trees * a.rows * a.votes * min(float64(groups), a.levels()))
		return steps{
			coordinates: float64(differences*2*(cell+3)) + float64(a.trees*(float64(a.rows*a.votes)+a.estimating)),
			weights:     differences * 2 * (a.leaf + cell),
			applied:     a.rows * (min(float64(groups), a.trees*min(float64(groups), a.levels())) + 1),
			differences: differences,
		}
	}
}
