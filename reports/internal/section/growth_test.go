package section

import (
	"slices"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

func TestDesignTitle(t *testing.T) {
	half := map[string]string{results.KeyVariant: "textbook", results.KeyScenario: "first", results.KeyP: "3"}
	part := map[string]string{results.KeyVariant: "subsampled", results.KeyScenario: "first", results.KeyP: "3"}
	s := summary.Summary{Cells: []summary.Cell{{CellInfo: results.CellInfo{Cell: half}}}}
	if title := (Convergence{Base{Summary: s}}).designTitle(half, results.KeyScenario, results.KeyP); title != "first, p = 3" {
		t.Errorf("title %q of the only variant", title)
	}
	s.Cells = append(s.Cells, summary.Cell{CellInfo: results.CellInfo{Cell: part}})
	s.Experiment.Variants = []results.Variant{{Name: "subsampled", Title: "some rows"}}
	if title := (Convergence{Base{Summary: s}}).designTitle(part, results.KeyScenario, results.KeyP); title != "first, p = 3, some rows" {
		t.Errorf("title %q of one of two variants", title)
	}
}

func TestCostCurves(t *testing.T) {
	summaries, err := summary.Load(fixture.CostRun())
	if err != nil {
		t.Fatal(err)
	}
	curves := Cost{Base{Summary: summaries[0]}}.curves()
	if len(curves) != 2 || curves[0].name() != "against n, p = 3" || curves[1].name() != "against p, n = 100" {
		t.Fatalf("%d curves", len(curves))
	}
	if !slices.Equal(curves[1].sizes(), []string{"3", "30", "300"}) {
		t.Errorf("sizes %v", curves[1].sizes())
	}
	c, ok := curves[0].cell("200", "retrain")
	if !ok || len(c.CoreSeconds) != 2 || c.CoreSeconds[0] != 2*0.6 {
		t.Errorf("seconds on one core %v, want twice those of two", c.CoreSeconds)
	}
	if _, ok := curves[1].cell("300", "retrain"); ok {
		t.Error("a cell that there is not")
	}
}
