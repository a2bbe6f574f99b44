package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/experiments/cluster"
	"drfvi/experiments/cluster/slurm"
	"drfvi/internal/format"
)

// submittedOptions are what a user can choose of a command about what was submitted into a folder;
// names are those of its arguments.
type submittedOptions struct {
	names []string
	out   *string
	do    func(cmd *cobra.Command, out string, args []string) error
}

func (o *submittedOptions) addFlags(cmd *cobra.Command) {
	cmd.Args = exactly(o.names...)
	o.out = cmd.Flags().String("out", paperResults, "`FOLDER` of the results, as given to submit")
	flags.Reads(cmd.Flags(), "out")
}

func (o *submittedOptions) run(cmd *cobra.Command, args []string) error {
	return o.do(cmd, *o.out, args)
}

func showStatus(cmd *cobra.Command, out string, _ []string) error {
	v, err := cluster.Engine{Slurm: slurm.Client{Patience: time.Second}}.Look(cmd.Context(), out)
	if err != nil {
		return err
	}
	if err := show(cmd, statusText(out, v)); err != nil {
		return err
	}
	if left := len(v.Units) - v.Count(cluster.Done) - v.Count(cluster.NotRun); left > 0 {
		return missingError(fmt.Errorf("%s not done", format.Plural(left, "unit")))
	}
	return nil
}

func showLogs(cmd *cobra.Command, out string, args []string) error {
	traces, err := cluster.TraceOf(out, args[0])
	if err != nil {
		return err
	}
	return show(cmd, tracesText(args[0], traces))
}

func cancelJobs(cmd *cobra.Command, out string, _ []string) error {
	n, err := scheduler(cmd).Cancel(cmd.Context(), out)
	if err != nil {
		return err
	}
	return show(cmd, format.Plural(n, "job")+" cancelled.\n")
}
