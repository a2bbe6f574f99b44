package main

import (
	"io"

	"github.com/spf13/cobra"

	"drfvi/datasets"
)

// tableFlags say how a user's table is read and parted into variables.
type tableFlags struct {
	targets, groups, exclude, categorical []string
	missing                               *choice
}

// addTable adds the flags of a table to a command.
func addTable(cmd *cobra.Command) *tableFlags {
	t := &tableFlags{missing: addChoice(cmd, "missing", "policy", string(datasets.MissingRefuse), "rows with missing values: refuse the table, or drop the rows",
		[]string{string(datasets.MissingRefuse), string(datasets.MissingDrop)})}
	flags := cmd.Flags()
	flags.StringSliceVar(&t.targets, "targets", nil, "`NAMES` of the target columns, separated by commas")
	flags.StringArrayVar(&t.groups, "group", nil, "columns that count as one variable, `NAME=COLUMN,COLUMN` (repeatable)")
	flags.StringSliceVar(&t.exclude, "exclude", nil, "`NAMES` of columns to leave out, separated by commas")
	flags.StringSliceVar(&t.categorical, "categorical", nil, "`NAMES` of columns that hold categories although they look like numbers")
	return t
}

// standardInput stands for the standard input where a file is expected.
const standardInput = "-"

// origin names a file in messages.
func origin(file string) string {
	if file == standardInput {
		return "standard input"
	}
	return file
}

// read reads the table and parts it into inputs and responses.
func (t *tableFlags) read(stdin io.Reader, file string) (*datasets.Problem, error) {
	options := datasets.CSVOptions{
		Missing: datasets.MissingPolicy(t.missing.value), Exclude: t.exclude, Categorical: t.categorical,
	}
	var table *datasets.Table
	var err error
	if file == standardInput {
		table, err = datasets.ParseCSV(stdin, origin(file), options)
	} else {
		table, err = datasets.ReadCSV(file, options)
	}
	if err != nil {
		return nil, err
	}
	return table.Split(t.targets, t.groups)
}
