package experiments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"drfvi/experiments/spec"
	"drfvi/internal/version"
	"drfvi/methods"
	"drfvi/results"
)

// Run computes all units of the specifications under the options' profile that are not
// yet in the store, and merges the records of each experiment that is complete. It
// begins with an error if anything in the store has been altered.
//
// Units that fail do not stop the others; the error at the end joins theirs. The
// failure of a program of the user is recorded, and the unit not tried again unless the
// options say so. When ctx is cancelled Run stops soon, drops the units in flight, and
// its error, which wraps the context's, says how far it came. The records and their
// bytes do not depend on the number of workers, the order, or interruptions.
//
// Units without available data are left out, which is no error: an event reports it,
// and the experiment in the store says why their cells were not run.
func Run(ctx context.Context, specs []spec.Experiment, o Options) (err error) {
	r, unlock, err := begin(specs, o)
	if err != nil {
		return err
	}
	defer func() {
		if unlocking := unlock(); err == nil { // else the same cause may have both
			err = unlocking
		}
	}()

	if o.Earlier != nil {
		takeTimings(r.queue, earlierTimings(o.Earlier, r.queue))
	}
	// The cheapest experiment first, so that something is there soon. In each the
	// longest unit first, so that no long one is left for the end; equal ones in the
	// order of the specifications.
	cost := make(map[string]float64)
	for _, u := range r.queue {
		cost[u.experiment] += u.cost.Nanoseconds
	}
	slices.SortStableFunc(r.queue, func(a, b unit) int {
		return cmp.Or(cmp.Compare(cost[a.experiment], cost[b.experiment]), strings.Compare(a.experiment, b.experiment),
			cmp.Compare(b.cost.Nanoseconds, a.cost.Nanoseconds))
	})
	r.progress = newProgress(o.Progress, r.queue, r.done)
	if r.lockless {
		r.progress.notThere(Event{Kind: NoLocks, Reason: o.Out})
	}
	for _, name := range r.complete {
		r.progress.complete(name, r.failing[name])
	}
	for _, e := range r.absent {
		r.progress.notThere(e)
	}
	return r.compute(ctx)
}

// begin locks the store, checks it, stores the descriptions of the experiments, merges
// those that are complete, and returns a run with all units in its queue that are not.
func begin(specs []spec.Experiment, o Options) (_ *run, unlock func() error, err error) {
	batches, err := newBatches(specs, o)
	if err != nil {
		return nil, nil, err
	}
	store, err := results.Create(o.Out)
	if err != nil {
		return nil, nil, err
	}
	unlock, err = store.Lock()
	lockless := errors.Is(err, results.ErrNoLocks)
	if err != nil && !lockless {
		return nil, nil, err
	}
	r := &run{store: store, options: o, left: make(map[string]int), failing: make(map[string]int), environment: results.CurrentEnvironment(), lockless: lockless}
	err = checkStore(store, batches)
	for _, b := range batches {
		if err == nil {
			err = r.add(b)
		}
	}
	if err != nil {
		_ = unlock() // the same cause may have both
		return nil, nil, err
	}
	return r, unlock, nil
}

// run is a run in progress. Its fields belong to the goroutine that called
// Run.
type run struct {
	store       *results.Store
	options     Options
	environment results.Environment
	queue       []unit         // not begun yet
	left        map[string]int // units not done, by experiment
	failing     map[string]int // units that failed, now or before
	complete    []string       // experiments that were complete before
	done        int            // units done before
	failed      int            // those of them that are recorded as failed
	absent      []Event        // of data sets that cannot be had
	progress    *progress
	faults      []error // of units
	lockless    bool    // nobody knows whether another run writes there
}

// add stores the description of an experiment and queues its missing units.
func (r *run) add(b batch) error {
	done, err := b.done(r.store)
	if err != nil {
		return err
	}
	for _, u := range b.units {
		record, found := done[u.id()]
		switch reason := u.job.absent(); {
		case found && (record.Failure == "" || !r.options.RetryFailed):
			r.done++
			if record.Failure != "" {
				r.failed++
				r.failing[u.experiment]++
			}
		case reason != "":
			r.leaveOut(&b.experiment, u, reason)
		default:
			r.queue = append(r.queue, u)
			r.left[u.experiment]++
		}
	}
	if err := r.store.PutExperiment(b.experiment); err != nil {
		return err
	}
	if r.left[b.experiment.Name] > 0 {
		return nil
	}
	merged, err := r.merge(b.experiment.Name)
	if merged {
		r.complete = append(r.complete, b.experiment.Name)
	}
	return err
}

// merge merges an experiment all of whose units are done, and reports whether their
// records are still there: somebody may have removed some meanwhile.
func (r *run) merge(name string) (merged bool, err error) {
	merged, err = r.store.Merge(name)
	if err == nil && !merged {
		r.faults = append(r.faults, fmt.Errorf("%s: records in %s were removed during the run; the same run again computes them", name, r.store.Dir()))
	}
	return merged, err
}

// leaveOut notes in the experiment that a unit's cell cannot be run.
func (r *run) leaveOut(e *results.Experiment, u unit, reason string) {
	slug := u.cell.Slug()
	e.Cells[slices.IndexFunc(e.Cells, func(c results.CellInfo) bool { return c.Slug == slug })].NotRun = reason
	set := u.cell.Table.File()
	if !slices.ContainsFunc(r.absent, func(told Event) bool { return told.Experiment == e.Name && told.Data == set }) {
		r.absent = append(r.absent, Event{Kind: DataNotThere, Experiment: e.Name, Data: set, Reason: reason})
	}
}

// outcome is how a unit ended.
type outcome struct {
	unit     unit
	workers  int
	warnings []string
	failure  string // of a program, recorded
	err      error  // of the unit
	fatal    error  // of the store: there is no sense in going on
}

// compute works off the queue.
func (r *run) compute(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var fatal error
	outcomes := make(chan outcome)
	free, running := r.options.Workers, 0
	memory := r.options.Memory
	if memory == 0 {
		memory = math.Inf(1)
	}
	r.refuseLarge(memory)
	for {
		for free > 0 && len(r.queue) > 0 && ctx.Err() == nil {
			at := slices.IndexFunc(r.queue, func(u unit) bool { return running == 0 || u.cost.Bytes <= memory })
			if at < 0 {
				break // until those in flight give theirs back
			}
			u := r.queue[at]
			// One worker each while there are units enough; when there are
			// fewer than free workers, they share them.
			workers := max(1, free/len(r.queue))
			r.queue = slices.Delete(r.queue, at, at+1)
			free -= workers
			memory -= u.cost.Bytes
			running++
			r.progress.begun(u, workers)
			go func() { outcomes <- r.computeUnit(ctx, u, workers) }()
		}
		if running == 0 {
			break
		}
		o := <-outcomes
		running--
		free += o.workers
		memory += o.unit.cost.Bytes
		switch {
		case o.fatal != nil:
			fatal = cmp.Or(fatal, o.fatal)
			stop()
		case o.err != nil && ctx.Err() != nil:
			// In flight when the run was stopped.
		case o.err != nil:
			r.fail(o.unit, o.err)
		default:
			if err := r.finish(o); err != nil {
				fatal = cmp.Or(fatal, err)
				stop()
			}
		}
	}
	if fatal != nil {
		return fatal
	}
	return r.verdict(ctx)
}

// refuseLarge takes the units out of the queue that need more memory than there is, so
// that they do not keep the others from their end.
func (r *run) refuseLarge(memory float64) {
	r.queue = slices.DeleteFunc(r.queue, func(u unit) bool {
		large := u.cost.Bytes > memory
		if large {
			r.fail(u, methods.TooLargeError{Needed: u.cost.Bytes, Allowed: memory})
		}
		return large
	})
}

// fail notes that a unit failed.
func (r *run) fail(u unit, err error) {
	r.faults = append(r.faults, fmt.Errorf("%s: %w", u.id(), err))
	r.failing[u.experiment]++
	r.progress.failed(u, err)
}

// finish counts a unit that is done and merges its experiment if it was the
// last.
func (r *run) finish(o outcome) error {
	if o.failure == "" {
		r.progress.finished(o.unit, o.warnings)
	} else {
		r.fail(o.unit, errors.New(o.failure))
	}
	name := o.unit.experiment
	r.left[name]--
	if r.left[name] > 0 {
		return nil
	}
	merged, err := r.merge(name)
	if merged {
		r.progress.complete(name, r.failing[name])
	}
	return err
}

// verdict returns the error that the run ends with, nil if all went well.
func (r *run) verdict(ctx context.Context) error {
	var faults []error
	if err := ctx.Err(); err != nil {
		faults = append(faults, fmt.Errorf("stopped: %d of %d units are done and kept in %s; the same run again goes on from there: %w",
			r.progress.done, r.progress.total, r.store.Dir(), err))
	}
	if r.failed > 0 {
		faults = append(faults, fmt.Errorf("%d of %d units failed before, and were not tried again", r.failed, r.progress.total))
	}
	if len(r.faults) > 0 {
		faults = append(faults, fmt.Errorf("%d of %d units failed", len(r.faults), r.progress.total))
	}
	return errors.Join(append(faults, r.faults...)...)
}

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
