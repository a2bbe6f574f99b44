package description

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/table"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets/library"
)

// SetJSON is a data set's entry of the manifest for other programs.
type SetJSON struct {
	Name          string     `json:"name"`
	Title         string     `json:"title"`
	File          string     `json:"file"`
	N             int        `json:"n"`
	Complete      int        `json:"complete,omitempty"` // rows without missing values, where known
	P             int        `json:"p"`
	D             int        `json:"d"`
	ResponseNames []string   `json:"response_names,omitempty"`
	Homes         []homeJSON `json:"homes"`
	Citation      string     `json:"citation"`
	Licence       string     `json:"licence"`
}

type homeJSON struct {
	URL    string `json:"url"`
	Size   int64  `json:"size,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
	Blob   string `json:"git_blob,omitempty"`
}

// Sets returns the entries of the manifest.
func Sets() []SetJSON {
	var all []SetJSON
	for _, s := range library.Sets() {
		j := SetJSON{
			Name: s.Name, Title: s.Title, File: s.File, N: s.Rows, Complete: s.Complete, P: s.Inputs, D: s.Responses,
			ResponseNames: s.ResponseNames, Citation: s.Citation, Licence: s.Licence,
		}
		for _, h := range s.Homes {
			j.Homes = append(j.Homes, homeJSON{h.URL, h.Size, h.SHA256, h.Blob})
		}
		all = append(all, j)
	}
	return all
}

// DatasetJSON is the summary of a data set for other programs.
type DatasetJSON struct {
	Name     string       `json:"name"`
	Title    string       `json:"title"`
	Path     string       `json:"path"`
	SHA256   string       `json:"sha256"`
	N        int          `json:"n"`
	Dropped  int          `json:"dropped"` // rows with missing values
	P        int          `json:"p"`
	D        int          `json:"d"`
	Columns  []columnJSON `json:"columns"`
	Citation string       `json:"citation"`
	Licence  string       `json:"licence"`
	Warnings []string     `json:"warnings"`
}

type columnJSON struct {
	Name     string  `json:"name"`
	Role     string  `json:"role"`
	Min      float64 `json:"min"`
	Mean     float64 `json:"mean"`
	Max      float64 `json:"max"`
	Distinct int     `json:"distinct"`
}

// role says what a column is.
func role(c library.ColumnSummary) string {
	if c.Response {
		return "response"
	}
	return "input"
}

// Dataset returns the summary of a data set for other programs.
func Dataset(d *library.Dataset) DatasetJSON {
	n, p := d.X.Dims()
	j := DatasetJSON{
		Name: d.Set.Name, Title: d.Set.Title, Path: d.Path, SHA256: d.SHA256, N: n, Dropped: d.Dropped, P: p, D: len(d.YNames),
		Citation: d.Set.Citation, Licence: d.Set.Licence, Warnings: append([]string{}, d.Warnings...),
	}
	for _, c := range d.Summary() {
		j.Columns = append(j.Columns, columnJSON{c.Name, role(c), c.Min, c.Mean, c.Max, c.Distinct})
	}
	return j
}

// DatasetText writes the summary of a data set for reading.
func DatasetText(d *library.Dataset, s terminal.Screen) string {
	var b strings.Builder
	n, p := d.X.Dims()
	fmt.Fprintf(&b, "%s: %s\n\n", d.Set.Name, d.Set.Title)
	fmt.Fprintf(&b, "%s, %s, %s; %s left out for missing values\n", terminal.Counted(n, "row"), terminal.Counted(p, "input"), terminal.Counted(len(d.YNames), "response"), terminal.Counted(d.Dropped, "row"))
	fmt.Fprintf(&b, "file %s, SHA-256 %s\n\n", filepath.ToSlash(d.Path), d.SHA256)
	columns := table.Table{Head: []string{"column", "role", "min", "mean", "max", "distinct"}, Left: 2}
	for _, c := range d.Summary() {
		number := func(v float64) string { return strconv.FormatFloat(v, 'g', 5, 64) }
		columns.Add(c.Name, role(c), number(c.Min), number(c.Mean), number(c.Max), strconv.Itoa(c.Distinct))
	}
	columns.Write(&b, s)
	fmt.Fprintf(&b, "\n%s\n%s\n", strings.TrimSpace(d.Set.Citation), strings.TrimSpace(d.Set.Licence))
	for _, warning := range d.Warnings {
		b.WriteString(s.Warning(warning))
	}
	return b.String()
}
