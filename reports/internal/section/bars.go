package section

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"

	"drfvi/internal/chart"
	"drfvi/methods/method"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Bars is the section of experiments whose importances are drawn as bars.
type Bars struct{ Undrawn }

// mostColumns is how many panels stand side by side.
const mostColumns = 4

// Figures draws the importances of an experiment: methods side by side, the
// published convention above its textbook twin. Sample sizes and the like
// stand side by side as well if there is room, in figures of their own if not.
func (s Bars) Figures() []chart.Figure {
	groups := summary.Groups(s.Cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel)
	columns := 0
	for _, g := range groups {
		columns += len(summary.TwinsOf(g.Cells))
	}
	if len(groups) == 1 || columns <= mostColumns {
		f := s.figure(s.Cells)
		f.Name = s.Experiment.Name
		return []chart.Figure{f}
	}
	var figures []chart.Figure
	for _, g := range groups {
		f := s.figure(g.Cells)
		f.Name = s.Experiment.Name + "-" + summary.Slug(g.Common)
		figures = append(figures, f)
	}
	return figures
}

// figure puts columns across and variants down; more columns than fit go
// into further rows. Panels that show the same kind of value share a scale.
func (s Bars) figure(cells []summary.Cell) chart.Figure {
	variants := summary.Distinct(cells, results.KeyVariant)
	columns := summary.TwinsOf(cells)
	lines := (len(columns)-1)/mostColumns + 1
	across := (len(columns)-1)/lines + 1
	own, rest := s.parted(cells)
	common := summary.Without(summary.Shared(cells), results.KeyVariant, results.KeyPreset, results.KeyKernel)
	if len(summary.Distinct(cells, results.KeyMethod)) == len(columns) {
		delete(common, results.KeyMethod)
	}
	f := chart.Figure{Title: summary.Titled(s.Experiment, common), Width: chart.PageWidth}
	f.Caption = f.Title + ". Bars are our means over repetitions; scales differ between methods."
	if s.Experiment.OfUser() {
		f.Caption = f.Title + ". " + texts.Of("user bars")[0]
	}
	if rest != nil {
		f.Caption += " Others are variables that matter nowhere: the largest of those in the table."
	}
	if len(variants) > 1 {
		f.Caption += " Rows of panels: " + summary.VariantLabel(variants[0]) + ", " + summary.VariantLabel(variants[1]) + "."
	}
	var rows []barRow
	for len(columns) > 0 {
		line := columns[:min(across, len(columns))]
		columns = columns[len(line):]
		for _, variant := range variants {
			row := barRow{panels: make([]barPanel, across)}
			for j, column := range line {
				if c, ok := column.Cells[variant]; ok {
					row.panels[j] = barPanel{column.Label, c.Cell[results.KeyMethod], s.bars(c, own, rest)}
					row.lanes = row.lanes || row.panels[j].bars.HasPrinted()
				}
			}
			if len(variants) > 1 {
				row.label = summary.VariantLabel(variant)
			}
			rows = append(rows, row)
		}
	}
	s.draw(&f, rows, rowNames(own, rest), max(5, 9-2*across), true)
	return f
}

// barRow is a row of panels of bars, and barPanel one of them, of a method; a hole without.
type (
	barRow struct {
		label  string
		lanes  bool // in all panels
		panels []barPanel
	}
	barPanel struct {
		heading, method string
		bars            chart.RowBars
	}
)

// draw draws rows that have a panel, each with at most so many ticks. Panels that show
// the same kind of value share a scale if that is asked for.
func (s Undrawn) draw(f *chart.Figure, rows []barRow, names []string, ticks int, shared bool) {
	scales := make(chart.Ranges)
	kinds := make(map[*plot.Plot]string)
	var legend chart.BarLegend
	for _, row := range rows {
		plots := make([]*plot.Plot, len(row.panels))
		for j, of := range row.panels {
			if of.method == "" {
				continue
			}
			of.bars.Lanes = row.lanes || of.bars.HasPrinted()
			legend.Add(of.bars, of.method)
			p := chart.BarPanel(of.heading, method.Of(of.method).Axis, of.bars, ticks)
			kinds[p] = kindOf(of.method)
			scales.Include(kinds[p], p.X.Min, p.X.Max)
			p.X.Min, p.X.Max = chart.Range{Low: p.X.Min, High: p.X.Max}.Padded()
			plots[j] = p
		}
		if chart.LabelRow(plots, names, row.label) {
			f.Plots = append(f.Plots, plots)
		}
	}
	f.Height = chart.BarHeight(len(f.Plots), len(names))
	if shared {
		for p, kind := range kinds {
			p.X.Min, p.X.Max = scales[kind].Padded()
		}
	}
	f.Legend = legend.Items(len(s.Experiment.Relevant) > 0)
}

// kindOf names the kind of value of a method. Each external program has a kind of its own.
func kindOf(name string) string {
	facts := method.Of(name)
	if facts.External() {
		return "of " + name
	}
	return facts.Axis
}

// others are variables that do nothing: one row shows the largest of them.
type others []string

// negligible is the share of the largest value of a cell below which a variable is not
// drawn in a row of its own unless it is relevant.
const negligible = 0.1

// parted returns the variables that have rows of their own, and the others, where the
// experiment says what is relevant and there are at least two. Other variables have
// their row if they stand out in any cell.
func (s Undrawn) parted(cells []summary.Cell) (own []string, rest others) {
	names := s.Shown(cells)
	if len(s.Experiment.Relevant) == 0 {
		return names, nil
	}
	for _, name := range names {
		stands := slices.Contains(s.Experiment.Relevant, name) || slices.ContainsFunc(cells, func(c summary.Cell) bool {
			largest := 0.0
			for _, of := range names {
				largest = max(largest, c.Importance(of).Mean)
			}
			return c.Importance(name).Mean > negligible*largest
		})
		if stands {
			own = append(own, name)
		} else {
			rest = append(rest, name)
		}
	}
	if len(rest) < 2 {
		return names, nil
	}
	return own, rest
}

// rowNames are the names of the rows of own and other variables.
func rowNames(own []string, rest others) []string {
	if rest == nil {
		return own
	}
	return append(slices.Clone(own), "others")
}

// largestOf returns the one of some variables with the largest mean in a cell, the first
// where there are none.
func largestOf(c summary.Cell, names others) string {
	return slices.MaxFunc(names, func(a, b string) int {
		x, y := c.Importance(a), c.Importance(b)
		return cmp.Or(cmp.Compare(x.N, y.N), cmp.Compare(x.Mean, y.Mean))
	})
}

// bars collects what is drawn for a cell: own variables, and the largest of others.
func (s Undrawn) bars(c summary.Cell, own []string, rest others) chart.RowBars {
	var b chart.RowBars
	names := slices.Clone(own)
	if rest != nil {
		names = append(names, largestOf(c, rest))
	}
	for _, name := range names {
		row := chart.RowBar{Ours: chart.Estimate{Value: math.NaN()}, Printed: chart.Estimate{Value: math.NaN()}, Colour: chart.Unmarked}
		if stat := c.Importance(name); stat.N > 0 {
			row.Ours = Drawn(stat)
		}
		if e, ok := s.Expected(c, summary.ImportanceOf(name)); ok {
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
		b.EmptyReason = c.Missing()
	}
	return b
}
