package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/internal/nearest"
	"drfvi/results/compare"
)

func newCompare() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "compare A B [EXPERIMENT…]",
		Short: "Compare two folders of results, record by record",
		Long: `Compare two folders of results record by record, all of them or those of each
EXPERIMENT: which are equal to the bit; which differ, in which values and by how
many units in the last place, and the means of repetitions by how many standard
errors; which have other keys, from other settings or another version of drfvi,
and in what; which only one folder has. Records are matched by their id, those
left over by their key. What made a record, and how long it took, does not count,
and neither do records of one folder that could not be run for the other, for want
of data; they are told. Text sums up each experiment; JSON lists every record that
differs.

Exit codes: 0 if all records are equal, 1 if not or if a folder cannot be read, 2
for a faulty command line, 3 if there are no results in a folder.`,
		Example: `  drfvi compare build/reproduce/results results/paper
  drfvi compare build/reproduce/results results/paper bivariate --format json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return flags.UsageError(errors.New("compare needs two folders of results; see drfvi compare --help"))
			}
			return nil
		},
	}
	flags.ReadsArguments(cmd, "results")
	format := flags.AddChoice(cmd, "format", "format", "text", "text or json", []string{"text", "json"})
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var sides [2]source
		var stored []string
		for i := range sides {
			var err error
			if sides[i], err = openResults(args[i]); err != nil {
				return err
			}
			if len(sides[i].stored) == 0 {
				return missingError(fmt.Errorf("there are no results in %s", args[i]))
			}
			sides[i].warnUnchecked(cmd.ErrOrStderr())
			for _, e := range sides[i].stored {
				stored = append(stored, e.Name)
			}
		}
		for _, name := range args[2:] {
			if !slices.Contains(stored, name) {
				slices.Sort(stored)
				return flags.UsageError(nearest.Unknown("experiment", name, slices.Compact(stored)))
			}
		}
		c, err := compare.Folders(sides[0].Store, sides[1].Store, args[2:]...)
		if err != nil {
			return err
		}
		if err := show(cmd, format, c, c.Text()); err != nil || c.Equal {
			return err
		}
		return errors.New(c.Verdict())
	}
	return cmd
}
