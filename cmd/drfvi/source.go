package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/experiments"
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
	return fmt.Sprintf("drfvi run %s --profile %s --out %s", what, profile, dir)
}

// addResults adds the flag --results, which also goes by the name --out that
// it has in the run command.
func addResults(cmd *cobra.Command) *string {
	dir := cmd.Flags().String("results", paperResults, "`FOLDER` of the results, as given to run with --out")
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "out" {
			name = "results"
		}
		return pflag.NormalizedName(name)
	})
	return dir
}

// source is what is reported on: a store of results, and those experiments of
// the paper that are not in it, so that they show as missing. Experiments that
// go beyond the paper are not missing.
type source struct {
	*results.Store
	profile        string
	runs           string // what the folder is for: "all", or a suite
	stored, absent []results.Experiment
	// outdated are stored experiments that this program would run otherwise.
	outdated []string
}

var _ reports.Source = source{}

// openResults opens the results in a folder. If there are none, a run is
// missing. A store that holds other experiments only is reported on as it is.
func openResults(dir string) (source, error) {
	store, err := results.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return source{}, missingError{fmt.Errorf("there are no results in %s; make them with %s", dir, runAll(everything, paperProfile, dir))}
	}
	if err != nil {
		return source{}, err
	}
	s := source{Store: store, profile: paperProfile, runs: everything}
	if s.stored, err = store.Experiments(); err != nil {
		return s, err
	}
	specs, err := experiments.Embedded()
	if err != nil {
		return s, err
	}
	ours := len(s.stored) == 0
	evidence, others := 0, 0
	for _, spec := range specs {
		at := s.at(spec.Name)
		switch {
		case at < 0:
			continue
		case spec.Suite == experiments.SuiteEvidence:
			evidence++
		default:
			others++
		}
		s.profile, ours = s.stored[at].Profile, true
	}
	if evidence > 0 && others == 0 {
		s.runs = experiments.SuiteEvidence
	}
	if !ours {
		return s, nil
	}
	for _, spec := range specs {
		described, err := experiments.Describe(spec, s.profile)
		if err != nil {
			return s, err
		}
		switch at := s.at(spec.Name); {
		case at < 0 && (!spec.OfPaper() || s.runs != everything): // nothing published is missing
		case at < 0:
			s.absent = append(s.absent, described)
		case !slices.Equal(s.stored[at].Units, described.Units):
			s.outdated = append(s.outdated, spec.Name)
		default:
			// What the paper says of the units is not part of their results.
			s.stored[at].Statements, s.stored[at].Variants = described.Statements, described.Variants
		}
	}
	return s, nil
}

// warn says on stderr what of the source is outdated.
func (s source) warn(stderr io.Writer) {
	for _, name := range s.outdated {
		terminal.Complain(stderr, fmt.Sprintf("warning: %s in %s was run under other settings or by another version of drfvi; %s brings it up to date",
			name, s.Dir(), runAll(s.runs, s.profile, s.Dir())))
	}
}

// at returns the place of an experiment among the stored ones, or −1.
func (s source) at(name string) int {
	return slices.IndexFunc(s.stored, func(e results.Experiment) bool { return e.Name == name })
}

// Experiments returns all experiments, stored and absent.
func (s source) Experiments() ([]results.Experiment, error) {
	return slices.Concat(s.stored, s.absent), nil
}

// Records returns the records of an experiment, none of an absent one.
func (s source) Records(experiment string) ([]results.Record, error) {
	if s.at(experiment) < 0 {
		return nil, nil
	}
	return s.Store.Records(experiment)
}

// Timings returns the timings of an experiment, none of an absent one.
func (s source) Timings(experiment string) ([]results.Timing, error) {
	if s.at(experiment) < 0 {
		return nil, nil
	}
	return s.Store.Timings(experiment)
}
