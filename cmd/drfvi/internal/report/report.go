// Package report has what a command has found as one value: facts for other programs, a
// table, and parts for reading. Text, CSV, JSON and the tables of pages are made from it.
package report

import (
	"fmt"
	"io"
	"strings"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
)

// Report is what a command has found.
type Report struct {
	Parts   []Part // for reading
	Data    Object // for other programs
	Table   Table  // as CSV
	Picture chart.Picture
	// Page returns the report as a page; nil for one that has none.
	Page func() document.Document
	// Warnings are those among the parts, for CSV, which has no room for them.
	Warnings []string
}

// Add adds parts for reading.
func (f *Report) Add(parts ...Part) { f.Parts = append(f.Parts, parts...) }

// View is how a report is shown for reading.
type View struct {
	terminal.Screen
	Top     int  // rows of its tables, 0 for as many as usual
	Verbose bool // whether to tell what numbers mean, and how they were computed
	Quiet   bool // whether to leave out all but the verdict itself and warnings
}

// Part is a part for reading: one of the types below, or a table.
type Part interface {
	write(b *strings.Builder, v View)
}

type (
	// Line is a line as it is, Remark one that is broken on a terminal, Sentence running
	// text, Warnings remarks with that word.
	Line     string
	Remark   string
	Sentence string
	Warnings []string
	// Notes are sentences that help to read the report; "" is left out.
	Notes []string
	// Either is Full for those who want to know it all, Brief for others.
	Either struct {
		Brief Notes
		Full  []Part
	}
	// Break is an empty line.
	Break struct{}
)

func (l Line) write(b *strings.Builder, _ View)     { b.WriteString(format.VisibleLine(string(l)) + "\n") }
func (r Remark) write(b *strings.Builder, v View)   { b.WriteString(v.Remark(string(r))) }
func (s Sentence) write(b *strings.Builder, v View) { b.WriteString(v.Sentence(string(s))) }
func (w Warnings) write(b *strings.Builder, v View) {
	for _, text := range w {
		b.WriteString(v.Warning(text))
	}
}
func (n Notes) write(b *strings.Builder, v View) {
	for _, text := range n {
		if !v.Quiet && text != "" {
			b.WriteString(v.Sentence(text))
		}
	}
}
func (e Either) write(b *strings.Builder, v View) {
	if !v.Verbose {
		e.Brief.write(b, v)
		return
	}
	for _, p := range e.Full {
		p.write(b, v)
	}
}
func (Break) write(b *strings.Builder, _ View) { b.WriteByte('\n') }

// Text returns the report for reading.
func (f *Report) Text(v View) string {
	var b strings.Builder
	for _, p := range f.Parts {
		p.write(&b, v)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// Warned takes the warnings of a report as they are, with settings as they are mentioned.
type Warned interface{ Warn(warnings []string) }

// Formats are those of findings, the default first.
var Formats = []string{"text", "json", "csv"}

// Write writes the report in one of the formats.
func (f *Report) Write(w io.Writer, form string, v View) error {
	if form == "json" {
		if apart, is := w.(Warned); is {
			said, _ := f.Data.Get("warnings").(Said)
			apart.Warn(said)
		}
		return WriteJSON(w, f.Data)
	}
	text := f.Text(v)
	if form == "csv" {
		text = f.Table.CSV()
		if v.Live { // where control characters of names would act
			text = format.Visible(text)
		}
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}
