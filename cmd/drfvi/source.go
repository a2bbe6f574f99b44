package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/experiments"
	"drfvi/experiments/spec"
	"drfvi/internal/format"
	"drfvi/internal/nearest"
	"drfvi/reports"
	"drfvi/results"
)

// The full run: its profile and its folder.
const (
	paperProfile = "paper"
	paperResults = "results/paper"
)

// runAll is the command line that computes all experiments of a kind, "all" or a
// suite.
func runAll(what, profile, dir string) string {
	return fmt.Sprintf(
		"drfvi run %s --profile %s --out %s", format.Argument(what), format.Argument(profile),
		format.Argument(dir),
	)
}

// addResults adds the flag --results.
func addResults(cmd *cobra.Command) *string {
	return cmd.Flags().String("results", paperResults, "`FOLDER` of the results, as given to run with --out")
}

// source is what is reported on: a store of results, and those experiments of
// the paper that are not in it, so that they show as missing. Experiments that
// go beyond the paper are not missing.
type source struct {
	*results.Store
	profile        string
	runs           string // what the folder is for: "all", or a suite
	stored, absent []results.Experiment
	outdated       []string // stored experiments that this program would run otherwise
}

var _ reports.Source = source{}

// openResults opens the results in a folder, of the experiments that are named, all if none is.
// If there are none, a run is missing. A store that holds other experiments only is reported on
// as it is.
func openResults(dir string, names ...string) (source, error) {
	store, err := results.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return source{}, noResults(dir)
	}
	if err != nil {
		return source{}, err
	}
	s := source{Store: store, profile: paperProfile, runs: everything}
	if s.stored, err = store.Experiments(); err != nil {
		return s, err
	}
	specs := ownExperiments()
	suites := make(map[string]bool) // of what is stored
	for _, e := range specs {
		if stored := s.find(e.Name); stored != nil {
			suites[e.Suite], s.profile = true, stored.Profile
		}
	}
	if len(suites) == 1 && suites[spec.SuiteEvidence] {
		s.runs = spec.SuiteEvidence
	}
	for _, e := range specs {
		if len(suites) == 0 && len(s.stored) > 0 {
			break
		}
		if err := s.compare(e); err != nil {
			return s, err
		}
	}
	return s, s.restrict(names)
}

// compare compares an experiment with what this program would run: it is absent, outdated or as it
// should be. Where nothing published is missing, neither is the experiment.
func (s *source) compare(e spec.Experiment) error {
	stored, profile := s.find(e.Name), s.profile
	if stored != nil {
		profile = stored.Profile
	} else if !e.OfPaper() || s.runs != everything {
		return nil
	}
	described, err := experiments.Describe(e, profile)
	switch {
	case err != nil:
		return err
	case stored == nil:
		s.absent = append(s.absent, described)
	case !slices.Equal(stored.Units, described.Units):
		s.outdated = append(s.outdated, e.Name)
	}
	return nil
}

// experimentsOf are the names of experiments.
func experimentsOf(list []results.Experiment) []string {
	return collect(list, func(e results.Experiment) string { return e.Name })
}

// noResults is the error of a folder without results.
func noResults(dir string) error {
	return missing{fmt.Errorf("there are no results in %s; --results FOLDER names the folder of a run, and "+
		"drfvi run SPEC --out %s makes one", dir, format.Argument(dir))}
}

// warn says on stderr what of the source is outdated.
func (s source) warn(stderr io.Writer) {
	for _, name := range s.outdated {
		terminal.Message(stderr, fmt.Sprintf("warning: %s in %s was run under other settings or by another "+
			"version of drfvi; %s brings it up to date",
			name, s.Dir(), runAll(s.runs, s.profile, s.Dir())))
	}
}

// unfinished is the error of stored experiments that lack records, but those of data that
// could not be had, or whose units failed.
func (s source) unfinished() error {
	var lacking []error
	for _, e := range s.stored {
		present := make(map[string]bool)
		records, err := s.Records(e.Name)
		if err != nil {
			return err
		}
		failed, reason := 0, ""
		for _, r := range records {
			if present[r.ID] = true; r.Failure != "" {
				failed, reason = failed+1, cmp.Or(reason, r.ID+": "+r.Failure)
			}
		}
		if failed > 0 {
			lacking = append(lacking, missing{fmt.Errorf("%d of %s of %s in %s failed, such as %s; the next run "+
				"into that folder with --retry-failed tries them again",
				failed, format.Plural(len(e.Units), "unit"), e.Name, s.Dir(), reason)})
		}
		absent := len(having(e.Units, func(u results.Unit) bool { return !present[u.ID] && !e.NotRun(u.ID) }))
		if absent > 0 {
			lacking = append(lacking, missing{fmt.Errorf("%s in %s lacks %d of %s; the next run into that folder "+
				"computes what is missing",
				e.Name, s.Dir(), absent, format.Plural(len(e.Units), "record"))})
		}
	}
	return errors.Join(lacking...)
}

// restrict leaves those experiments in the source that are named, all if none is.
func (s *source) restrict(names []string) error {
	experiments, _ := s.Experiments()
	known := experimentsOf(experiments)
	for _, name := range names {
		if !slices.Contains(known, name) {
			return flags.UsageError(nearest.Unknown("experiment", name, known))
		}
	}
	if len(names) > 0 {
		named := func(name string) bool { return slices.Contains(names, name) }
		ofNamed := func(e results.Experiment) bool { return named(e.Name) }
		s.stored, s.absent = having(s.stored, ofNamed), having(s.absent, ofNamed)
		s.outdated = having(s.outdated, named)
	}
	return nil
}

// find returns a stored experiment, nil for others.
func (s source) find(name string) *results.Experiment {
	for i := range s.stored {
		if s.stored[i].Name == name {
			return &s.stored[i]
		}
	}
	return nil
}

// Experiments returns all experiments, stored and absent.
func (s source) Experiments() ([]results.Experiment, error) {
	return slices.Concat(s.stored, s.absent), nil
}

// Read is that of stored experiments; absent ones have nothing.
func (s source) Read(experiment string) (c results.Contents, err error) {
	if s.find(experiment) == nil {
		return c, nil
	}
	return s.Store.Read(experiment)
}
