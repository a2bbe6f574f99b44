package finding

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/format"
)

// line is a row for reading.
type line struct {
	cells  []string
	bar    float64 // length, as a share of the longest
	strong bool
}

// countStrong says how many of some rows stand out.
func (t Table) countStrong(rows []int) string {
	n := 0
	for _, row := range rows {
		if t.strong(row) {
			n++
		}
	}
	if n == 0 {
		return "none"
	}
	return strconv.Itoa(n)
}

// grid are the lines of a table below their head, with bars where there are any.
type grid struct {
	columns []Column
	head    line
	lines   []line
	bars    bool
}

// shown returns the columns for reading.
func (t Table) shown() []Column {
	return slices.DeleteFunc(t.filled(), func(c Column) bool { return c.Form == nil && c.Text == nil })
}

// order returns the rows in the order for reading.
func (t Table) order() []int {
	if t.Order != nil {
		return t.Order
	}
	all := make([]int, t.Rows)
	for row := range all {
		all[row] = row
	}
	return all
}

// cells returns a row for reading.
func (t Table) cells(row int) []string {
	var cells []string
	for _, c := range t.shown() {
		text := ""
		if c.Text != nil {
			text = c.Text(row)
		} else if cell := c.Cell(row); cell != nil {
			text = c.Form(cell)
		}
		cells = append(cells, text)
	}
	return cells
}

// write writes the table for reading. On a terminal it fits the width: there the bars,
// and the longest names, are as long as there is room.
func (t Table) write(b *strings.Builder, v View) {
	order := t.order()
	n := len(order)
	if t.Cut {
		n = t.First + rowsOf(len(order)-t.First, v.Top)
		if v.Top == 0 {
			n = max(n, min(t.Least, len(order)))
		}
	}
	g := grid{columns: t.shown()}
	for _, c := range g.columns {
		g.head.cells = append(g.head.cells, c.Title)
	}
	longest := 0.0
	for _, bar := range t.Bars {
		longest = max(longest, bar.Value)
	}
	g.bars = longest > 0 && !g.columns[len(g.columns)-1].Left // words at the end leave no room
	for _, row := range order[:n] {
		l := line{cells: t.cells(row), strong: t.strong(row)}
		for j, cell := range l.cells {
			l.cells[j] = format.VisibleLine(cell)
			if g.columns[j].Long {
				l.cells[j] = format.Shortened(l.cells[j], format.Longest)
			}
		}
		if g.bars {
			l.bar = t.Bars[row].Value / longest
		}
		g.lines = append(g.lines, l)
	}
	g.write(b, v.Screen)
	if left := order[n:]; len(left) > 0 && t.Noun != "" {
		about := ""
		if t.StrongAre != "" {
			about = fmt.Sprintf(", %s of them %s", t.countStrong(left), t.StrongAre)
		}
		b.WriteString(v.Remark(fmt.Sprintf("and %s%s; --top all shows all, --format csv and json have them", format.Plural(len(left), "more "+t.Noun), about)))
	}
}

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

// write writes the grid for a screen.
func (g grid) write(b *strings.Builder, s terminal.Screen) {
	widths := g.widths()
	longest := usualBar
	if s.Live {
		if g.bars {
			g.fit(widths, s.Width-len(gap)-goodBar, longName)
		}
		longest = min(longBar, s.Width-g.fit(widths, s.Width, shortName)-len(gap))
	}
	g.line(b, s, g.head, widths, 0)
	for _, l := range g.lines {
		g.line(b, s, l, widths, longest)
	}
}

// widths returns how wide the columns are.
func (g grid) widths() []int {
	widths := make([]int, len(g.columns))
	for _, l := range append(g.lines, g.head) {
		for j, cell := range l.cells {
			widths[j] = max(widths[j], letters(cell))
		}
	}
	return widths
}

// fit makes names narrower, but not than so many letters, until all columns fit into
// width, and returns how wide they are together.
func (g grid) fit(widths []int, width, least int) int {
	total := len(gap) * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for j, c := range g.columns {
		if c.Long {
			spare := max(0, widths[j]-max(least, letters(c.Title)))
			less := min(spare, max(0, total-width))
			widths[j] -= less
			total -= less
		}
	}
	return total
}

// line writes a line, with a bar of at most longest letters.
func (g grid) line(b *strings.Builder, s terminal.Screen, l line, widths []int, longest int) {
	var text strings.Builder
	for j, cell := range l.cells {
		if j > 0 {
			text.WriteString(gap)
		}
		if g.columns[j].Long {
			cell = shortened(cell, widths[j])
		}
		blank := strings.Repeat(" ", widths[j]-letters(cell))
		if l.strong && g.columns[j].Long {
			cell = s.Strong(cell)
		}
		if g.columns[j].Left {
			text.WriteString(cell + blank)
		} else {
			text.WriteString(blank + cell)
		}
	}
	if g.bars && longest >= shortBar {
		text.WriteString(gap + bar(l.bar, longest))
	}
	b.WriteString(strings.TrimRight(text.String(), " ") + "\n")
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

// rowsOf is how many of n rows are shown to a user who wants top of them, 0 for any.
func rowsOf(n, top int) int {
	switch {
	case top > 0:
		return min(top, n)
	case n > many:
		return few
	}
	return n
}
