package section

import (
	"slices"
	"testing"

	"drfvi/internal/chart"
	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Null inputs share a row, which shows the largest of them.
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
	drawn := newTwinMarks()
	var ours, printed []chart.Dot
	for _, m := range e.marks(drawn, c, 0, own, rest) {
		if d := m.(chart.Dot); d.Series == "ours" {
			ours = append(ours, d)
		} else {
			printed = append(printed, d)
		}
	}
	if len(ours) != len(own)+1 {
		t.Fatalf("%d rows, want %d", len(ours), len(own)+1)
	}
	for _, name := range rest {
		if v := c.Importance(name).Mean; v > ours[len(own)].At.Value {
			t.Errorf("%s has %v, the row of others %v", name, v, ours[len(own)].At.Value)
		}
	}
	// What is printed stands on the row of ours, a little above.
	if len(printed) == 0 || printed[0].Row != ours[0].Row || printed[0].Up <= ours[0].Up || !drawn.printed {
		t.Errorf("printed numbers %+v", printed)
	}
	if twin := drawn.dot(0, 1, chart.Estimate{}, chart.Blue); twin.Up >= ours[0].Up || twin.Style.Color == ours[0].Style.Color {
		t.Errorf("the other convention %+v", twin)
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
	row := Importances{Undrawn{Base{Summary: s}}}.Figures()[0].Plots[0]
	for i, largest := range []float64{0.6, 0.6, 0.01, 100} {
		if high := row[i].X.Max; high < largest || high > 1.3*largest {
			t.Errorf("the scale of %s ends at %v, its values at %v", e.Cells[i].Slug, high, largest)
		}
	}
}
