package section

import (
	"slices"
	"testing"

	"drfvi/internal/document"
)

func TestShapleyEffects(t *testing.T) {
	of := Effects{believed(t)}
	items := []string(of.Text()[0].(document.Bullets))
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
