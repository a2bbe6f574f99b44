package section

import (
	"fmt"
	"slices"
	"testing"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// contested is an experiment of twenty tables of a design whose X1 moves the mean, X2 the
// spread and X3 and X4 nothing: stacked finds X2 in all, an outsider in half of them; it
// has no population values, and finds X3 in as many tables as is said.
func contested(t *testing.T, falsely int) Tests {
	t.Helper()
	e := results.Experiment{Name: "tests", Title: "Tests", Source: "beyond the paper", Repetitions: 20, Figure: results.FigureTests}
	var records []results.Record
	for _, method := range []string{"stacked", "outsider", "hsic"} {
		cell := map[string]string{results.KeyScenario: "motivating", results.KeyN: "300", results.KeyP: "4", results.KeyMethod: method}
		e.Cells = append(e.Cells, results.CellInfo{Slug: method, Cell: cell})
		for rep := range 20 {
			r := results.Record{ID: fmt.Sprint("tests/", method, "/r", rep), Cell: cell, Repetition: rep, Variables: []string{"X1", "X2", "X3", "X4"}}
			r.Values = map[results.ValueName][]float64{results.ValueRaw: {1, 1, 0, 0}}
			switch {
			case method == "stacked":
				r.Values[results.ValueP], r.Values[results.ValuePopulation] = []float64{1, 0.05, 0.5, 1}, []float64{0.5, 0.3, 0, 0}
			case method == "outsider":
				r.Values[results.ValueP] = []float64{0, float64(rep % 2), 0.2, 0.3}
				if rep < falsely {
					r.Values[results.ValueP][2] = 0.01
				}
			}
			records = append(records, r)
		}
	}
	s, err := summary.Summarise(e, records, nil)
	if err != nil {
		t.Fatal(err)
	}
	return Tests{Base{Summary: s}}
}

func TestTests(t *testing.T) {
	for _, c := range []struct {
		falsely       int
		text, finding string
	}{
		{
			2, "Null inputs are found on 1 design no more often than at the level by stacked and outsider. Of the tests that keep their level, active inputs are found most often by stacked for a spread (100 %); in the mean over designs stacked 100 %, outsider 50 %.",
			"of tests that keep their level stacked finds the most",
		},
		{
			20, "Null inputs are found on 1 design no more often than at the level by stacked; significantly too often by outsider (50 % on motivating, n = 300). Of the tests that keep their level, active inputs are found most often by stacked for a spread (100 %); in the mean over designs stacked 100 %.",
			"",
		},
	} {
		of := contested(t, c.falsely)
		if got := fmt.Sprint(of.Text()[0].(document.Paragraph)); got != c.text {
			t.Errorf("text\n%s\nexpected\n%s", got, c.text)
		}
		if of.Finding() != c.finding {
			t.Errorf("finding %q, expected %q", of.Finding(), c.finding)
		}
		rows := of.Rows()
		if len(rows) != 4 || rows[1].Value.Mean != 1 || rows[2].Value.Mean != float64(c.falsely)/40 || rows[3].Value.Mean != 0.5 {
			t.Errorf("rows %+v", rows)
		}
		f := of.Figures()[0]
		if len(f.Plots) != 1 || len(f.Plots[0]) != 1 || len(f.Legend) != 3 || f.Legend[2].Text != "95 % interval" {
			t.Errorf("figure %+v", f)
		}
		_, marks := f.SVG("f")
		idle := chart.Mark{Panel: "a spread", Series: "null inputs", Name: "stacked", Value: "0 (0 to 0.161)"}
		acting := chart.Mark{Panel: "a spread", Series: "active inputs", Name: "outsider", Value: "0.500 (0.299 to 0.701)"}
		if len(marks) != 4 || !slices.Contains(marks, idle) || !slices.Contains(marks, acting) {
			t.Errorf("marks %+v", marks)
		}
	}
}

// Where nothing was run there is nothing to say.
func TestTestsNotRun(t *testing.T) {
	of := Tests{Base{Summary: summary.Summary{Experiment: results.Experiment{Name: "tests", Figure: results.FigureTests}}}}
	if of.Text() != nil || of.Finding() != "" || of.Rows() != nil || of.Figures() != nil {
		t.Errorf("text %v, finding %q, rows %v", of.Text(), of.Finding(), of.Rows())
	}
}
