package section

import (
	"slices"
	"strings"
	"testing"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// believed is the experiment of fixture.Calibration.
func believed(t *testing.T) Base {
	t.Helper()
	e, records := fixture.Calibration()
	s, err := summary.Summarise(e, records, nil)
	if err != nil {
		t.Fatal(err)
	}
	return Base{Summary: s}
}

func TestCalibration(t *testing.T) {
	of := Calibration{believed(t)}
	tables := of.Tables()
	for i, want := range [][]document.Row{
		{{Cells: []string{"linear, n = 50", "100", "1", "100.0*", "100.0*", "5.0", "5.0"}}},
		{{Cells: []string{"linear, n = 50", "X1", "0.550", "100.0", "0.0*", "100.0", "100.0"}}},
	} {
		if !slices.EqualFunc(tables[i].Rows, want, func(a, b document.Row) bool {
			return a.Heading == b.Heading && slices.Equal(a.Cells, b.Cells) && a.Mark == b.Mark
		}) {
			t.Errorf("table %d:\n%v\nexpected\n%v", i+1, tables[i].Rows, want)
		}
	}
	items := strings.Join(of.Text()[0].(document.Bullets), "\n")
	for _, want := range []string{
		"coupled, paper (negative control, between-tree standard errors): of 1 null inputs 1 are found significantly too often (X2 of linear, n = 50: 100.0 %), in the mean over designs in 100.0 % of the tables; of 1 active inputs 1 have a coverage significantly outside of 93 to 97 % (X1 of linear, n = 50: 0.0 %).",
		"stacked, auto: of 1 null inputs none are found significantly too often, in the mean over designs in 5.0 % of the tables; of 1 active inputs none have a coverage significantly outside of 93 to 97 %.",
	} {
		if !strings.Contains(items, want) {
			t.Errorf("the text\n%s\nlacks\n%s", items, want)
		}
	}
}

// Notes speak of the controls that are in the tables, figures of intervals, and the title
// counts bands.
func TestWordsOfCalibration(t *testing.T) {
	of := Calibration{believed(t)}
	notes := strings.Join(append(of.Tables()[0].Notes, of.Tables()[1].Notes...), " ")
	if strings.Count(notes, "values and intervals of coupled come") != 2 || strings.Contains(notes, "permute-t") {
		t.Error(notes)
	}
	legend := of.Figures()[0].Legend
	if legend[len(legend)-1].Text != chart.Intervals.Text {
		t.Errorf("legend %+v", legend)
	}
	if of.Finding() != "" {
		t.Errorf("finding %q without bands", of.Finding())
	}
	size := results.Claim{Cell: map[string]string{results.KeyMethod: "stacked"}, Kind: results.ClaimSize, Level: 0.05, Bound: 0.06}
	for want, levels := range map[string][]float64{"all 2 bands hold": {0.05, 0.05}, "1 of 2 bands hold": {0.05, 0.2}} { // more is found at 20 %
		of.Experiment.Claims = nil
		for _, level := range levels {
			size.Level = level
			of.Experiment.Claims = append(of.Experiment.Claims, size)
		}
		of.Overview = verdict.Verify([]summary.Summary{of.Summary})
		if of.Finding() != want {
			t.Errorf("finding %q, want %q", of.Finding(), want)
		}
	}
}

// TestNoAdviceFromControls: the front page counts what tests find falsely, but not where
// some of them are there to fail.
func TestNoAdviceFromControls(t *testing.T) {
	e, records := fixture.Calibration()
	for name, want := range map[string]int{"coupled": 2, "permute-t": 0} {
		e.Cells[0].Cell[results.KeyMethod] = name // the records share the cell
		s, err := summary.Summarise(e, records, nil)
		if err != nil {
			t.Fatal(err)
		}
		if items, figures := (Calibration{Base{Summary: s}}).Advice(); len(items) != want || figures != nil {
			t.Errorf("%s: %d items and %d figures of advice, expected %d and none", name, len(items), len(figures), want)
		}
	}
}

func TestAccuracy(t *testing.T) {
	of := Accuracy{believed(t)}
	var got []string
	for _, table := range of.Tables() {
		for _, row := range table.Rows {
			got = append(got, strings.Join(row.Cells, " | "))
		}
	}
	want := []string{
		"linear, n = 50 | 100 | 0.333 (0.015)", "geometric mean |  | 0.333 (0.015)", "largest |  | 0.333",
	}
	if !slices.Equal(got, want) {
		t.Errorf("tables\n%q\nexpected\n%q", got, want)
	}
}
