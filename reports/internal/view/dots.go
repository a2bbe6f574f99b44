package view

import (
	"image/color"
	"math"
	"slices"
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

// rowPitch is the height of a row of dots, and aside how far from its middle dots stand that
// are beside others, as a share of it.
const (
	rowPitch = vg.Length(13)
	aside    = 0.32
)

// legends remember what a figure draws.
type legends struct {
	chart.Legend
	lines     chart.Legend // that numbers are compared with
	intervals bool         // bars are intervals of shares
	bars      bool
	rows      bool // have names
}

// complete is the legend of the series and of the error bars.
func (l *legends) complete() chart.Legend {
	if l.bars {
		l.Legend = append(l.Legend, chart.ErrorBars)
	}
	if l.intervals {
		l.Legend = append(l.Legend, chart.Intervals)
	}
	return append(l.Legend, l.lines...)
}

// estimate is a number as figures draw it.
func (l *legends) estimate(s stat.Stat) chart.Estimate {
	if s.High > s.Low {
		l.intervals = true
		return chart.Estimate{Value: s.Mean, Interval: chart.Interval{Low: s.Low, High: s.High}}
	}
	l.bars = l.bars || s.SE > 0
	return chart.WithSE(s.Mean, s.SE)
}

// panel is a panel of a figure: a measure of some cells.
type panel struct {
	title, axis, value string
	cells              []summary.Cell
	compared           []float64 // lines to compare with, and comparison what they are
	comparison         string
	clip               *chart.Interval // of the axis, of which nothing beyond is drawn to scale
	scale              string          // panels of one scale share it; "" for a scale of its own
}

// panels are those of measures, for each combination of keys.
func (l *layout) panels(values []string, keys ...string) (list []panel) {
	for _, value := range values {
		label := measureOf(value).label
		if len(keys) == 0 {
			list = append(list, panel{title: label, axis: label, value: value, cells: l.cells, scale: value})
			continue
		}
		for _, cells := range l.grouped(l.cells, keys) {
			p := panel{title: l.label(cells[0], keys), axis: label, value: value, cells: cells, scale: value}
			if len(values) > 1 {
				p.title = strings.Trim(p.title+", "+label, ", ")
			}
			if measureOf(value).ofInputs { // methods have scales of their own
				p.scale += l.label(cells[0], []string{results.KeyMethod})
			}
			if value == "importance" {
				p.axis, _, _ = strings.Cut(method.Of(cells[0].Cell[results.KeyMethod]).Axis, ", ")
			}
			list = append(list, p)
		}
	}
	return list
}

// series are some of the cells of a panel with one look.
type series struct {
	name, input string
	cells       []summary.Cell
	style       draw.GlyphStyle
}

// colour is that of the marks.
func (s series) colour() color.NRGBA { return s.style.Color.(color.NRGBA) }

// splitCells splits cells into series.
type splitCells func(cells []summary.Cell) []series

// seriesBy splits cells by combinations of keys.
func (l *layout) seriesBy(keys ...string) splitCells {
	name := func(c summary.Cell) string { return l.fullLabel(c, keys) }
	var order []string
	for _, c := range l.cells {
		order = summary.Union(order, name(c))
	}
	return func(cells []summary.Cell) (list []series) {
		for _, same := range l.grouped(cells, keys) {
			style := seriesStyle(slices.Index(order, name(same[0])))
			if !slices.Contains(keys, results.KeyVariant) && !method.Of(same[0].Cell[results.KeyMethod]).External() {
				style = l.methodStyle(same[0])
			}
			list = append(list, series{name: name(same[0]), cells: same, style: style})
		}
		return list
	}
}

// seriesStyle is the look of the k-th series, and methodStyle that of the method of a cell,
// paler for its further presets.
func seriesStyle(k int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: chart.Series[k%len(chart.Series)], Radius: 2.2, Shape: chart.Shapes[k%len(chart.Shapes)]}
}

func (l *layout) methodStyle(c summary.Cell) draw.GlyphStyle {
	name := c.Cell[results.KeyMethod]
	style := draw.GlyphStyle{Color: chart.MethodColour(name), Radius: 2.2, Shape: chart.MethodShape(name)}
	same := summary.Selected(l.cells, summary.Only(c.Cell, results.KeyMethod))
	if slices.Index(summary.Distinct(same, results.KeyPreset), c.Cell[results.KeyPreset]) > 0 && !l.hasConventions() {
		style.Color = chart.Pale(chart.MethodColour(name))
	}
	return style
}

// inputSeries are a series for each input of cells that matters.
func (l *layout) inputSeries(cells []summary.Cell) (list []series) {
	hasRelevant := func(c summary.Cell) bool { return len(c.Relevant) > 0 }
	known := len(l.Experiment.Relevant) > 0 || slices.ContainsFunc(cells, hasRelevant)
	for k, input := range l.inputs(cells, true) {
		name := input
		if !known {
			name = []string{"largest", "second", "third", "fourth"}[k%summary.MostLargest]
		}
		list = append(list, series{name: name, input: input, cells: cells, style: seriesStyle(k)})
	}
	return list
}

// drawRow draws marks of some cells in the i-th row of a panel, and returns how many series
// there are.
type drawRow func(l *layout, marks *legends, into chart.Rows, i int, r row, p panel, cells []summary.Cell) int

// dots draws a panel for each of panels, with the same rows.
func (l *layout) dots(marks *legends, rows []row, panels []panel, mark drawRow) (plots []*plot.Plot, height vg.Length) {
	rows = slices.DeleteFunc(rows, func(r row) bool {
		return r.input == "" && !slices.ContainsFunc(panels, func(p panel) bool { return l.hasNumber(r, p) })
	})
	names := make([]string, len(rows))
	for i, r := range rows {
		names[i] = r.name
	}
	names = withoutPrefix(names)
	scales := make(map[string][]*plot.Plot)
	highest := 1
	marks.rows = true
	for _, p := range panels {
		into, any := chart.NewRows(p.title, p.axis, names, p.compared...), false
		if p.comparison != "" {
			marks.lines.Add(chart.Dashes(p.comparison, chart.Grey))
		}
		for i, r := range rows {
			if cells := common(r.cells, p.cells); len(cells) > 0 {
				n := mark(l, marks, into, i, r, p, cells)
				any, highest = any || n > 0, max(highest, n)
			}
		}
		if !any {
			continue // tables say so
		}
		switch {
		case p.clip != nil:
			into.X.Min, into.X.Max = p.clip.Low, p.clip.High
		case measureOf(p.value).share:
			into.X.Min, into.X.Max = 0, 1
		case p.scale != "":
			scales[p.scale] = append(scales[p.scale], into.Plot)
		}
		plots = append(plots, into.Plot)
	}
	for scale, same := range scales {
		if scale == "error_ratio" {
			chart.ShareRatios(same)
		} else {
			chart.ShareX(same)
		}
	}
	return plots, vg.Length(len(names))*max(rowPitch, vg.Length(min(highest, 5))*4) + 40
}

// withoutPrefix are names without the word before a hyphen that all begin with: that of a
// benchmark.
func withoutPrefix(names []string) []string {
	if len(names) < 2 {
		return names
	}
	word, _, _ := strings.Cut(names[0], "-")
	if word += "-"; slices.ContainsFunc(names, func(name string) bool { return !strings.HasPrefix(name, word) }) {
		return names
	}
	short := make([]string, len(names))
	for i, name := range names {
		short[i] = strings.TrimPrefix(name, word)
	}
	return short
}

// hasNumber reports whether a row has a number in a panel.
func (l *layout) hasNumber(r row, p panel) bool {
	return slices.ContainsFunc(common(r.cells, p.cells), func(c summary.Cell) bool {
		input := r.input
		if input == "" && len(c.Variables) > 0 {
			input = c.Variables[0]
		}
		return l.value(p.value, input, c).N > 0
	})
}

// drawSeries draws a dot for each series below each other; of a series of several cells, each a
// number of its own, a box plot.
func drawSeries(split splitCells) drawRow {
	return func(l *layout, marks *legends, into chart.Rows, i int, r row, p panel, cells []summary.Cell) (boxes int) {
		var dots []chart.Dot
		for _, s := range split(cells) {
			if s.input == "" {
				s.input = r.input
			}
			if len(s.cells) > 1 {
				boxes += l.box(marks, into, i, s, p)
				continue
			}
			v := l.value(p.value, s.input, s.cells...)
			if v.N == 0 {
				continue
			}
			marks.Add(chart.Glyph(s.name, s.style))
			d := chart.Dot{Series: s.name, At: marks.estimate(v), Style: s.style}
			if p.clip != nil {
				clip(&d, *p.clip)
			}
			dots = append(dots, d)
		}
		into.Dots(chart.Below(i, dots)...)
		return boxes + len(dots)
	}
}

// box draws a box plot of the numbers of the cells of a series, and returns how many it draws.
func (l *layout) box(marks *legends, into chart.Rows, i int, s series, p panel) int {
	var values []float64
	for _, c := range s.cells {
		if v := l.value(p.value, s.input, c); v.N > 0 {
			values = append(values, v.Mean)
		}
	}
	if len(values) == 0 {
		return 0
	}
	marks.Add(chart.BoxItem(s.name, s.colour()))
	into.Box(i, s.name, values, s.colour())
	return 1
}

// clip draws what lies beyond an axis hollow at its end, and ends bars there.
func clip(d *chart.Dot, axis chart.Interval) {
	if d.At.Value < axis.Low || d.At.Value > axis.High {
		d.Text = format.Significant(d.At.Value, 3)
		d.At.Value, d.Style.Shape = min(max(d.At.Value, axis.Low), axis.High), draw.RingGlyph{}
	}
	d.At.Low, d.At.High = min(max(d.At.Low, axis.Low), axis.High), max(min(d.At.High, axis.High), axis.Low)
}

// drawTwins draws the estimates of a row: of the first variant, below it pale those of others,
// above it the printed number and the population value.
func drawTwins(l *layout, marks *legends, into chart.Rows, i int, r row, p panel, cells []summary.Cell) (drawn int) {
	for _, c := range cells {
		if v := l.value(p.value, r.input, c); v.N > 0 {
			into.Dots(l.twin(marks, i, r, p, c, marks.estimate(v)))
			drawn++
		}
		mark := func(name string, value chart.Estimate, shape draw.GlyphDrawer) {
			style := draw.GlyphStyle{Color: chart.Black, Radius: 2, Shape: shape}
			marks.Add(chart.Glyph(name, style))
			into.Dots(chart.Dot{Row: float64(i) - aside, Series: name, At: value, Style: style})
			drawn++
		}
		if value, below, ok := l.printedMark(c, r, p); ok && below {
			mark("printed upper bound", value, draw.TriangleGlyph{})
		} else if ok {
			mark("printed", value, draw.SquareGlyph{})
		}
		population := l.frame.number(c, string(results.ValuePopulation), r.input)
		if population.N > 0 && l.Figure == "designs" {
			mark("population value", chart.Number(population.Mean), draw.SquareGlyph{})
		}
	}
	return drawn
}

// twin is the dot of a cell in a row.
func (l *layout) twin(marks *legends, i int, r row, p panel, c summary.Cell, value chart.Estimate) chart.Dot {
	colour := chart.MethodColour(c.Cell[results.KeyMethod])
	if len(l.Experiment.Relevant) > 0 && measureOf(p.value).ofInputs && !slices.Contains(l.Experiment.Relevant, r.input) {
		colour = chart.Grey
		marks.Add(chart.Glyph("null inputs", draw.GlyphStyle{Color: chart.Grey, Shape: draw.CircleGlyph{}}))
	}
	name := "ours"
	if l.Experiment.OfUser() {
		name = "mean"
	}
	style := draw.GlyphStyle{Color: colour, Radius: 2.3, Shape: draw.CircleGlyph{}}
	d := chart.Dot{Row: float64(i), Series: name, At: value, Style: style}
	look := draw.GlyphStyle{Color: chart.Ink, Shape: draw.CircleGlyph{}}
	variants := summary.Distinct(l.cells, results.KeyVariant)
	if k := slices.Index(variants, c.Cell[results.KeyVariant]); k > 0 {
		name, look = summary.VariantLabel(variants[k]), draw.GlyphStyle{Color: chart.Grey, Shape: draw.RingGlyph{}}
		d.Series, d.Row = name, float64(i)+aside
		d.Style = draw.GlyphStyle{Color: chart.Pale(colour), Radius: 2.1, Shape: draw.RingGlyph{}}
	} else if len(variants) > 1 {
		name += ", " + summary.VariantLabel(variants[0])
	}
	marks.Add(chart.Glyph(name, look))
	return d
}

// printedMark is the printed number of a cell as figures draw it, and whether it is an upper bound.
func (l *layout) printedMark(c summary.Cell, r row, p panel) (value chart.Estimate, below, ok bool) {
	if p.value == "saving" {
		value, ok = l.printedSaving(c)
		return value, false, ok
	}
	x, ok := l.printed(c, r, p.value)
	if !ok || l.Figure == "designs" {
		return value, false, false
	}
	if x.SE == nil {
		return chart.Number(x.Value), x.Below, true
	}
	return chart.WithSE(x.Value, *x.SE), x.Below, true
}

// printedSaving is what the printed losses have of a saving, with the standard errors of two
// independent means.
func (l *layout) printedSaving(c summary.Cell) (value chart.Estimate, ok bool) {
	cumulative := summary.Quantity{Name: results.ValueCumulative}
	other, err := l.Rival(c, splitCounts)
	ours, hasOurs := l.Expected(c, cumulative)
	theirs, hasTheirs := l.Expected(other, cumulative)
	if err != nil || !hasOurs || !hasTheirs || ours.SE == nil || theirs.SE == nil {
		return value, false
	}
	scale := 100 / math.Abs(theirs.Value)
	return chart.WithSE(scale*(theirs.Value-ours.Value), scale*math.Hypot(*ours.SE, *theirs.SE)), true
}
