package document

import (
	"math"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"drfvi/internal/format"
)

// Screen is where a table is read as text.
type Screen struct {
	Width  int                      // of a terminal, 0 for files
	Strong func(text string) string // how relevant rows stand out; nil for not at all
}

// Lengths of the longest bar in letters: in files, on a terminal at most, one that names are
// shortened for, and the least that says anything; and the least that names are shortened to,
// for bars and for the width.
const (
	usualBar  = 20
	longBar   = 40
	goodBar   = 10
	shortBar  = 4
	longName  = 24
	shortName = 12
)

const (
	gap      = "  "
	ellipsis = "…"
)

// Text sets the table in aligned columns, with bars where rows have dots. On a terminal it fits
// the width: there the bars, and the longest names, are as long as there is room.
func (t Table) Text(s Screen) string {
	t = t.onLines()
	var b strings.Builder
	if t.Caption != "" {
		b.WriteString(t.Caption + "\n\n")
	}
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = letters(c.Name)
	}
	furthest := 0.0
	for _, row := range t.Rows {
		for i, text := range row.Cells {
			widths[i] = max(widths[i], letters(text))
		}
		furthest = max(furthest, row.Dot.Value)
	}
	for _, run := range t.spans() {
		widths[run.Last] += max(0, letters(run.Group)-room(run, widths, len(gap)))
	}
	bars := furthest > 0 && !t.Columns[len(t.Columns)-1].Left // words at the end leave no room
	longest := usualBar
	if s.Width > 0 {
		if bars {
			t.fit(widths, s.Width-len(gap)-goodBar, longName)
		}
		longest = min(longBar, s.Width-t.fit(widths, s.Width, shortName)-len(gap))
	}
	if t.hasGroups() {
		var cells []string
		for _, run := range t.spans() {
			cells = append(cells, padded(run.Group, room(run, widths, len(gap)), true))
		}
		writeLine(&b, cells)
	}
	line := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		line[i] = padded(c.Name, widths[i], c.Left)
	}
	writeLine(&b, line)
	for i, row := range t.Rows {
		if row.Heading != "" {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(row.Heading + "\n")
			continue
		}
		for j, text := range row.Cells {
			if t.Columns[j].Long {
				text = shortened(text, widths[j])
			}
			line[j] = padded(text, widths[j], t.Columns[j].Left)
			if row.Mark == Relevant && t.Columns[j].Long && s.Strong != nil {
				line[j] = strings.Replace(line[j], text, s.Strong(text), 1)
			}
		}
		if bars && longest >= shortBar {
			writeLine(&b, append(slices.Clone(line), bar(row.Dot.Value/furthest, longest)))
		} else {
			writeLine(&b, line)
		}
	}
	if len(t.Notes) > 0 {
		b.WriteByte('\n')
	}
	for _, note := range t.Notes {
		b.WriteString(note + "\n")
	}
	return b.String()
}

// onLines returns the table with cells that stay on their line and in their column.
func (t Table) onLines() Table {
	t.Caption = format.Visible(t.Caption)
	t.Rows, t.Notes = slices.Clone(t.Rows), slices.Clone(t.Notes)
	for i, row := range t.Rows {
		t.Rows[i].Heading = format.VisibleLine(row.Heading)
		t.Rows[i].Cells = slices.Clone(row.Cells)
		for j, text := range row.Cells {
			t.Rows[i].Cells[j] = t.short(j, format.VisibleLine(text))
		}
	}
	for i, note := range t.Notes {
		t.Notes[i] = format.Visible(note)
	}
	return t
}

// fit makes names narrower, but not than so many letters, until all columns fit into
// width, and returns how wide they are together.
func (t Table) fit(widths []int, width, least int) int {
	total := room(span{Last: len(widths) - 1}, widths, len(gap))
	for j, c := range t.Columns {
		if c.Long {
			spare := max(0, widths[j]-max(least, letters(c.Name)))
			cut := min(spare, max(0, total-width))
			widths[j] -= cut
			total -= cut
		}
	}
	return total
}

// letters is the number of places that a text takes on a screen.
func letters(text string) int { return uniseg.StringWidth(text) }

// shortened takes as much from the middle of a text as is too much for the width.
func shortened(text string, width int) string {
	if letters(text) <= width {
		return text
	}
	var graphemes []string
	for g := uniseg.NewGraphemes(text); g.Next(); {
		graphemes = append(graphemes, g.Str())
	}
	for head, tail := len(graphemes)/2, (len(graphemes)+1)/2; ; {
		short := strings.Join(graphemes[:head], "") + ellipsis + strings.Join(graphemes[tail:], "")
		switch {
		case letters(short) <= width:
			return short
		case head > len(graphemes)-tail:
			head--
		default:
			tail++
		}
	}
}

// bar returns the bar of a share, in steps of half a letter.
func bar(share float64, longest int) string {
	if !(share > 0) {
		return ""
	}
	halves := int(math.Round(2 * float64(longest) * share))
	return strings.Repeat("█", halves/2) + strings.Repeat("▌", halves%2)
}

// padded fills text up to a width.
func padded(text string, width int, isLeft bool) string {
	fill := strings.Repeat(" ", max(0, width-letters(text)))
	if isLeft {
		return text + fill
	}
	return fill + text
}

// writeLine writes cells without trailing spaces.
func writeLine(b *strings.Builder, cells []string) {
	b.WriteString(strings.TrimRight(strings.Join(cells, gap), " ") + "\n")
}
