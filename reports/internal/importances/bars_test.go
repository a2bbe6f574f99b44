package importances

import (
	"slices"
	"testing"

	"drfvi/reports/internal/fixture"
	"drfvi/reports/internal/section"
	"drfvi/reports/internal/summary"
)

// Variables that matter nowhere share a row, which shows the largest of them.
func TestOthersShareARow(t *testing.T) {
	summaries, err := summary.Load(fixture.PaperLike())
	if err != nil {
		t.Fatal(err)
	}
	s := summaries[slices.IndexFunc(summaries, func(s summary.Summary) bool { return s.Experiment.Name == "bivariate" })]
	e := Undrawn{section.Base{Summary: s}}
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
