package document

import (
	"slices"

	"drfvi/internal/format"
)

// Table is what every rendering of a table (text, LaTeX, PDF, HTML) is
// made from.
type Table struct {
	// Label names it in LaTeX, without prefix.
	Label string
	// Number is what a table of another's is called, "Table 2"; others are counted.
	Number  string
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
