package section

import (
	"slices"
	"strings"
	"testing"

	"drfvi/internal/page"
)

func TestShapleyEffects(t *testing.T) {
	of := Effects{believed(t)}
	var got []string
	for _, row := range of.Tables()[0].Rows {
		got = append(got, row.Heading+strings.Join(row.Cells, " | "))
	}
	want := []string{
		"linear, n = 50, p = 2",
		"stacked, auto | X1 | 100 | 0.550 | 0.500 | 0.0707 | 0.0300 | 50.0 %",
		"stacked, auto | X2 | 100 | 0 | -0.0200 | 0.0200 | 0.0300 | 100.0 %",
	}
	if !slices.Equal(got, want) {
		t.Errorf("table\n%q\nexpected\n%q", got, want)
	}
	items := []string(of.Text()[0].(page.Bullets))
	if !slices.Equal(items, []string{"stacked, auto: 75.0 % of 200 values are within two standard errors of the population's."}) {
		t.Errorf("text %q", items)
	}
	if rows := of.Rows(); len(rows) != 2 || rows[0].Value.Mean != 0.5 || !rows[0].Relevant || rows[1].Relevant {
		t.Errorf("rows %+v", rows)
	}
	if figures := of.Figures(); len(figures) != 1 || len(figures[0].Plots[0]) != 2 {
		t.Errorf("figures %+v", figures)
	}
}
