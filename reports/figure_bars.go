package reports

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/results"
)

// Measures of figures.
const (
	pageWidth  = vg.Length(482) // the width of the report's text
	rowHeight  = vg.Length(11.5)
	panelHeads = vg.Length(46) // title and axis of a panel
	leastPanel = vg.Length(90) // the name of a variant stands beside the bars
)

// mostColumns is how many panels stand side by side.
const mostColumns = 4

// barFigures draws the importances of an experiment: methods side by side, the
// published convention above its textbook twin. Sample sizes and the like
// stand side by side as well if there is room, in figures of their own if not.
func (s Summary) barFigures() []figure {
	groups := groupCells(s.Cells, keyVariant, keyMethod, keyPreset, keyKernel)
	columns := 0
	for _, g := range groups {
		columns += len(twinsOf(g.cells))
	}
	if len(groups) == 1 || columns <= mostColumns {
		f := s.barFigure(s.Cells)
		f.name = s.Experiment.Name
		return []figure{f}
	}
	var figures []figure
	for _, g := range groups {
		f := s.barFigure(g.cells)
		f.name = s.Experiment.Name + "-" + slug(g.common)
		figures = append(figures, f)
	}
	return figures
}

// slug names a cell in a file name: "n1000-p10".
func slug(cell map[string]string) string {
	var parts []string
	for _, key := range orderedKeys(cell) {
		switch key {
		case keyVariant, keyData, keyMethod:
			parts = append(parts, cell[key])
		default:
			parts = append(parts, key+cell[key])
		}
	}
	return strings.NewReplacer("/", "_", "\\", "_", " ", "_").Replace(strings.Join(parts, "-"))
}

// experimentTitle is an experiment's title with its source.
func experimentTitle(e results.Experiment) string {
	if e.Source == "" {
		return e.Title
	}
	return e.Title + " (" + e.Source + ")"
}

// figureTitle names an experiment and what the figure's cells share.
func figureTitle(e results.Experiment, common map[string]string) string {
	text := experimentTitle(e)
	if rest := describe(common); rest != "" {
		text += ": " + rest
	}
	return text
}

// axisLabel says what a method's values are.
func axisLabel(method string) string {
	switch method {
	case "retrain", "coupled", "projected", "projected-unbiased":
		return "importance"
	case "vimp-drf":
		return "weighted split frequency"
	case "mda":
		return "increase of squared error"
	case "mda-per-output":
		return "increase of squared error, largest"
	case "sobol-mda":
		return "share of variance"
	case "sobol-mda-per-output":
		return "share of variance, largest"
	}
	return "value"
}

// barFigure puts columns across and variants down; more columns than fit go
// into further rows. Panels that show the same kind of value share a scale.
func (s Summary) barFigure(cells []CellSummary) figure {
	variants := distinct(cells, keyVariant)
	columns := twinsOf(cells)
	lines := (len(columns)-1)/mostColumns + 1
	across := (len(columns)-1)/lines + 1
	names := s.shown(cells)
	common := without(shared(cells), keyVariant, keyPreset, keyKernel)
	if len(distinct(cells, keyMethod)) == len(columns) {
		delete(common, keyMethod)
	}
	f := figure{title: figureTitle(s.Experiment, common), width: pageWidth}
	f.caption = f.title + ". Bars are our means over repetitions; scales differ between methods."
	if len(variants) > 1 {
		f.caption += " Rows of panels: " + variantLabel(variants[0]) + ", " + variantLabel(variants[1]) + "."
	}
	scales := make(map[string]*axisRange) // by what the axis shows
	var legend barLegend
	for len(columns) > 0 {
		line := columns[:min(across, len(columns))]
		columns = columns[len(line):]
		for _, variant := range variants {
			row := make([]*plot.Plot, across)
			of := make([]rowBars, len(line))
			lanes := false
			for j, column := range line {
				if c, ok := column.cells[variant]; ok {
					of[j] = s.bars(c, names)
					lanes = lanes || of[j].hasPrinted()
				}
			}
			for j, column := range line {
				c, ok := column.cells[variant]
				if !ok {
					continue
				}
				b := of[j]
				b.lanes = lanes // alike in all panels of the row
				legend.add(b, c.Cell[keyMethod])
				p := newPlot()
				p.Add(gridLines{x: true}, b)
				setHeading(p, column.label)
				p.X.Label.Text = axisLabel(c.Cell[keyMethod])
				p.X.Tick.Marker = roundTicks{max(5, 9-2*across)}
				if scales[p.X.Label.Text] == nil {
					scales[p.X.Label.Text] = new(axisRange)
				}
				scales[p.X.Label.Text].include(p.X.Min, p.X.Max)
				row[j] = p
			}
			label := ""
			if len(variants) > 1 {
				label = variantLabel(variant)
			}
			if labelRow(row, names, label) {
				f.plots = append(f.plots, row)
			}
		}
	}
	for _, row := range f.plots {
		for _, p := range row {
			if p != nil {
				p.X.Min, p.X.Max = scales[p.X.Label.Text].padded()
			}
		}
	}
	f.height = vg.Length(len(f.plots))*(max(leastPanel, vg.Length(len(names))*rowHeight)+panelHeads) + 44
	f.legend = legend.items(len(s.Experiment.Relevant) > 0)
	return f
}

// labelRow names the variables and the variant at the first panel of a row,
// and reports whether there is any panel.
func labelRow(row []*plot.Plot, names []string, variant string) bool {
	first := true
	for _, p := range row {
		if p == nil {
			continue
		}
		p.Y.Tick.Marker = namedTicks(make([]string, len(names)))
		p.Y.Tick.Length = 0
		p.Y.LineStyle.Width = 0
		if first {
			p.Y.Tick.Marker = namedTicks(names)
			p.Y.Label.Text = variant
		}
		first = false
	}
	return !first
}

// axisRange is the union of ranges.
type axisRange struct {
	low, high float64
	set       bool
}

func (r *axisRange) include(low, high float64) {
	if !r.set {
		*r = axisRange{low, high, true}
		return
	}
	r.low, r.high = min(r.low, low), max(r.high, high)
}

// padded returns the range with a little air where it does not end at 0.
func (r axisRange) padded() (low, high float64) {
	air := 0.04 * (r.high - r.low)
	if air == 0 {
		return 0, 1
	}
	low, high = r.low, r.high
	if low < 0 {
		low -= air
	}
	if high > 0 {
		high += air
	}
	return low, high
}

// bars collects what is drawn for a cell, in the order of names.
func (s Summary) bars(c CellSummary, names []string) rowBars {
	var b rowBars
	for _, name := range names {
		row := rowBar{ours: estimate{value: math.NaN()}, printed: estimate{value: math.NaN()}, colour: unmarked}
		if stat := c.compared(name); stat.N > 0 {
			row.ours = drawn(stat)
		}
		if e, ok := s.expected(c, importanceOf(name)); ok {
			row.printed.value, row.bound = e.Value, e.Below
			if e.SE != nil {
				row.printed.se = *e.SE
			}
		}
		if len(s.Experiment.Relevant) == 0 || slices.Contains(s.Experiment.Relevant, name) {
			row.colour = methodColour(c.Cell[keyMethod])
		}
		b.rows = append(b.rows, row)
	}
	if c.Repetitions == 0 {
		b.emptyReason = "not run"
	}
	return b
}

// barLegend collects what the bars of a figure show.
type barLegend struct {
	swatches       []color.Color
	printed, bound bool
}

func (l *barLegend) add(b rowBars, method string) {
	if colour := color.Color(methodColour(method)); !slices.Contains(l.swatches, colour) {
		l.swatches = append(l.swatches, colour)
	}
	for _, row := range b.rows {
		l.bound = l.bound || row.bound
		l.printed = l.printed || !row.bound && !row.printed.none()
	}
}

func (l barLegend) items(marked bool) []legendItem {
	var items []legendItem
	if marked {
		items = append(items,
			legendItem{colours: l.swatches, text: "relevant variable"},
			legendItem{colours: []color.Color{unmarked}, text: "other variable"})
	}
	items = append(items, legendItem{bar: true, text: "±2 standard errors"})
	if l.printed {
		items = append(items, legendItem{glyph: diamond{}, text: "printed (±2 standard errors)"})
	}
	if l.bound {
		items = append(items, legendItem{glyph: leftTriangle{}, text: "printed upper bound"})
	}
	return items
}
