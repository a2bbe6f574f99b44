package section

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/methods/method"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Scaling is the section of experiments on importances for growing tables.
type Scaling struct{ Base }

// Figures draws importance against the number of rows on a logarithmic
// axis, a line per variable, a panel per variant and method.
func (s Scaling) Figures() []chart.Figure {
	groups := summary.Groups(s.Cells, results.KeyN)
	names := s.Shown(s.Cells)
	const across = 2
	f := s.Figure("Means over repetitions against the number of rows n.")
	var panels []*plot.Plot
	ranges := make(chart.Ranges) // by method
	for _, g := range groups {
		p := s.panel(g, names)
		panels = append(panels, p)
		if p.Y.Min < p.Y.Max {
			ranges.Include(g.Common[results.KeyMethod], min(0, p.Y.Min), p.Y.Max)
		}
	}
	for i, g := range groups {
		low, high := ranges[g.Common[results.KeyMethod]].Padded()
		panels[i].Y.Min, panels[i].Y.Max = low-0.03*(high-low), high // marks at 0 are whole
	}
	f.Plots = chart.InRows(panels, across)
	f.Height = vg.Length(len(f.Plots))*140 + 50
	for i, name := range names {
		f.Legend = append(f.Legend, chart.LegendItem{
			Colours: []color.Color{chart.Series[i%len(chart.Series)]}, Glyph: chart.Shapes[i%len(chart.Shapes)], Line: true, Text: name,
		})
	}
	f.Legend = append(f.Legend, chart.ErrorBars)
	return []chart.Figure{f}
}

// Finding says how the importances change from the smallest to the largest table, under
// the first variant.
func (s Scaling) Finding() string {
	cells := summary.BySize(s.Cells, results.KeyN)
	if len(cells) == 0 {
		return ""
	}
	first, last := cells[0][0], cells[len(cells)-1][0]
	var parts []string
	for _, name := range s.Experiment.Relevant {
		a, b := first.Importance(name), last.Importance(name)
		if a.N > 0 && b.N > 0 {
			parts = append(parts, name+" goes from "+format.Fixed(a.Mean, 2)+" to "+format.Fixed(b.Mean, 2))
		}
	}
	if parts == nil {
		return ""
	}
	return strings.Join(parts, ", ") + fmt.Sprintf(" as n grows from %s to %s", first.Cell[results.KeyN], last.Cell[results.KeyN])
}

// panel draws one variant and method.
func (s Scaling) panel(g summary.Group, names []string) *plot.Plot {
	p := chart.Panel(summary.Describe(summary.Only(g.Common, results.KeyVariant, results.KeyMethod)), "rows n", method.Of(g.Common[results.KeyMethod]).Axis)
	p.X.Scale = plot.LogScale{}
	cells := slices.Clone(g.Cells)
	slices.SortStableFunc(cells, func(a, b summary.Cell) int { return summary.CompareNumbers(a.Cell[results.KeyN], b.Cell[results.KeyN]) })
	p.Add(chart.Grid())
	var sizes []float64
	for _, c := range cells {
		if n := summary.SizeOf(c, results.KeyN); n > 0 {
			sizes = append(sizes, n)
		}
	}
	var lines chart.Lines
	for i, name := range names {
		line := chart.Line{Series: name, Colour: chart.Series[i%len(chart.Series)], Shape: chart.Shapes[i%len(chart.Shapes)], Radius: vg.Points(2.6)}
		for _, c := range cells {
			n := summary.SizeOf(c, results.KeyN)
			if stat := c.Importance(name); n > 0 && stat.N > 0 {
				line.X, line.Y = append(line.X, n), append(line.Y, Drawn(stat))
			}
		}
		if len(line.X) > 0 {
			lines = append(lines, line)
		}
	}
	if len(lines) > 0 {
		p.Add(lines)
	}
	if len(sizes) > 0 {
		p.X.Min, p.X.Max = slices.Min(sizes)/1.15, slices.Max(sizes)*1.15
	} else {
		p.X.Min, p.X.Max = 1, 10
	}
	p.X.Tick.Marker = chart.CountTicks(sizes)
	if len(lines) == 0 {
		p.Add(chart.Message("not run"))
	}
	return p
}

// Tables lists a table for each variant and whatever else differs.
func (s Scaling) Tables() []document.Table {
	var tables []document.Table
	for _, g := range summary.Groups(s.Cells, results.KeyN, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		tables = append(tables, s.table(g))
	}
	return tables
}

// table lists sample sizes down, and variables across for each method.
func (s Scaling) table(g summary.Group) document.Table {
	t := newMetricTable(s.Caption(g), s.TableNotes(g.Cells, true, false), document.Column{Name: "n"})
	columns := summary.Groups(g.Cells, results.KeyN)
	var all []summary.Cell
	for _, of := range columns {
		all = append(all, of.Cells[0])
	}
	for i, label := range summary.ColumnLabels(all) {
		for _, name := range s.Shown(g.Cells) {
			t.Column(document.Column{Group: label, Name: name}, metric(columns[i].Common, func(c summary.Cell, _ int) string { return stat.Fixed(c.Importance(name), 3) }))
		}
	}
	for _, size := range summary.Grouped(g.Cells, func(c summary.Cell) string { return c.Cell[results.KeyN] }) {
		t.Row(metricRow{name: size[0].Cell[results.KeyN], cells: size})
	}
	t.Notes[0] += " " + Repetitions(g.Cells)
	return t.Table
}
