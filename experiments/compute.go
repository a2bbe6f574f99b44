package experiments

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"drfvi/internal/version"
	"drfvi/results"
)

// computeUnit computes a unit and stores its record.
func (r *run) computeUnit(ctx context.Context, u unit, workers int) outcome {
	begin := time.Now()
	o := outcome{unit: u, workers: workers}
	v, err := u.compute(ctx, workers, func(share float64) { r.progress.advanced(u, share) })
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		o.err = err
		return o
	}
	record := u.record(v, r.environment)
	if o.err = record.Check(); o.err != nil {
		return o
	}
	if u.method.program != nil {
		workers = 1 // whatever there were for it
	}
	o.warnings, o.failure = record.Warnings, record.Failure
	o.fatal = r.store.Put(record, results.Timing{
		ID:       record.ID,
		Finished: time.Now().UTC().Format(time.RFC3339),
		Seconds:  time.Since(begin).Seconds(),
		Workers:  workers,
		Host:     version.Host(),

		ProcessorSeconds: v.trace.Processor.Seconds(), PeakBytes: v.trace.PeakBytes, Stderr: v.trace.Stderr,
	})
	return o
}

// compute runs the unit's job. A panic becomes an error, so that a mistake in
// one method does not end the others.
func (u unit) compute(ctx context.Context, workers int, report func(share float64)) (v values, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	return u.job.compute(ctx, u, workers, report)
}

// record returns the unit's record.
func (u unit) record(v values, environment results.Environment) results.Record {
	return results.Record{
		ID: u.id(), Key: u.key, Experiment: u.experiment, Cell: u.cell.Values(), Repetition: u.repetition,
		Seed: u.inputs.Seed, Config: u.config,
		Variables: v.variables, Values: v.numbers, Notes: v.notes,
		Environment: environment, Warnings: v.warnings, Failure: v.failure,
	}
}
