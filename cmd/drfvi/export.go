package main

import (
	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/terminal"
)

func newExport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export [EXPERIMENT…]",
		Short: "Write the values of a run as CSV",
		Long: `Write every value of every record of a run to standard output as CSV, one value
a line, with the experiment, the cell, the repetition and the variable it
belongs to, to full precision. Without EXPERIMENT, of all experiments. Records that
are missing are counted on standard error.

The records themselves, with their settings, are lines of JSON:
zstd -dc FOLDER/EXPERIMENT.jsonl.zst shows them.

Exit codes: 0 if all records are there, those of data sets that could not be had
aside, 2 for a faulty command line, 3 if a run is missing or not at its end.`,
		Example: `  drfvi export > values.csv
  drfvi export bivariate --results build/quick/results`,
	}
	dir := addResults(cmd)
	cmd.RunE = func(cmd *cobra.Command, experiments []string) error {
		source, err := openResults(*dir)
		if err != nil {
			return err
		}
		source.warnUnchecked(cmd.ErrOrStderr())
		source.absent = nil // nothing to write of those
		if err := source.restrict(experiments); err != nil {
			return err
		}
		var names []string
		for _, e := range source.stored {
			names = append(names, e.Name)
		}
		if err := source.WriteCSV(terminal.Writer(cmd.Context(), cmd.OutOrStdout()), names...); err != nil {
			return err
		}
		return source.unfinished()
	}
	return cmd
}
