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

// addSubmitted adds the flag --out of commands about what was submitted.
func addSubmitted(cmd *cobra.Command) *string {
	out := cmd.Flags().String("out", paperResults, "`FOLDER` of the results, as given to submit")
	flags.Reads(cmd.Flags(), "out")
	return out
}

func newStatus() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show the progress of a submission",
		Args:  exactly(),
	}
	out := addSubmitted(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		v, err := cluster.Engine{Slurm: slurm.Client{Patience: time.Second}}.Look(cmd.Context(), *out)
		if err != nil {
			return err
		}
		if err := show(cmd, statusText(*out, v)); err != nil {
			return err
		}
		if left := len(v.Units) - v.Count(cluster.Done) - v.Count(cluster.NotRun); left > 0 {
			return missingError(fmt.Errorf("%s not done", format.Plural(left, "unit")))
		}
		return nil
	}
	return cmd
}

func newLogs() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "logs UNIT",
		Short: "Show the attempts at a unit on a cluster",
		Args:  exactly("UNIT"),
	}
	out := addSubmitted(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		traces, err := cluster.TraceOf(*out, args[0])
		if err != nil {
			return err
		}
		return show(cmd, tracesText(args[0], traces))
	}
	return cmd
}

func newCancel() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cancel",
		Short: "Cancel the jobs of a submission",
		Args:  exactly(),
	}
	out := addSubmitted(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		n, err := scheduler(cmd).Cancel(cmd.Context(), *out)
		if err != nil {
			return err
		}
		return show(cmd, format.Plural(n, "job")+" cancelled.\n")
	}
	return cmd
}
