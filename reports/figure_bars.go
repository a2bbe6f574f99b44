package reports

import (
	"image/color"
	"maps"
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
	rowHeight  = vg.Length(15)
	panelHeads = vg.Length(48) // title and axis of a panel
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
		columns += len(barColumns(g.cells))
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

// distinct returns the different values of a key in the order of the cells.
func distinct(cells []CellSummary, key string) []string {
	var values []string
	for _, c := range cells {
		if !slices.Contains(values, c.Cell[key]) {
			values = append(values, c.Cell[key])
		}
	}
	return values
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
	case "retrain", "coupled", "projected":
		return "importance"
	case "vimp-drf":
		return "weighted split frequency"
	case "mda":
		return "increase of squared error"
	case "sobol-mda":
		return "share of variance"
	}
	return "value"
}

// barColumn is a column of panels: the cells that differ in their variant
// only, or in what a variant stands for.
type barColumn struct {
	label string
	cells map[string]CellSummary // by variant
}

// barColumns puts cells in columns. A method that stands in one variant twice
// (with two kernels, say) has a column for each.
func barColumns(cells []CellSummary) []barColumn {
	var columns []barColumn
	methods := distinct(cells, keyMethod)
	several := len(groupCells(cells, keyVariant, keyMethod, keyPreset, keyKernel)) > 1
	for _, g := range groupCells(cells, keyVariant, keyPreset, keyKernel) {
		start := len(columns)
		labels := panelLabels(g.cells)
		next := make(map[string]int) // by variant
		for k, c := range g.cells {
			variant := c.Cell[keyVariant]
			at := start + next[variant]
			next[variant]++
			if at == len(columns) {
				label := labels[k]
				if several {
					label = describe(without(varying(cells, c), keyVariant, keyMethod, keyPreset, keyKernel))
					if len(methods) > 1 {
						label = labels[k] + ", " + label
					}
				}
				columns = append(columns, barColumn{label: label, cells: make(map[string]CellSummary)})
			}
			columns[at].cells[variant] = c
		}
	}
	return columns
}

// varying returns the keys of a cell whose values differ among cells.
func varying(cells []CellSummary, c CellSummary) map[string]string {
	part := make(map[string]string)
	for key, value := range c.Cell {
		if len(distinct(cells, key)) > 1 {
			part[key] = value
		}
	}
	return part
}

// shared returns the keys that all cells have with one value.
func shared(cells []CellSummary) map[string]string {
	part := maps.Clone(cells[0].Cell)
	for key := range varying(cells, cells[0]) {
		delete(part, key)
	}
	return part
}

// barFigure puts columns across and variants down; more columns than fit go
// into further rows. Panels that show the same kind of value share a scale.
func (s Summary) barFigure(cells []CellSummary) figure {
	variants := distinct(cells, keyVariant)
	columns := barColumns(cells)
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
			for j, column := range line {
				c, ok := column.cells[variant]
				if !ok {
					continue
				}
				b := s.bars(c, names)
				legend.add(b, c.Cell[keyMethod])
				p := newPlot()
				p.Add(gridLines{x: true}, b)
				setHeading(p, column.label)
				p.X.Label.Text = axisLabel(c.Cell[keyMethod])
				p.X.Tick.Marker = roundTicks{max(4, 9-2*across)}
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
	f.height = vg.Length(len(f.plots))*(vg.Length(len(names))*rowHeight+panelHeads) + 44
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

// panelLabels names cells as columnLabels does, within their variant.
func panelLabels(cells []CellSummary) []string {
	labels := make([]string, len(cells))
	for _, variant := range distinct(cells, keyVariant) {
		var at []int
		var of []CellSummary
		for k, c := range cells {
			if c.Cell[keyVariant] == variant {
				at, of = append(at, k), append(of, c)
			}
		}
		for i, label := range columnLabels(of) {
			labels[at[i]] = label
		}
	}
	return labels
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
		value, se := math.NaN(), math.NaN()
		if stat := c.compared(name); stat.N > 0 {
			value, se = stat.Mean, stat.SE
		}
		printed, printedSE, bound := math.NaN(), math.NaN(), false
		if at := s.expected(c, name, statMean); at >= 0 {
			e := s.Experiment.Expected[at]
			printed, bound = e.Value, e.Below
			if e.SE != nil {
				printedSE = *e.SE
			}
		}
		colour := color.Color(unmarked)
		if len(s.Experiment.Relevant) == 0 || slices.Contains(s.Experiment.Relevant, name) {
			colour = methodColour(c.Cell[keyMethod])
		}
		b.values, b.se = append(b.values, value), append(b.se, se)
		b.printed, b.printedSE, b.bound = append(b.printed, printed), append(b.printedSE, printedSE), append(b.bound, bound)
		b.colours = append(b.colours, colour)
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
	if colour := methodColour(method); !slices.Contains(l.swatches, colour) {
		l.swatches = append(l.swatches, colour)
	}
	for i, v := range b.printed {
		if !math.IsNaN(v) {
			l.bound = l.bound || b.bound[i]
			l.printed = l.printed || !b.bound[i]
		}
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
