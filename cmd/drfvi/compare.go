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

// compareOptions are those of the command that compares the records of two folders.
type compareOptions struct{ format *flags.Choice }

func (o *compareOptions) addFlags(cmd *cobra.Command) {
	cmd.Args = atLeast(2, func() string { return "two folders of results" })
	flags.ReadsArguments(cmd, "results")
	o.format = flags.AddChoice(cmd, "format", "format", "text", "text or json", []string{"text", "json"})
}

func (o *compareOptions) run(cmd *cobra.Command, args []string) error {
	var sides [2]source
	var stored []string
	for i := range sides {
		var err error
		if sides[i], err = openResults(args[i]); err != nil {
			return err
		}
		if len(sides[i].stored) == 0 {
			return missing{fmt.Errorf("there are no results in %s", args[i])}
		}
		stored = append(stored, experimentsOf(sides[i].stored)...)
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
	if err := showAs(cmd, o.format, c, c.Text()); err != nil || c.Equal {
		return err
	}
	return errors.New(c.Verdict())
}
