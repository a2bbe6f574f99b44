package main

import (
	"io"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/datasets"
	"drfvi/datasets/scale"
)

// readingFlags say how a user's table is read.
type readingFlags struct {
	exclude, categorical, ordered, dates, na []string
	separator                                flag.Separator
	decimal                                  flag.Decimal
	object                                   string
}

// addReading adds the flags of reading a table to a command.
func addReading(cmd *cobra.Command) *readingFlags {
	r := new(readingFlags)
	flags := cmd.Flags()
	flags.StringSliceVar(&r.exclude, "exclude", nil, "`NAMES` of columns to leave out, separated by commas; patterns such as id_* too")
	flags.StringSliceVar(&r.categorical, "categorical", nil, "`NAMES` of columns that hold categories although they look like numbers")
	flags.StringArrayVar(&r.ordered, "ordered", nil, "categories that are numbers, `NAME=LEVEL,LEVEL` from the lowest to the highest, or NAME if the file tells (repeatable)")
	flags.StringSliceVar(&r.dates, "date", nil, "`NAMES` of columns of dates, to be taken as numbers of days since 1970")
	flags.StringSliceVar(&r.na, "na", nil, "`WORDS` that stand for a missing value besides NA and the like, such as -,unknown,-999")
	flags.Var(&r.separator, "separator", "of cells: comma, semicolon, tab, bar, blank or a character (default: recognised)")
	flags.Var(&r.decimal, "decimal", `mark of decimal numbers, "." or "," (default: recognised)`)
	flags.StringVar(&r.object, "object", "", "`NAME` of the data frame in an R workspace that holds several")
	help.Group(cmd, help.Data, "exclude", "categorical", "ordered", "date", "na", "separator", "decimal", "object")
	flag.Complete(cmd, "separator", flag.SeparatorNames)
	flag.Complete(cmd, "decimal", []string{".", ","})
	return r
}

// options are the choices for the reader.
func (r *readingFlags) options() datasets.Options {
	return datasets.Options{
		Exclude: r.exclude, Categorical: r.categorical, Ordered: r.ordered, Dates: r.dates, NA: r.na,
		Separator: r.separator.Value, Decimal: r.decimal.Value, Object: r.object,
	}
}

// tableFlags say how a user's table is read and parted into variables.
type tableFlags struct {
	*readingFlags
	targets, groups []string
	targetsFrom     string   // a file of targets
	listed          []target // what it lists
	missing, scale  *flag.Choice
}

// addTable adds the flags of a table to a command.
func addTable(cmd *cobra.Command) *tableFlags {
	t := &tableFlags{
		readingFlags: addReading(cmd),
		missing: flag.AddChoice(cmd, "missing", "policy", string(datasets.MissingRefuse), "missing values: refuse the table, drop the rows, or use them: at each split they go to the better side",
			[]string{string(datasets.MissingRefuse), string(datasets.MissingDrop), useMissing}),
		scale: flag.AddChoice(cmd, "scale", "scale", string(scale.None), "of numeric targets: none, sd (divided by their standard deviations), or rank (their normal scores)", scale.Names()),
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&t.targets, "targets", nil, "`NAMES` of the target columns, separated by commas; patterns such as 'max_*' too")
	flags.StringVar(&t.targetsFrom, "targets-from", "", "`FILE` with the names of target columns, one a line, or - for standard input; patterns too")
	flags.StringArrayVar(&t.groups, "group", nil, "columns that count as one variable, `NAME=COLUMN,COLUMN` (repeatable)")
	help.Group(cmd, help.Data, "targets", "targets-from", "group", "missing", "scale")
	return t
}

// useMissing is the policy of inputs that may be missing.
const useMissing = "use"

// standardInput stands for the standard input where a file is expected.
const standardInput = "-"

// origin names a file in messages.
func origin(file string) string {
	if file == standardInput {
		return "standard input"
	}
	return file
}

// read reads the table and parts it into inputs and responses, text columns as
// levels or as indicators, and columns aside that are neither.
func (t *tableFlags) read(stdin io.Reader, file string, levels bool, aside []string) (*datasets.Problem, error) {
	options := t.options()
	options.Identifiers = aside
	if options.Missing = datasets.MissingPolicy(t.missing.Value); t.missing.Value == useMissing {
		options.Missing = datasets.MissingKeep
	}
	var table *datasets.Table
	var err error
	if file == standardInput {
		table, err = datasets.Parse(stdin, origin(file), options)
	} else {
		table, err = datasets.Read(file, options)
	}
	if err != nil {
		return nil, err
	}
	if table, err = table.SetAside(aside, t.names()); err != nil {
		return nil, t.located(err)
	}
	table.Scale = scale.Scale(t.scale.Value)
	split := table.Split
	if levels {
		split = table.SplitLevels
	}
	problem, err := split(t.names(), t.groups)
	return problem, t.located(err)
}
