package inference

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// Cross estimates the importance by the statistic of the tests,
//
//	Raw_j = Σ_i L_ij / Σ_i ⟨φ(Y_i) − mean φ, μ̂(x_i) − mean μ̂⟩,
//
// over all rows and splits: forests of one half of the rows give the direction in which
// predictions move without the variable, and the other half how far its responses lie that
// way. Nothing is squared, so the noise of forests neither counts as importance nor is
// subtracted, and interval and p-value are of one statistic. The price is half of the rows:
// it estimates the importance for forests grown on half of them. Standard errors are the
// larger of those of the rows' terms with forests fixed, which alone are half of the true
// ones, and of the spread over halves, as for Stacked. Task.Subsample has no effect.
//
// Estimate panics unless Halves.Splits is positive.
type Cross struct {
	Config forest.Config `json:"config"`
	// Smooth is the second configuration of the stack; the zero value stands for
	// Smooth(Config).
	Smooth forest.Config `json:"smooth"`
	Halves Halves        `json:"halves"`
}

var _ importance.Estimator = Cross{}

// Name returns "cross".
func (Cross) Name() string { return "cross" }

// Estimate implements Estimator.
func (c Cross) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	if c.Halves.Splits < 1 {
		panic("inference: Cross without splits of the rows: set Halves, for example to StandardHalves()")
	}
	r := Stacked(c).relearning()
	if err := task.Prepare("importance"); err != nil {
		return importance.Result{}, err
	}
	rows, _ := task.X.Dims()
	bounded := c.Halves.bound(rows)
	if bounded {
		task = task.On(task.Sample().Draw(c.Halves.Rows, task.Seed))
	}
	p, err := r.prepare(ctx, task, bounded)
	if err != nil {
		return importance.Result{}, err
	}
	r.groups, r.kernel, r.workers = task.Variables(), task.Kernel, task.Workers
	halves := c.Halves
	halves.Tests, halves.Stops = true, false // the terms of the tests are those of the estimate
	all, err := r.onHalves().halveClusters(ctx, p.sample, []mmd.Factor{p.coarse()}, halves, rng.New(task.Seed).Named("cross"), task.Report)
	if err != nil {
		return importance.Result{}, err
	}
	h := all[0]
	n := p.sample.Rows()
	result := importance.Result{
		Gamma: p.kernel.Gamma, Aggregation: p.name, Forests: h.forests,
		Warnings: p.doubts(), Inference: &importance.Inference{},
	}
	in := result.Inference
	explained := mat.Col(nil, 0, h.gains)
	clusters := design.Design{Clusters: p.sample.Design.Clusters} // terms have their weights already
	result.Denominator = linalg.Sum(explained)
	reach := task.Coverage.Student(float64(c.Halves.Splits))
	total := linalg.Sum(h.total) / float64(len(h.total))
	in.Explained.Value, in.Explained.Total = result.Denominator/float64(n)/total, total
	in.Explained.Learnt = in.Explained.Value
	in.Explained.SE = max(clusters.StandardError(explained)/total, spread(in.Explained.Value, column(h.kept, 0), h.total))
	in.Explained.Interval = reach.Share(in.Explained.Value, in.Explained.SE)
	for j := range r.groups {
		gains := mat.Col(nil, j+1, h.gains)
		raw, se, interval := 0.0, 1.0, reach.Unknown()
		if result.Denominator > 0 {
			raw = linalg.Sum(gains) / result.Denominator
			linalg.AddScaled(gains, -raw, explained)
			se = clusters.StandardError(gains) * float64(n) / result.Denominator
			se = max(se, spread(1-raw, column(h.kept, j+1), column(h.kept, 0)))
			interval = reach.Arcsine(raw, se)
		}
		result.Raw, result.Clamped = append(result.Raw, raw), append(result.Clamped, math.Max(raw, 0))
		in.SE, in.Intervals = append(in.SE, se), append(in.Intervals, interval)
	}
	in.Explained.P, in.P = h.p()
	in.Adjusted = importance.Holm(in.P)
	if result.Denominator <= 0 {
		result.Warnings = append(result.Warnings, NothingExplained)
	}
	return result, nil
}
