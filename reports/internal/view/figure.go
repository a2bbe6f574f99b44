package view

import (
	"cmp"
	"image/color"
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

// rowPitch is the height of a row of dots, aside how far from its middle dots stand that are beside
// others, as a share of it, linesHeight that of a panel of lines, and mostUpright the number of inputs up
// to which their names below a map are not turned.
const (
	rowPitch    = vg.Length(13)
	aside       = 0.32
	linesHeight = vg.Length(112)
	mostUpright = 8
)

// drawn is an estimate as figures draw it, which remember what its interval is.
func (l *looks) drawn(s stat.Stat) chart.Estimate {
	if s.High > s.Low {
		l.rates = true
		return chart.Estimate{Value: s.Mean, Interval: chart.Interval{Low: s.Low, High: s.High}}
	}
	l.bars = l.bars || s.SE > 0
	return chart.WithSE(s.Mean, s.SE)
}

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
	f.Plots = chart.InRows(panels, cmp.Or(e.Across, len(panels)))
	if e.Picture == results.PictureDots {
		for _, row := range f.Plots {
			chart.NameOnce(row)
		}
	}
	f.Height = vg.Length(len(f.Plots))*(height+12) + 44
	f.Legend = l.legend()
	return f, true
}

// looks gives series their look, and remembers for the legend which there are.
type looks struct {
	chart.Legend
	lines chart.Legend // that numbers are compared with
	rates bool         // bars are intervals of shares
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
	return append(l.Legend, l.lines...)
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

// part is what is asked of one series.
type part struct {
	question
	name  string
	style draw.GlyphStyle
}

// parts are the series of a question.
func (q question) parts() (list []part) {
	if slices.Contains(q.Series, dimInput) {
		for k, input := range q.inputs(q.cells) {
			name := input
			if len(q.Experiment.Relevant) == 0 && !slices.ContainsFunc(q.cells, func(c summary.Cell) bool { return len(c.Relevant) > 0 }) {
				name = []string{"largest", "second", "third", "fourth"}[k%summary.MostLargest]
			}
			list = append(list, part{q.of(input, q.cells...), name, q.style(summary.Cell{}, k)})
		}
		return list
	}
	series := func(c summary.Cell) string { return q.place(c, q.Series, true) }
	var order []string
	for _, c := range q.evaluation.cells {
		order = summary.Union(order, series(c))
	}
	for _, of := range summary.Grouped(q.cells, series) {
		list = append(list, part{q.of(q.input, of...), series(of[0]), q.style(of[0], slices.Index(order, series(of[0])))})
	}
	return list
}

// of is the same question of an input of some cells.
func (q question) of(input string, cells ...summary.Cell) question {
	q.input, q.cells = input, cells
	return q
}

// dots draws rows of dots, a panel for each column.
func (e *evaluation) dots(l *looks) (panels []*plot.Plot, height vg.Length) {
	columns := e.columns()
	rows := slices.DeleteFunc(e.rows(), func(r row) bool {
		return r.input == "" && !slices.ContainsFunc(columns, func(c column) bool { return e.has(r, c) })
	})
	kinds := make(map[string][]*plot.Plot) // with one scale each
	var ratios []*plot.Plot                // with another
	var names []string
	for _, r := range rows {
		names = append(names, r.name)
	}
	names = shorn(names)
	most := 1
	for _, c := range columns {
		panel, any := chart.NewRows(c.name, c.label, names, c.lines...), false
		if c.line != "" {
			l.lines.Add(chart.Dashes(c.line, chart.Grey))
		}
		for i, r := range rows {
			q, ok := e.at(r, c)
			if !ok {
				continue
			}
			drawn := 0
			if len(e.Series) > 0 {
				drawn = e.seriesDots(l, panel, i, q, c)
			} else {
				drawn = e.twinDots(l, panel, i, r, q, c)
			}
			any, most = any || drawn > 0, max(most, drawn)
		}
		if !any {
			continue // tables say so
		}
		p := panel.Plot
		switch {
		case c.clip != nil:
			p.X.Min, p.X.Max = c.clip.Low, c.clip.High
		case c.share:
			p.X.Min, p.X.Max = 0, 1
		case c.ratio:
			ratios = append(ratios, p)
		case !slices.Contains(e.Rows, results.KeyVariant):
			kind := c.Show
			if c.input { // methods have scales of their own
				kind += e.place(c.cells[0], []string{results.KeyMethod}, true)
			}
			kinds[kind] = append(kinds[kind], p)
		}
		switch {
		case c.share:
			p.X.Label.Text = "share"
		case c.Show == "importance" && len(c.By) > 0:
			p.X.Label.Text, _, _ = strings.Cut(method.Of(c.cells[0].Cell[results.KeyMethod]).Axis, ", ")
		}
		panels = append(panels, p)
	}
	for _, same := range kinds {
		chart.ShareX(same)
	}
	chart.ShareRatios(ratios)
	pitch := rowPitch
	if len(e.Series) > 0 {
		pitch = max(rowPitch, vg.Length(min(most, 5))*4)
	}
	return panels, vg.Length(len(names))*pitch + 40
}

// shorn are names without the word before a hyphen that all begin with: that of a benchmark.
func shorn(names []string) []string {
	if len(names) < 2 {
		return names
	}
	word, _, _ := strings.Cut(names[0], "-")
	if word += "-"; slices.ContainsFunc(names, func(name string) bool { return !strings.HasPrefix(name, word) }) {
		return names
	}
	rest := make([]string, len(names))
	for i, name := range names {
		rest[i] = strings.TrimPrefix(name, word)
	}
	return rest
}

// has reports whether a row has a number in a column.
func (e *evaluation) has(r row, c column) bool {
	q, _ := e.at(r, c)
	return slices.ContainsFunc(q.cells, func(cell summary.Cell) bool {
		input := q.input
		if slices.Contains(e.Series, dimInput) && len(cell.Variables) > 0 {
			input = cell.Variables[0]
		}
		return c.value(q.of(input, cell), false).N > 0
	})
}

// seriesDots draws the dots of a row below each other; of a series of several cells, each a
// number of its own, a box plot. It returns how many series there are.
func (e *evaluation) seriesDots(l *looks, panel chart.Rows, i int, q question, c column) (series int) {
	var dots []chart.Dot
	for _, of := range q.parts() {
		if len(of.cells) > 1 && !c.pooled {
			var values []float64
			for _, cell := range of.cells {
				if v := c.value(of.of(of.input, cell), false); v.N > 0 {
					values = append(values, v.Mean)
				}
			}
			if len(values) == 0 {
				continue
			}
			l.Add(chart.BoxItem(of.name, of.style.Color.(color.NRGBA)))
			panel.Box(i, of.name, values, of.style.Color.(color.NRGBA))
			series++
			continue
		}
		v := c.value(of.question, false)
		if v.N == 0 {
			continue
		}
		l.Add(chart.Glyph(of.name, of.style))
		d := chart.Dot{Series: of.name, At: l.drawn(v), Style: of.style}
		if c.clip != nil {
			clip(&d, *c.clip)
		}
		dots = append(dots, d)
	}
	panel.Dots(chart.Below(i, dots)...)
	return series + len(dots)
}

// clip draws what lies beyond an axis hollow at its end, and ends bars there.
func clip(d *chart.Dot, to chart.Interval) {
	if d.At.Value < to.Low || d.At.Value > to.High {
		d.Text = format.Significant(d.At.Value, 3)
		d.At.Value, d.Style.Shape = min(max(d.At.Value, to.Low), to.High), draw.RingGlyph{}
	}
	d.At.Low, d.At.High = min(max(d.At.Low, to.Low), to.High), max(min(d.At.High, to.High), to.Low)
}

// twinDots draws the estimates of a row: of the first variant, below it pale those of others,
// above it what stands beside them. It returns how many there are.
func (e *evaluation) twinDots(l *looks, panel chart.Rows, i int, r row, q question, c column) (drawn int) {
	variants := summary.Distinct(e.cells, results.KeyVariant)
	for _, cell := range q.cells {
		q := q.of(r.input, cell)
		v := c.value(q, false)
		if v.N > 0 {
			colour := chart.MethodColour(cell.Cell[results.KeyMethod])
			if len(e.Experiment.Relevant) > 0 && c.input && !slices.Contains(e.Experiment.Relevant, q.input) {
				colour = chart.Grey
				l.Add(chart.Glyph("null inputs", draw.GlyphStyle{Color: chart.Grey, Shape: draw.CircleGlyph{}}))
			}
			name := "ours"
			if e.Experiment.OfUser() {
				name = "mean"
			}
			d := chart.Dot{Row: float64(i), Series: name, At: l.drawn(v), Style: draw.GlyphStyle{Color: colour, Radius: 2.3, Shape: draw.CircleGlyph{}}}
			legend := draw.GlyphStyle{Color: chart.Ink, Shape: draw.CircleGlyph{}}
			if k := slices.Index(variants, cell.Cell[results.KeyVariant]); k > 0 {
				name, legend = summary.VariantLabel(variants[k]), draw.GlyphStyle{Color: chart.Grey, Shape: draw.RingGlyph{}}
				d.Series, d.Row, d.Style = name, float64(i)+aside, draw.GlyphStyle{Color: chart.Pale(colour), Radius: 2.1, Shape: draw.RingGlyph{}}
			} else if len(variants) > 1 {
				name += ", " + summary.VariantLabel(variants[0])
			}
			l.Add(chart.Glyph(name, legend))
			panel.Dots(d)
			drawn++
		}
		beside := func(name string, value chart.Estimate, shape draw.GlyphDrawer) {
			style := draw.GlyphStyle{Color: chart.Black, Radius: 2, Shape: shape}
			l.Add(chart.Glyph(name, style))
			panel.Dots(chart.Dot{Row: float64(i) - aside, Series: name, At: value, Style: style})
			drawn++
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
			beside("population value", chart.Number(cell.Mean(results.ValuePopulation, q.input).Mean), draw.SquareGlyph{})
		}
	}
	return drawn
}

// drawnPrint is a printed number as figures draw it.
func drawnPrint(x results.Expected) chart.Estimate {
	if x.SE == nil {
		return chart.Number(x.Value)
	}
	return chart.WithSE(x.Value, *x.SE)
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
	return chart.WithSE(scale*(theirs.Value-ours.Value), scale*math.Hypot(*ours.SE, *theirs.SE)), true
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
				cell := chart.Cell{Amount: -found.Share().Mean, Framed: a.Moves[j], Series: "does not move"}
				if a.Moves[j] {
					cell.Amount, cell.Series = -cell.Amount, "moves"
				}
				if line = append(line, cell); !cell.Framed && cell.Amount == 0 {
					continue // as it should be
				}
				line[j].Said = "found in " + strconv.Itoa(found.K) + " of " + format.Plural(found.N, "table") + ", mean area " + format.Fixed(of.Mean(a.Area(), of.Variables[j]).Mean, 3)
			}
			cells = append(cells, line)
		}
		most = max(most, len(names))
		p := chart.CellsPanel(c.name, "input", "aspect", names, of.Variables, cells)
		if len(of.Variables) > mostUpright {
			chart.Turned(p)
		}
		panels = append(panels, p)
	}
	l.Legend = chart.Legend{chart.Framed("known to move"), chart.Swatch("found in all tables; paler: in fewer", chart.CellBlue), chart.Swatch("found, but does not move", chart.CellRed)}
	return panels, vg.Length(most)*13 + 40
}
