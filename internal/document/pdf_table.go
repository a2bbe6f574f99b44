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
	cellLead   = 11.5
	wrapLead   = 10.0
	leastWords = 90.0  // the least width of a column that wraps
	lastRows   = 3     // of a table that breaks, which stand on one page
	mostWidth  = 530.0 // of a table that goes beyond the text on both sides
	headRoom   = 90.0  // for the caption, the head and the notes of a table
)

// setTable is a table with the widths that it is set in. Where it is wider than the page, it is
// set as several, below each other, that all have its first column.
type setTable struct {
	Table
	columns []int   // that are set
	gap     float64 // between them
	widths  []float64
	// points are the widths behind the decimal point of columns of numbers, with it.
	points []float64
}

// fit chooses the widths of columns: of names and numbers as they need, of those that wrap what
// is left, by how much each has to say. Columns are nearer to each other where that is enough for
// the page.
func (l *layout) fit(t Table) setTable {
	n := len(t.Columns)
	set := setTable{Table: t, gap: columnGap, widths: make([]float64, n), points: make([]float64, n)}
	set.Columns = slices.Clone(t.Columns)
	total, said, words := 0.0, make([]float64, n), 0.0
	for i, c := range t.Columns {
		set.columns = append(set.columns, i)
		before := 0.0
		for _, row := range t.Rows {
			if i < len(row.Cells) {
				head, tail := l.parted(row.Cells[i], row.face(i), c)
				before, set.points[i] = max(before, head), max(set.points[i], tail)
				said[i] += head + tail
			}
		}
		set.widths[i] = max(l.wide(c.Name, smallBold), before+set.points[i])
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
	for set.gap > leastGap && set.width() > textWidth {
		set.gap--
	}
	return set
}

// parted is the width of a cell before and from its decimal point on: of words and of what
// wraps, and of numbers without a point, all of it is before.
func (l *layout) parted(cell string, f face, c Column) (before, after float64) {
	all := l.wide(cell, f)
	if point := strings.IndexByte(cell, '.'); !c.Left && !c.Wrap && point > 0 && cell[point-1] >= '0' && cell[point-1] <= '9' {
		before = l.wide(cell[:point], f)
		return before, all - before
	}
	return all, 0
}

// parts are the tables below each other that the page is wide enough for, which part columns
// where groups end if it can be.
func (t setTable) parts() (list []setTable) {
	left, width := 0, 0.0
	for _, run := range t.spans() {
		if run.First == 0 {
			run.First++
		}
		for from := run.First; from <= run.Last; {
			to := run.Last + 1
			if span := room(span{First: from, Last: to - 1}, t.widths, t.gap); t.widths[0]+t.gap+span > mostWidth {
				to = from + 1 // a group that is too wide by itself
			}
			more := room(span{First: from, Last: to - 1}, t.widths, t.gap) + t.gap
			if left == 0 || width+more > mostWidth {
				part := t
				part.columns = []int{0}
				list, width, left = append(list, part), t.widths[0], 0
			}
			for i := from; i < to; i++ {
				list[len(list)-1].columns = append(list[len(list)-1].columns, i)
				left++
			}
			width += more
			from = to
		}
	}
	if list == nil { // one column
		list = []setTable{t}
	}
	return list
}

// width is that of the columns that are set.
func (t setTable) width() float64 {
	width := t.gap * float64(len(t.columns)-1)
	for _, i := range t.columns {
		width += t.widths[i]
	}
	return width
}

// left is where the table begins: where the text does, unless it is wider.
func (t setTable) left() float64 { return min(marginSide, (paperWidth-t.width())/2) }

// table adds a table where it stands. One that is not long is on one page if it can be; others
// break between rows, and repeat their heads. Rows draw more if that is not nil.
func (l *layout) table(table Table, label string, more func(row int, y, height float64)) {
	caption := strings.TrimSuffix(label+". "+table.Caption, ". ")
	for k, t := range l.fit(table).parts() {
		first := l.text(caption, smallBold, 10, 0)
		if k == 0 {
			first.also(func(float64) { l.places[label] = l.PageNo() })
			caption = label + ", further columns"
		}
		l.keepAll(first)
		head := l.tableHead(t)
		l.flow = append(l.flow, head)
		again := []piece{{height: small.lead + 2, draw: func(y float64) { l.write(label+" (continued)", smallBold, marginSide, y) }}, head}
		rows, height := make([]piece, len(table.Rows)), 0.0
		for i, row := range table.Rows {
			rows[i] = l.tableRow(t, row)
			rows[i].again = again
			height += rows[i].height
			if more != nil {
				rows[i].also(func(y float64) { more(i, y, rows[i].height) })
			}
		}
		for i, row := range table.Rows {
			rows[i].keep = row.Heading != "" || i == 0 || i >= len(rows)-lastRows || !table.Long && height < pageRoom-headRoom
		}
		l.flow = append(l.flow, rows...)
		l.flow = append(l.flow, piece{height: 4, draw: func(y float64) { l.rule(t.left(), y+1, t.width(), 0.9, chart.Ink) }})
	}
	for _, note := range table.Notes {
		l.flow[len(l.flow)-1].keep = true
		l.keepAll(l.text(note, small, 0, 0))
	}
	last := &l.flow[len(l.flow)-1]
	last.keep, last.height = false, last.height+4
}

// tableHead is the rules and names above the columns.
func (l *layout) tableHead(t setTable) piece {
	height := cellLead + 6
	if t.hasGroups() {
		height += cellLead + 2
	}
	return piece{height: height, keep: true, draw: func(y float64) {
		l.rule(t.left(), y, t.width(), 0.9, chart.Ink)
		y += 2
		x := t.left()
		if t.hasGroups() {
			from, text := t.left(), ""
			for k, i := range t.columns {
				if text != t.Columns[i].Group || text == "" {
					from, text = x, t.Columns[i].Group
				}
				x += t.widths[i] + t.gap
				if last := k == len(t.columns)-1 || t.Columns[t.columns[k+1]].Group != text; last && text != "" {
					l.write(text, smallBold, max(from, (from+x-t.gap-l.wide(text, smallBold))/2), y)
					l.rule(from, y+cellLead+1, x-t.gap-from, 0.4, chart.Grey)
				}
			}
			y += cellLead + 2
			x = t.left()
		}
		for _, i := range t.columns {
			l.cell(t, i, t.Columns[i].Name, smallBold, x, y)
			x += t.widths[i] + t.gap
		}
		l.rule(t.left(), y+cellLead+1, t.width(), 0.5, chart.Ink)
	}}
}

// cell sets a line of a column, words at its left, heads of numbers at its right, and numbers
// with their points below each other.
func (l *layout) cell(t setTable, i int, text string, f face, x, y float64) {
	if c := t.Columns[i]; !c.Left {
		before, after := l.parted(text, f, c)
		if x += t.widths[i] - before; after > 0 {
			x -= t.points[i]
		}
	}
	l.write(text, f, x, y)
}

// tableRow is a row, or a heading across all columns.
func (l *layout) tableRow(t setTable, row Row) piece {
	if row.Heading != "" {
		lines := l.lines(row.Heading, smallItalic, textWidth)
		return piece{height: float64(len(lines)) * cellLead, above: 4, draw: func(y float64) {
			for k, line := range lines {
				l.write(line, smallItalic, t.left(), y+float64(k)*cellLead)
			}
		}}
	}
	cells, faces, most := make([][]string, len(t.columns)), make([]face, len(t.columns)), 1
	for k, i := range t.columns {
		if i >= len(row.Cells) {
			continue
		}
		cells[k], faces[k] = []string{row.Cells[i]}, small
		if t.Columns[i].Wrap {
			cells[k] = l.lines(row.Cells[i], small, t.widths[i])
			most = max(most, len(cells[k]))
			continue // measured in regular type
		}
		faces[k] = row.face(i)
	}
	return piece{height: cellLead + float64(most-1)*wrapLead, draw: func(y float64) {
		x := t.left()
		for k, i := range t.columns {
			for n, line := range cells[k] {
				l.cell(t, i, line, faces[k], x, y+float64(n)*wrapLead)
			}
			x += t.widths[i] + t.gap
		}
	}}
}

// face is the type of a cell that does not wrap.
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
