package section

import (
	"slices"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Variables that matter nowhere share a row, which shows the largest of them.
func TestOthersShareARow(t *testing.T) {
	summaries, err := summary.Load(fixture.PaperLike())
	if err != nil {
		t.Fatal(err)
	}
	s := summaries[slices.IndexFunc(summaries, func(s summary.Summary) bool { return s.Experiment.Name == "bivariate" })]
	e := Undrawn{Base{Summary: s}}
	own, rest := e.parted(s.Cells)
	if !slices.Equal(own, s.Experiment.Relevant) || len(own)+len(rest) != len(s.Shown(s.Cells)) || len(rest) < 2 {
		t.Fatalf("own rows of %q, others %q", own, rest)
	}
	c := s.Cells[0]
	bars := e.bars(c, own, rest)
	if len(bars.Rows) != len(own)+1 {
		t.Fatalf("%d rows, want %d", len(bars.Rows), len(own)+1)
	}
	for _, name := range rest {
		if v := c.Importance(name).Mean; v > bars.Rows[len(own)].Ours.Value {
			t.Errorf("%s has %v, the row of others %v", name, v, bars.Rows[len(own)].Ours.Value)
		}
	}
	e.Experiment.Relevant = nil
	if own, rest := e.parted(s.Cells); rest != nil || len(own) != len(s.Shown(s.Cells)) {
		t.Errorf("nothing is said to be relevant, but others are %q", rest)
	}
}

// Panels of the same kind of value share a scale; external programs share none.
func TestScalesOfPanels(t *testing.T) {
	e := results.Experiment{Name: "mine", Title: "Mine", Repetitions: 1, Figure: results.FigureBars}
	var records []results.Record
	for _, of := range []struct {
		method  string
		largest float64
	}{{"loco", 0.2}, {"stacked", 0.6}, {"small", 0.01}, {"large", 100}} {
		cell := map[string]string{results.KeyMethod: of.method}
		e.Cells = append(e.Cells, results.CellInfo{Slug: of.method, Cell: cell})
		records = append(records, results.Record{
			ID: "mine/" + of.method + "/r000", Cell: cell, Variables: []string{"A", "B"},
			Values: map[results.ValueName][]float64{results.ValueRaw: {of.largest, 0}},
		})
	}
	s, err := summary.Summarise(e, records, nil)
	if err != nil {
		t.Fatal(err)
	}
	row := Bars{Undrawn{Base{Summary: s}}}.Figures()[0].Plots[0]
	for i, largest := range []float64{0.6, 0.6, 0.01, 100} {
		if high := row[i].X.Max; high < largest || high > 1.3*largest {
			t.Errorf("the scale of %s ends at %v, its values at %v", e.Cells[i].Slug, high, largest)
		}
	}
}
