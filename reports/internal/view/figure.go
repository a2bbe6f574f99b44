package view

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/methods/method"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// rowPitch is the least height of a row of dots, tallest that of all rows if these could be lower, so
// that a page has room for text above them, aside how far from its middle dots stand that are beside
// others, as a share of it, and linesHeight that of a panel of lines.
const (
	rowPitch    = vg.Length(13)
	tallest     = vg.Length(450)
	aside       = 0.32
	linesHeight = vg.Length(104)
)

// Drawn is an estimate as figures draw it.
func Drawn(s stat.Stat) chart.Estimate { return chart.Estimate{Value: s.Mean, SE: s.SE} }

// figure draws the view; ok is false where there is nothing to draw.
func (e *evaluation) figure() (f chart.Figure, ok bool) {
	f = chart.Figure{Name: e.name(), Number: e.Number(), Title: e.caption(), Width: chart.PageWidth}
	f.Caption = f.Title + "."
	if text := e.below(); text != "" {
		f.Caption += " " + text
	}
	var l looks
	var panels []*plot.Plot
	height := linesHeight
	switch e.Picture {
	case results.PictureDots:
		panels, height = e.dots(&l)
	case results.PictureLines:
		panels = e.lines(&l)
	case results.PictureMap:
		panels, height = e.maps(&l)
	}
	if len(panels) == 0 {
		return f, false
	}
	groups, widest := [][]*plot.Plot{panels}, 0
	if e.Picture != results.PictureLines {
		groups = summary.Grouped(panels, rowNames)
	}
	for _, same := range groups {
		rows := chart.InRows(same, cmp.Or(e.Across, len(panels)))
		for _, row := range rows {
			if e.Picture != results.PictureLines {
				chart.NameOnce(row)
			}
		}
		f.Plots, widest = append(f.Plots, rows...), max(widest, len(rows[0]))
	}
	for i, row := range f.Plots { // as wide as the others
		f.Plots[i] = append(row, make([]*plot.Plot, widest-len(row))...)
	}
	f.Height = vg.Length(len(f.Plots))*(height+12) + 44
	f.Legend = l.legend()
	return f, true
}

// rowNames are the names at the rows of a panel: those of panels side by side are the same.
func rowNames(p *plot.Plot) string {
	text := ""
	for _, tick := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		text += tick.Label + "\n"
	}
	return text
}

// looks gives series their look, and remembers for the legend which there are.
type looks struct {
	chart.Legend
	rates bool // bars are intervals of shares
	bars  bool
}

// legend is that of the series and of the error bars.
func (l *looks) legend() chart.Legend {
	if l.bars {
		l.Legend = append(l.Legend, chart.ErrorBars)
	}
	if l.rates {
		l.Legend = append(l.Legend, chart.Intervals)
	}
	return l.Legend
}

// style is the look of the k-th series, of which a cell is.
func (e *evaluation) style(c summary.Cell, k int) draw.GlyphStyle {
	name := c.Cell[results.KeyMethod]
	if ours := !method.Of(name).External(); ours && (slices.Contains(e.Series, dimEstimator) || slices.Contains(e.Series, results.KeyMethod)) {
		style := draw.GlyphStyle{Color: chart.MethodColour(name), Radius: 2.2, Shape: chart.MethodShape(name)}
		if same := summary.Selected(e.cells, summary.Only(c.Cell, results.KeyMethod)); slices.Index(summary.Distinct(same, results.KeyPreset), c.Cell[results.KeyPreset]) > 0 && !e.conventions() {
			style.Color = chart.Pale(chart.MethodColour(name))
		}
		return style
	}
	return draw.GlyphStyle{Color: chart.Series[k%len(chart.Series)], Radius: 2.2, Shape: chart.Shapes[k%len(chart.Shapes)]}
}

// part is one series among cells.
type part struct {
	name  string
	cells []summary.Cell
	input string
	style draw.GlyphStyle
}

// parts are the series of a row and a column.
func (e *evaluation) parts(cells []summary.Cell) (list []part) {
	if slices.Contains(e.Series, dimInput) {
		own, _ := e.inputs(cells)
		for k, input := range own {
			name := input
			if len(e.Experiment.Relevant) == 0 && !slices.ContainsFunc(cells, func(c summary.Cell) bool { return len(c.Relevant) > 0 }) {
				name = []string{"largest", "second", "third", "fourth"}[k%summary.MostLargest]
			}
			list = append(list, part{name, cells, input, e.style(summary.Cell{}, k)})
		}
		return list
	}
	var order []string
	for _, c := range e.cells {
		order = summary.Union(order, e.place(c, e.Series, true))
	}
	for _, of := range summary.Grouped(cells, func(c summary.Cell) string { return e.place(c, e.Series, true) }) {
		name := e.place(of[0], e.Series, true)
		list = append(list, part{name, of, "", e.style(of[0], slices.Index(order, name))})
	}
	return list
}

// dots draws rows of dots, a panel for each column.
func (e *evaluation) dots(l *looks) (panels []*plot.Plot, height vg.Length) {
	columns := e.columns()
	rows := slices.DeleteFunc(e.rows(), func(r row) bool {
		return r.input == "" && r.largest == nil && !slices.ContainsFunc(columns, func(c column) bool { return e.has(r, c) })
	})
	scales, kinds := make(map[string]chart.Range), make(map[*plot.Plot]string)
	var names []string
	for _, r := range rows {
		names = append(names, r.name)
	}
	most := 1
	for _, c := range columns {
		marks := chart.Rows{Lines: c.lines, Share: c.share}
		any := false
		for i, r := range rows {
			q, ok := e.at(r, c)
			if !ok {
				continue
			}
			var list []chart.RowMark
			if len(e.Series) > 0 {
				list = e.seriesDots(l, i, q, c)
			} else {
				list = e.twinDots(l, i, r, q, c)
			}
			any, most = any || len(list) > 0, max(most, len(list))
			marks.Add(list...)
		}
		if !any {
			continue // tables say so
		}
		p := chart.ListPanel(c.name, names, marks)
		if c.clip != nil {
			air := 0.02 * (c.clip.High - c.clip.Low)
			p.X.Min, p.X.Max = c.clip.Low-air, c.clip.High+air
		}
		p.X.Label.Text = c.label
		switch {
		case c.share:
			p.X.Label.Text = "share"
		case c.Show == "importance" && len(c.By) > 0:
			p.X.Label.Text, _, _ = strings.Cut(method.Of(c.cells[0].Cell[results.KeyMethod]).Axis, ", ")
		}
		kind := c.Show + e.place(c.cells[0], []string{results.KeyMethod}, true)
		kinds[p] = kind
		if reach := marks.Reach(); reach.Set && !c.share {
			scales[kind] = scales[kind].With(min(0, reach.Low), reach.High)
		}
		panels = append(panels, p)
	}
	for p, kind := range kinds {
		if reach := scales[kind]; reach.Set && !slices.Contains(e.Rows, results.KeyVariant) {
			low, high := reach.Padded()
			p.X.Min, p.X.Max = low-0.02*(high-low), high
		}
	}
	pitch := rowPitch
	if len(e.Series) > 0 {
		pitch = max(rowPitch, min(vg.Length(most)*4, 20, tallest/vg.Length(len(names))))
	}
	return panels, vg.Length(len(names))*pitch + 40
}

// has reports whether a row has a number in a column.
func (e *evaluation) has(r row, c column) bool {
	q, _ := e.at(r, c)
	return slices.ContainsFunc(q.cells, func(cell summary.Cell) bool {
		q := q
		q.cells = []summary.Cell{cell}
		if slices.Contains(e.Series, dimInput) && len(cell.Variables) > 0 {
			q.input = cell.Variables[0]
		}
		return c.value(q, false).N > 0
	})
}

// seriesDots are the dots of a row, below each other; of a series of several cells, each a
// number of its own, a heap.
func (e *evaluation) seriesDots(l *looks, i int, q question, c column) (marks []chart.RowMark) {
	var dots []chart.Dot
	for _, of := range e.parts(q.cells) {
		q.cells = of.cells
		if of.input != "" {
			q.input = of.input
		}
		if len(of.cells) > 1 && !c.pooled {
			var values []float64
			for _, cell := range of.cells {
				q.cells = []summary.Cell{cell}
				if v := c.value(q, false); v.N > 0 {
					values = append(values, v.Mean)
				}
			}
			if len(values) == 0 {
				continue
			}
			of.style.Radius = 1.6
			l.Add(chart.Glyph(of.name, of.style))
			marks = append(marks, chart.Heap{Row: i, Series: of.name, Values: values, Style: of.style})
			continue
		}
		v := c.value(q, false)
		if v.N == 0 {
			continue
		}
		l.Add(chart.Glyph(of.name, of.style))
		d := l.dot(of.name, v, of.style)
		if c.clip != nil {
			clip(&d, *c.clip)
		}
		dots = append(dots, d)
	}
	return append(marks, chart.Below(i, dots)...)
}

// clip draws what lies beyond an axis hollow at its end, and ends bars there.
func clip(d *chart.Dot, to chart.Interval) {
	if d.At.Value < to.Low || d.At.Value > to.High {
		d.Text = format.Significant(d.At.Value, 3)
		d.At.Value, d.Style.Shape = min(max(d.At.Value, to.Low), to.High), draw.RingGlyph{}
	}
	if d.Interval != nil {
		d.Interval = &chart.Interval{Low: min(max(d.Interval.Low, to.Low), to.High), High: max(min(d.Interval.High, to.High), to.Low)}
	}
}

// dot is a dot with its error bar or interval.
func (l *looks) dot(series string, v stat.Stat, style draw.GlyphStyle) chart.Dot {
	d := chart.Dot{Series: series, At: Drawn(v), Style: style}
	if v.High > v.Low {
		d.Interval, l.rates = &chart.Interval{Low: v.Low, High: v.High}, true
	} else if v.SE > 0 {
		l.bars = true
	}
	return d
}

// twinDots are the estimates of a row: of the first variant, below it pale those of others,
// above it what stands beside them.
func (e *evaluation) twinDots(l *looks, i int, r row, q question, c column) (marks []chart.RowMark) {
	variants := summary.Distinct(e.cells, results.KeyVariant)
	for _, cell := range q.cells {
		q := q
		q.cells, q.input = []summary.Cell{cell}, r.inputOf(cell)
		v := c.value(q, false)
		if v.N > 0 {
			colour := chart.MethodColour(cell.Cell[results.KeyMethod])
			if len(e.Experiment.Relevant) > 0 && c.input && !slices.Contains(e.Experiment.Relevant, q.input) {
				colour = chart.Grey
				l.Add(chart.Swatch("null inputs", chart.Unmarked))
			}
			name := "ours"
			if e.Experiment.OfUser() {
				name = "mean"
			}
			d := l.dot(name, v, draw.GlyphStyle{Color: colour, Radius: 2.3, Shape: draw.CircleGlyph{}})
			d.Row = float64(i)
			legend := draw.GlyphStyle{Color: chart.Ink, Shape: draw.CircleGlyph{}}
			if k := slices.Index(variants, cell.Cell[results.KeyVariant]); k > 0 {
				name, legend = summary.VariantLabel(variants[k]), draw.GlyphStyle{Color: chart.Grey, Shape: draw.RingGlyph{}}
				d.Series, d.Row, d.Style = name, float64(i)+aside, draw.GlyphStyle{Color: chart.Pale(colour), Radius: 2.1, Shape: draw.RingGlyph{}}
			} else if len(variants) > 1 {
				name += ", " + summary.VariantLabel(variants[0])
			}
			l.Add(chart.Glyph(name, legend))
			marks = append(marks, d)
		}
		beside := func(name string, value chart.Estimate, shape draw.GlyphDrawer) {
			style := draw.GlyphStyle{Color: chart.Black, Radius: 2, Shape: shape}
			l.Add(chart.Glyph(name, style))
			marks = append(marks, chart.Dot{Row: float64(i) - aside, Series: name, At: value, Style: style})
		}
		if slices.Contains(e.View.Beside, "printed") {
			x, printed := q.printed(r)
			saving, saved := q.printedSaving()
			switch {
			case c.Show == "saving" && saved:
				beside("printed", saving, draw.SquareGlyph{})
			case c.Show == "saving" || !printed:
			case x.Below:
				beside("printed upper bound", drawnPrint(x), draw.TriangleGlyph{})
			default:
				beside("printed", drawnPrint(x), draw.SquareGlyph{})
			}
		}
		if len(cell.Recorded[results.ValuePopulation]) > 0 && slices.Contains(e.View.Beside, "population") && q.at() >= 0 {
			beside("population value", chart.Estimate{Value: cell.Mean(results.ValuePopulation, q.input).Mean}, draw.SquareGlyph{})
		}
	}
	return marks
}

// drawnPrint is a printed number as figures draw it.
func drawnPrint(x results.Expected) chart.Estimate {
	e := chart.Estimate{Value: x.Value}
	if x.SE != nil {
		e.SE = *x.SE
	}
	return e
}

// printedSaving is what the printed losses have of a saving, with the standard errors of two
// independent means.
func (q question) printedSaving() (chart.Estimate, bool) {
	of := summary.Quantity{Name: results.ValueCumulative}
	other, ok := q.other()
	ours, a := q.Expected(q.cell(), of)
	theirs, b := q.Expected(other, of)
	if !ok || !a || !b || ours.SE == nil || theirs.SE == nil {
		return chart.Estimate{}, false
	}
	scale := 100 / math.Abs(theirs.Value)
	return chart.Estimate{Value: scale * (theirs.Value - ours.Value), SE: scale * math.Hypot(*ours.SE, *theirs.SE)}, true
}

// maps draws, for each column, the share of tables in which each input is found to move each
// aspect of the responses.
func (e *evaluation) maps(l *looks) (panels []*plot.Plot, height vg.Length) {
	most := 0
	for _, c := range e.columns() {
		of := c.cells[0]
		if of.Repetitions == 0 {
			continue
		}
		var names []string
		var cells [][]chart.Cell
		for _, a := range of.Aspects() {
			names = append(names, a.Name)
			var line []chart.Cell
			for j := range of.Variables {
				found := a.Found(func(summary.Cell) []int { return []int{j} }).Count(of)
				cell := chart.Cell{Share: found.Share().Mean, Expected: a.Moves[j], Series: "does not move"}
				if a.Moves[j] {
					cell.Series = "moves"
				}
				cell.Text = "found in " + strconv.Itoa(found.K) + " of " + format.Plural(found.N, "table") + ", mean area " + format.Fixed(of.Mean(a.Area(), of.Variables[j]).Mean, 3)
				line = append(line, cell)
			}
			cells = append(cells, line)
		}
		most = max(most, len(names))
		panels = append(panels, chart.CellsPanel(c.name, names, of.Variables, cells))
	}
	l.Legend = chart.CellsLegend("known to move", "found in all tables; paler: in fewer", "found, but does not move")
	return panels, vg.Length(most)*13 + 40
}
