package main

import (
	"slices"

	"github.com/spf13/cobra"

	"drfvi/internal/nearest"
)

func newExport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export [EXPERIMENT…]",
		Short: "Write the values of a run as CSV",
		Long: `Write every value of every record of a run to standard output as CSV, one value
a line, with the experiment, the cell, the repetition and the variable it
belongs to, to full precision. Without EXPERIMENT, of all experiments.`,
		Example: `  drfvi export > values.csv
  drfvi export bivariate --results build/quick/results`,
	}
	dir := addResults(cmd)
	cmd.RunE = func(cmd *cobra.Command, experiments []string) error {
		source, err := openResults(*dir)
		if err != nil {
			return err
		}
		var stored []string
		for _, e := range source.stored {
			stored = append(stored, e.Name)
		}
		if len(experiments) == 0 {
			experiments = stored
		}
		for _, name := range experiments {
			if !slices.Contains(stored, name) {
				return usageError{nearest.Unknown("experiment", name, stored)}
			}
		}
		return source.WriteCSV(cmd.OutOrStdout(), experiments...)
	}
	return cmd
}
