package experiments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"

	"drfvi/experiments/spec"
	"drfvi/results"
)

// Worker computes single units chosen by something else: a scheduler of jobs. Any number of
// workers on any machines may share a store without a lock: records of equal keys have equal
// bytes, so that computing one twice does no harm.
type Worker struct {
	run   *run
	asked map[string]results.Experiment // by name
	units map[results.Unit]unit
}

// StoreError reports that a record could not be written, which is not the unit's fault.
type StoreError struct{ error }

func (e StoreError) Unwrap() error { return e.error }

// NewWorker returns a worker on the units of the specifications, for a store prepared by Gather.
func NewWorker(specs []spec.Experiment, o Options) (*Worker, error) {
	batches, err := newBatches(specs, o)
	if err != nil {
		return nil, err
	}
	store, err := results.Open(o.Out)
	if err != nil {
		return nil, err
	}
	w := &Worker{
		run:   &run{store: store, options: o, environment: results.CurrentEnvironment(), machine: results.CurrentMachine(), progress: newProgress(nil, nil, 0)},
		asked: make(map[string]results.Experiment), units: make(map[results.Unit]unit),
	}
	for _, b := range batches {
		w.asked[b.experiment.Name] = b.experiment
		for _, u := range b.units {
			w.units[u.named()] = u
		}
	}
	return w, nil
}

// Missing returns the units without a record in the store, in order. A unit whose key is not the
// specifications' is an error.
func (w *Worker) Missing(units []results.Unit) ([]results.Unit, error) {
	wanted := make(map[string][]results.Unit)
	for _, asked := range units {
		u, known := w.units[asked]
		if !known {
			return nil, fmt.Errorf("unit %s is not what it was when it was planned: the specification, a data set or a method has changed since", asked.ID)
		}
		wanted[u.experiment] = append(wanted[u.experiment], asked)
	}
	done := make(map[string]results.Record)
	for name, of := range wanted {
		e := w.asked[name]
		e.Units = of
		records, err := recorded(w.run.store, e, w.run.options)
		if err != nil {
			return nil, err
		}
		maps.Copy(done, records)
	}
	var missing []results.Unit
	for _, u := range units {
		if _, found := done[u.ID]; !found {
			missing = append(missing, u)
		}
	}
	return missing, nil
}

// Compute computes a unit accepted by Missing and stores its record. The error is the unit's, a
// StoreError, or ctx's.
func (w *Worker) Compute(ctx context.Context, asked results.Unit, workers int) error {
	u := w.units[asked]
	if reason, set := u.absent(w.run.options); reason != "" {
		return fmt.Errorf("%s: %s", cmp.Or(set, u.id()), reason)
	}
	o := w.run.computeUnit(ctx, u, workers)
	if o.fatal != nil {
		return StoreError{o.fatal}
	}
	return o.err
}

// Gather stores the descriptions of the experiments and merges the complete ones. It computes
// nothing: it begins and ends a run by workers.
func Gather(specs []spec.Experiment, o Options) error {
	r, unlock, err := begin(specs, o)
	if err != nil {
		return err
	}
	return errors.Join(errors.Join(r.faults...), unlock())
}
