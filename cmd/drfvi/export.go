package main

import (
	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/terminal"
)

func newExport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export [EXPERIMENT…]",
		Short: "Print the values of a run as CSV",
	}
	dir := addResults(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return runExport(cmd, *dir, args) }
	return cmd
}

func runExport(cmd *cobra.Command, dir string, experiments []string) error {
	source, err := openResults(dir)
	if err != nil {
		return err
	}
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
