package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/experiments"
	"drfvi/reports"
	"drfvi/results"
)

// paperResults is the folder of the full run.
const paperResults = "results/paper"

// addResults adds the flag --results, which also goes by the name --out that
// it has in the run command.
func addResults(cmd *cobra.Command) *string {
	dir := cmd.Flags().String("results", paperResults, "folder of the results, as given to run with --out")
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "out" {
			name = "results"
		}
		return pflag.NormalizedName(name)
	})
	return dir
}

// source is what is reported on: a store of results, and those experiments of
// the paper that are not in it, so that they show as missing.
type source struct {
	*results.Store
	stored, absent []results.Experiment
}

var _ reports.Source = source{}

// openResults opens the results in a folder. If there are none, a run is
// missing. A store that holds other experiments only is reported on as it is.
func openResults(dir string) (source, error) {
	store, err := results.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return source{}, missingError{fmt.Errorf("there are no results in %s; make them with drfvi run all --out %s", dir, dir)}
	}
	if err != nil {
		return source{}, err
	}
	s := source{Store: store}
	if s.stored, err = store.Experiments(); err != nil {
		return s, err
	}
	specs, err := experiments.Embedded()
	if err != nil {
		return s, err
	}
	profile, ours := experiments.ProfileNames[0], len(s.stored) == 0
	for _, spec := range specs {
		if at := s.at(spec.Name); at >= 0 {
			profile, ours = s.stored[at].Profile, true
		}
	}
	if !ours {
		return s, nil
	}
	for _, spec := range specs {
		if s.at(spec.Name) >= 0 {
			continue
		}
		described, err := experiments.Describe(spec, profile)
		if err != nil {
			return s, err
		}
		s.absent = append(s.absent, described)
	}
	return s, nil
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
