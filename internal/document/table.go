package document

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/format"
)

// Table is what every rendering of a table (text, PDF, HTML) is
// made from.
type Table struct {
	// Number is what a table of another's is called, "Table 2"; others are counted.
	Number  string
	Caption string
	Columns []Column
	Rows    []Row
	// Notes are printed under the table.
	Notes []string
	// Open tables are not folded on HTML pages.
	Open bool
}

// Column is a column's head. Neighbours with the same Group that is not empty
// share a head above their names.
type Column struct {
	Group, Name string
	// Left columns hold words, others numbers, aligned right.
	Left bool
	// Long columns hold names, which are shortened on a narrow screen.
	Long bool
	// Wrap allows the column's text to take several lines.
	Wrap bool
}

// Row is a row of cells, or a heading across all columns.
type Row struct {
	Heading string
	Cells   []string
	Mark    Mark
	Marked  int // the cell that an Alarm is about, 0 for the last
	Dot     Dot // drawn on pages, and a bar in text
}

// Dot is a number on a scale from 0, with an interval unless that is empty. The dots of a
// table have one scale; where all are 0 it has none.
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
	Relevant      // a variable that truly matters: bold
	Alarm         // something that differs or is missing
)

// hasGroups reports whether any column has a head above its name.
func (t Table) hasGroups() bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Group != "" })
}

// span is a run of neighbouring columns in one group.
type span struct {
	Group       string
	First, Last int
}

// Width is the number of columns.
func (s span) Width() int { return s.Last - s.First + 1 }

// spans returns the runs of columns that share a group; columns without a
// group are runs of their own.
func (t Table) spans() []span {
	var runs []span
	for i, c := range t.Columns {
		if k := len(runs) - 1; k >= 0 && c.Group != "" && runs[k].Group == c.Group {
			runs[k].Last = i
			continue
		}
		runs = append(runs, span{Group: c.Group, First: i, Last: i})
	}
	return runs
}

// Parts are the table or, where it is too wide for a page, several tables. Each has the first
// column and as many groups of the others as there is room for, without rows that are empty
// there. Their numbers end in letters, and the notes stand under the first.
func (t Table) Parts() (parts []Table) {
	var sides []span
	width := 0.0
	for _, run := range t.spans()[1:] {
		need := 0.0
		for i := run.First; i <= run.Last; i++ {
			need += leastGap + t.least(i)
		}
		if len(sides) == 0 || width+need > textWidth {
			sides, width = append(sides, span{First: run.First}), t.least(0)
		}
		sides[len(sides)-1].Last = run.Last
		width += need
	}
	if len(sides) < 2 {
		return []Table{t}
	}
	for k, side := range sides {
		part := t
		if part.Number != "" {
			part.Number += string(rune('a' + k%26))
		}
		if k > 0 {
			part.Notes = nil
		}
		part.Columns, part.Rows = append([]Column{t.Columns[0]}, t.Columns[side.First:side.Last+1]...), nil
		for _, row := range t.Rows {
			if row.Heading == "" {
				marked := row.marked()
				cells := row.Cells[side.First : side.Last+1]
				if !slices.ContainsFunc(cells, func(text string) bool { return text != format.None }) {
					continue
				}
				row.Cells = append([]string{row.Cells[0]}, cells...)
				row.Marked = min(max(1, marked-side.First+1), len(cells))
			}
			part.Rows = append(part.Rows, row)
		}
		parts = append(parts, part)
	}
	return parts
}

// least is the width of a column on a page, in points: that of its longest cell, or of the longest
// word of its name.
func (t Table) least(column int) (width float64) {
	for _, word := range strings.Fields(t.Columns[column].Name) {
		width = max(width, widthOnPage(word, true))
	}
	for _, row := range t.Rows {
		if column < len(row.Cells) {
			width = max(width, widthOnPage(row.Cells[column], row.Mark != Plain))
		}
	}
	return width
}

func widthOnPage(text string, bold bool) float64 {
	return float64(chart.TextStyle(vg.Length(small.size), bold, chart.Ink).Width(chart.Drawable(text)))
}

// room is the width of a run of columns with gaps between them.
func room[N int | float64](s span, widths []N, gap N) N {
	sum := -gap
	for i := s.First; i <= s.Last; i++ {
		sum += widths[i] + gap
	}
	return sum
}

// short returns the text of a cell as all forms have it: without end only where its column wraps.
func (t Table) short(column int, text string) string {
	if t.Columns[column].Wrap {
		return text
	}
	return format.Shortened(text, format.Longest)
}
