package main

import (
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/version"
)

// drawnSeed is the usual seed, by which rows of a folder are drawn to be described.
const drawnSeed = 1

type describeOptions struct {
	reading     reading
	writeSchema bool
	format      *flags.Choice
}

func (o *describeOptions) addFlags(cmd *cobra.Command) {
	o.reading.addFlags(cmd)
	cmd.Flags().BoolVar(&o.writeSchema, "write-schema", false, "print the Table Schema of the table")
	o.format = flags.AddFormat(cmd, "text", "json")
	flags.Group(cmd, flags.GroupOutput)
}

func (o *describeOptions) run(cmd *cobra.Command, args []string) error {
	file := args[0]
	var d *datasets.Description
	progress := terminal.NewProgress(cmd.ErrOrStderr(), "read")
	defer progress.End()
	options, err := o.reading.drawn(cmd.Context(), progress, file, drawnSeed, runtime.GOMAXPROCS(0), false)
	if err != nil {
		return err
	}
	if request := tableAt(trainingTable, cmd.InOrStdin()); request != nil {
		d, err = request.describe(file, options)
	} else if file == standardInput {
		d, err = datasets.DescribeFrom(cmd.InOrStdin(), origin(file), options)
	} else {
		d, err = datasets.Describe(file, options)
	}
	if err != nil {
		return err
	}
	progress.End()
	out := cmd.OutOrStdout()
	if o.writeSchema {
		return report.WriteJSON(out, d.Schema())
	}
	return describedTable(d).Write(out, o.format.Value, report.View{Screen: terminal.ScreenOf(out)})
}

// describedTable tells what a table holds.
func describedTable(d *datasets.Description) *report.Report {
	fact := func(name string, value func(c datasets.ColumnDescription) any) report.Column {
		return report.Computed(name, d.Columns, value)
	}
	text := func(title string, value func(c datasets.ColumnDescription) any) report.Column {
		return fact("", value).Shown(title, report.Text).Words()
	}
	count := func(name string, value func(c datasets.ColumnDescription) any) report.Column {
		return fact(name, value).Shown(name, report.Text)
	}
	// number has none of columns without numbers.
	number := func(name string, value func(c datasets.ColumnDescription) float64) report.Column {
		return fact(name, func(c datasets.ColumnDescription) any {
			if math.IsNaN(c.Mean) || math.IsInf(c.Mean, 0) {
				return nil
			}
			return value(c)
		})
	}
	names := fact("name", func(c datasets.ColumnDescription) any { return c.Name }).Shown("column", report.Text).Words()
	names.Long = true
	t := report.Table{Rows: len(d.Columns), Columns: []report.Column{
		names,
		fact("type", func(c datasets.ColumnDescription) any { return c.Kind.String() }),
		fact("ordered", func(c datasets.ColumnDescription) any { return report.Nonzero(c.Ordered) }),
		text("type", func(c datasets.ColumnDescription) any {
			if c.Ordered {
				return "ordered " + c.Kind.String()
			}
			return c.Kind.String()
		}),
		text("used as", func(c datasets.ColumnDescription) any { return c.Use }),
		text("values", func(c datasets.ColumnDescription) any { return rangeOf(c) }),
		count("missing", func(c datasets.ColumnDescription) any { return c.Missing }),
		fact("missing_as", func(c datasets.ColumnDescription) any { return report.Some(c.MissingAs) }),
		count("distinct", func(c datasets.ColumnDescription) any { return c.Distinct }),
		count("tied", func(c datasets.ColumnDescription) any { return c.Tied }),
		number("min", func(c datasets.ColumnDescription) float64 { return c.Min }),
		number("mean", func(c datasets.ColumnDescription) float64 { return c.Mean }),
		number("max", func(c datasets.ColumnDescription) float64 { return c.Max }),
		fact("levels", func(c datasets.ColumnDescription) any { return report.Some(c.Levels) }),
		fact("use", func(c datasets.ColumnDescription) any { return c.Use }),
		fact("refused", func(c datasets.ColumnDescription) any {
			return report.Nonzero(terminal.Worded(strings.Join(messagesOf(c.Refused), "")))
		}),
		fact("warnings", func(c datasets.ColumnDescription) any { return report.Said(messagesOf(c.Warnings...)) }),
	}}

	f := &report.Report{Sections: []report.Section{{Table: t}}, Data: report.Object{
		{"version", version.Program}, {"file", d.Origin}, {"rows", d.Rows},
		{"complete_rows", d.Complete}, {"duplicate_rows", d.Duplicates},
	}.With(folderFacts(d.Folder)).Add("columns", t).Add("warnings", report.Said(messagesOf(d.Warnings...)))}
	rows := format.Plural(d.Rows, "row")
	if d.Folder != nil {
		rows = inFolder(d.Folder)
	}
	f.Title = fmt.Sprintf(
		"%s: %s, %s; %s without missing values", d.Origin, rows, format.Plural(len(d.Columns), "column"),
		format.Plural(d.Complete, "row"),
	)
	f.Warnings = messagesOf(d.Warnings...)
	for _, c := range d.Columns {
		if c.Refused != nil {
			f.Lines = append(f.Lines, fmt.Sprintf("refused: column %q: %s", c.Name, mention.Marked(c.Refused)))
		}
		f.Warnings = append(
			f.Warnings,
			collect(messagesOf(c.Warnings...), func(warning string) string { return fmt.Sprintf("column %q %s", c.Name, warning) })...,
		)
	}
	f.Lines = append(f.Lines, missingWords(d.Columns)...)
	return f
}

// missingWords says which words stand for a missing value, each once, and in which columns and how
// many of their rows; none where only empty cells do.
func missingWords(columns []datasets.ColumnDescription) []string {
	var words []string
	in := map[string][]string{}
	for _, c := range columns {
		for _, w := range c.MissingAs {
			if w.Name == "" {
				continue
			}
			if in[w.Name] == nil {
				words = append(words, w.Name)
			}
			in[w.Name] = append(in[w.Name], fmt.Sprintf("%q (%s)", c.Name, format.Plural(w.Rows, "row")))
		}
	}
	return collect(words, func(word string) string {
		return fmt.Sprintf("%q is read as missing in %s", word, enumerated(in[word], "more columns"))
	})
}

// rangeOf shows the range of numbers, or the first categories.
func rangeOf(c datasets.ColumnDescription) string {
	if !math.IsNaN(c.Mean) {
		number := func(v float64) string {
			if v == math.Trunc(v) && math.Abs(v) < 1e12 {
				return strconv.FormatFloat(v, 'f', -1, 64)
			}
			return format.Readable(v, 5)
		}
		if c.Kind == datasets.Date {
			number = datasets.Day
		}
		return number(c.Min) + " to " + number(c.Max)
	}
	const width = 40
	var b strings.Builder
	for i, l := range c.Levels {
		if b.Len()+len(l.Name) > width {
			b.WriteString(", …")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(l.Name)
	}
	return strings.TrimPrefix(b.String(), ", ")
}
