package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
)

func newDescribe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "describe FILE",
		Short: "Tell what the columns of a table hold and would be used as",
		Long: `Tell what the columns of a table hold: their type, missing values, how many
different values there are and how many rows share theirs with another row
(ties), the range of numbers or the categories, and what each would be used as
by importance and rfe. It goes on where these would stop, at a column that they
refuse or a missing value, and warns of columns that look like identifiers or
row numbers, that are constant or the same as another, and of dates that look
like integers.

FILE, or "-" for standard input, is a text table with a header line, ARFF,
Parquet, or of R (.RData, .rds), packed with gzip, zstd or bzip2 or not: what it
is, is seen from its content. The flags are those of importance and rfe, so that
what they do can be looked at first.

JSON has rows, complete_rows, duplicate_rows, warnings, and for each of the
columns name, type, ordered, missing, distinct, tied, min, mean, max, levels with
their rows, use, refused and warnings.`,
		Example: `  drfvi describe houses.csv
  drfvi describe houses.rds --format json
  drfvi describe stations.csv.gz --separator semicolon --decimal , --na -999,unknown
  drfvi describe sales.parquet --date day --exclude 'id_*'`,
		Args: exactly("a FILE, or - for standard input"),
	}
	reading := addReading(cmd)
	format := addFormat(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var d *datasets.Description
		var err error
		if args[0] == standardInput {
			d, err = datasets.DescribeFrom(cmd.InOrStdin(), origin(args[0]), reading.options())
		} else {
			d, err = datasets.Describe(args[0], reading.options())
		}
		if err != nil {
			return err
		}
		if format.Value == "json" {
			return writeJSON(cmd.OutOrStdout(), describeTable(d))
		}
		_, err = io.WriteString(cmd.OutOrStdout(), showTable(d))
		return err
	}
	return cmd
}

// tableJSON is the description of a table for other programs.
type tableJSON struct {
	File      string            `json:"file"`
	Rows      int               `json:"rows"`
	Complete  int               `json:"complete_rows"`
	Duplicate int               `json:"duplicate_rows"`
	Columns   []tableColumnJSON `json:"columns"`
	Warnings  []string          `json:"warnings"`
}

type tableColumnJSON struct {
	Name     string      `json:"name"`
	Type     string      `json:"type"`
	Ordered  bool        `json:"ordered,omitempty"`
	Missing  int         `json:"missing"`
	Distinct int         `json:"distinct"`
	Tied     int         `json:"tied"`
	Min      *float64    `json:"min,omitempty"`
	Mean     *float64    `json:"mean,omitempty"`
	Max      *float64    `json:"max,omitempty"`
	Levels   []levelJSON `json:"levels,omitempty"`
	Use      string      `json:"use"`
	Refused  string      `json:"refused,omitempty"`
	Warnings []string    `json:"warnings"`
}

type levelJSON struct {
	Name string `json:"name"`
	Rows int    `json:"rows"`
}

func describeTable(d *datasets.Description) tableJSON {
	j := tableJSON{File: d.Origin, Rows: d.Rows, Complete: d.Complete, Duplicate: d.Duplicates, Warnings: append([]string{}, d.Warnings...)}
	for _, c := range d.Columns {
		k := tableColumnJSON{
			Name: c.Name, Type: c.Kind.String(), Ordered: c.Ordered, Missing: c.Missing, Distinct: c.Distinct, Tied: c.Tied,
			Use: c.Use, Refused: c.Refused, Warnings: append([]string{}, c.Warnings...),
		}
		if !math.IsNaN(c.Mean) && !math.IsInf(c.Mean, 0) {
			k.Min, k.Mean, k.Max = &c.Min, &c.Mean, &c.Max
		}
		for _, l := range c.Levels {
			k.Levels = append(k.Levels, levelJSON{l.Name, l.Rows})
		}
		j.Columns = append(j.Columns, k)
	}
	return j
}

// showTable writes the description of a table for reading.
func showTable(d *datasets.Description) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s; %s without missing values\n\n", d.Origin, terminal.Counted(d.Rows, "row"), terminal.Counted(len(d.Columns), "column"), terminal.Counted(d.Complete, "row"))
	rows := [][]string{{"column", "type", "used as", "values", "missing", "distinct", "tied"}}
	for _, c := range d.Columns {
		kind := c.Kind.String()
		if c.Ordered {
			kind = "ordered " + kind
		}
		rows = append(rows, []string{c.Name, kind, c.Use, values(c), strconv.Itoa(c.Missing), strconv.Itoa(c.Distinct), strconv.Itoa(c.Tied)})
	}
	terminal.WriteColumns(&b, rows, 4)
	b.WriteString("\n")
	for _, warning := range d.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	for _, c := range d.Columns {
		if c.Refused != "" {
			fmt.Fprintf(&b, "refused: column %q: %s\n", c.Name, c.Refused)
		}
		for _, warning := range c.Warnings {
			fmt.Fprintf(&b, "warning: column %q %s\n", c.Name, warning)
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// values shows the range of numbers, or the first categories.
func values(c datasets.ColumnDescription) string {
	if !math.IsNaN(c.Mean) {
		number := func(v float64) string {
			if v == math.Trunc(v) && math.Abs(v) < 1e12 {
				return strconv.FormatFloat(v, 'f', -1, 64)
			}
			return strconv.FormatFloat(v, 'g', 5, 64)
		}
		if c.Kind == datasets.Date {
			number = datasets.Day
		}
		return number(c.Min) + " to " + number(c.Max)
	}
	const most = 40
	var b strings.Builder
	for i, l := range c.Levels {
		if b.Len()+len(l.Name) > most {
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
