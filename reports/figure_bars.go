package reports

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/method"
	"drfvi/results"
)

// mostColumns is how many panels stand side by side.
const mostColumns = 4

// barFigures draws the importances of an experiment: methods side by side, the
// published convention above its textbook twin. Sample sizes and the like
// stand side by side as well if there is room, in figures of their own if not.
func (s importance) figures() []chart.Figure {
	groups := groupCells(s.Cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel)
	columns := 0
	for _, g := range groups {
		columns += len(twinsOf(g.cells))
	}
	if len(groups) == 1 || columns <= mostColumns {
		f := s.figure(s.Cells)
		f.Name = s.Experiment.Name
		return []chart.Figure{f}
	}
	var figures []chart.Figure
	for _, g := range groups {
		f := s.figure(g.cells)
		f.Name = s.Experiment.Name + "-" + slug(g.common)
		figures = append(figures, f)
	}
	return figures
}

// slug names a cell in a file name: "n1000-p10".
func slug(cell map[string]string) string {
	var parts []string
	for _, key := range orderedKeys(cell) {
		switch key {
		case results.KeyVariant, results.KeyData, results.KeyMethod:
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

// barFigure puts columns across and variants down; more columns than fit go
// into further rows. Panels that show the same kind of value share a scale.
func (s importance) figure(cells []CellSummary) chart.Figure {
	variants := distinct(cells, results.KeyVariant)
	columns := twinsOf(cells)
	lines := (len(columns)-1)/mostColumns + 1
	across := (len(columns)-1)/lines + 1
	names := s.shown(cells)
	common := without(shared(cells), results.KeyVariant, results.KeyPreset, results.KeyKernel)
	if len(distinct(cells, results.KeyMethod)) == len(columns) {
		delete(common, results.KeyMethod)
	}
	f := chart.Figure{Title: figureTitle(s.Experiment, common), Width: chart.PageWidth}
	f.Caption = f.Title + ". Bars are our means over repetitions; scales differ between methods."
	if len(variants) > 1 {
		f.Caption += " Rows of panels: " + variantLabel(variants[0]) + ", " + variantLabel(variants[1]) + "."
	}
	scales := make(map[string]*chart.Range) // by what the axis shows
	var legend chart.BarLegend
	for len(columns) > 0 {
		line := columns[:min(across, len(columns))]
		columns = columns[len(line):]
		for _, variant := range variants {
			row := make([]*plot.Plot, across)
			of := make([]chart.RowBars, len(line))
			lanes := false
			for j, column := range line {
				if c, ok := column.cells[variant]; ok {
					of[j] = s.bars(c, names)
					lanes = lanes || of[j].HasPrinted()
				}
			}
			for j, column := range line {
				c, ok := column.cells[variant]
				if !ok {
					continue
				}
				b := of[j]
				b.Lanes = lanes // alike in all panels of the row
				legend.Add(b, c.Cell[results.KeyMethod])
				p := chart.NewPlot()
				p.Add(chart.GridLines{X: true}, b)
				chart.SetHeading(p, column.label)
				p.X.Label.Text = method.Of(c.Cell[results.KeyMethod]).Axis
				p.X.Tick.Marker = chart.RoundTicks{Most: max(5, 9-2*across)}
				if scales[p.X.Label.Text] == nil {
					scales[p.X.Label.Text] = new(chart.Range)
				}
				scales[p.X.Label.Text].Include(p.X.Min, p.X.Max)
				row[j] = p
			}
			label := ""
			if len(variants) > 1 {
				label = variantLabel(variant)
			}
			if chart.LabelRow(row, names, label) {
				f.Plots = append(f.Plots, row)
			}
		}
	}
	for _, row := range f.Plots {
		for _, p := range row {
			if p != nil {
				p.X.Min, p.X.Max = scales[p.X.Label.Text].Padded()
			}
		}
	}
	f.Height = vg.Length(len(f.Plots))*(max(chart.LeastPanel, vg.Length(len(names))*chart.RowHeight)+chart.PanelHeads) + 44
	f.Legend = legend.Items(len(s.Experiment.Relevant) > 0)
	return f
}

// bars collects what is drawn for a cell, in the order of names.
func (s experiment) bars(c CellSummary, names []string) chart.RowBars {
	var b chart.RowBars
	for _, name := range names {
		row := chart.RowBar{Ours: chart.Estimate{Value: math.NaN()}, Printed: chart.Estimate{Value: math.NaN()}, Colour: chart.Unmarked}
		if stat := c.compared(name); stat.N > 0 {
			row.Ours = drawn(stat)
		}
		if e, ok := s.expected(c, importanceOf(name)); ok {
			row.Printed.Value, row.Bound = e.Value, e.Below
			if e.SE != nil {
				row.Printed.SE = *e.SE
			}
		}
		if len(s.Experiment.Relevant) == 0 || slices.Contains(s.Experiment.Relevant, name) {
			row.Colour = chart.MethodColour(c.Cell[results.KeyMethod])
		}
		b.Rows = append(b.Rows, row)
	}
	if c.Repetitions == 0 {
		b.EmptyReason = "not run"
	}
	return b
}
