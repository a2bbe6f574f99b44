package shapley

import (
	"context"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
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

// stacked is the method whose fit is asked, without tests.
func (e Estimator) stacked() inference.Stacked {
	s := inference.Stacked{Config: e.Config, Halves: inference.StandardHalves()}
	s.Halves.Tests = false
	return s
}

// Cost implements Estimator.
func (e Estimator) Cost(s importance.Size) importance.Cost {
	return e.stacked().Cost(s).Plus(e.stacked().GameCost(s, Effects{Sampled: e.Sampled}.CountSets(s.CountVariables())))
}

// Estimate implements Estimator.
func (e Estimator) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	effects := Effects{Sampled: e.Sampled}
	fit, err := effects.Learn(ctx, e.stacked(), task)
	if err != nil {
		return importance.Result{}, err
	}
	answers, err := fit.Infer(ctx)
	if err != nil {
		return importance.Result{}, err
	}
	r := answers.Result
	divided, err := effects.Divide(ctx, fit, r, task.Report)
	if err != nil {
		return importance.Result{}, err
	}
	r.Raw, r.Clamped, r.Forests, r.Warnings = nil, nil, r.Forests+divided.Forests, append(r.Warnings, divided.Warnings...)
	r.Inference = &importance.Inference{Explained: r.Inference.Explained}
	for _, s := range divided.Shares {
		r.Raw, r.Clamped = append(r.Raw, s.Value), append(r.Clamped, max(s.Value, 0))
		r.Inference.SE, r.Inference.Intervals = append(r.Inference.SE, s.SE), append(r.Inference.Intervals, s.Interval)
		if !divided.Exact {
			r.AggregationSE = append(r.AggregationSE, s.Sets)
		}
	}
	return r, nil
}

// Of returns the Shapley effects of p inputs given the worth, above 0, of any set of columns
// from 0.
func Of(p int, value func(columns []int) float64) []float64 {
	d := newScheme(p, true, 0)
	coefficients, shares, worths := d.solution(), make([]float64, p), make([]float64, len(d.sets))
	for m, s := range d.sets {
		worths[m] = value(s.members())
	}
	for j := range shares {
		for m, v := range worths {
			shares[j] += float64(coefficients.At(j, m) * v / worths[d.whole])
		}
	}
	return shares
}
