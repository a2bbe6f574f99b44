package experiments

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"

	"drfvi/experiments/spec"
	"drfvi/results"
	"drfvi/results/compare"
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
	if store != nil {
		if err := checkStore(store, batches); err != nil {
			return Plan{}, err
		}
	}
	var plan Plan
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
	own        *spec.Own // the user's table, nil for none
}

// newBatches resolves the specifications under the profile of the options.
func newBatches(specs []spec.Experiment, o Options) ([]batch, error) {
	if o.Workers < 1 {
		panic("experiments: Options with fewer than one worker")
	}
	var faults []error
	var resolved []spec.Experiment
	seen := make(map[string]string)
	for _, s := range specs {
		if file, twice := seen[s.Name]; twice {
			faults = append(faults, fmt.Errorf("%s: experiment %q is also that of %s; run them into different directories", s.File, s.Name, file))
			continue
		}
		seen[s.Name] = s.File
		at, err := s.At(o.Profile)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		resolved = append(resolved, at)
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
		batches = append(batches, batch{described(s, o.Profile, planned), planned, s.File, s.Data.Own})
	}
	return batches, errors.Join(faults...)
}

// checkStore returns an error if what a run does not read itself was altered in a store, or if it holds an
// experiment under another profile.
func checkStore(store *results.Store, batches []batch) error {
	names := make([]string, len(batches))
	for i, b := range batches {
		names[i] = b.experiment.Name
	}
	if err := store.Check(names...); err != nil {
		return err
	}
	for _, b := range batches {
		if err := b.checkStored(store); err != nil {
			return err
		}
	}
	return nil
}

// ReplacedError reports that a run would replace finished records of an experiment of the same name.
type ReplacedError struct{ error }

// checkStored returns an error if the store holds records of an experiment of that name that the run
// would replace: under another profile, or of a user's specification with other settings, or of another
// content of the table. Records of
// earlier versions of the algorithms are computed again, and so are drfvi's own experiments.
func (b batch) checkStored(store *results.Store) error {
	old, err := store.Experiment(b.experiment.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if old.Profile != b.experiment.Profile {
		return fmt.Errorf("%s holds experiment %q under profile %q, which a run under profile %q would replace; give another directory",
			store.Dir(), old.Name, old.Profile, b.experiment.Profile)
	}
	if b.own == nil && old.Specification == b.experiment.Specification || b.embedded() {
		return nil
	}
	there, err := store.Finished(old)
	if err != nil {
		return err
	}
	planned := make(map[string]unit)
	for _, u := range b.units {
		planned[u.id()] = u
	}
	replaced, differs := 0, ""
	for _, r := range there.Records {
		u, asked := planned[r.ID]
		setting := ""
		switch {
		case b.own != nil && !bytes.Contains(r.Config, []byte(b.own.Options.SHA256)):
			setting = "the content of " + b.own.File + " is another"
		case !asked:
			setting = "it has no unit " + r.ID
		case u.key != r.Key:
			for _, s := range compare.Settings(r.Config, u.config) {
				if !again.MatchString(s.Path) {
					setting = fmt.Sprintf("%s is %s there, %s here", s.Path, s.A, s.B)
					if s.Path == "seed" || s.Path == "data.seed" { // that of the unit, of which nobody has heard
						setting = "its seed is another"
					}
					break
				}
			}
		}
		if setting != "" {
			replaced++
			differs = cmp.Or(differs, setting)
		}
	}
	if replaced == 0 {
		return nil
	}
	return ReplacedError{fmt.Errorf("%s holds %d finished units of another experiment %q (%q), which that of %s (%q) would replace: %s; give it another name, or another directory, or remove %s.* there",
		store.Dir(), replaced, old.Name, old.Title, b.file, b.experiment.Title, differs, old.Name)}
}

// again are the settings whose change is meant to have units computed again: versions of algorithms and
// of the user's methods.
var again = regexp.MustCompile(`^(versions\.|estimator\.(version$|files\.))`)

// embedded reports whether the experiment is one of drfvi's own.
func (b batch) embedded() bool {
	own, err := Embedded()
	return err == nil && slices.ContainsFunc(own, func(s spec.Experiment) bool { return s.SHA256 == b.experiment.Specification })
}

// recorded returns the units of the experiment that are in the store and not to be tried again, by ID, each
// with the reason of its failure, empty if it has values.
func recorded(store *results.Store, e results.Experiment, o Options) (map[string]string, error) {
	there, err := store.Finished(e)
	if err != nil {
		return nil, err
	}
	done := make(map[string]string, len(there.Records))
	for _, r := range there.Records {
		if r.Failure == "" || !o.RetryFailed {
			done[r.ID] = r.Failure
		}
	}
	return done, nil
}
