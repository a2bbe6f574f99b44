package reports

import (
	"slices"
	"strings"
	"testing"

	"drfvi/internal/document"
	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// loadOne summarises the only experiment of a source.
func loadOne(t *testing.T, source summary.Source) (summary.Summary, verdict.Overview) {
	t.Helper()
	summaries, err := summary.Load(source)
	if err != nil {
		t.Fatal(err)
	}
	return summaries[0], verdict.Verify(summaries)
}

func TestAbsentDataAreMarked(t *testing.T) {
	m := fixture.WithAbsent()
	s, o := loadOne(t, m)
	table := experiment(s, o).tables[0]
	last := table.Rows[len(table.Rows)-1]
	if last.Mark != document.Alarm || last.Cells[0] != "scm20d" || last.Cells[len(last.Cells)-1] != "not run" {
		t.Errorf("row %+v", last)
	}
	if !slices.Contains(last.Cells, "0.289 (0.001)") {
		t.Errorf("the row of missing data lacks the printed number: %v", last.Cells)
	}
	files := written(t, m)
	for name, want := range map[string]string{
		"rfe.md":       "not run",
		"report.md":    "Not run: scm20d (data missing).",
		"overview.txt": "not run: data missing",
		"overview.csv": "not run: data missing",
	} {
		if !strings.Contains(string(files[name]), want) {
			t.Errorf("%s lacks %q", name, want)
		}
	}
}

func TestBoldRule(t *testing.T) {
	for _, c := range []struct {
		name                 string
		importance, baseline []float64 // cumulative losses by repetition
		printedA, printedB   float64   // with standard errors of 0.02
		want                 string
		mark                 document.Mark
	}{
		{"both", []float64{-3, -3.2}, []float64{-2, -2.2}, -3, -2, "print, ours", document.Relevant},
		{"print alone", []float64{-3, -1}, []float64{-2, -2.2}, -3, -2.95, "print", document.Plain},
		{"exactly the sum of the errors", []float64{-3, -3}, []float64{-3, -3}, -3.25, -3.25, "–", document.Plain},
		{"ours alone", []float64{-3, -3.2}, []float64{-2, -2.2}, -3, -2.99, "ours", document.Relevant},
		{"the other way round", []float64{-2, -2.2}, []float64{-3, -3.2}, -3, -2.99, "ours, for vimp-drf", document.Relevant},
	} {
		m := &fixture.Memory{ByName: map[string][]results.Record{}}
		e := results.Experiment{Name: "rfe", Title: "RFE", Source: "Table 6", Figure: "paths", Repetitions: 2}
		for k, method := range []string{"coupled", "vimp-drf"} {
			cell := map[string]string{results.KeyVariant: "published", results.KeyData: "set", results.KeyMethod: method}
			e.Cells = append(e.Cells, results.CellInfo{Slug: method, Cell: cell})
			se := 0.02
			e.Expected = append(e.Expected, results.Expected{Cell: cell, Statistic: results.StatisticCumulative, Value: []float64{c.printedA, c.printedB}[k], SE: &se, Digits: 3})
			for rep, loss := range [][]float64{c.importance, c.baseline}[k] {
				m.ByName["rfe"] = append(m.ByName["rfe"], results.Record{Experiment: "rfe", Cell: cell, Repetition: rep, Variables: []string{"x"}, Values: map[results.ValueName][]float64{"loss": {loss}}})
			}
		}
		m.List = []results.Experiment{e}
		s, o := loadOne(t, m)
		row := experiment(s, o).tables[0].Rows[0]
		if got := row.Cells[len(row.Cells)-1]; got != c.want || row.Mark != c.mark {
			t.Errorf("%s: %q with mark %d, want %q with %d", c.name, got, row.Mark, c.want, c.mark)
		}
	}
}
