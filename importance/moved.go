package importance

import (
	"context"
	"slices"

	"drfvi/forest"
	"drfvi/importance/internal/embedding"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// Moved measures the shift of a single forest's out-of-bag predictions when the values of an
// input are replaced. With μ(x_i) the prediction at row i, and x_i′ the row with the
// replaced values:
//
//	V     = Σ_i ‖μ(x_i) − mean μ‖²;
//	Raw_j = ½ Σ_i ‖μ(x_i) − μ(x_i′)‖² / V.
//
// Suppose that x_i′ has the law of x_i, and that its entry j is independent of that of x_i
// given the other entries. Then the factor ½ makes Raw_j the population importance of the
// true μ, since two independent draws are at twice the squared distance of one from their
// mean. replace returns the values of an
// input's columns, in their order, at all rows.
//
// With rise the distance is replaced by half the rise of the out-of-bag loss:
//
//	Raw_j = ½ Σ_i ( ‖φ(Y_i) − μ(x_i′)‖² − ‖φ(Y_i) − μ(x_i)‖² ) / V.
//
// For the true μ both are equal. For a forest the rise may be negative.
//
// The factor of the kernel matrix leaves CoarseTolerance of its diagonal or has random
// features. The evaluation uses all rows of the task. Moved returns the errors of Coupled
// and those of replace.
func Moved(
	ctx context.Context, task Task, c forest.Config, rise bool,
	replace func(columns *forest.Columns, variable int) ([][]float64, error),
) (Result, error) {
	groups := task.Variables()
	s, err := newSettingWith(task, c, task.byKernel(func(a *aggregator) error {
		a.factor, _ = mmd.Cholesky(a.y, a.kernel, CoarseTolerance, a.n)
		a.name = a.factor.String()
		return nil
	}))
	if err != nil {
		return Result{}, err
	}
	f, err := s.grower.Fit(ctx, nil, uint64(rng.New(task.Seed).Named("moved")), task.Workers)
	if err != nil {
		return Result{}, err
	}
	base, v, result, err := s.base(ctx, f)
	if err != nil {
		return Result{}, err
	}
	leaves, err := embedding.New(ctx, f, s.factor.L, s.workers)
	if err != nil {
		return Result{}, err
	}
	result.Forests = 1
	from := func([]float64, int) {} // the origin of moved predictions, relative to unmoved ones
	if rows := s.eval.Training(); rise {
		from = func(dst []float64, i int) {
			s.add(dst, base, i, 1)
			s.addResponse(dst, rows[i], -1)
		}
	}
	still, err := s.amount(ctx, func(dst []float64, i int) {
		if base.trees[i] > 0 {
			from(dst, i)
		}
	})
	if err != nil {
		return Result{}, err
	}
	var numerators []amount
	batch := max(movedNumbers/(s.eval.Rows()*leaves.Rank), 1)
	for first := 0; first < len(groups); first += batch {
		var part []embedding.Group
		for j := first; j < min(first+batch, len(groups)); j++ {
			task.Report(float64(j+1) / float64(len(groups)+1))
			values, err := replace(s.columns, j)
			if err != nil {
				return Result{}, err
			}
			part = append(part, embedding.Group{Columns: groups[j], Values: values})
		}
		sums, err := embedding.Sums(ctx, f, leaves, part, s.workers)
		if err != nil {
			return Result{}, err
		}
		for g := range part {
			whole, err := s.amount(ctx, func(dst []float64, i int) {
				if base.trees[i] > 0 {
					from(dst, i)
					linalg.AddScaled(dst, 1/float64(base.trees[i]), sums[g].RawRowView(i))
				}
			})
			if err != nil {
				return Result{}, err
			}
			numerators = append(numerators, whole.minus(still, 0.5))
			result.Raw = append(result.Raw, numerators[len(numerators)-1].sum/v.sum)
		}
	}
	result.Clamped = slices.Clone(result.Raw)
	s.note(&result, numerators, v)
	task.Report(1)
	return result, nil
}

// movedNumbers bounds, approximately, the numbers in sums over trees of several inputs.
const movedNumbers = 1 << 24

// MovedCost is the cost of Moved.
func MovedCost(c forest.Config, s Size) Cost {
	return forestsSteps(s.CountVariables()+1).cost(c, s, 1)
}
