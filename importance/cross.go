package importance

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"drfvi/forest"
	"drfvi/internal/rng"
)

// Cross estimates the importance by the statistic of the tests,
//
//	Raw_j = Σ_i L_ij / Σ_i ⟨φ(Y_i) − mean φ, μ̂(x_i) − mean μ̂⟩,
//
// over all rows and splits: forests of one half of the rows say in which direction
// predictions move without the variable, and the other half how far its responses
// lie that way. Nothing is squared, so the noise of forests neither counts as
// importance nor is subtracted, and interval and p-value are of one statistic. It
// pays with half of the rows.
type Cross struct {
	Config forest.Config `json:"config"`
	Smooth forest.Config `json:"smooth"`
	Halves Halves        `json:"halves"`
}

var _ Estimator = Cross{}

// Name returns "cross".
func (Cross) Name() string { return "cross" }

// Estimate implements Estimator.
func (c Cross) Estimate(ctx context.Context, task Task) (Result, error) {
	if c.Halves.Splits < 1 {
		panic("importance: Cross without splits of the rows")
	}
	r := relearning{configs: []forest.Config{c.Config, c.Smooth}, halves: c.Halves, calibrate: true}
	p, err := r.prepare(task)
	if err != nil {
		return Result{}, err
	}
	g := r.onHalves(growing{configs: r.configs, groups: task.Variables(), calibrate: true, workers: task.Workers})
	h, err := g.halve(ctx, p.sample, p.coarse(), c.Halves.Splits, true, rng.New(task.Seed).Named("cross"), task.Report)
	if err != nil {
		return Result{}, err
	}
	n := p.sample.Rows()
	result := Result{Gamma: p.kernel.Gamma, Aggregation: p.name, Forests: h.forests, Inference: &Inference{}, Warnings: task.Ties()}
	in := result.Inference
	explained := mat.Col(nil, 0, h.gains)
	result.Denominator = floats.Sum(explained)
	quantile := distuv.UnitNormal.Quantile(1 - Level/2)
	total := floats.Sum(h.total)/float64(len(h.total)) + p.factor.Residual
	in.Explained.Value = result.Denominator / float64(n) / total
	in.Explained.SE = standardError(explained) / total
	in.Explained.Interval = within(in.Explained.Value, quantile*in.Explained.SE)
	for j := range g.groups {
		gains := mat.Col(nil, j+1, h.gains)
		raw, se, interval := 0.0, 0.0, Interval{0, 1}
		if result.Denominator > 0 {
			raw = floats.Sum(gains) / result.Denominator
			floats.AddScaled(gains, -raw, explained)
			se = standardError(gains) * float64(n) / result.Denominator
			interval = within(raw, quantile*se)
		}
		result.Raw, result.Clamped = append(result.Raw, raw), append(result.Clamped, math.Max(raw, 0))
		in.SE, in.Intervals = append(in.SE, se), append(in.Intervals, interval)
	}
	in.Explained.P, in.P = h.p()
	in.Adjusted = Holm(in.P)
	if result.Denominator <= 0 {
		result.Warnings = append(result.Warnings, nothingExplained)
	}
	return result, nil
}
