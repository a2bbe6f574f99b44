// Package finding is what a command has found, as one value: facts for other programs, a
// table, and parts for reading. Text, CSV, JSON and the tables of pages are made from it.
package finding

import (
	"fmt"
	"io"
	"strings"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/chart"
	"drfvi/internal/format"
)

// Finding is what a command has found.
type Finding struct {
	Parts   []Part // for reading
	Data    Object // for other programs
	Table   Table  // as CSV
	Picture chart.Picture
}

// Add adds parts for reading.
func (f *Finding) Add(parts ...Part) { f.Parts = append(f.Parts, parts...) }

// View is how a finding is shown for reading.
type View struct {
	terminal.Screen
	Top     int  // rows of its tables, 0 for as many as usual
	Verbose bool // whether to tell how it was computed
}

// Part is a part for reading: one of the types below, or a table.
type Part interface {
	write(b *strings.Builder, v View)
}

type (
	// Line is a line as it is, Remark one that is broken on a terminal, Sentence running
	// text, Warning a remark with that word.
	Line     string
	Remark   string
	Sentence string
	Warning  string
	// Detail is a remark for those who want to know how it was computed.
	Detail string
	// Break is an empty line.
	Break struct{}
)

func (l Line) write(b *strings.Builder, _ View)     { b.WriteString(format.VisibleLine(string(l)) + "\n") }
func (r Remark) write(b *strings.Builder, v View)   { b.WriteString(v.Remark(string(r))) }
func (s Sentence) write(b *strings.Builder, v View) { b.WriteString(v.Sentence(string(s))) }
func (w Warning) write(b *strings.Builder, v View)  { b.WriteString(v.Warning(string(w))) }
func (d Detail) write(b *strings.Builder, v View) {
	if v.Verbose {
		b.WriteString(v.Remark(string(d)))
	}
}
func (Break) write(b *strings.Builder, _ View) { b.WriteByte('\n') }

// Text returns the finding for reading.
func (f *Finding) Text(v View) string {
	var b strings.Builder
	for _, p := range f.Parts {
		p.write(&b, v)
	}
	return b.String()
}

// Formats are those of findings, the default first.
var Formats = []string{"text", "json", "csv"}

// Write writes the finding in one of the formats.
func (f *Finding) Write(w io.Writer, format string, v View) error {
	var err error
	switch format {
	case "json":
		return WriteJSON(w, f.Data)
	case "csv":
		err = f.Table.WriteCSV(w)
	default:
		_, err = io.WriteString(w, f.Text(v))
	}
	if err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}
