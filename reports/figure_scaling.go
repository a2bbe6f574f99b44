package reports

import (
	"cmp"
	"image/color"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// scalingFigure draws importance against the number of rows on a logarithmic
// axis, a line per variable, a panel per variant and method.
func (s Summary) scalingFigure() figure {
	groups := groupCells(s.Cells, keyN)
	names := s.shown(s.Cells)
	const across = 2
	f := figure{name: s.Experiment.Name, title: experimentTitle(s.Experiment), width: pageWidth}
	f.caption = f.title + ". Means over repetitions against the number of rows n."
	var panels []*plot.Plot
	ranges := make(map[string]*axisRange)
	for _, g := range groups {
		p := s.scalingPanel(g, names)
		panels = append(panels, p)
		method := g.common[keyMethod]
		if ranges[method] == nil {
			ranges[method] = &axisRange{}
		}
		if p.Y.Min < p.Y.Max {
			ranges[method].include(min(0, p.Y.Min), p.Y.Max)
		}
	}
	for i, g := range groups {
		low, high := ranges[g.common[keyMethod]].padded()
		panels[i].Y.Min, panels[i].Y.Max = low-0.03*(high-low), high // marks at 0 are whole
	}
	f.plots = inRows(panels, across)
	f.height = vg.Length(len(f.plots))*190 + 50
	for i, name := range names {
		f.legend = append(f.legend, legendItem{
			colours: []color.Color{series[i%len(series)]}, glyph: shapes[i%len(shapes)], line: true, text: name,
		})
	}
	f.legend = append(f.legend, legendItem{bar: true, text: "±2 standard errors"})
	return f
}

// scalingPanel draws one variant and method.
func (s Summary) scalingPanel(g group, names []string) *plot.Plot {
	p := newPlot()
	setHeading(p, describe(only(g.common, keyVariant, keyMethod)))
	p.X.Label.Text, p.Y.Label.Text = "rows n", axisLabel(g.common[keyMethod])
	p.X.Scale = plot.LogScale{}
	cells := slices.Clone(g.cells)
	slices.SortStableFunc(cells, func(a, b CellSummary) int { return compareNumbers(a.Cell[keyN], b.Cell[keyN]) })
	p.Add(gridLines{x: true, y: true})
	var sizes []float64
	for _, c := range cells {
		if n, err := strconv.ParseFloat(c.Cell[keyN], 64); err == nil && n > 0 {
			sizes = append(sizes, n)
		}
	}
	var lines errorLines
	for i, name := range names {
		line := errorLine{colour: series[i%len(series)], shape: shapes[i%len(shapes)], radius: vg.Points(2.6)}
		for _, c := range cells {
			n, err := strconv.ParseFloat(c.Cell[keyN], 64)
			if stat := c.compared(name); err == nil && n > 0 && stat.N > 0 {
				line.x, line.y = append(line.x, n), append(line.y, drawn(stat))
			}
		}
		if len(line.x) > 0 {
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
	p.X.Tick.Marker = countTicks(sizes)
	if len(lines) == 0 {
		p.Add(message("not run"))
	}
	return p
}

// compareNumbers orders texts that are numbers by their value.
func compareNumbers(a, b string) int {
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	return cmp.Compare(x, y)
}

// inRows lays panels out in rows; a last row that is not full ends in holes.
func inRows(panels []*plot.Plot, across int) [][]*plot.Plot {
	across = min(across, len(panels))
	var rows [][]*plot.Plot
	for len(panels) > 0 {
		row := make([]*plot.Plot, across)
		panels = panels[copy(row, panels):]
		rows = append(rows, row)
	}
	return rows
}
