package experiments

import (
	"context"
	"fmt"
	"runtime/debug"
	"strconv"
	"time"

	"drfvi/importance"
	"drfvi/internal/version"
	"drfvi/results"
)

// computeUnit computes a unit and stores its record.
func (r *run) computeUnit(ctx context.Context, u unit, workers int) outcome {
	begin := time.Now()
	o := outcome{unit: u, workers: workers}
	result, err := u.estimate(ctx, workers, func(share float64) { r.progress.advanced(u, share) })
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		o.err = err
		return o
	}
	record := u.record(result, r.environment)
	if o.err = record.Check(); o.err != nil {
		return o
	}
	o.warnings = record.Warnings
	o.fatal = r.store.Put(record, results.Timing{
		ID:       record.ID,
		Finished: time.Now().UTC().Format(time.RFC3339),
		Seconds:  time.Since(begin).Seconds(),
		Workers:  workers,
		Host:     version.Host(),
	})
	return o
}

// estimate draws the unit's data and runs its estimator. A panic becomes an
// error, so that a mistake in one method does not end the others.
func (u unit) estimate(ctx context.Context, workers int, report func(share float64)) (result importance.Result, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	estimator, err := u.cell.method.New(u.settings)
	if err != nil {
		return importance.Result{}, err
	}
	x, y := u.scenario.Draw(u.cell.n, u.cell.p, u.inputs.Data.Seed)
	if err := ctx.Err(); err != nil {
		return importance.Result{}, err
	}
	return estimator.Estimate(ctx, importance.Task{
		X: x, Y: y, Kernel: u.cell.kernelChoice(), Subsample: u.inputs.EvaluationRows,
		Seed: u.inputs.Seed, Workers: workers, Progress: report,
	})
}

// record returns the unit's record.
func (u unit) record(result importance.Result, environment results.Environment) results.Record {
	r := results.Record{
		ID: u.id(), Key: u.key, Experiment: u.experiment, Cell: u.cell.values(), Repetition: u.repetition,
		Seed: u.inputs.Seed, Config: u.config,
		Values:      map[string][]float64{"raw": result.Raw},
		Environment: environment, Warnings: result.Warnings,
	}
	for j := range u.cell.p {
		r.Variables = append(r.Variables, "X"+strconv.Itoa(j+1))
	}
	for name, value := range result.Extra {
		r.Values[name] = []float64{value}
	}
	if result.SE != nil {
		r.Values["se"] = result.SE
	}
	for name, value := range map[string]float64{
		"denominator": result.Denominator, "forests": result.Forests, "gamma": result.Gamma,
	} {
		if value != 0 {
			r.Values[name] = []float64{value}
		}
	}
	if result.Bias != nil {
		r.Values["bias"] = []float64{*result.Bias}
	}
	if result.Aggregation != "" {
		r.Notes = map[string]string{"aggregation": result.Aggregation}
	}
	return r
}
