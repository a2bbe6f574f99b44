package reports

import (
	"strings"
	"testing"

	"drfvi/internal/page"
	"drfvi/reports/internal/importances"
	"drfvi/reports/internal/section"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// alone returns the section of an experiment, seen alone.
func alone(s summary.Summary) section.Section {
	return sectionOf(s, verdict.Verify([]summary.Summary{s}))
}

// wordsOf joins the paragraphs among blocks.
func wordsOf(blocks []page.Block) string {
	var texts []string
	for _, b := range blocks {
		if p, ok := b.(page.Paragraph); ok {
			texts = append(texts, string(p))
		}
	}
	return strings.Join(texts, "\n")
}

// Every kind of figure has a section, but for that of experiments that are not
// drawn, which have tables alone.
func TestKinds(t *testing.T) {
	for _, kind := range results.FigureKinds() {
		_, plain := sectionOf(summary.Summary{Experiment: results.Experiment{Figure: kind}}, verdict.Overview{}).(importances.Undrawn)
		if plain != (kind == results.FigureNone) {
			t.Errorf("the section of %q is not its own", kind)
		}
	}
	if len(kinds) != len(results.FigureKinds()) {
		t.Errorf("%d sections for %d kinds of figures", len(kinds), len(results.FigureKinds()))
	}
}
