package document

import (
	"slices"
	"strings"

	"drfvi/internal/chart"
)

// Measures of tables on pages.
const (
	columnGap   = 9.0
	leastGap    = 5.0
	cellLead    = 11.0
	wrapLead    = 10.0
	headingLead = 15.0 // of a heading within a table
	longTable   = 24   // rows; tables of more may break across pages
	endRows     = 3    // at the start and at the end of a table that breaks, which stand on one page
)

// grid is a table with the places of its columns on a page.
type grid struct {
	Table
	widths []float64
	gap    float64
}

// width is that of columns, with the gaps between them.
func (g grid) width(columns span) float64 { return room(columns, g.widths, g.gap) }

// total is the width of all columns.
func (g grid) total() float64 { return g.width(span{Last: len(g.widths) - 1}) }

// grid chooses the widths of columns. Where texts need more than the page has, names of columns
// break into lines, then gaps shrink, then the widest columns break into lines.
func (p *pages) grid(t Table) grid {
	g := grid{t, make([]float64, len(t.Columns)), columnGap}
	for i, c := range t.Columns {
		g.widths[i] = p.width(c.Name, smallBold)
		for _, row := range t.Rows {
			if i < len(row.Cells) {
				g.widths[i] = max(g.widths[i], p.width(row.Cells[i], row.face(i)))
			}
		}
	}
	for _, run := range t.spans() {
		g.widths[run.Last] += max(0, p.width(run.Group, smallBold)-g.width(run))
	}
	for i := len(g.widths) - 1; i >= 0; i-- {
		g.widths[i] -= max(0, min(g.widths[i]-t.least(i), g.total()-textWidth))
	}
	for g.gap > leastGap && g.total() > textWidth {
		g.gap--
	}
	for g.total() > textWidth+0.01 {
		limit := slices.Max(g.widths) - 1
		for i, width := range g.widths {
			g.widths[i] = min(width, limit)
		}
	}
	return g
}

// table sets a table below its caption and above its notes. One that is not long is on one page if
// it can be. Others break between rows, and repeat their heads.
func (p *pages) table(t Table, label string) {
	g := p.grid(t)
	head := p.tableHead(g)
	lines := slices.Concat(air(10), p.text(strings.TrimSuffix(label+". "+t.Caption, ". "), smallBold, 0), head)
	first := len(lines) + endRows
	for _, row := range t.Rows {
		lines = append(lines, p.tableRow(g, row))
	}
	lines = append(lines, p.ruled(g, 4, 0.9))
	last := endRows + 2
	if notes := strings.Join(t.Notes, " "); notes != "" {
		below := p.text(notes, small, 0)
		lines, last = append(lines, below...), last+len(below)
	}
	lines = append(lines, air(4)...)
	if len(t.Rows) <= longTable && heights(lines) < pageHeight-heights(p.pending) {
		first = len(lines)
	}
	p.place(flow{lines, first, last, append(p.text(label+" (continued)", smallBold, 0), head...)})
}

// ruled is a line with a rule across the table.
func (p *pages) ruled(g grid, height, thickness float64) line {
	return line{height, func(y float64) { p.rule(marginSide, y+1, g.total(), thickness, chart.Ink) }}
}

// tableHead is the rules and names above the columns.
func (p *pages) tableHead(g grid) []line {
	head := []line{p.ruled(g, 2, 0.9)}
	if g.hasGroups() {
		head = append(head, line{cellLead + 2, func(y float64) { p.groups(g, y) }})
	}
	names := make([]string, len(g.Columns))
	for i, c := range g.Columns {
		names[i] = c.Name
	}
	return append(head, p.cells(g, names, func(int) face { return smallBold }), p.ruled(g, 4, 0.5))
}

// groups sets the names of groups above a rule each, in the middle of their columns.
func (p *pages) groups(g grid, y float64) {
	for _, run := range g.spans() {
		if run.Group != "" {
			x, width := marginSide+g.width(span{Last: run.First - 1})+g.gap, g.width(run)
			p.write(run.Group, smallBold, max(x, x+(width-p.width(run.Group, smallBold))/2), y)
			p.rule(x, y+cellLead+1, width, 0.4, chart.Grey)
		}
	}
}

// tableRow is a row, or a heading across all columns.
func (p *pages) tableRow(g grid, row Row) line {
	if row.Heading == "" {
		return p.cells(g, row.Cells, row.face)
	}
	lines := p.split(row.Heading, smallItalic, textWidth)
	return line{headingLead + cellLead*float64(len(lines)-1), func(y float64) {
		for k, text := range lines {
			p.write(text, smallItalic, marginSide, y+headingLead+cellLead*float64(k-1))
		}
	}}
}

// cells sets texts in the columns, words at their left and numbers at their right.
func (p *pages) cells(g grid, texts []string, faces func(i int) face) line {
	cells, highest := make([][]string, len(texts)), 1
	for i, text := range texts {
		cells[i] = p.split(text, faces(i), g.widths[i]+0.1)
		highest = max(highest, len(cells[i]))
	}
	return line{cellLead + wrapLead*float64(highest-1), func(y float64) {
		x := marginSide
		for i, lines := range cells {
			for k, text := range lines {
				indent := 0.0
				if !g.Columns[i].Left {
					indent = g.widths[i] - p.width(text, faces(i))
				}
				p.write(text, faces(i), x+indent, y+wrapLead*float64(k))
			}
			x += g.widths[i] + g.gap
		}
	}}
}

// face is the type of a cell.
func (r Row) face(i int) face {
	switch {
	case r.Mark == Relevant && i == 0:
		return smallBold
	case r.Mark == Alarm && i == r.marked():
		return smallAlarm
	}
	return small
}
