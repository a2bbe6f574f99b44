package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/reports/internal/view"
	"drfvi/results"
)

// chapter is the part of the report on an experiment, and the files that it is written into.
type chapter struct {
	view.Chapter
	name           string // of the files
	idle           bool   // there are no records, and nothing to tell
	title, finding string
	text           []document.Block // before the views
}

// chapters returns all chapters.
func chapters(summaries []summary.Summary, o verdict.Overview) (list []chapter) {
	for _, s := range summaries {
		list = append(list, newChapter(s, o))
	}
	return list
}

// blocks returns the chapter as it stands in the report.
func (c chapter) blocks() []document.Block {
	return slices.Concat([]document.Block{document.Part{Title: c.title, Finding: c.finding}}, c.text, c.Blocks)
}

// withoutRepeatedNotes returns blocks, tables without the notes that stand under an earlier
// one.
func withoutRepeatedNotes(blocks []document.Block) (shown []document.Block) {
	var earlierNotes []string
	for _, b := range blocks {
		if t, ok := b.(document.Table); ok {
			t.Notes = summary.Having(t.Notes, func(note string) bool { return !slices.Contains(earlierNotes, note) })
			earlierNotes = append(earlierNotes, t.Notes...)
			b = t
		}
		shown = append(shown, b)
	}
	return shown
}

// chapterTitle is where an experiment stands in the paper.
func chapterTitle(s summary.Summary) string {
	title := summary.Title(s.Experiment)
	if source := s.Experiment.Source; source == summary.Beyond {
		title = strings.TrimSuffix(title, " ("+source+")")
	} else if source != "" {
		title = source + ". " + s.Experiment.Title
	}
	return title
}

// newChapter is what the report says of an experiment.
func newChapter(s summary.Summary, o verdict.Overview) chapter {
	e := s.Experiment
	c := chapter{Chapter: view.Of(s, o), name: e.Name, idle: s.Records == 0, title: chapterTitle(s)}
	if !c.idle {
		c.finding = view.Finding(s, o)
	}
	say := func(text string) {
		if text != "" {
			c.text = append(c.text, document.Paragraph(text))
		}
	}
	first, _, _ := strings.Cut(strings.TrimSpace(e.Description), "\n\n") // more stands with the notes
	say(strings.TrimSpace(first + " " + warned(s.Cells)))
	if e.Table != nil {
		say(tableText(e))
	}
	if !c.idle && s.Records < s.Planned() {
		say(fmt.Sprintf("Partly run: %d of %d repetitions.", s.Records, s.Planned()))
	}
	if failures := failed(s.Cells); failures != nil {
		say("Methods that failed:")
		c.text = append(c.text, document.Bullets(failures))
	}
	say(obstacles(s))
	return c
}

// mostTexts is how many failures of a cell are told; the records have all.
const mostTexts = 20

// failed lists why repetitions of cells failed, and how many.
func failed(cells []summary.Cell) (list []string) {
	for _, c := range cells {
		for i, failure := range c.Failures {
			if i == mostTexts {
				list = append(
					list,
					fmt.Sprintf("%s: and %d more, which the records have", summary.Describe(c.Cell), len(c.Failures)-i),
				)
				break
			}
			list = append(
				list,
				fmt.Sprintf("%s: %s (%d of %d repetitions)", summary.Describe(c.Cell), failure.Text, failure.Count, c.Planned),
			)
		}
	}
	return list
}

// warned counts the warnings of the records.
func warned(cells []summary.Cell) string {
	warnings, repetitions := 0, 0
	for _, c := range cells {
		repetitions += c.Repetitions
		for _, w := range c.Warnings {
			warnings += w.Count
		}
	}
	if warnings == 0 {
		return ""
	}
	return fmt.Sprintf(
		"(%s in %s: drfvi report writes warnings.csv.)", format.Plural(warnings, "warning"),
		format.Plural(repetitions, "repetition"),
	)
}

// warningsCSV lists the warnings of records with how many say so; empty if there are none.
func warningsCSV(summaries []summary.Summary) string {
	rows := [][]string{{"experiment", "cell", "warning", "repetitions", "of"}}
	for _, s := range summaries {
		for _, c := range s.Cells {
			for _, w := range c.Warnings {
				rows = append(
					rows,
					[]string{s.Experiment.Name, summary.Describe(c.Cell), w.Text, fmt.Sprint(w.Count), fmt.Sprint(c.Repetitions)},
				)
			}
		}
	}
	if len(rows) == 1 {
		return ""
	}
	return format.CSV(rows)
}

// obstacles lists why cells could not be run: "Not run: scm20d (data missing)."
func obstacles(s summary.Summary) string {
	var parts []string
	for _, c := range s.Cells {
		if c.NotRun == "" || c.Repetitions > 0 {
			continue
		}
		what := cmp.Or(c.Cell[results.KeyData], summary.Describe(c.Cell))
		parts = summary.Union(parts, what+" ("+c.NotRun+")")
	}
	if len(parts) == 0 {
		return ""
	}
	return "Not run: " + strings.Join(parts, ", ") + "."
}

// notes returns the notes of an experiment that are not printed yet, and marks them as printed.
func notes(s summary.Summary, printed map[string]bool) (facts document.Facts) {
	name := s.Experiment.Name
	_, furtherText, _ := strings.Cut(strings.TrimSpace(s.Experiment.Description), "\n\n")
	notes := []string{furtherText}
	for _, v := range s.Experiment.Variants {
		if v.About != "" {
			notes = append(notes, cmp.Or(v.Title, v.Name)+": "+strings.TrimSpace(v.About))
		}
	}
	for _, note := range append(notes, s.Experiment.Notes...) {
		if note != "" && !printed[note] {
			facts = append(facts, [2]string{name, strings.TrimSpace(note)})
			name, printed[note] = "", true
		}
	}
	return facts
}

// ofPaper reports whether there are experiments of the paper, of which the notes have a part of
// their own.
func ofPaper(summaries []summary.Summary) bool {
	return slices.ContainsFunc(summaries, func(s summary.Summary) bool {
		return !s.BeyondPaper() &&
			!s.Experiment.OfUser()
	})
}

// ofUser reports whether all experiments are the user's.
func ofUser(summaries []summary.Summary) bool {
	return len(summaries) > 0 && !slices.ContainsFunc(
		summaries, func(s summary.Summary) bool { return !s.Experiment.OfUser() },
	)
}

// userTitle is the title of a report on the user's experiments.
func userTitle(summaries []summary.Summary) string {
	if len(summaries) == 1 {
		return summaries[0].Experiment.Title
	}
	return "Importance of inputs"
}

// tableText says what a user's table is, and what repetitions have of it.
func tableText(e results.Experiment) string {
	t := e.Table
	text := fmt.Sprintf("The table has %s, %s and the %s %s; the SHA-256 of its file is %s.",
		format.Plural(t.Rows, "row"), format.Plural(t.Inputs, "input"), format.Noun(
			len(t.Targets), "target",
		), strings.Join(t.Targets, ", "), t.SHA256)
	rows := fmt.Sprintf("%d random rows", t.Used)
	if t.Used == t.Rows {
		rows = "all rows"
	}
	switch {
	case t.Halves:
		return text + fmt.Sprintf(" Each repetition parts %s into random halves: forests are grown on one, and "+
			"their losses are measured on the other. ", rows) + texts.Of("user table, halves")[0]
	case t.Used == t.Rows:
		return text + " All rows are used."
	}
	return text + fmt.Sprintf(" Each repetition has %s, none of them twice. ", rows) + texts.Of("user table, rows")[0]
}
