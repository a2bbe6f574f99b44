package reports

import (
	_ "embed"
	"strings"
	"text/template"

	"drfvi/internal/document"
	"drfvi/methods/method"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

var (
	//go:embed text/about.md
	about string
	//go:embed text/believed.md
	believed string
	//go:embed text/conventions.md
	conventionsText string
	//go:embed text/user.md
	userText string
	//go:embed text/notes.md
	notesFile string
)

// texts are sentences of the report and the captions of its figures.
var texts = document.ParseTexts(notesFile)

// conventions explains methods, kernels, variants, estimates and tests.
func conventions(summaries []summary.Summary) []document.Block {
	return filled(conventionsText, map[string]any{"Methods": methodFacts(summaries), "Bars": !onlyLeaderboards(summaries)})
}

// filled are the blocks of a template about something.
func filled(text string, about any) []document.Block {
	var b strings.Builder
	if err := template.Must(template.New("").Parse(text)).Execute(&b, about); err != nil {
		panic("reports: conventions: " + err.Error()) // into memory, of values that are there
	}
	return document.Parse(b.String())
}

// methodFacts explains the methods; rare ones after the others, if they are
// used, in the order of their first use.
func methodFacts(summaries []summary.Summary) document.Facts {
	var list document.Facts
	for _, f := range method.All() {
		if !f.Rare {
			list = append(list, [2]string{f.Label, f.About})
		}
	}
	for _, s := range summaries {
		for _, name := range summary.Distinct(s.Cells, results.KeyMethod) {
			f := method.Of(name)
			fact := [2]string{f.Label, f.About}
			if f.External() {
				fact[1] = externalText(summaries, name)
			}
			if f.Rare || f.External() {
				list = summary.Union(list, fact)
			}
		}
	}
	return list
}

// externalText explains a method that is not drfvi's own, with the versions it told.
func externalText(summaries []summary.Summary, name string) string {
	text := "an external program, whose values are on a scale of their own"
	if versions := summary.Software(summaries, name); len(versions) > 0 {
		text += "; run with " + strings.Join(versions, "; ")
	}
	return text
}
