package section

import (
	"testing"

	"drfvi/internal/document"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// Every kind of figure has a section, but for that of experiments that are not
// drawn, which have tables alone.
func TestKinds(t *testing.T) {
	for _, kind := range results.FigureKinds() {
		_, plain := Of(summary.Summary{Experiment: results.Experiment{Figure: kind}}, verdict.Overview{}).(Undrawn)
		if plain != (kind == results.FigureNone) {
			t.Errorf("the section of %q is not its own", kind)
		}
	}
	if len(kinds) != len(results.FigureKinds()) {
		t.Errorf("%d sections for %d kinds of figures", len(kinds), len(results.FigureKinds()))
	}
}

// Labels of more than 26 tables stay different.
func TestLabelsOfManyTables(t *testing.T) {
	tables := Labelled("all", make([]document.Table, 3*26+1))
	seen := make(map[string]bool)
	for _, table := range tables {
		seen[table.Label] = true
	}
	if len(seen) != len(tables) || tables[0].Label != "all-a" || tables[26].Label != "all-aa" || tables[78].Label != "all-ca" {
		t.Errorf("%d labels for %d tables: %s, %s, %s", len(seen), len(tables), tables[0].Label, tables[26].Label, tables[78].Label)
	}
}
