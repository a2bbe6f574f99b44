package section

import (
	"math"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
)

// sectionOf is the section of the only experiment of a source.
func sectionOf(t *testing.T, source summary.Source) Elimination {
	t.Helper()
	summaries, err := summary.Load(source)
	if err != nil {
		t.Fatal(err)
	}
	return Elimination{Base{Summary: summaries[0]}}
}

func TestContender(t *testing.T) {
	s := sectionOf(t, fixture.Eliminations("enb"))
	if m, ok := s.contender(s.Cells); !ok || m != "coupled" {
		t.Errorf("contender %q", m)
	}
	if m, ok := s.contender(summary.CellsOf(s.Cells, "coupled")); ok {
		t.Errorf("contender %q without a baseline", m)
	}
	if _, ok := s.contender(summary.CellsOf(s.Cells, baseline)); ok {
		t.Error("a contender where the baseline stands alone")
	}
}

// What the importance saves is drawn as a share of the baseline's loss.
func TestLeads(t *testing.T) {
	s := sectionOf(t, fixture.Eliminations("enb", "jura"))
	leads := s.leads(s.ByVariant()[0].Cells)
	if len(leads) != 2 || leads[0].data != "enb, published convention" && leads[0].data != "enb" {
		t.Fatalf("%+v", leads)
	}
	theirs, _ := summary.CellOf(s.Cells, baseline)
	if l := leads[0]; math.Abs(l.ours.Mean-100*l.gap.Mean/math.Abs(theirs.Cumulative.Mean)) > 1e-12 || math.Abs(l.ours.Mean/l.ours.SE-l.gap.Mean/l.gap.SE) > 1e-9 {
		t.Errorf("%+v", l)
	}
	if better, worse, sets := s.counts(); better+worse > sets || sets != 2 {
		t.Errorf("%d better, %d worse of %d", better, worse, sets)
	}
}

func TestSetsText(t *testing.T) {
	for want, n := range map[string][3]int{
		"on all 8 data sets": {8, 0, 8}, "on 6 of 8 data sets, and more on none": {6, 0, 8}, "on 6 of 8 data sets, and more on 1": {6, 1, 8}, "on 1 of 1 data set, and more on none": {1, 0, 1},
	} {
		if got := setsText(n[0], n[1], n[2]); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}
