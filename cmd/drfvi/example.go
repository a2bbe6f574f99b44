package main

import (
	_ "embed" // of the table

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/internal/nearest"
)

// wages is the table of the examples; help/example.txt describes it and says where it is from.
//
//go:embed tables/wages.csv
var wages string

// exampleTable is its name.
const exampleTable = "wages"

func newExample() *cobra.Command {
	return &cobra.Command{
		Use:               "example " + exampleTable,
		Short:             "Print a table to try the program on",
		Args:              exactly("the name of a table: " + exampleTable),
		ValidArgsFunction: cobra.FixedCompletions([]string{exampleTable}, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] != exampleTable {
				return flags.UsageError(nearest.Unknown("table", args[0], []string{exampleTable}))
			}
			return show(cmd, wages)
		},
	}
}
