package reports

import (
	"fmt"
	"image/color"
)

// Measures of tables in the report.
const (
	columnGap  = 9.0
	cellSize   = 8.0
	cellLead   = 11.5
	leastSize  = 6.6
	leastWords = 120.0 // the least width of a column that wraps
)

// setTable is a table with the widths it is set in.
type setTable struct {
	Table
	size   float64
	widths []float64
}

// fit chooses size and column widths; ok is false if even the smallest size is
// too wide.
func (l *layout) fit(t Table) (set setTable, ok bool) {
	for size := cellSize; ; size -= 0.2 {
		set = setTable{Table: t, size: size, widths: l.naturalWidths(t, size)}
		total, wrapping := columnGap*float64(len(t.Columns)-1), 0
		for i, w := range set.widths {
			if t.Columns[i].Wrap {
				wrapping++
				continue
			}
			total += w
		}
		each := 0.0
		if wrapping > 0 {
			each = (textWidth - total) / float64(wrapping)
			for i := range set.widths {
				if t.Columns[i].Wrap {
					set.widths[i] = min(set.widths[i], max(each, leastWords))
					total += set.widths[i]
				}
			}
		}
		if total <= textWidth+0.01 {
			return set, true
		}
		if size <= leastSize {
			return set, false
		}
	}
}

// naturalWidths are the widths of columns without wrapping.
func (l *layout) naturalWidths(t Table, size float64) []float64 {
	widths := make([]float64, len(t.Columns))
	l.use(sans, "B", size)
	for i, c := range t.Columns {
		widths[i] = l.GetStringWidth(drawable(c.Name))
	}
	for _, row := range t.Rows {
		for i, text := range row.Cells {
			widths[i] = max(widths[i], l.GetStringWidth(drawable(text)))
		}
	}
	for _, run := range t.spans() {
		room := -columnGap
		for i := run.first; i <= run.last; i++ {
			room += widths[i] + columnGap
		}
		if short := l.GetStringWidth(drawable(run.group)) - room; short > 0 {
			widths[run.last] += short
		}
	}
	return widths
}

// table sets a table; one that is too wide is split between groups of columns
// into several with the same first column.
func (l *layout) table(t Table) {
	for i, part := range l.split(t) {
		l.oneTable(part, i > 0)
	}
}

// split returns the parts of a table that fit the page.
func (l *layout) split(t Table) []setTable {
	if set, ok := l.fit(t); ok {
		return []setTable{set}
	}
	var parts []setTable
	runs := t.spans()[1:]
	for len(runs) > 0 {
		// As many groups as fit, at least one.
		take := 1
		best, _ := l.fit(t.columns(runs[:1]))
		for take < len(runs) {
			next, ok := l.fit(t.columns(runs[:take+1]))
			if !ok {
				break
			}
			best, take = next, take+1
		}
		parts = append(parts, best)
		runs = runs[take:]
	}
	return parts
}

// columns returns the table's first column and the given runs.
func (t Table) columns(runs []span) Table {
	at := []int{0}
	for _, run := range runs {
		for i := run.first; i <= run.last; i++ {
			at = append(at, i)
		}
	}
	part := t
	part.Columns, part.Rows = nil, nil
	for _, i := range at {
		part.Columns = append(part.Columns, t.Columns[i])
	}
	for _, row := range t.Rows {
		cells := row.Cells
		if cells != nil {
			row.Cells = nil
			for _, i := range at {
				row.Cells = append(row.Cells, cells[i])
			}
		}
		part.Rows = append(part.Rows, row)
	}
	return part
}

// tableHeight is the height of a table that does not break, captions and notes
// included.
func (l *layout) tableHeight(t Table) float64 {
	height := 0.0
	for _, part := range l.split(t) {
		height += l.headHeight(part) + 24
		for _, row := range part.Rows {
			height += l.rowHeight(part, row)
		}
		l.use(sans, "", smallSize)
		height += smallLead * float64(len(l.wrap(drawable(t.Caption), textWidth-40)))
		for _, note := range t.Notes {
			height += smallLead * float64(len(l.wrap(drawable(note), textWidth)))
		}
	}
	return height
}

func (l *layout) headHeight(t setTable) float64 {
	if t.hasGroups() {
		return 2*cellLead + 8
	}
	return cellLead + 6
}

// rowHeight is the height of a row; headings have air above them.
func (l *layout) rowHeight(t setTable, row Row) float64 {
	if row.Heading != "" {
		return cellLead + 5
	}
	lines := 1
	l.use(sans, "B", t.size)
	for i, text := range row.Cells {
		if t.Columns[i].Wrap {
			lines = max(lines, len(l.wrap(drawable(text), t.widths[i])))
		}
	}
	return float64(lines-1)*(t.size+2) + cellLead
}

func (l *layout) oneTable(t setTable, continued bool) {
	l.y += 6
	if height := l.tableHeight(t.Table); !t.Long && height <= pageBottom-marginTop {
		l.room(height)
	} else {
		l.room(100)
	}
	caption := fmt.Sprintf("Table %d. ", l.tables) + drawable(t.Caption)
	if continued {
		caption += " (continued)"
	}
	l.text(caption, sans, "B", smallSize+0.5, smallLead+0.5, ink, 0)
	l.y += 3
	width := columnGap * float64(len(t.widths)-1)
	for _, w := range t.widths {
		width += w
	}
	l.tableHead(t, width)
	for i, row := range t.Rows {
		need := l.rowHeight(t, row)
		if row.Heading != "" && i+1 < len(t.Rows) {
			need += l.rowHeight(t, t.Rows[i+1])
		}
		if l.y+need > pageBottom {
			l.rule(marginSide, l.y, width, 0.4, grey)
			l.newPage()
			l.tableHead(t, width)
		}
		l.tableRow(t, row)
	}
	l.y += 2
	l.rule(marginSide, l.y, width, 0.9, ink)
	l.y += 4
	for _, note := range t.Notes {
		l.text(drawable(note), sans, "", smallSize-0.7, smallLead-0.8, ink, 0)
	}
	l.y += 8
}

// tableHead sets the rules and names above the columns.
func (l *layout) tableHead(t setTable, width float64) {
	l.rule(marginSide, l.y, width, 0.9, ink)
	l.y += 2
	left := make([]float64, len(t.widths))
	x := marginSide
	for i, w := range t.widths {
		left[i] = x
		x += w + columnGap
	}
	if t.hasGroups() {
		for _, run := range t.spans() {
			if run.group == "" {
				continue
			}
			l.use(sans, "B", t.size)
			l.colour(ink)
			from, to := left[run.first], left[run.last]+t.widths[run.last]
			group := drawable(run.group)
			l.Text((from+to-l.GetStringWidth(group))/2, l.y+t.size+1, group)
			l.rule(from, l.y+cellLead+1.5, to-from, 0.4, grey)
		}
		l.y += cellLead + 2
	}
	for i, c := range t.Columns {
		l.use(sans, "B", t.size)
		l.cell(drawable(c.Name), left[i], t.widths[i], l.y+t.size+1, !c.Left, ink)
	}
	l.y += cellLead + 1
	l.rule(marginSide, l.y, width, 0.5, ink)
	l.y += 3
}

// cell sets one line of text in a column.
func (l *layout) cell(text string, x, width, baseline float64, right bool, c color.NRGBA) {
	if right {
		x += width - l.GetStringWidth(text)
	}
	l.colour(c)
	l.Text(x, baseline, text)
}

func (l *layout) tableRow(t setTable, row Row) {
	if row.Heading != "" {
		l.y += 4
		l.use(sans, "I", t.size)
		l.colour(blue)
		l.Text(marginSide, l.y+t.size, drawable(row.Heading))
		l.y += cellLead + 1
		return
	}
	height := l.rowHeight(t, row)
	x := marginSide
	for i, text := range row.Cells {
		style, c := "", ink
		switch {
		case row.Mark == Relevant && i == 0:
			style = "B"
		case row.Mark == Alarm && i == len(row.Cells)-1:
			style, c = "B", vermilion
		}
		l.use(sans, style, t.size)
		lines := []string{drawable(text)}
		if t.Columns[i].Wrap {
			lines = l.wrap(lines[0], t.widths[i])
		}
		for k, line := range lines {
			l.cell(line, x, t.widths[i], l.y+t.size+float64(k)*(t.size+2), !t.Columns[i].Left, c)
		}
		x += t.widths[i] + columnGap
	}
	l.y += height
}
