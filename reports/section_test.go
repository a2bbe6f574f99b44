package reports

import (
	"strings"
	"testing"

	"drfvi/reports/internal/page"
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

// Every kind of figure has a section, none but the kind without one is drawn as
// tables alone.
func TestKinds(t *testing.T) {
	for kind := range kinds {
		if err := kind.Check(); err != nil {
			t.Error(err)
		}
	}
	e := experiment{Summary: summary.Summary{Experiment: results.Experiment{Figure: results.FigureNone}}}
	if _, plain := e.section().(experiment); !plain {
		t.Error("an experiment without figures has the section of another kind")
	}
}
