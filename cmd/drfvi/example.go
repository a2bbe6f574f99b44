package main

import (
	"embed"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/internal/nearest"
)

// tables are those of the examples; help/example.txt describes them and says where they are from.
//
//go:embed tables/wages.csv tables/nsw.csv
var tables embed.FS

// exampleTables are their names.
var exampleTables = []string{"wages", "nsw"}

func newExample() *cobra.Command {
	return &cobra.Command{
		Use:               "example TABLE",
		Short:             "Print a table to try the program on",
		Args:              exactly("the name of a table: wages or nsw"),
		ValidArgsFunction: cobra.FixedCompletions(exampleTables, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			table, err := tables.ReadFile("tables/" + args[0] + ".csv")
			if err != nil {
				return flags.UsageError(nearest.Unknown("table", args[0], exampleTables))
			}
			return show(cmd, string(table))
		},
	}
}
