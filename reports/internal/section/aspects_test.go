package section

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

func TestAspects(t *testing.T) {
	e, records := fixture.Aspects()
	s, err := summary.Summarise(e, records, nil)
	if err != nil {
		t.Fatal(err)
	}
	of := Aspects{Base{Summary: s}}
	var got []string
	for _, row := range of.Tables()[0].Rows {
		got = append(got, strings.TrimSpace(row.Heading+strings.Join(row.Cells, " | ")))
	}
	want := []string{
		"copula, n = 50 | mean of y1 | 40.0 % | X1 | 0.300 | 100.0 %",
		"| dependence | 20.0 % | X1 | 0.100 | 25.0 %",
		"| no other, at most |  | X2 in mean of y1 | 0.015 | 25.0 %",
	}
	if !slices.Equal(got, want) {
		t.Errorf("rows\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if text := string(of.Text()[0].(document.Paragraph)); text != "Of what moves, 10 of 16 cases over all tables is found; in 2 of 8 tables something is found that does not move." {
		t.Error(text)
	}
	if finding := of.Finding(); finding != "10 of 16 that move are found, something else in 2 of 8 tables" {
		t.Error(finding)
	}
	figures := of.Figures()
	if len(figures) != 1 || figures[0].Name != "moving" || figures[0].Title != "Aspects of y1 that move with an input" || len(figures[0].Plots[0]) != 1 {
		t.Fatalf("figures %+v", figures)
	}
	_, marks := figures[0].SVG("f")
	wantMarks := []chart.Mark{
		{Panel: "copula, n = 50", Series: "moves", Name: "mean of y1, X1", Value: "found in 8 of 8 tables, mean area 0.300"},
		{Panel: "copula, n = 50", Series: "does not move", Name: "mean of y1, X2", Value: "found in 2 of 8 tables, mean area 0.015"},
		{Panel: "copula, n = 50", Series: "moves", Name: "dependence, X1", Value: "found in 2 of 8 tables, mean area 0.100"},
	}
	if !slices.Equal(marks, wantMarks) {
		t.Errorf("marks %+v", marks)
	}
	// Designs with other aspects have a figure of their own; those not run have none.
	other, idle := s.Cells[0], s.Cells[0]
	other.Recorded = maps.Clone(other.Recorded)
	maps.DeleteFunc(other.Recorded, func(name results.ValueName, _ [][]float64) bool { return strings.HasSuffix(string(name), "dependence") })
	idle.Repetitions = 0
	s.Cells = append(s.Cells, other, idle, s.Cells[0])
	if figures := (Aspects{Base{Summary: s}}).Figures(); len(figures) != 2 || figures[1].Name != "moving-2" || len(figures[0].Plots[0]) != 2 {
		t.Errorf("figures of two kinds of designs: %+v", figures)
	}
	if rows := of.Rows(); len(rows) != 3*5 || rows[1].Quantity != "area mean of y1" || rows[1].Value.Mean != 0.3 || !rows[1].Relevant {
		t.Errorf("%d rows: %+v", len(rows), rows[1])
	}
}
