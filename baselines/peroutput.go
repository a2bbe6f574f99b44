package baselines

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// PerOutput applies an estimator for a single response, MDA or SobolMDA, to each of
// several. Each response is first standardised to mean 0 and variance 1 (n − 1), so that
// none dominates by its unit; MDA is then in units of the response's variance. An input
// matters as much as for the response for which it matters most,
//
//	Raw_j = max_k Raw_jk,  k over the responses,
//
// which favours the estimator: it is credited with whatever any response shows. The
// result's Outputs are the Raw_jk. The largest of several values scattered around 0 is
// above 0.
type PerOutput struct {
	Estimator importance.Estimator
}

var _ importance.Estimator = PerOutput{}

// Name returns the estimator's with "-per-output".
func (p PerOutput) Name() string { return p.Estimator.Name() + "-per-output" }

// Estimate implements importance.Estimator. The result's Extra are those of the responses,
// "explained_variance_y1" and so on. Errors and warnings name their response.
func (p PerOutput) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	if err := check(p.Name(), &task); err != nil {
		return importance.Result{}, err
	}
	n, d := task.Y.Dims()
	combined := importance.Result{Extra: make(map[string]float64)}
	seeds := rng.New(task.Seed).Named("output")
	for k := range d {
		single, y := task, mat.Col(nil, k, task.Y)
		linalg.Standardise(y)
		single.Y, single.Seed = mat.NewDense(n, 1, y), uint64(seeds.At(k))
		single.Progress = func(share float64) { task.Report((float64(k) + share) / float64(d)) }
		result, err := p.Estimator.Estimate(ctx, single)
		if ctx.Err() != nil {
			return importance.Result{}, ctx.Err()
		}
		if err != nil {
			return importance.Result{}, fmt.Errorf("response %d: %w", k+1, err)
		}
		combined.Outputs = append(combined.Outputs, result.Raw)
		combined.Forests += result.Forests
		for name, value := range result.Extra {
			combined.Extra[fmt.Sprintf("%s_y%d", name, k+1)] = value
		}
		for _, warning := range result.Warnings {
			combined.Warnings = append(combined.Warnings, fmt.Errorf("response %d: %w", k+1, warning))
		}
	}
	combined.Raw = slices.Clone(combined.Outputs[0])
	for _, raw := range combined.Outputs[1:] {
		for j, value := range raw {
			combined.Raw[j] = math.Max(combined.Raw[j], value)
		}
	}
	combined.Clamped = slices.Clone(combined.Raw)
	return combined, nil
}

// Cost implements importance.Estimator.
func (p PerOutput) Cost(s importance.Size) importance.Cost {
	cost := p.Estimator.Cost(s)
	cost.Work *= float64(s.Responses)
	return cost
}
