package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/datasets"
	"drfvi/experiments"
	"drfvi/experiments/spec"
)

func newNew() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "new [FILE]",
		Short: "Write a specification of your own to begin from",
		Args:  cobra.MaximumNArgs(1),
	}
	o := spec.OwnOptions{}
	flags.ReadsArguments(cmd, "FILE")
	set := cmd.Flags()
	set.StringSliceVar(&o.Targets, "targets", nil, "`NAMES` of the target columns, separated by commas")
	set.StringSliceVar(&o.Exclude, "exclude", nil, "`NAMES` of columns to leave out, separated by commas; patterns such as id_* too")
	set.StringSliceVar(&o.Categorical, "categorical", nil, "`NAMES` of columns that hold categories although they look like numbers")
	missing := flags.AddChoice(cmd, "missing", "policy", string(datasets.MissingRefuse), "missing values: refuse the table, or drop the rows",
		[]string{string(datasets.MissingRefuse), string(datasets.MissingDrop)})
	task := flags.AddChoice(cmd, "task", "task", string(spec.Importance), "what is done with each table", spec.TaskNames())
	schema := set.Bool("schema", false, "write the JSON schema of specifications")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		file, o := "", o
		switch {
		case *schema && len(args) > 0:
			return flags.UsageError(fmt.Errorf("--schema is of all specifications, expected no FILE"))
		case *schema:
			data, err := spec.Schema(experiments.Facts())
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\n", data)
			return err
		case len(args) > 0 && o.Targets == nil:
			return flags.UsageError(fmt.Errorf("new needs the targets of %s: --targets NAME,NAME; drfvi describe %s lists its columns", args[0], args[0]))
		case len(args) == 0 && o.Targets != nil:
			return flags.UsageError(fmt.Errorf("--targets are columns of a table, expected its FILE"))
		case len(args) > 0:
			file = args[0]
		}
		o.Missing = missing.Value
		text, err := starterSpec(spec.Task(task.Value), file, o)
		if err != nil {
			return err
		}
		_, err = fmt.Fprint(cmd.OutOrStdout(), text)
		return err
	}
	return cmd
}
