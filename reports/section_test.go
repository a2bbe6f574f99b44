package reports

import (
	"strings"
	"testing"

	"drfvi/internal/page"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// sectionOf returns the section of an experiment, seen alone.
func sectionOf(s summary.Summary) section {
	return experiment{s, verdict.Verify([]summary.Summary{s})}.section()
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
		_, plain := experiment{Summary: summary.Summary{Experiment: results.Experiment{Figure: kind}}}.section().(experiment)
		if plain != (kind == results.FigureNone) {
			t.Errorf("the section of %q is not its own", kind)
		}
	}
	if len(kinds) != len(results.FigureKinds())-1 {
		t.Errorf("%d sections for %d kinds of figures", len(kinds), len(results.FigureKinds()))
	}
}
