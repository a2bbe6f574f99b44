package reports

import (
	"strings"

	"drfvi/internal/document"
	"drfvi/reports/internal/section"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
)

// alone returns the section of an experiment, seen alone.
func alone(s summary.Summary) section.Section {
	return section.Of(s, verdict.Verify([]summary.Summary{s}))
}

// wordsOf joins the paragraphs among blocks.
func wordsOf(blocks []document.Block) string {
	var texts []string
	for _, b := range blocks {
		if p, ok := b.(document.Paragraph); ok {
			texts = append(texts, string(p))
		}
	}
	return strings.Join(texts, "\n")
}
