package evidence

import (
	"slices"
	"strings"
	"testing"

	"drfvi/internal/page"
	"drfvi/reports/internal/fixture"
	"drfvi/reports/internal/section"
	"drfvi/reports/internal/summary"
)

func TestAspects(t *testing.T) {
	e, records := fixture.Aspects()
	s, err := summary.Summarise(e, records, nil)
	if err != nil {
		t.Fatal(err)
	}
	of := Aspects{section.Base{Summary: s}}
	var got []string
	for _, row := range of.Tables()[0].Rows {
		got = append(got, strings.TrimSpace(row.Heading+strings.Join(row.Cells, " | ")))
	}
	want := []string{
		"copula, n = 50, 8 tables",
		"mean of y1 | 40.0 % | X1 | 0.300 | 100.0 % | X2 | 0.015 | 25.0 %",
		"spread of y1 | 0.0 % |  |  |  | X1 | 0.000 | 0.0 %",
		"dependence | 20.0 % | X1 | 0.100 | 25.0 % | X2 | 0.005 | 0.0 %",
	}
	if !slices.Equal(got, want) {
		t.Errorf("rows\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if text := string(of.Text()[0].(page.Paragraph)); text != "Of what moves, 10 of 16 cases over all tables is found; in 2 of 8 tables something is found that does not move." {
		t.Error(text)
	}
	if rows := of.Rows(); len(rows) != 3*5 || rows[1].Quantity != "area mean of y1" || rows[1].Value.Mean != 0.3 || !rows[1].Relevant {
		t.Errorf("%d rows: %+v", len(rows), rows[1])
	}
}
