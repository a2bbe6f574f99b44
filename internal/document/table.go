package document

import (
	"slices"
	"strings"
	"unicode/utf8"

	"drfvi/internal/format"
)

// Table is what every rendering of a table (text, Markdown, LaTeX, PDF) is
// made from.
type Table struct {
	// Label names it in LaTeX, without prefix.
	Label   string
	Caption string
	Columns []Column
	Rows    []Row
	// Notes are printed under the table.
	Notes []string
	// Long tables may break across pages.
	Long bool
	// Open tables are not folded on HTML pages.
	Open bool
}

// Column is a column's head. Neighbours with the same Group that is not empty
// share a head above their names.
type Column struct {
	Group, Name string
	// Left columns hold words, others numbers, aligned right.
	Left bool
	// Wrap allows the column's text to take several lines.
	Wrap bool
	// Minor columns are left out where there is little room.
	Minor bool
}

// Columns returns columns of numbers that share a head above their names.
func Columns(group string, names ...string) []Column {
	columns := make([]Column, len(names))
	for i, name := range names {
		columns[i] = Column{Group: group, Name: name}
	}
	return columns
}

// Row is a row of cells, or a heading across all columns.
type Row struct {
	Heading string
	Cells   []string
	Mark    Mark
	Marked  int  // the cell that an Alarm is about, 0 for the last
	Dot     *Dot // of forms that draw them; nil for none
}

// Listing is a table of rows of a kind, whose columns say what they show of one.
type Listing[R any] struct {
	Table
	cells []func(R) string
}

// Column adds a column.
func (l *Listing[R]) Column(head Column, cell func(R) string) {
	l.Columns, l.cells = append(l.Columns, head), append(l.cells, cell)
}

// Row adds a row, and returns it for marks.
func (l *Listing[R]) Row(of R) *Row {
	cells := make([]string, len(l.cells))
	for i, cell := range l.cells {
		cells[i] = cell(of)
	}
	l.Rows = append(l.Rows, Row{Cells: cells})
	return &l.Rows[len(l.Rows)-1]
}

// Dot is a number on a scale from 0, with an interval unless that is empty. The dots of a
// table have one scale.
type Dot struct{ Value, Low, High float64 }

// marked is the cell that an alarm is about.
func (r Row) marked() int {
	if r.Marked > 0 {
		return r.Marked
	}
	return len(r.Cells) - 1
}

// Mark says how a row stands out.
type Mark byte

// The marks of rows.
const (
	Plain    Mark = iota
	Relevant      // a variable that truly matters: bold, or a star in plain text
	Alarm         // something that differs or is missing
)

// head is a column head: a name and the group above it, if any.
func (c Column) head() string {
	if c.Group == "" {
		return c.Name
	}
	return strings.TrimSpace(c.Group + " " + c.Name)
}

// hasGroups reports whether any column has a head above its name.
func (t Table) hasGroups() bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Group != "" })
}

// span is a run of neighbouring columns in one group.
type span struct {
	group       string
	first, last int
}

// spans returns the runs of columns that share a group; columns without a
// group are runs of their own.
func (t Table) spans() []span {
	var runs []span
	for i, c := range t.Columns {
		if k := len(runs) - 1; k >= 0 && c.Group != "" && runs[k].group == c.Group {
			runs[k].last = i
			continue
		}
		runs = append(runs, span{group: c.Group, first: i, last: i})
	}
	return runs
}

// room is the width of a run of columns with gaps between them.
func room[N int | float64](s span, widths []N, gap N) N {
	sum := -gap
	for i := s.first; i <= s.last; i++ {
		sum += widths[i] + gap
	}
	return sum
}

// Text renders the table in aligned columns for a terminal. Wrapping columns
// are not wrapped: they come last. Names that would make every line too long are
// shortened.
func (t Table) Text() string {
	t = t.onLines()
	var b strings.Builder
	if t.Caption != "" {
		b.WriteString(t.Caption + "\n\n")
	}
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = utf8.RuneCountInString(c.Name)
	}
	for _, row := range t.Rows {
		for i, text := range row.textCells() {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	const gap = "  "
	runs := t.spans()
	for _, run := range runs {
		if short := utf8.RuneCountInString(run.group) - room(run, widths, len(gap)); short > 0 {
			widths[run.last] += short
		}
	}
	if t.hasGroups() {
		var cells []string
		for _, run := range runs {
			cells = append(cells, pad(run.group, room(run, widths, len(gap)), false))
		}
		writeLine(&b, cells, gap)
	}
	line := make([]string, len(t.Columns))
	rule := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		line[i] = pad(c.Name, widths[i], !c.Left)
		rule[i] = strings.Repeat("-", widths[i])
	}
	writeLine(&b, line, gap)
	writeLine(&b, rule, gap)
	for i, row := range t.Rows {
		if row.Heading != "" {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(row.Heading + "\n")
			continue
		}
		for i, text := range row.textCells() {
			line[i] = pad(text, widths[i], !t.Columns[i].Left)
		}
		writeLine(&b, line, gap)
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

// short returns the text of a cell as all forms have it: without end only where its column wraps.
func (t Table) short(column int, text string) string {
	if t.Columns[column].Wrap {
		return text
	}
	return format.Shortened(text, format.Longest)
}

// textCells returns the cells of a row for plain text: a star marks relevant
// variables.
func (r Row) textCells() []string {
	if r.Mark != Relevant || len(r.Cells) == 0 {
		return r.Cells
	}
	return append([]string{r.Cells[0] + " *"}, r.Cells[1:]...)
}

// pad fills text up to a width in letters.
func pad(text string, width int, right bool) string {
	fill := strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
	if right {
		return fill + text
	}
	return text + fill
}

// writeLine writes cells without trailing spaces.
func writeLine(b *strings.Builder, cells []string, gap string) {
	b.WriteString(strings.TrimRight(strings.Join(cells, gap), " ") + "\n")
}
