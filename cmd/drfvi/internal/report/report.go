// Package report has what a command has found as one value: a headline, sections of tables and
// notes, and facts for other programs. Text, CSV, JSON and pages are made from it, here and nowhere
// else.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/internal/version"
)

// Report is what a command has found.
type Report struct {
	Title, Of string // what it is, and from which rows or settings
	File      string // the table, for pages
	// Share says how much is explained, before the headline, which says what was found, in a line
	// or several. Remarks belong to them.
	Share, Headline string
	Remarks         []string
	Sections        []Section
	// Notes help to read the sections, Legend in a few words what Meaning says to those who want to
	// know it all.
	Notes, Meaning []string
	Legend         string
	// Lines stay whole in a file, so that they can be searched for, as Warnings do.
	Lines, Warnings []string
	// Settings are what the numbers depend on and Choices those that are not so by default; Computed
	// says what work that was, and Elapsed how long it took.
	Settings, Choices []string
	Computed          string
	Elapsed           time.Duration

	Data  Object // for other programs
	Table Table  // as CSV
	// Picture is that of --plot, Figures those that a page has behind the sections' notes.
	Picture chart.Picture
	Figures []Figure
}

// Section is a table with what belongs to it. One with a title is a part of its own on a page,
// where figures stand in the place of the table if it has any.
type Section struct {
	Title   string
	Head    string // the line above the table
	Caption string // of pages, where there is no line above
	Table   Table  // none without columns
	Figures []Figure
	Notes   []string
}

// Figure is a picture with the name of its file, without extension, and what a page says under it.
type Figure struct {
	Name    string
	Picture chart.Picture
	Caption string
}

// View is how a report is shown for reading.
type View struct {
	terminal.Screen
	Top     int  // rows of its tables, 0 for as many as usual
	Verbose bool // whether to tell what numbers mean, and how they were computed
	Quiet   bool // whether to leave out all but the result itself and warnings
}

// Text returns the report for reading.
func (r *Report) Text(v View) string {
	var b strings.Builder
	sentences := func(texts ...string) {
		for _, text := range texts {
			if text != "" {
				b.WriteString(v.Sentence(text))
			}
		}
	}
	notes := func(texts ...string) {
		if !v.Quiet {
			sentences(texts...)
		}
	}
	title := r.Title
	if r.Of != "" {
		title += " (" + r.Of + ")"
	}
	b.WriteString(v.Remark(title))
	sentences(strings.Split(strings.TrimSpace(r.Share+" "+r.Headline), "\n")...)
	notes(r.Remarks...)
	b.WriteByte('\n')
	for _, s := range r.Sections {
		if s.Table.Columns == nil && s.Notes == nil {
			continue
		}
		if s.Head != "" {
			b.WriteString(v.Remark(s.Head))
		}
		s.Table.write(&b, v)
		notes(s.Notes...)
		b.WriteByte('\n')
	}
	notes(r.Notes...)
	if v.Verbose {
		sentences(r.Meaning...)
	} else {
		notes(r.Legend)
	}
	for _, text := range r.Lines {
		b.WriteString(v.Remark(text))
	}
	for _, text := range r.Warnings {
		b.WriteString(v.Warning(text))
	}
	took := terminal.Duration(r.Elapsed)
	switch {
	case r.Settings == nil:
	case v.Verbose:
		b.WriteString(v.Remark(strings.Join(append(slices.Clone(r.Settings), took), ", ")))
		if r.Computed != "" {
			b.WriteString(v.Remark("computed: " + r.Computed))
		}
	default:
		notes(strings.Join(append(slices.Clone(r.Choices), took), ", ") + ". See also --verbose and drfvi help reading.")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// Warned takes the warnings of a report as they are, with settings as they are mentioned.
type Warned interface{ Warn(warnings []string) }

// Formats are those of reports, the default first.
var Formats = []string{"text", "json", "csv"}

// Write writes the report in one of the formats.
func (r *Report) Write(w io.Writer, form string, v View) error {
	if form == "json" {
		if warned, is := w.(Warned); is {
			warnings, _ := r.Data.Get("warnings").(Said)
			warned.Warn(warnings)
		}
		return WriteJSON(w, r.Data)
	}
	text := r.Text(v)
	if form == "csv" {
		text = r.Table.CSV()
		if v.Live { // where control characters of names would act
			text = format.Visible(text)
		}
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}

// Page returns the report as a page: what was found and the tables of it, then parts that have
// titles, and folded what the numbers mean and depend on. It has no time in it, so that the
// same command writes the same bytes.
func (r *Report) Page() document.Document {
	d := document.Document{
		Title: r.Title, Subtitle: strings.Trim(r.File+", "+r.Of, ", "), Data: r.Data.Without("elapsed_seconds"),
	}
	for _, text := range append([]string{r.Share}, strings.Split(r.Headline, "\n")...) {
		if text != "" {
			d.Add(document.Lead(text))
		}
	}
	d.Add(paragraphs(slices.Concat(r.Remarks, r.Notes))...)
	d.Add(blocks(r.Figures)...)
	for _, s := range r.Sections {
		if s.Title == "" {
			d.Add(s.page()...)
		}
	}
	if len(r.Warnings) > 0 {
		d.Add(document.Section("Warnings"), document.Bullets(Said(r.Warnings).words()))
	}
	d.Add(document.Contents{})
	for _, s := range r.Sections {
		if s.Title != "" {
			d.Add(document.Part{Title: s.Title})
			d.Add(s.page()...)
		}
	}
	if len(r.Meaning) > 0 {
		d.Add(document.Part{Title: "What the numbers mean", Folded: true}, document.Bullets(r.Meaning))
	}
	settings := append(document.Bullets(slices.Clone(r.Settings)), "drfvi "+version.Program)
	if r.Computed != "" {
		settings = append(settings, "computed: "+r.Computed)
	}
	d.Add(document.Part{Title: "Settings", Folded: true}, settings)
	return d
}

// page returns the section as parts of a page.
func (s Section) page() []document.Block {
	parts := paragraphs(s.Notes)
	if s.Table.Columns != nil && (s.Title == "" || s.Figures == nil) {
		caption := s.Caption
		if s.Head != "" {
			caption = s.Head
		}
		parts = append(parts, s.Table.Page(caption))
	}
	return append(parts, blocks(s.Figures)...)
}

func paragraphs(texts []string) (blocks []document.Block) {
	for _, text := range texts {
		if text != "" {
			blocks = append(blocks, document.Paragraph(text))
		}
	}
	return blocks
}

// panelWidth is the width of a figure of one panel on a page, if its names have room: one that
// phones have room for.
const panelWidth = 350

// blocks are figures on a page.
func blocks(figures []Figure) (figureBlocks []document.Block) {
	for _, f := range figures {
		drawn := f.Picture.Figure()
		drawn.Caption = f.Caption
		if len(drawn.Plots) == 1 && len(drawn.Plots[0]) == 1 {
			drawn.Width = max(drawn.Least, min(drawn.Width, panelWidth))
		}
		figureBlocks = append(figureBlocks, document.FigureBlock(drawn))
	}
	return figureBlocks
}
