package document

import (
	"cmp"
	"image/color"
	"slices"
	"strings"

	"drfvi/internal/chart"
)

// Measures of tables in the report.
const (
	columnGap  = 9.0
	leastGap   = 6.0
	cellSize   = 8.0
	cellLead   = 11.5
	leastSize  = 6.75
	leastWords = 90.0 // the least width of a column that wraps
	lastRows   = 3    // of a table that breaks, which stand on one page
)

// setTable is a table with the widths it is set in.
type setTable struct {
	Table
	size   float64
	gap    float64 // between columns
	widths []float64
	// points are the widths before the decimal point, tails those behind it, of columns
	// of numbers that have one; both 0 of others.
	points, tails []float64
}

// width is that of the whole table.
func (t setTable) width() float64 {
	width := t.gap * float64(len(t.widths)-1)
	for _, w := range t.widths {
		width += w
	}
	return width
}

// fit chooses column widths and a size at which the table fits the page, or
// the least size.
func (l *layout) fit(t Table) setTable {
	for size, gap := cellSize, columnGap; ; size -= 0.25 {
		if size <= leastSize {
			gap = leastGap
		}
		set := l.natural(t, size, gap)
		total := gap * float64(len(t.Columns)-1)
		var order []int // of the columns that wrap
		for i, w := range set.widths {
			if t.Columns[i].Wrap {
				order = append(order, i)
				continue
			}
			total += w
		}
		// What narrow ones leave goes to the others.
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(set.widths[a], set.widths[b]) })
		for k, i := range order {
			left := len(order) - k
			most := max((textWidth-total)/float64(left), leastWords)
			if i > 0 && left > 1 {
				most = max(0.3*textWidth, leastWords) // the first column has the most words
			}
			set.widths[i] = min(set.widths[i], most)
			total += set.widths[i]
		}
		if total <= textWidth+0.01 || size <= leastSize {
			return set
		}
	}
}

// natural is the table in columns without wrapping.
func (l *layout) natural(t Table, size, gap float64) setTable {
	n := len(t.Columns)
	set := setTable{Table: t, size: size, gap: gap, widths: make([]float64, n), points: make([]float64, n), tails: make([]float64, n)}
	l.Use(chart.Sans, "B", size)
	for i, c := range t.Columns {
		set.widths[i] = l.wide(chart.Drawable(c.Name))
		aligned := !c.Left && slices.ContainsFunc(t.Rows, func(r Row) bool { return i < len(r.Cells) && strings.Contains(r.Cells[i], ".") })
		for _, row := range t.Rows {
			if i >= len(row.Cells) {
				continue
			}
			text := chart.Drawable(row.Cells[i])
			width := l.wide(text)
			if before, ok := l.beforePoint(text); aligned && ok {
				set.points[i], set.tails[i] = max(set.points[i], before), max(set.tails[i], width-before)
			} else {
				set.widths[i] = max(set.widths[i], width)
			}
		}
		set.widths[i] = max(set.widths[i], set.points[i]+set.tails[i])
	}
	for _, run := range t.spans() {
		if short := l.wide(chart.Drawable(run.Group)) - room(run, set.widths, gap); short > 0 {
			set.widths[run.Last] += short
		}
	}
	return set
}

// beforePoint is the width of a number before its decimal point; ok is false of words.
func (l *layout) beforePoint(text string) (width float64, ok bool) {
	end := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789+−-<≤> ", r) })
	if end < 0 {
		end = len(text)
	}
	number := strings.TrimRight(text[:end], " ")
	return l.wide(number), strings.ContainsAny(number, "0123456789")
}

// tableHeight is the height of a table that does not break, captions and notes
// included.
func (l *layout) tableHeight(t Table) float64 {
	set := l.fit(t)
	height := l.headHeight(set) + 24
	for _, row := range t.Rows {
		height += l.rowHeight(set, row)
	}
	l.measured(figureCap)
	height += smallLead * float64(len(l.wrap(chart.Drawable(t.Caption), textWidth-40)))
	return height + l.notesHeight(t)
}

func (l *layout) notesHeight(t Table) float64 {
	l.measured(noteText)
	lines := 0
	for _, note := range t.Notes {
		lines += len(l.wrap(chart.Drawable(note), textWidth))
	}
	return noteText.lead * float64(lines)
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

// place sets a table here or, if it does not break and there is no room, at the top of a page,
// where those before it are.
func (l *layout) place(t Table, label string) {
	height := l.tableHeight(t) + 6
	waits := l.y+height > pageBottom || slices.ContainsFunc(l.floats, func(f float) bool { return f.table })
	if !t.Long && waits && l.y > marginTop && height <= pageBottom-marginTop {
		l.floats = append(l.floats, float{true, func(l *layout) { l.place(t, label) }})
		return
	}
	l.table(t, label)
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
	l.places[label] = l.PageNo()
	l.text(caption, tableCap, 0)
	l.y += 3
	width := t.width()
	l.tableHead(t)
	heading := ""
	for i, row := range t.Rows {
		need := l.rowHeight(t, row)
		if row.Heading != "" && i+1 < len(t.Rows) {
			need += l.rowHeight(t, t.Rows[i+1])
		}
		if i >= len(t.Rows)-lastRows && i > 0 || row.Heading != "" && i == len(t.Rows)-2 {
			need = 6 + l.notesHeight(table) // the last rows keep together, with the notes
			for _, following := range t.Rows[i:] {
				need += l.rowHeight(t, following)
			}
		}
		if l.y+need > pageBottom {
			l.rule(marginSide, l.y, width, 0.4, chart.Grey)
			l.newPage()
			l.room(max(100, smallLead+l.headHeight(t)+need)) // below figures that waited
			l.text(label+" (continued)", tableCap, 0)
			l.y += 3
			l.tableHead(t)
			if heading != "" && row.Heading == "" {
				l.tableRow(t, Row{Heading: heading + " (continued)"})
			}
		}
		if row.Heading != "" {
			heading = row.Heading
		}
		l.tableRow(t, row)
	}
	l.tableEnd(t)
	l.y += 8
}

// tableEnd sets the rule and the notes below a table.
func (l *layout) tableEnd(t setTable) {
	l.y += 2
	l.rule(marginSide, l.y, t.width(), 0.9, chart.Ink)
	l.y += 4
	for _, note := range t.Notes {
		l.text(chart.Drawable(note), noteText, 0)
	}
}

// tableHead sets the rules and names above the columns.
func (l *layout) tableHead(t setTable) {
	width := t.width()
	l.rule(marginSide, l.y, width, 0.9, chart.Ink)
	l.y += 2
	left := make([]float64, len(t.widths))
	x := marginSide
	for i, w := range t.widths {
		left[i] = x
		x += w + t.gap
	}
	if t.hasGroups() {
		for _, run := range t.spans() {
			if run.Group == "" {
				continue
			}
			l.Use(chart.Sans, "B", t.size)
			l.colour(chart.Ink)
			from, to := left[run.First], left[run.Last]+t.widths[run.Last]
			group := chart.Drawable(run.Group)
			l.write((from+to-l.wide(group))/2, l.y+t.size+1, group)
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
		x += width - l.wide(text)
	}
	l.colour(c)
	l.write(x, baseline, text)
}

// entry sets a line of a cell, a number with its point below those above.
func (l *layout) entry(t setTable, i int, line string, x, baseline float64, c color.NRGBA) {
	before, ok := l.beforePoint(line)
	if t.tails[i] == 0 || !ok {
		l.cell(line, x, t.widths[i], baseline, !t.Columns[i].Left, c)
		return
	}
	x += t.widths[i] - t.points[i] - t.tails[i] + t.points[i] - before
	value, se, apart := strings.Cut(line, " (")
	l.cell(value, x, 0, baseline, false, c)
	if apart { // its standard error
		l.cell("("+se, x+l.wide(value+" "), 0, baseline, false, chart.Grey)
	}
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
			l.write(marginSide, l.y+t.size, line)
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
		case row.Mark == Alarm && i == row.marked():
			style, c = "B", chart.Vermilion
		}
		l.Use(chart.Sans, style, t.size)
		lines := []string{chart.Drawable(text)}
		if t.Columns[i].Wrap {
			lines = l.wrap(lines[0], t.widths[i])
		}
		for k, line := range lines {
			l.entry(t, i, line, x, l.y+t.size+float64(k)*(t.size+2), c)
		}
		x += t.widths[i] + t.gap
	}
	l.y += height
}
