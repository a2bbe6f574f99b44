package experiments

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"drfvi/experiments/spec"
	"drfvi/results"
)

// Options are the options for running specifications.
type Options struct {
	// Profile is the name of the profile to run under.
	Profile string
	// Out is the directory of the results.Store.
	Out string
	// Data is the folder with the files of data sets; empty for the environment's and the
	// cache. See library.New of datasets.
	Data string
	// Workers is the number of goroutines that compute, at least 1. It does not affect the
	// stored results.
	Workers int
	// Memory bounds the total bytes of the units in flight, by a Plan's estimate; 0 for no
	// bound. Units that need more by themselves fail with a methods.TooLargeError; the others
	// are computed.
	Memory float64
	// RetryFailed computes units recorded as failed again.
	RetryFailed bool
	// Shard is the share of the units to compute; its zero value is all.
	Shard Shard
	// Long computes the cells that a specification calls long as well.
	Long bool
	// Progress, if not nil, is called with the progress of the run. Calls do not overlap.
	Progress func(Event)
}

// Plan lists the work of a run.
type Plan struct {
	Units []PlannedUnit
	// Done and NotRun count the units in the store and those that would not be run.
	Done, NotRun int
	// Bytes is a rough estimate of the run's peak memory.
	Bytes int64
	// Renewals are finished units that would be computed again.
	Renewals []Renewal
}

// PlannedUnit is one unit of work.
type PlannedUnit struct {
	results.Unit
	// Done reports that the unit is in the store with the required key.
	Done bool
	// Failure is the reason why a unit that is done has no values; empty if it has.
	Failure string
	// NotRun is the reason why the unit would not be run; empty if it would, or is done.
	NotRun string
	// Data is the unavailable data set that the unit needs, empty for another reason.
	Data string
	// Bytes is a rough estimate of the memory.
	Bytes int64
}

// NewPlan returns the work that Run would do. It changes nothing on the disk.
func NewPlan(specs []spec.Experiment, o Options) (Plan, error) {
	batches, err := newBatches(specs, o)
	if err != nil {
		return Plan{}, err
	}
	store, err := results.Open(o.Out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Plan{}, err
	}
	var plan Plan
	if store != nil {
		if plan.Renewals, err = checkStore(store, batches); err != nil {
			return Plan{}, err
		}
	}
	var peaks []float64
	for _, b := range batches {
		var done map[string]string
		if store != nil {
			if done, err = recorded(store, b.experiment, o); err != nil {
				return Plan{}, err
			}
		}
		for _, u := range b.units {
			failure, found := done[u.id()]
			planned := PlannedUnit{
				Unit: u.named(), Bytes: int64(u.cost.Bytes), Done: found, Failure: failure,
			}
			if !found {
				planned.NotRun, planned.Data = u.absent(o)
			}
			plan.Units = append(plan.Units, planned)
			switch {
			case found:
				plan.Done++
			case planned.NotRun != "":
				plan.NotRun++
			default:
				peaks = append(peaks, u.cost.Bytes)
			}
		}
	}
	// The largest units may run at the same time.
	slices.SortFunc(peaks, func(a, b float64) int { return cmp.Compare(b, a) })
	for _, bytes := range peaks[:min(o.Workers, len(peaks))] {
		plan.Bytes += int64(bytes)
	}
	return plan, nil
}

// Describe returns the description of a specification, for reports, that a run under a profile
// stores before running any unit.
func Describe(s spec.Experiment, profile string) (results.Experiment, error) {
	batches, err := newBatches([]spec.Experiment{s}, Options{Profile: profile, Workers: 1})
	if err != nil {
		return results.Experiment{}, err
	}
	return batches[0].experiment, nil
}

// batch is one experiment to run: a specification under a profile.
type batch struct {
	experiment results.Experiment
	units      []unit
	file       string    // of the specification
	userTable  *spec.Own // the user's table, nil for none
	generated  bool      // whether a program draws the tables
}

// newBatches resolves the specifications under the profile of the options.
func newBatches(specs []spec.Experiment, o Options) ([]batch, error) {
	if o.Workers < 1 {
		panic("experiments: Options with fewer than one worker")
	}
	var faults []error
	var resolved []spec.Experiment
	files := make(map[string]string)
	for _, s := range specs {
		if file, twice := files[s.Name]; twice {
			faults = append(faults, fmt.Errorf("%s: experiment %q is also that of %s; run them into different "+
				"directories", s.File, s.Name, file))
			continue
		}
		files[s.Name] = s.File
		profiled, err := s.At(o.Profile)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		resolved = append(resolved, profiled)
	}
	l, err := newLibrary(o.Data, resolved)
	if err != nil {
		return nil, errors.Join(append(faults, err)...)
	}
	var batches []batch
	for _, s := range resolved {
		planned, err := units(s, l)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		batches = append(
			batches, batch{described(s, o.Profile, planned), planned, s.File, s.Data.Own, s.Data.Generator != nil},
		)
	}
	return batches, errors.Join(faults...)
}
