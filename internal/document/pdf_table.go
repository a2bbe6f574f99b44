package document

import (
	"slices"
	"strings"

	"drfvi/internal/chart"
)

// Measures of tables on pages.
const (
	columnGap  = 9.0
	leastGap   = 5.0
	cellLead   = 11.0
	wrapLead   = 10.0
	leastWords = 90.0 // the least width of a column that wraps
	longTable  = 24   // rows; tables of more may break across pages
	firstRows  = 3    // of a table that breaks, which stand on one page, as do its last ones
	lastRows   = 3
	headRoom   = 90.0 // for the caption, the head and the notes of a table
)

// setTable is a table with the widths that it is set in.
type setTable struct {
	Table
	gap    float64 // between columns
	widths []float64
}

// fit chooses the widths of columns: of names and numbers as they need, of those that wrap what
// is left, by how much each has to say. Columns are nearer to each other, and their names broken
// into lines, where that is enough for the page; where it is not, all wrap.
func (l *layout) fit(t Table) setTable {
	n := len(t.Columns)
	set := setTable{t, columnGap, make([]float64, n)}
	set.Columns = slices.Clone(t.Columns)
	total, said, words := 0.0, make([]float64, n), 0.0
	for i, c := range t.Columns {
		set.widths[i] = l.wide(c.Name, smallBold)
		for _, row := range t.Rows {
			if i < len(row.Cells) {
				width := l.wide(row.Cells[i], row.face(i))
				set.widths[i] = max(set.widths[i], width)
				said[i] += width
			}
		}
		if set.Columns[i].Wrap = c.Wrap || set.widths[i] > textWidth/2; set.Columns[i].Wrap {
			words += said[i]
		} else {
			total += set.widths[i]
		}
	}
	left := textWidth - columnGap*float64(n-1) - total
	for i, c := range set.Columns {
		if c.Wrap {
			set.widths[i] = min(set.widths[i], max(left*said[i]/words, leastWords))
		}
	}
	for _, run := range t.spans() {
		if short := l.wide(run.Group, smallBold) - room(run, set.widths, columnGap); short > 0 {
			set.widths[run.Last] += short
		}
	}
	for i := n - 1; i >= 0 && set.width() > textWidth; i-- {
		if !set.Columns[i].Wrap {
			set.widths[i] = max(t.least(i), set.widths[i]-(set.width()-textWidth))
		}
	}
	for set.gap > leastGap && set.width() > textWidth {
		set.gap--
	}
	if wide := set.width(); wide > textWidth {
		gaps := set.gap * float64(n-1)
		for i := range set.widths {
			set.Columns[i].Wrap = true
			set.widths[i] *= (textWidth - gaps) / (wide - gaps)
		}
	}
	return set
}

// width is that of all columns.
func (t setTable) width() float64 { return room(span{Last: len(t.widths) - 1}, t.widths, t.gap) }

// table adds a table where it stands. One that is not long is on one page if it can be; others
// break between rows, and repeat their heads.
func (l *layout) table(table Table, label string) {
	t := l.fit(table)
	first := l.text(strings.TrimSuffix(label+". "+table.Caption, ". "), smallBold, 10, 0)
	l.keepAll(first)
	head := l.tableHead(t)
	l.flow = append(l.flow, head)
	again := []piece{{height: small.lead + 2, draw: func(y float64) { l.write(label+" (continued)", smallBold, marginSide, y) }}, head}
	rows, height := make([]piece, len(table.Rows)), 0.0
	for i, row := range table.Rows {
		rows[i] = l.tableRow(t, row)
		rows[i].again = again
		height += rows[i].height
	}
	for i, row := range table.Rows {
		rows[i].keep = row.Heading != "" || i < firstRows || i >= len(rows)-lastRows || len(rows) <= longTable && height < pageRoom-headRoom
	}
	l.flow = append(l.flow, rows...)
	l.flow = append(l.flow, piece{height: 4, draw: func(y float64) { l.rule(marginSide, y+1, t.width(), 0.9, chart.Ink) }})
	if notes := strings.Join(table.Notes, " "); notes != "" {
		l.flow[len(l.flow)-1].keep = true
		l.keepAll(l.text(notes, small, 0, 0))
	}
	last := &l.flow[len(l.flow)-1]
	last.keep, last.height = false, last.height+4
}

// tableHead is the rules and names above the columns.
func (l *layout) tableHead(t setTable) piece {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	heads := t
	heads.Columns = slices.Clone(t.Columns)
	for i := range heads.Columns {
		heads.Columns[i].Wrap = true
	}
	below := l.cells(heads, names, func(int) face { return smallBold })
	groups := 0.0
	if t.hasGroups() {
		groups = cellLead + 2
	}
	return piece{height: 2 + groups + below.height + 4, keep: true, draw: func(y float64) {
		l.rule(marginSide, y, t.width(), 0.9, chart.Ink)
		for _, run := range t.spans() {
			if run.Group != "" {
				from, width := marginSide+room(span{Last: run.First - 1}, t.widths, t.gap)+t.gap, room(run, t.widths, t.gap)
				l.write(run.Group, smallBold, max(from, from+(width-l.wide(run.Group, smallBold))/2), y+2)
				l.rule(from, y+cellLead+3, width, 0.4, chart.Grey)
			}
		}
		below.draw(y + 2 + groups)
		l.rule(marginSide, y+2+groups+below.height+1, t.width(), 0.5, chart.Ink)
	}}
}

// tableRow is a row, or a heading across all columns.
func (l *layout) tableRow(t setTable, row Row) piece {
	if row.Heading == "" {
		return l.cells(t, row.Cells, row.face)
	}
	lines := l.lines(row.Heading, smallItalic, textWidth)
	return piece{height: float64(len(lines)) * cellLead, above: 4, draw: func(y float64) {
		for k, line := range lines {
			l.write(line, smallItalic, marginSide, y+float64(k)*cellLead)
		}
	}}
}

// cells sets texts in the columns, words at their left and numbers at their right.
func (l *layout) cells(t setTable, texts []string, faces func(i int) face) piece {
	cells, most := make([][]string, len(texts)), 1
	for i, text := range texts {
		if cells[i] = []string{text}; t.Columns[i].Wrap {
			cells[i] = l.lines(text, faces(i), t.widths[i]+0.1)
			most = max(most, len(cells[i]))
		}
	}
	return piece{height: cellLead + float64(most-1)*wrapLead, draw: func(y float64) {
		x := marginSide
		for i, lines := range cells {
			for n, line := range lines {
				at := x
				if !t.Columns[i].Left {
					at += t.widths[i] - l.wide(line, faces(i))
				}
				l.write(line, faces(i), at, y+float64(n)*wrapLead)
			}
			x += t.widths[i] + t.gap
		}
	}}
}

// face is the type of a cell.
func (r Row) face(i int) face {
	switch {
	case r.Mark == Relevant && i == 0:
		return smallBold
	case r.Mark == Alarm && i == r.marked():
		alarm := smallBold
		alarm.colour = chart.Vermilion
		return alarm
	}
	return small
}
