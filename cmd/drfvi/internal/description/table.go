// Package description tells what tables and data sets hold, for reading and for
// other programs.
package description

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/table"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/internal/format"
	"drfvi/internal/version"
)

// TableJSON is the description of a table for other programs.
type TableJSON struct {
	Version   string            `json:"version"` // of the program
	File      string            `json:"file"`
	Rows      int               `json:"rows"`
	Complete  int               `json:"complete_rows"`
	Duplicate int               `json:"duplicate_rows"`
	Columns   []tableColumnJSON `json:"columns"`
	Warnings  []string          `json:"warnings"`
}

type tableColumnJSON struct {
	Name     string           `json:"name"`
	Type     string           `json:"type"`
	Ordered  bool             `json:"ordered,omitempty"`
	Missing  int              `json:"missing"`
	Distinct int              `json:"distinct"`
	Tied     int              `json:"tied"`
	Min      *float64         `json:"min,omitempty"`
	Mean     *float64         `json:"mean,omitempty"`
	Max      *float64         `json:"max,omitempty"`
	Levels   []datasets.Level `json:"levels,omitempty"`
	Use      string           `json:"use"`
	Refused  string           `json:"refused,omitempty"`
	Warnings []string         `json:"warnings"`
}

// Table returns the description of a table for other programs.
func Table(d *datasets.Description) TableJSON {
	j := TableJSON{Version: version.Program, File: d.Origin, Rows: d.Rows, Complete: d.Complete, Duplicate: d.Duplicates, Warnings: append([]string{}, d.Warnings...)}
	for _, c := range d.Columns {
		k := tableColumnJSON{
			Name: c.Name, Type: c.Kind.String(), Ordered: c.Ordered, Missing: c.Missing, Distinct: c.Distinct, Tied: c.Tied,
			Levels: c.Levels, Use: c.Use, Refused: c.Refused, Warnings: append([]string{}, c.Warnings...),
		}
		if !math.IsNaN(c.Mean) && !math.IsInf(c.Mean, 0) {
			k.Min, k.Mean, k.Max = &c.Min, &c.Mean, &c.Max
		}
		j.Columns = append(j.Columns, k)
	}
	return j
}

// TableText writes the description of a table for reading.
func TableText(d *datasets.Description, s terminal.Screen) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s; %s without missing values\n\n", d.Origin, format.Plural(d.Rows, "row"), format.Plural(len(d.Columns), "column"), format.Plural(d.Complete, "row"))
	columns := table.Table{Head: []string{"column", "type", "used as", "values", "missing", "distinct", "tied"}, Left: 4}
	for _, c := range d.Columns {
		kind := c.Kind.String()
		if c.Ordered {
			kind = "ordered " + kind
		}
		columns.Add(c.Name, kind, c.Use, values(c), strconv.Itoa(c.Missing), strconv.Itoa(c.Distinct), strconv.Itoa(c.Tied))
	}
	columns.Write(&b, s)
	b.WriteString("\n")
	for _, warning := range d.Warnings {
		b.WriteString(s.Warning(warning))
	}
	for _, c := range d.Columns {
		if c.Refused != "" {
			b.WriteString(s.Remark(fmt.Sprintf("refused: column %q: %s", c.Name, c.Refused)))
		}
		for _, warning := range c.Warnings {
			b.WriteString(s.Warning(fmt.Sprintf("column %q %s", c.Name, warning)))
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
