package reports

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/section"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// chapter is a part of the report, and the files that it is written into as
// well.
type chapter struct {
	name     string // of the files
	idle     bool   // there are no records, and nothing to tell
	title    string
	text     []document.Block // before the figures
	figures  []chart.Figure
	tables   []document.Table
	end      []document.Block
	appendix []chart.Figure
	csv      string
}

// chapters returns all chapters: an experiment each, and retrained beside coupled
// importances.
func chapters(summaries []summary.Summary, o verdict.Overview) []chapter {
	var all []chapter
	for _, s := range summaries {
		all = append(all, experiment(s, o))
	}
	if pairs := section.Spread(summary.EstimatorPairs(summaries)); len(pairs) > 0 {
		all = append(all, chapter{
			name: section.SpreadName, title: "Retrained and coupled: " + pairs.Finding(), text: []document.Block{document.Paragraph(pairs.Text())},
			figures: []chart.Figure{pairs.Figure()}, csv: pairs.CSV(),
		})
	}
	return all
}

// blocks returns the chapter as it stands in the report, without the figures that are
// shown before.
func (c chapter) blocks(shown []chart.Figure) []document.Block {
	blocks := append([]document.Block{document.Part(c.title)}, c.text...)
	for _, f := range c.figures {
		if !f.Aside && !slices.ContainsFunc(shown, func(s chart.Figure) bool { return s.Name == f.Name }) {
			blocks = append(blocks, document.FigureBlock(f))
		}
	}
	var said []string
	for _, t := range c.tables {
		// What stands under one table of a chapter is not said again.
		t.Notes = slices.DeleteFunc(slices.Clone(t.Notes), func(note string) bool { return slices.Contains(said, note) })
		said = append(said, t.Notes...)
		blocks = append(blocks, t)
	}
	return append(blocks, c.end...)
}

// chapterTitle is where an experiment stands in the paper, and what it shows.
func chapterTitle(s summary.Summary, finding string) string {
	e := s.Experiment
	switch {
	case finding == "":
		return summary.Title(e)
	case e.Source == "" || e.Source == summary.Beyond:
		return strings.TrimSuffix(summary.Title(e), " ("+e.Source+")") + ": " + finding
	case s.BeyondPaper():
		return e.Title + ": " + finding
	}
	return e.Source + ": " + finding
}

// experiment is what the report says of an experiment.
func experiment(s summary.Summary, o verdict.Overview) chapter {
	e, of := s.Experiment, section.Of(s, o)
	c := chapter{name: e.Name, title: chapterTitle(s, ""), tables: section.Labelled(e.Name, of.Tables()), csv: s.CSV(of.Rows())}
	if text, _, _ := strings.Cut(strings.TrimSpace(e.Description), "\n\n"); text != "" {
		c.text = append(c.text, document.Paragraph(text)) // more stands with the notes
	}
	if e.Table != nil {
		c.text = append(c.text, document.Paragraph(tableText(e)))
	}
	if s.Records == 0 {
		c.idle = true
	} else {
		c.title, c.figures, c.appendix = chapterTitle(s, of.Finding()), of.Figures(), of.Appendix()
		if s.Records < s.Planned() {
			c.text = append(c.text, document.Paragraph(fmt.Sprintf("Partly run: %d of %d repetitions.", s.Records, s.Planned())))
		}
	}
	var failures, warnings []string
	for _, c := range s.Cells {
		failures = append(failures, counted(c, c.Failures, c.Planned)...)
	}
	warnings = warned(s.Cells)
	if s.Strays > 0 {
		warnings = append(warnings, fmt.Sprintf("%s of cells that the experiment no longer has; left out.", format.Plural(s.Strays, "record")))
	}
	if len(failures) > 0 {
		c.text = append(c.text, document.Paragraph("Methods that failed:"), document.Bullets(failures))
	}
	if text := obstacles(s); text != "" {
		c.text = append(c.text, document.Paragraph(text))
	}
	c.text = append(c.text, of.Text()...)
	if len(warnings) > 0 {
		c.end = []document.Block{document.Section("Warnings"), document.Bullets(warnings)}
	}
	return c
}

// disagreements are the notes of experiments, by experiment.
func disagreements(summaries []summary.Summary) []document.Block {
	var blocks []document.Block
	title := "Where text, code and numbers disagree"
	if !slices.ContainsFunc(summaries, func(s summary.Summary) bool { return !s.BeyondPaper() && !s.Experiment.OfUser() }) {
		title = "Notes"
	}
	count := make(map[string]int)
	var common document.Bullets
	for _, s := range summaries {
		for _, note := range s.Experiment.Notes {
			note = strings.TrimSpace(note)
			if count[note]++; count[note] == 2 {
				common = append(common, note)
			}
		}
	}
	if common != nil {
		blocks = append(blocks, document.Section("Several experiments"), common)
	}
	for _, s := range summaries {
		var notes document.Bullets
		for _, note := range s.Experiment.Notes {
			if note = strings.TrimSpace(note); count[note] == 1 {
				notes = append(notes, note)
			}
		}
		_, more, _ := strings.Cut(strings.TrimSpace(s.Experiment.Description), "\n\n")
		if len(notes) == 0 && more == "" {
			continue
		}
		blocks = append(blocks, document.Section(summary.Title(s.Experiment)))
		if more != "" {
			blocks = append(blocks, document.Paragraph(more))
		}
		if notes != nil {
			blocks = append(blocks, notes)
		}
	}
	if blocks == nil {
		return nil
	}
	return append([]document.Block{document.Part(title)}, blocks...)
}

// mostTexts is how many warnings or failures of a cell are told; the records have all.
const mostTexts = 20

// mostCells is how many cells are named in which records warn of the same.
const mostCells = 3

// warned lists the warnings of cells, those that several share or that differ in numbers alone
// once, with the least and the largest number.
func warned(cells []summary.Cell) (list []string) {
	type warning struct{ cell, text, times string }
	var all []warning
	for _, c := range cells {
		for _, line := range counted(c, c.Warnings, c.Repetitions) {
			cell, text, _ := strings.Cut(line, ": ")
			times := ""
			if at := strings.LastIndex(text, " ("); at >= 0 {
				text, times = text[:at], text[at:]
			}
			all = append(all, warning{cell, text, times})
		}
	}
	for _, of := range summary.Grouped(all, func(w warning) string { return anyNumber.ReplaceAllString(w.text, "0") }) {
		var where, texts []string
		for _, w := range of {
			where, texts = summary.Union(where, w.cell), append(texts, w.text)
		}
		times := of[0].times
		if len(of) > 1 {
			times = "" // they are of several cells or numbers
		}
		if more := len(where) - mostCells; more > 0 {
			where = append(where[:mostCells], "and "+format.Plural(more, "more cell"))
		}
		list = append(list, strings.Join(where, "; ")+": "+spanned(texts)+times)
	}
	return list
}

// anyNumber finds whole numbers of warnings.
var anyNumber = regexp.MustCompile(`\d+`)

// spanned is a text that differs among several in its numbers alone, "1–19" in the place of
// those that do.
func spanned(texts []string) string {
	at := -1
	return anyNumber.ReplaceAllStringFunc(texts[0], func(first string) string {
		at++
		least, most := first, first
		for _, text := range texts {
			n := anyNumber.FindAllString(text, -1)[at]
			if summary.CompareNumbers(n, least) < 0 {
				least = n
			}
			if summary.CompareNumbers(n, most) > 0 {
				most = n
			}
		}
		if least == most {
			return first
		}
		return least + "–" + most
	})
}

// counted lists what records of a cell say, and in how many of n repetitions.
func counted(c summary.Cell, texts []summary.Counted, n int) []string {
	var list []string
	for i, t := range texts {
		if i == mostTexts {
			list = append(list, fmt.Sprintf("%s: and %d more, which the records have", summary.Describe(c.Cell), len(texts)-i))
			break
		}
		list = append(list, fmt.Sprintf("%s: %s (%d of %d repetitions)", summary.Describe(c.Cell), t.Text, t.Count, n))
	}
	return list
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
