package description

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/table"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets/library"
	"drfvi/internal/format"
)

// DatasetJSON is the summary of a data set for other programs.
type DatasetJSON struct {
	Name     string                  `json:"name"`
	Title    string                  `json:"title"`
	Path     string                  `json:"path"`
	SHA256   string                  `json:"sha256"`
	N        int                     `json:"n"`
	Dropped  int                     `json:"dropped"` // rows with missing values
	P        int                     `json:"p"`
	D        int                     `json:"d"`
	Columns  []library.ColumnSummary `json:"columns"`
	Citation string                  `json:"citation"`
	Licence  string                  `json:"licence"`
	Warnings []string                `json:"warnings"`
}

// Dataset returns the summary of a data set for other programs.
func Dataset(d *library.Dataset) DatasetJSON {
	n, p := d.X.Dims()
	return DatasetJSON{
		Name: d.Set.Name, Title: d.Set.Title, Path: d.Path, SHA256: d.SHA256, N: n, Dropped: d.Dropped, P: p, D: len(d.YNames),
		Columns: d.Summary(), Citation: d.Set.Citation, Licence: d.Set.Licence, Warnings: append([]string{}, d.Warnings...),
	}
}

// DatasetText writes the summary of a data set for reading.
func DatasetText(d *library.Dataset, s terminal.Screen) string {
	var b strings.Builder
	n, p := d.X.Dims()
	fmt.Fprintf(&b, "%s: %s\n\n", d.Set.Name, d.Set.Title)
	fmt.Fprintf(&b, "%s, %s, %s; %s left out for missing values\n", format.Plural(n, "row"), format.Plural(p, "input"), format.Plural(len(d.YNames), "response"), format.Plural(d.Dropped, "row"))
	fmt.Fprintf(&b, "file %s, SHA-256 %s\n\n", filepath.ToSlash(d.Path), d.SHA256)
	columns := table.Table{Head: []string{"column", "role", "min", "mean", "max", "distinct"}, Left: 2}
	for _, c := range d.Summary() {
		number := func(v float64) string { return strconv.FormatFloat(v, 'g', 5, 64) }
		columns.Add(c.Name, c.Role, number(c.Min), number(c.Mean), number(c.Max), strconv.Itoa(c.Distinct))
	}
	columns.Write(&b, s)
	fmt.Fprintf(&b, "\n%s\n%s\n", strings.TrimSpace(d.Set.Citation), strings.TrimSpace(d.Set.Licence))
	for _, warning := range d.Warnings {
		b.WriteString(s.Warning(warning))
	}
	return b.String()
}
