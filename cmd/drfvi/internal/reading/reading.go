// Package reading has the flags that say how a user's table is read and parted into
// inputs and targets, and reads it.
package reading

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/exit"
	"drfvi/cmd/drfvi/internal/files"
	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/datasets"
)

// AddOptions adds the flags of reading a table to a command.
func AddOptions(cmd *cobra.Command) *datasets.Options {
	o := new(datasets.Options)
	flags := cmd.Flags()
	flags.StringSliceVar(&o.Exclude, "exclude", nil, "`NAMES` of columns to leave out, separated by commas; patterns such as id_* too")
	flags.StringSliceVar(&o.Categorical, "categorical", nil, "`NAMES` of columns that hold categories although they look like numbers")
	flags.StringArrayVar(&o.Ordered, "ordered", nil, "categories that are numbers, `NAME=LEVEL,LEVEL` from the lowest to the highest, or NAME if the file tells (repeatable)")
	flags.StringSliceVar(&o.Dates, "date", nil, "`NAMES` of columns of dates, to be taken as numbers of days since 1970")
	flags.StringSliceVar(&o.NA, "na", nil, "`WORDS` that stand for a missing value besides NA and the like, such as -,unknown,-999")
	flag.AddSeparator(cmd, &o.Separator)
	flag.AddDecimal(cmd, &o.Decimal)
	flags.StringVar(&o.Object, "object", "", "`NAME` of the data frame in an R workspace that holds several, or NAMES of some with the same number of rows")
	files.ReadsArguments(cmd, "FILE", "")
	help.Group(cmd, help.Data, "exclude", "categorical", "ordered", "date", "na", "separator", "decimal", "object")
	return o
}

// Flags say how a table is read and parted.
type Flags struct {
	*datasets.Options
	Targets        []string
	Missing, Scale *flag.Choice
	TargetsFrom    string   // a file of targets
	listed         []target // what it lists
	groups         []string
}

// Add adds the flags of a table to a command.
func Add(cmd *cobra.Command) *Flags {
	f := &Flags{
		Options: AddOptions(cmd),
		Missing: flag.AddChoice(cmd, "missing", "policy", string(datasets.MissingRefuse), "missing values: refuse the table, drop the rows, or use them: at each split they go to the better side",
			[]string{string(datasets.MissingRefuse), string(datasets.MissingDrop), UseMissing}),
		Scale: flag.AddChoice(cmd, "scale", "scale", string(datasets.ScaleNone), "of numeric targets: none, sd (divided by their standard deviations), or rank (their normal scores)", datasets.ScaleNames()),
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.Targets, "targets", nil, "`NAMES` of the target columns, separated by commas; patterns such as 'max_*' too")
	flags.StringVar(&f.TargetsFrom, "targets-from", "", "`FILE` with the names of target columns, one a line, or - for standard input; patterns too")
	flags.StringArrayVar(&f.groups, "group", nil, "columns that count as one variable, `NAME=COLUMN,COLUMN` (repeatable)")
	files.Reads(flags, "targets-from")
	help.Group(cmd, help.Data, "targets", "targets-from", "group", "missing", "scale")
	return f
}

// UseMissing is the policy of inputs that may be missing.
const UseMissing = "use"

// StandardInput stands for the standard input where a file is expected.
const StandardInput = "-"

// Origin names a file in messages.
func Origin(file string) string {
	if file == StandardInput {
		return "standard input"
	}
	return file
}

// Problem reads the table and parts it into inputs and responses, text columns as
// levels or as indicators, and columns aside that are neither.
func (f *Flags) Problem(stdin io.Reader, file string, levels bool, aside []string) (*datasets.Problem, error) {
	for _, target := range f.names() {
		for _, pattern := range f.Exclude {
			if left, _ := datasets.Matching("column", []string{target}, []string{pattern}); left != nil {
				return nil, exit.UsageError(fmt.Errorf("--exclude %s leaves out the target %q, expected it in one of --targets and --exclude", pattern, target))
			}
		}
	}
	options := *f.Options
	options.Identifiers = aside
	if options.Missing = datasets.MissingPolicy(f.Missing.Value); f.Missing.Value == UseMissing {
		options.Missing = datasets.MissingKeep
	}
	var table *datasets.Table
	var err error
	if file == StandardInput {
		table, err = datasets.Parse(stdin, Origin(file), options)
	} else {
		table, err = datasets.Read(file, options)
	}
	if err != nil {
		return nil, err
	}
	if table, err = table.SetAside(aside, f.names()); err != nil {
		return nil, f.located(err)
	}
	table.Scale = datasets.Scale(f.Scale.Value)
	split := table.Split
	if levels {
		split = table.SplitLevels
	}
	problem, err := split(f.names(), f.groups)
	return problem, f.located(err)
}
