package reports

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/reports/internal/view"
	"drfvi/results"
)

// TestDocuments compares the tables of documents that come from committed records with these:
//
//	<!-- from results/evidence: calibration
//	a view in YAML, as in specifications; with "only: X8" the rows of this input, with "cases" its rows renamed
//	-->
//	<!-- from results/evidence: bands of accuracy, calibration -->
//	<!-- from results/evidence: each band of accuracy -->
//
// After other records, -update writes the tables anew.
func TestDocuments(t *testing.T) {
	if testing.Short() && !*update {
		t.Skip("reads committed records")
	}
	files, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	committed := make(map[string]*records)
	found := 0
	for _, file := range files {
		found += compareBlocks(t, file, "from", *update, func(what string) string {
			head, text, _ := strings.Cut(what, "\n")
			folder, name, ok := strings.Cut(head, ": ")
			if !ok {
				t.Fatalf("%s: %q names no folder and experiment", file, head)
			}
			if committed[folder] == nil {
				store, err := results.Open(filepath.Join("..", filepath.FromSlash(folder)))
				if err != nil {
					t.Fatal(err)
				}
				committed[folder] = &records{Store: store, experiments: make(map[string]summary.Summary), versions: make(map[string]map[string]bool)}
			}
			if names, ok := strings.CutPrefix(name, "bands of "); ok {
				return committed[folder].bands(t, strings.Split(names, ", ")...)
			}
			if name, ok := strings.CutPrefix(name, "each band of "); ok {
				return committed[folder].eachBand(t, name)
			}
			return committed[folder].view(t, name, text)
		})
	}
	if found == 0 {
		t.Error("no document has a table from records")
	}
}

// records are those of a folder, each experiment read when it is first asked for.
type records struct {
	*results.Store
	only        string // the experiment to read
	experiments map[string]summary.Summary
	versions    map[string]map[string]bool // of the inference that made the records of an experiment
}

func (r *records) Experiments() ([]results.Experiment, error) {
	all, err := r.Store.Experiments()
	return slices.DeleteFunc(all, func(e results.Experiment) bool { return e.Name != r.only }), err
}

func (r *records) Read(name string) (results.Contents, error) {
	all, err := r.Store.Read(name)
	r.versions[name] = make(map[string]bool)
	for _, record := range all.Records {
		var config struct {
			Versions struct{ Inference string }
		}
		if err := json.Unmarshal(record.Config, &config); err != nil {
			return all, err
		}
		if v := config.Versions.Inference; v != "" {
			r.versions[name][v] = true
		}
	}
	return all, err
}

// of returns an experiment; ok is false where the folder does not have it.
func (r *records) of(t *testing.T, name string) (s summary.Summary, ok bool) {
	t.Helper()
	if s, ok := r.experiments[name]; ok {
		return s, true
	}
	r.only = name
	all, err := summary.Load(r)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		return s, false
	}
	r.experiments[name] = all[0]
	return all[0], true
}

// version is that of the inference that made the records of an experiment; empty for other methods.
func (r *records) version(name string) string {
	return format.Enumerated(slices.Sorted(maps.Keys(r.versions[name])))
}

// origin says what a table was made from.
func (r *records) origin(s summary.Summary) string {
	text := fmt.Sprintf("From %d of %d records of `%s`", s.Records, s.Planned(), s.Experiment.Name)
	if version := r.version(s.Experiment.Name); version != "" {
		text += ", inference version " + version
	}
	return text + "."
}

// missing stands for a table of an experiment that was not run.
func missing(name string) string { return "`" + name + "` is not among the records yet." }

// view is a table of an experiment in Markdown.
func (r *records) view(t *testing.T, name, text string) string {
	t.Helper()
	s, ok := r.of(t, name)
	if !ok {
		return missing(name)
	}
	v := struct {
		results.View `yaml:",inline"`
		Only         string
		Cases        map[string]string
	}{}
	d := yaml.NewDecoder(strings.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s.Experiment.Views = []results.View{v.View}
	var tables strings.Builder
	absent := maps.Clone(v.Cases)
	for _, table := range view.Of(s, verdict.Verify([]summary.Summary{s})).Tables { // parts, of a table that is too wide
		rows, heading := []document.Row(nil), ""
		for _, row := range table.Rows {
			if row.Heading != "" {
				heading = row.Heading
				continue
			}
			switch {
			case v.Only == "":
				row.Cells[0] = strings.TrimPrefix(heading+", "+row.Cells[0], ", ")
			case v.Only == row.Cells[0]:
				row.Cells[0] = heading
			default:
				continue
			}
			if v.Cases != nil {
				words, ok := v.Cases[row.Cells[0]]
				if !ok {
					continue
				}
				delete(absent, row.Cells[0])
				row.Cells[0] = words
			}
			if slices.ContainsFunc(row.Cells[1:], func(cell string) bool { return cell != format.None }) {
				rows = append(rows, row)
			}
		}
		if len(rows) == 0 {
			t.Errorf("%s: a table without rows", name)
		}
		table.Rows = rows
		tables.WriteString(markdown(table) + "\n")
	}
	for _, name := range slices.Sorted(maps.Keys(absent)) {
		if design, _, _ := strings.Cut(name, ", "); slices.ContainsFunc(s.Cells, func(c summary.Cell) bool { return c.Cell[results.KeyScenario] == design }) {
			t.Errorf("%s has no row %q", s.Experiment.Name, name)
		}
	}
	return tables.String() + r.origin(s)
}

// bands counts the bands of experiments by outcome, and names those that fail.
func (r *records) bands(t *testing.T, names ...string) string {
	t.Helper()
	table := document.Table{Columns: []document.Column{{Name: "bands", Left: true}, {Name: "inference version"}, {Name: "records"}}}
	for _, o := range verdict.Outcomes {
		table.Columns = append(table.Columns, document.Column{Name: string(o)})
	}
	var notes []string
	for _, name := range names {
		s, ok := r.of(t, name)
		if !ok {
			notes = append(notes, missing(name))
			continue
		}
		claims := verdict.Verify([]summary.Summary{s}).Claims
		row := document.Row{Cells: []string{"`" + name + "`", r.version(name), fmt.Sprintf("%d of %d", s.Records, s.Planned())}}
		for _, o := range verdict.Outcomes {
			row.Cells = append(row.Cells, fmt.Sprint(verdict.CountClaims(claims, o)))
		}
		table.Rows = append(table.Rows, row)
		for _, j := range claims {
			if j.Outcome() == verdict.Fails {
				notes = append(notes, fmt.Sprintf("Fails: %s (%s).", j.Text(), j.Evidence()))
			}
		}
	}
	return markdown(table) + "\n" + strings.Join(notes, " ")
}

// eachBand lists the bands of an experiment with what was measured.
func (r *records) eachBand(t *testing.T, name string) string {
	t.Helper()
	s, ok := r.of(t, name)
	if !ok {
		return missing(name)
	}
	table := document.Table{Columns: []document.Column{{Name: "band, set before the run", Left: true}, {Name: "measured", Left: true}, {Name: "verdict", Left: true}}}
	for _, j := range verdict.Verify([]summary.Summary{s}).Claims {
		table.Rows = append(table.Rows, document.Row{Cells: []string{j.Text(), j.Evidence(), string(j.Outcome())}})
	}
	return markdown(table) + "\n" + r.origin(s)
}

// markdown writes a table without its caption and notes.
func markdown(t document.Table) string {
	var b strings.Builder
	line := func(cells []string) {
		for _, cell := range cells {
			fmt.Fprintf(&b, "| %s ", strings.ReplaceAll(cell, "|", `\|`))
		}
		b.WriteString("|\n")
	}
	var heads, rules []string
	for _, c := range t.Columns {
		head, rule := c.Name, "---:"
		if c.Group != "" && c.Group != c.Name {
			head = c.Group + ", " + c.Name
		}
		if c.Left {
			rule = "---"
		}
		heads, rules = append(heads, head), append(rules, rule)
	}
	line(heads)
	line(rules)
	for _, row := range t.Rows {
		line(row.Cells)
	}
	return b.String()
}
