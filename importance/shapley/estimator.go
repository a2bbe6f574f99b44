package shapley

import (
	"context"

	"drfvi/forest"
	"drfvi/importance"
)

// Estimator returns the Shapley effects of Effects in place of importances, with the errors
// from drawing sets as AggregationSE.
type Estimator struct {
	Config  forest.Config `json:"config"`
	Sampled bool          `json:"sampled"`
}

var _ importance.Estimator = Estimator{}

// Name returns "shapley", or "shapley-sampled" for random sets.
func (e Estimator) Name() string {
	if e.Sampled {
		return "shapley-sampled"
	}
	return "shapley"
}

func (e Estimator) effects() Effects {
	return Effects{Config: e.Config, Sampled: e.Sampled}
}

// Cost implements Estimator.
func (e Estimator) Cost(s importance.Size) importance.Cost { return e.effects().Cost(s) }

// Estimate implements Estimator.
func (e Estimator) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	shared, err := e.effects().Estimate(ctx, task)
	if err != nil {
		return importance.Result{}, err
	}
	r := importance.Result{
		Gamma: shared.Gamma, Aggregation: shared.Aggregation, Forests: float64(2 * shared.Sets), Warnings: shared.Warnings,
		Inference: &importance.Inference{Explained: shared.Explained},
	}
	for _, s := range shared.Shares {
		r.Raw, r.Clamped = append(r.Raw, s.Value), append(r.Clamped, max(s.Value, 0))
		r.Inference.SE, r.Inference.Intervals = append(r.Inference.SE, s.SE), append(r.Inference.Intervals, s.Interval)
		if !shared.Exact {
			r.AggregationSE = append(r.AggregationSE, s.Sets)
		}
	}
	return r, nil
}

// Of returns the Shapley effects of p inputs given the worth, above 0, of any set of columns
// from 0.
func Of(p int, worth func(columns []int) float64) []float64 {
	d := newScheme(p, true, 0)
	coefficients, shares := d.solution(), make([]float64, p)
	worths := make([]float64, len(d.sets))
	for m, s := range d.sets {
		var columns []int
		for j, in := range s {
			if in {
				columns = append(columns, j)
			}
		}
		worths[m] = worth(columns)
	}
	for j := range shares {
		for m, v := range worths {
			shares[j] += float64(coefficients.At(j, m) * v / worths[d.all])
		}
	}
	return shares
}
