package page

import (
	"image/color"

	"drfvi/internal/chart"
)

// Measures of tables in the report.
const (
	columnGap  = 9.0
	cellSize   = 8.0
	cellLead   = 11.5
	leastSize  = 4.4
	leastWords = 120.0 // the least width of a column that wraps
)

// setTable is a table with the widths it is set in.
type setTable struct {
	Table
	size   float64
	widths []float64
}

// fit chooses column widths and a size at which the table fits the page, or
// the least size.
func (l *layout) fit(t Table) setTable {
	for size := cellSize; ; size -= 0.2 {
		set := setTable{Table: t, size: size, widths: l.naturalWidths(t, size)}
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
		if total <= textWidth+0.01 || size <= leastSize {
			return set
		}
	}
}

// naturalWidths are the widths of columns without wrapping.
func (l *layout) naturalWidths(t Table, size float64) []float64 {
	widths := make([]float64, len(t.Columns))
	l.Use(chart.Sans, "B", size)
	for i, c := range t.Columns {
		widths[i] = l.GetStringWidth(chart.Drawable(c.Name))
	}
	for _, row := range t.Rows {
		for i, text := range row.Cells {
			widths[i] = max(widths[i], l.GetStringWidth(chart.Drawable(text)))
		}
	}
	for _, run := range t.spans() {
		if short := l.GetStringWidth(chart.Drawable(run.group)) - room(run, widths, columnGap); short > 0 {
			widths[run.last] += short
		}
	}
	return widths
}

// tableHeight is the height of a table that does not break, captions and notes
// included.
func (l *layout) tableHeight(t Table) float64 {
	set := l.fit(t)
	height := l.headHeight(set) + 24
	for _, row := range t.Rows {
		height += l.rowHeight(set, row)
	}
	l.Use(chart.Sans, "", smallSize)
	height += smallLead * float64(len(l.wrap(chart.Drawable(t.Caption), textWidth-40)))
	return height + l.notesHeight(t)
}

// Size and lead of the notes under a table.
const (
	noteSize = smallSize - 0.7
	noteLead = smallLead - 0.8
)

func (l *layout) notesHeight(t Table) float64 {
	l.Use(chart.Sans, "", noteSize)
	lines := 0
	for _, note := range t.Notes {
		lines += len(l.wrap(chart.Drawable(note), textWidth))
	}
	return noteLead * float64(lines)
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
		return float64(len(l.headingLines(t, row)))*cellLead + 5
	}
	lines := 1
	l.Use(chart.Sans, "", t.size)
	for i, text := range row.Cells {
		if t.Columns[i].Wrap {
			lines = max(lines, len(l.wrap(chart.Drawable(text), t.widths[i])))
		}
	}
	return float64(lines-1)*(t.size+2) + cellLead
}

// table sets a table. One that breaks repeats its head on every page.
func (l *layout) table(table Table, label string) {
	t := l.fit(table)
	l.y += 6
	if height := l.tableHeight(table); !t.Long && height <= pageBottom-marginTop {
		l.room(height)
	} else {
		l.room(100)
	}
	caption := label + ". " + chart.Drawable(t.Caption)
	l.text(caption, chart.Sans, "B", smallSize+0.5, smallLead+0.5, chart.Ink, 0)
	l.y += 3
	width := columnGap * float64(len(t.widths)-1)
	for _, w := range t.widths {
		width += w
	}
	l.tableHead(t, width)
	heading := ""
	for i, row := range t.Rows {
		need := l.rowHeight(t, row)
		if row.Heading != "" && i+1 < len(t.Rows) {
			need += l.rowHeight(t, t.Rows[i+1])
		}
		if i == len(t.Rows)-1 || row.Heading != "" && i == len(t.Rows)-2 {
			need += 6 + l.notesHeight(table) // the last row keeps with the notes
		}
		if l.y+need > pageBottom {
			l.rule(marginSide, l.y, width, 0.4, chart.Grey)
			l.newPage()
			l.tableHead(t, width)
			if heading != "" && row.Heading == "" {
				l.tableRow(t, Row{Heading: heading + " (continued)"})
			}
		}
		if row.Heading != "" {
			heading = row.Heading
		}
		l.tableRow(t, row)
	}
	l.y += 2
	l.rule(marginSide, l.y, width, 0.9, chart.Ink)
	l.y += 4
	for _, note := range t.Notes {
		l.text(chart.Drawable(note), chart.Sans, "", noteSize, noteLead, chart.Ink, 0)
	}
	l.y += 8
}

// tableHead sets the rules and names above the columns.
func (l *layout) tableHead(t setTable, width float64) {
	l.rule(marginSide, l.y, width, 0.9, chart.Ink)
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
			l.Use(chart.Sans, "B", t.size)
			l.colour(chart.Ink)
			from, to := left[run.first], left[run.last]+t.widths[run.last]
			group := chart.Drawable(run.group)
			l.Text((from+to-l.GetStringWidth(group))/2, l.y+t.size+1, group)
			l.rule(from, l.y+cellLead+1.5, to-from, 0.4, chart.Grey)
		}
		l.y += cellLead + 2
	}
	for i, c := range t.Columns {
		l.Use(chart.Sans, "B", t.size)
		l.cell(chart.Drawable(c.Name), left[i], t.widths[i], l.y+t.size+1, !c.Left, chart.Ink)
	}
	l.y += cellLead + 1
	l.rule(marginSide, l.y, width, 0.5, chart.Ink)
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

// headingLines breaks a heading to the width of the page, in the font it is
// set in.
func (l *layout) headingLines(t setTable, row Row) []string {
	l.Use(chart.Sans, "I", t.size)
	return l.wrap(chart.Drawable(row.Heading), textWidth)
}

func (l *layout) tableRow(t setTable, row Row) {
	if row.Heading != "" {
		l.y += 4
		lines := l.headingLines(t, row)
		l.colour(chart.Blue)
		for _, line := range lines {
			l.Text(marginSide, l.y+t.size, line)
			l.y += cellLead
		}
		l.y++
		return
	}
	height := l.rowHeight(t, row)
	x := marginSide
	for i, text := range row.Cells {
		style, c := "", chart.Ink
		switch {
		case t.Columns[i].Wrap: // measured in regular type
		case row.Mark == Relevant && i == 0:
			style = "B"
		case row.Mark == Alarm && i == len(row.Cells)-1:
			style, c = "B", chart.Vermilion
		}
		l.Use(chart.Sans, style, t.size)
		lines := []string{chart.Drawable(text)}
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
