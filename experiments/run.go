package experiments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"drfvi/experiments/external"
	"drfvi/experiments/spec"
	"drfvi/internal/par"
	"drfvi/internal/version"
	"drfvi/methods"
	"drfvi/results"
)

// Run computes all units of the specifications under the options' profile that are not yet in the
// store, and merges the records of each complete experiment. It starts with an error if anything
// in the store was altered.
//
// Failing units do not stop the others; the final error joins theirs. The failure of a user's
// program is recorded, and the unit tried again only if the options say so. When ctx is cancelled
// Run stops soon, drops the units in flight, and returns an error that wraps the context's and
// states the progress. The records and their bytes do not depend on the number of workers, the
// order, or interruptions.
//
// Units without available data, and long ones that are not asked for, are left out without error:
// an event reports them, and the experiment in the store gives the reason.
func Run(ctx context.Context, specs []spec.Experiment, o Options) (err error) {
	if slices.ContainsFunc(specs, func(s spec.Experiment) bool { return len(s.Programs) > 0 }) {
		external.Sweep()
	}
	r, end, err := begin(specs, o)
	if err != nil {
		return err
	}
	defer func() {
		if ending := end(); err == nil { // otherwise both may have the same cause
			err = ending
		}
	}()

	// The cheapest experiment first, so that something is finished soon; in each the longest
	// unit first, so that none is left for the end; equal ones in the order of the
	// specifications.
	cost := make(map[string]float64)
	for _, u := range r.queue {
		cost[u.experiment] += u.cost.Work
	}
	slices.SortStableFunc(r.queue, func(a, b unit) int {
		return cmp.Or(cmp.Compare(cost[a.experiment], cost[b.experiment]), strings.Compare(a.experiment, b.experiment),
			cmp.Compare(b.cost.Work, a.cost.Work))
	})
	r.progress = newProgress(o.Progress, r.queue, r.done)
	if r.lockless {
		r.progress.say(Event{Kind: NoLocks, Reason: o.Out})
	}
	for _, renewal := range r.renewals {
		r.progress.say(Event{Kind: Renewed, Experiment: renewal.Experiment, Units: renewal.Units, Reason: renewal.Reason})
	}
	for _, name := range r.complete {
		r.progress.say(Event{Kind: ExperimentDone, Experiment: name, Failing: r.failing[name]})
	}
	for _, e := range r.absent {
		r.progress.say(e)
	}
	return r.compute(ctx)
}

// begin locks and checks the store, stores the descriptions of the experiments, merges the complete
// ones, and returns a run with all remaining units in its queue. That of a shard neither locks nor
// merges.
func begin(specs []spec.Experiment, o Options) (_ *run, end func() error, err error) {
	batches, err := newBatches(specs, o)
	if err != nil {
		return nil, nil, err
	}
	store, err := results.Create(o.Out)
	if err != nil {
		return nil, nil, err
	}
	unlock := func() error { return nil }
	if o.Shard.whole() {
		unlock, err = store.Lock()
	}
	lockless := errors.Is(err, results.ErrNoLocks)
	if err != nil && !lockless {
		return nil, nil, err
	}
	end = func() error {
		store.Close()
		return unlock()
	}
	r := &run{
		store: store, options: o, mine: o.Shard.units(batches), remaining: make(map[string]int),
		failing: make(map[string]int), environment: results.CurrentEnvironment(),
		machine: results.CurrentMachine(), lockless: lockless,
	}
	r.renewals, err = checkStore(store, batches)
	done := make([]map[string]string, len(batches)) // all before anything is written
	for i, b := range batches {
		if err == nil {
			done[i], err = recorded(store, b.experiment, o)
		}
	}
	for i, b := range batches {
		if err == nil {
			err = r.add(b, done[i])
		}
	}
	if err != nil {
		_ = end() // both may have the same cause
		return nil, nil, err
	}
	return r, end, nil
}

// run is a run in progress. Its fields belong to the goroutine that called Run.
type run struct {
	store       *results.Store
	options     Options
	environment results.Environment
	machine     results.Machine
	mine        map[results.Unit]bool // units of its shard
	queue       []unit                // not started yet
	remaining   map[string]int        // units not done, by experiment
	failing     map[string]int        // units that failed, now or before
	complete    []string              // experiments complete before
	done        int                   // units done before
	failed      int                   // those of them recorded as failed
	reason      string                // of the first, with its unit
	absent      []Event               // about what is left out
	renewals    []Renewal             // about finished units that are computed again
	progress    *progress
	faults      []error // of units
	unmerged    []error // reasons why experiments are not merged
	lockless    bool    // another run may write there unnoticed
}

// add stores the description of an experiment and queues its units that are not done.
func (r *run) add(b batch, done map[string]string) error {
	for _, u := range b.units {
		failure, found := done[u.id()]
		switch reason, set := u.absent(r.options); {
		case found && !r.mine[u.named()]:
		case found:
			r.done++
			if failure != "" {
				r.failed++
				r.reason = cmp.Or(r.reason, u.id()+": "+failure)
				r.failing[u.experiment]++
			}
		case reason != "":
			r.leaveOut(&b.experiment, u, reason, set)
		case r.mine[u.named()]:
			r.queue = append(r.queue, u)
			r.remaining[u.experiment]++
		}
	}
	if err := r.store.PutExperiment(b.experiment); err != nil {
		return err
	}
	if r.remaining[b.experiment.Name] > 0 || !r.options.Shard.whole() {
		return nil
	}
	merged, err := r.merge(b.experiment.Name)
	if merged {
		r.complete = append(r.complete, b.experiment.Name)
	}
	return err
}

// merge merges an experiment whose units are all done, and reports whether it could: somebody may
// have removed records meanwhile, or failures would replace values of earlier settings.
func (r *run) merge(name string) (merged bool, err error) {
	merged, err = r.store.Merge(name)
	switch {
	case errors.As(err, new(results.WithheldError)):
		r.unmerged = append(r.unmerged, err)
		return false, nil
	case err == nil && !merged:
		r.unmerged = append(r.unmerged, fmt.Errorf("records of %s in %s were removed during the run; the same run "+
			"again computes them", name, r.store.Dir()))
	}
	return merged, err
}

// leaveOut records in the experiment that a unit's cell is not run, for want of a data set if
// one is named.
func (r *run) leaveOut(e *results.Experiment, u unit, reason, set string) {
	slug := u.cell.Slug()
	e.Cells[slices.IndexFunc(e.Cells, func(c results.CellInfo) bool { return c.Slug == slug })].NotRun = reason
	if !slices.ContainsFunc(r.absent, func(event Event) bool { return event.Experiment == e.Name && event.Data == set }) {
		r.absent = append(r.absent, Event{Kind: LeftOut, Experiment: e.Name, Data: set, Reason: reason})
	}
}

// outcome is the outcome of a unit.
type outcome struct {
	unit     unit
	workers  int
	seconds  float64 // of one processor
	warnings []string
	failure  string // of a program, recorded
	err      error  // of the unit
	fatal    error  // of the store: no reason to continue
}

// compute works through the queue.
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
			next := slices.IndexFunc(r.queue, func(u unit) bool { return running == 0 || u.cost.Bytes <= memory })
			if next < 0 {
				break // until those in flight return theirs
			}
			u := r.queue[next]
			// One worker each while there are enough units; fewer units share the free
			// workers.
			workers := max(1, free/len(r.queue))
			r.queue = slices.Delete(r.queue, next, next+1)
			free -= workers
			memory -= u.cost.Bytes
			running++
			r.progress.begun(u)
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
			// In flight when the run stopped.
		case o.err != nil:
			r.fail(o.unit, o.seconds, o.err)
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

// refuseLarge removes from the queue the units that need more memory than there is, so that they
// do not keep the others from finishing.
func (r *run) refuseLarge(memory float64) {
	r.queue = slices.DeleteFunc(r.queue, func(u unit) bool {
		large := u.cost.Bytes > memory
		if large {
			r.fail(u, 0, methods.TooLargeError{Needed: u.cost.Bytes, Allowed: memory})
		}
		return large
	})
}

// fail records that a unit failed after some seconds of one processor.
func (r *run) fail(u unit, seconds float64, err error) {
	r.faults = append(r.faults, fmt.Errorf("%s: %w", u.id(), err))
	r.failing[u.experiment]++
	r.progress.failed(u, seconds)
}

// finish counts a unit that is done and merges its experiment after its last unit.
func (r *run) finish(o outcome) error {
	if o.failure == "" {
		r.progress.finished(o.unit, o.seconds, o.warnings)
	} else {
		r.fail(o.unit, o.seconds, errors.New(o.failure))
	}
	name := o.unit.experiment
	r.remaining[name]--
	if r.remaining[name] > 0 || !r.options.Shard.whole() {
		return nil
	}
	merged, err := r.merge(name)
	if merged {
		r.progress.say(Event{Kind: ExperimentDone, Experiment: name, Failing: r.failing[name]})
	}
	return err
}

// FailedBeforeError reports units that are recorded as failed, and were not tried again.
type FailedBeforeError struct {
	Failed, Total int
	First         string // a unit, and the reason of its failure
}

func (e FailedBeforeError) Error() string {
	return fmt.Sprintf("%d of %d units failed before, and were not tried again, such as %s", e.Failed, e.Total, e.First)
}

// verdict returns the run's final error, nil if all went well.
func (r *run) verdict(ctx context.Context) error {
	var faults []error
	if err := ctx.Err(); err != nil {
		faults = append(faults, fmt.Errorf("stopped: %d of %d units are done and kept in %s; the same run again "+
			"goes on from there: %w",
			r.progress.done, r.progress.total, r.store.Dir(), err))
	}
	if r.failed > 0 {
		faults = append(faults, FailedBeforeError{r.failed, r.progress.total, r.reason})
	}
	if len(r.faults) > 0 {
		faults = append(faults, fmt.Errorf("%d of %d units failed", len(r.faults), r.progress.total))
	}
	return errors.Join(slices.Concat(faults, r.faults, r.unmerged)...)
}

// computeUnit computes a unit and stores its record. A panic becomes an error, so that a mistake in
// one method does not end the others.
func (r *run) computeUnit(ctx context.Context, u unit, workers int) outcome {
	begin := time.Now()
	o := outcome{unit: u, workers: workers}
	o.err = par.Try(func() error {
		v, err := u.job.compute(ctx, u, workers, func(share float64) { r.progress.advanced(u, share) })
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		record := u.record(v, r.environment)
		if err := record.Check(); err != nil {
			return err
		}
		used := workers
		if u.method.program != nil {
			used = 1 // regardless of those available
		}
		o.warnings, o.failure = record.Warnings, record.Failure
		o.fatal = r.store.Put(record, results.Timing{
			ID:       record.ID,
			Finished: time.Now().UTC().Format(time.RFC3339),
			Seconds:  time.Since(begin).Seconds(),
			Workers:  used,
			Host:     version.Host(),
			Machine:  r.machine,

			ProcessorSeconds: v.trace.Processor.Seconds(), PeakBytes: v.trace.PeakBytes, Stderr: v.trace.Stderr,
		})
		return nil
	})
	o.seconds = time.Since(begin).Seconds() * float64(workers)
	var mistake *par.Panic
	if errors.As(o.err, &mistake) {
		o.err = fmt.Errorf("%v\n%s", o.err, mistake.Stack)
	}
	return o
}

// record returns the unit's record.
func (u unit) record(v values, environment results.Environment) results.Record {
	var warnings []string
	for _, warning := range v.warnings {
		warnings = append(warnings, spec.InKeys(warning))
	}
	return results.Record{
		ID: u.id(), Key: u.key, Experiment: u.experiment, Cell: u.cell.Values(), Repetition: u.repetition,
		Seed: u.inputs.Seed, Config: u.config,
		Variables: v.variables, Values: v.numbers, Notes: v.notes,
		Environment: environment, Warnings: warnings, Failure: v.failure,
	}
}
