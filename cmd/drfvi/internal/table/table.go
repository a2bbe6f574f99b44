// Package table writes the tables that commands show: cells below each other, with
// bars, as wide as the screen allows and as long as the user wants.
package table

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/format"
)

// Table is a table with a head.
type Table struct {
	Head []string
	Left int // columns aligned left; the others are aligned right
	Name int // the column of names, which are shortened on a narrow screen
	Rows []Row
	Bars bool // whether there are any
	// Words tells that the last column is aligned left too.
	Words bool
}

// Row is a row of a table.
type Row struct {
	Cells  []string
	Bar    float64 // length, as a share of the longest
	Strong bool    // its name stands out
}

// Add adds a row without a bar.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, Row{Cells: cells}) }

// Lengths of the longest bar in letters: in files, on a terminal at most, one that
// names are shortened for, and the least that says anything; and the least that names
// are shortened to, for bars and for the width.
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

// Write writes the table for a screen. On a terminal it fits the width: there the
// bars, and the longest names, are as long as there is room.
func (t Table) Write(b *strings.Builder, s terminal.Screen) {
	t = t.printable()
	widths := t.widths()
	longest := usualBar
	if s.Live {
		if t.Bars {
			t.fit(widths, s.Width-len(gap)-goodBar, longName)
		}
		longest = min(longBar, s.Width-t.fit(widths, s.Width, shortName)-len(gap))
	}
	t.line(b, s, Row{Cells: t.Head}, widths, 0)
	for _, row := range t.Rows {
		t.line(b, s, row, widths, longest)
	}
}

// printable returns the table with cells that do nothing to the terminal.
func (t Table) printable() Table {
	t.Rows = slices.Clone(t.Rows)
	for i, row := range t.Rows {
		t.Rows[i].Cells = slices.Clone(row.Cells)
		for j, cell := range row.Cells {
			t.Rows[i].Cells[j] = format.VisibleLine(cell)
		}
	}
	return t
}

// widths returns how wide the columns are.
func (t Table) widths() []int {
	widths := make([]int, len(t.Head))
	for j, title := range t.Head {
		widths[j] = letters(title)
		for _, row := range t.Rows {
			widths[j] = max(widths[j], letters(row.Cells[j]))
		}
	}
	return widths
}

// fit makes the names narrower, but not than so many letters, until all columns fit
// into width, and returns how wide they are together.
func (t Table) fit(widths []int, width, least int) int {
	total := len(gap) * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	spare := max(0, widths[t.Name]-max(least, letters(t.Head[t.Name])))
	less := min(spare, max(0, total-width))
	widths[t.Name] -= less
	return total - less
}

// line writes a row, with a bar of at most longest letters.
func (t Table) line(b *strings.Builder, s terminal.Screen, row Row, widths []int, longest int) {
	var line strings.Builder
	for j, cell := range row.Cells {
		if j > 0 {
			line.WriteString(gap)
		}
		if j == t.Name {
			cell = shortened(cell, widths[j])
		}
		blank := strings.Repeat(" ", widths[j]-letters(cell))
		if row.Strong && j == t.Name {
			cell = s.Strong(cell)
		}
		if j < t.Left || t.Words && j == len(row.Cells)-1 {
			line.WriteString(cell + blank)
		} else {
			line.WriteString(blank + cell)
		}
	}
	if t.Bars && longest >= shortBar {
		line.WriteString(gap + bar(row.Bar, longest))
	}
	b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
}

// letters is the number of places that a text takes on a screen.
func letters(text string) int { return uniseg.StringWidth(text) }

// shortened takes as much from the middle of a text as is too much for the width.
func shortened(text string, width int) string {
	if letters(text) <= width {
		return text
	}
	var all []string
	for g := uniseg.NewGraphemes(text); g.Next(); {
		all = append(all, g.Str())
	}
	for head, tail := len(all)/2, (len(all)+1)/2; ; {
		short := strings.Join(all[:head], "") + ellipsis + strings.Join(all[tail:], "")
		switch {
		case letters(short) <= width:
			return short
		case head > len(all)-tail:
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

// Rows of long tables: how many are shown of more than so many, unless the user says.
const (
	many = 40
	few  = 30
)

// Shown is how many of n rows are shown to a user who wants top of them: 0 for no
// wish.
func Shown(n, top int) int {
	if top == 0 && n > many {
		return few
	}
	if top == 0 {
		return n
	}
	return min(top, n)
}

// LeftOut says how many inputs are left out of a table, what is to be known about
// them, and how to see them; nothing if there are none.
func LeftOut(inputs int, about string) string {
	if inputs == 0 {
		return ""
	}
	return fmt.Sprintf("and %s%s; --top all shows all, --format csv and json have them", format.Plural(inputs, "more input"), about)
}
