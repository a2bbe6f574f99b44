package baselines

import (
	"context"
	"math"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// PermuteT is what is often done to tell whether a permutation importance could be chance:
// the rise R_jb of a forest's out-of-bag loss (importance.Moved) for each of several
// permutations b of an input, and a one-sided t-test of
//
//	Raw_j = mean_b R_jb,   SE_j = sd_b R_jb / √B,   B − 1 degrees of freedom,
//
// with intervals from the same. The forest and the rows are taken for given, as if the
// permutations were the data: the test asks whether this forest uses the input on these
// rows, not whether the responses depend on it. It is wrong, and a negative control of tests
// that are not (docs/inference.md).
type PermuteT struct {
	Config       forest.Config
	Permutations int // B, at least 2
}

var _ importance.Estimator = PermuteT{}

// Name returns "permute-t".
func (PermuteT) Name() string { return "permute-t" }

// Estimate implements importance.Estimator.
func (p PermuteT) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	if p.Permutations < 2 {
		panic("baselines: PermuteT with fewer than two permutations")
	}
	if err := check(p.Name(), task); err != nil {
		return importance.Result{}, err
	}
	b, seed := p.Permutations, rng.New(task.Seed).Named("permutations")
	var repeated [][]int // each input b times
	for _, group := range task.Variables() {
		for range b {
			repeated = append(repeated, group)
		}
	}
	task.Groups = repeated
	n, _ := task.X.Dims()
	order := make([]int32, n)
	result, err := importance.Moved(ctx, task, p.Config, true, func(columns *forest.Columns, k int) ([][]float64, error) {
		seed.At(k / b).At(k % b).Source().Perm(order)
		return permuted(columns, repeated[k], order), nil
	})
	if err != nil {
		return importance.Result{}, err
	}
	rises, errors := result.Raw, result.AggregationSE
	result.Raw, result.AggregationSE = nil, nil
	in := &importance.Inference{Explained: *result.Explained}
	quantile := elementary.StudentQuantile(float64(b-1), 1-importance.Level/2)
	for first := 0; first < len(rises); first += b {
		mean, variance := linalg.Variance(rises[first : first+b])
		se, pValue := math.Sqrt(variance/float64(b)), 1.0
		if se > 0 {
			pValue = elementary.StudentSurvival(float64(b-1), mean/se)
		}
		result.Raw, in.SE, in.P = append(result.Raw, mean), append(in.SE, se), append(in.P, pValue)
		in.Intervals = append(in.Intervals, importance.Within(mean, float64(quantile*se)))
		if errors != nil {
			result.AggregationSE = append(result.AggregationSE, linalg.Mean(errors[first:first+b]))
		}
	}
	in.Adjusted = importance.Holm(in.P)
	result.Clamped, result.Inference = result.Raw, in
	return result, nil
}

// Cost implements importance.Estimator. Growing is little beside moving the rows.
func (p PermuteT) Cost(s importance.Size) importance.Cost {
	cost := importance.MovedCost(p.Config, s)
	cost.Nanoseconds *= float64(p.Permutations)
	return cost
}
