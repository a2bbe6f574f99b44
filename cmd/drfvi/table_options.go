package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/internal/mention"

	"github.com/spf13/cobra"
)

// reading is how a table is read.
type reading struct {
	datasets.Options
	schema  string       // the file of a schema, "" for none
	read    *flags.Count // rows of a folder; 0 for all
	isGiven func(flag string) bool
}

// addFlags adds the flags of reading a table to a command, of which it is the only argument.
func (o *reading) addFlags(cmd *cobra.Command) {
	cmd.Args = exactly("a FILE, or - for standard input")
	set := cmd.Flags()
	set.StringSliceVar(&o.Exclude, "exclude", nil, "`NAMES` of columns to leave out, such as 'id_*'")
	set.StringSliceVar(&o.Categorical, "categorical", nil, "`NAMES` of numeric columns that are categories")
	set.StringArrayVar(&o.Ordered, "ordered", nil, "categories in rising order, `NAME=A,B` (repeatable)")
	set.StringSliceVar(&o.Dates, "date", nil, "`NAMES` of date columns, read as days since 1970")
	set.StringSliceVar(&o.NA, "na", nil, "`WORDS` for missing values, such as -,unknown,-999")
	flags.AddSeparator(cmd, &o.Separator)
	flags.AddDecimal(cmd, &o.Decimal)
	set.StringSliceVar(&o.Replace, "replace", nil, "numbers for cells, `CELL=N`, such as '<0.5=0.25'")
	flags.AddSkipped(cmd, &o.SkipFirst, &o.SkipLast)
	set.StringVar(&o.schema, "schema", "", "`FILE` with a Table Schema of the columns")
	set.StringVar(&o.Object, "object", "", "`NAME` of a data frame in an R file, or A,B,…")
	o.read, o.isGiven = flags.AddRowCount(
		cmd, "read", flags.AllRows, datasets.DrawnRows, 2, "rows to sample from a folder",
	), cmd.Flags().Changed
	flags.ReadsTable(cmd)
	flags.Group(cmd, flags.GroupData)
}

// drawn returns the options with the rows of a folder that are read; all by default if nothing
// is bounded.
func (o *reading) drawn(
	ctx context.Context, progress *terminal.Progress, file string, seed uint64, workers int, exact bool,
) (datasets.Options, error) {
	if info, err := os.Stat(file); o.isGiven("read") && (file == standardInput || err == nil && !info.IsDir()) {
		return o.Options, flags.UsageError(fmt.Errorf("%v draws rows of a folder of Parquet files, and %s is a "+
			"file, of which all rows are read", mention.Read, origin(file)))
	}
	if err := o.readSchema(); err != nil {
		return o.Options, err
	}
	options := o.Options
	options.Folder = datasets.Drawing{
		Rows: o.read.Value, Seed: seed, Workers: workers, Context: ctx,
		Progress: func(share float64) {
			progress.Update(share, "")
		},
	}
	if exact && !o.isGiven("read") {
		options.Folder.Rows = 0
	}
	return options, nil
}

// longestSchema is the largest size of a Table Schema, in bytes: that of the header of a table.
const longestSchema = 16 << 20

// readSchema reads the schema of --schema.
func (o *reading) readSchema() error {
	if o.schema == "" {
		return nil
	}
	text, err := readFile(o.schema, longestSchema, "a Table Schema")
	if err != nil {
		return err
	}
	o.Schema, err = datasets.ParseSchema(o.schema, text)
	return err
}

// tableOptions say how a table is read and parted.
type tableOptions struct {
	reading        reading
	targets        []string
	inputs         []string // nil for all other columns
	missing, scale *flags.Choice
	targetsFrom    string // a file of further targets, "" for none
	groups         []string
	complete       bool // no use is made of rows that lack values
}

// addFlags adds the flags of a table to a command.
func (o *tableOptions) addFlags(cmd *cobra.Command) {
	o.addReading(cmd)
	set := cmd.Flags()
	set.StringSliceVar(&o.targets, "targets", nil, "`NAMES` of responses, such as y1,y2, 'max_*' or a:d")
	o.addTargetsFrom(cmd)
	set.StringSliceVar(&o.inputs, "inputs", nil, "`NAMES` of the inputs (default all other columns)")
	set.StringArrayVar(&o.groups, "group", nil, "columns of one input, `NAME=A,B` (repeatable)")
	flags.Group(cmd, flags.GroupData)
}

// addTargetsFrom adds the flag of a file of targets.
func (o *tableOptions) addTargetsFrom(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.targetsFrom, "targets-from", "", "`FILE` of the responses, one name per line, or -")
}

// addReading adds those that say how it is read, not how it is parted.
func (o *tableOptions) addReading(cmd *cobra.Command) {
	o.reading.addFlags(cmd)
	what, policies := "missing values: refuse, drop, use", []string{
		string(datasets.MissingRefuse), string(datasets.MissingDrop), useMissing,
	}
	if o.complete {
		what, policies = "missing values: refuse, drop", policies[:2]
	}
	o.missing = flags.AddChoice(cmd, "missing", "policy", string(datasets.MissingRefuse), what, policies)
	o.scale = flags.AddChoice(
		cmd, "scale", "scale", string(datasets.ScaleNone), "numeric targets: none, sd or rank",
		datasets.ScaleNames(),
	)
	flags.Group(cmd, flags.GroupData)
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

// readTable reads the table of a request at a place, or else that of a file or of the standard
// input.
func readTable(stdin io.Reader, place tablePlace, file string, options datasets.Options) (*datasets.Table, error) {
	if request := tableAt(place, stdin); request != nil {
		return request.read(file, options)
	}
	if file == standardInput {
		return datasets.Parse(stdin, origin(file), options)
	}
	return datasets.Read(file, options)
}

// read reads the table, with the columns of clusters and weights aside.
func (o *tableOptions) read(
	stdin io.Reader, file string, options datasets.Options, sampling *samplingOptions,
) (*datasets.Table, error) {
	for _, target := range o.targets {
		for _, pattern := range o.reading.Exclude {
			if excluded, _ := datasets.Matching("column", []string{target}, []string{pattern}); excluded != nil {
				return nil, flags.UsageError(
					fmt.Errorf(
						"%v leaves out the target %q, expected it in one of %v and %v", mention.Exclude.Each(pattern), target,
						mention.Targets, mention.Exclude,
					),
				)
			}
		}
	}
	options.Identifiers = append(nonempty(sampling.cluster), sampling.further...)
	options.Weights = append(slices.Clone(sampling.furtherNumbers), nonempty(sampling.weights)...)
	options.Targets, options.Groups = o.targets, o.groups
	if options.Missing = datasets.MissingPolicy(o.missing.Value); o.missing.Value == useMissing {
		options.Missing = datasets.MissingKeep
	}
	if o.complete {
		options.Given = []string{"*"}
	}
	if o.inputs != nil {
		options.Only = slices.Concat(o.inputs, o.targets)
	}
	table, err := readTable(stdin, trainingTable, file, options)
	if err != nil {
		return nil, err
	}
	if table, err = table.SetAside(slices.Concat(options.Identifiers, options.Weights), o.targets); err != nil {
		return nil, err
	}
	table.Scale = datasets.Scale(o.scale.Value)
	return table, nil
}

// part parts a table into inputs and responses, text columns as levels or as indicators.
func (o *tableOptions) part(table *datasets.Table, levels bool) (*datasets.Problem, error) {
	split := table.Split
	if levels {
		split = table.SplitLevels
	}
	return split(o.targets, o.groups)
}

// longestList is the largest size of a list of targets, in bytes: that of the header of a table.
const longestList = 16 << 20

// readTargets adds the targets of the file that --targets-from names, one a line. Empty
// lines count for nothing.
func (o *tableOptions) readTargets(stdin io.Reader) error {
	if o.targetsFrom == "" {
		return nil
	}
	in, name := stdin, origin(o.targetsFrom)
	if o.targetsFrom != standardInput {
		file, err := os.Open(o.targetsFrom)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	text, err := readAll(in, name, longestList, "a list of targets, one a line")
	if err != nil {
		return err
	}
	names := nonempty(collect(strings.Split(strings.TrimPrefix(string(text), "\ufeff"), "\n"), strings.TrimSpace)...)
	if len(names) == 0 {
		return fmt.Errorf("%s: found no name, expected targets, one a line", name)
	}
	o.targets = append(o.targets, names...)
	return nil
}

// oneTable says what to do with columns of two files.
const oneTable = "columns of another file have to be put beside those of the table first, " +
	`as by "paste -d, inputs.csv responses.csv"`
