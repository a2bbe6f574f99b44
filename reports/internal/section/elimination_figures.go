package section

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Figures of eliminations show the losses of 3 to 100 variables, as the
// published ones do.
const leastVariables = 3

// Figures draws loss against the number of variables: a figure per data
// set, and a panel of all of a variant.
func (s Elimination) Figures() []chart.Figure {
	var figures []chart.Figure
	for i, variant := range s.ByVariant() {
		name := s.Experiment.Name
		if v := variant.Common[results.KeyVariant]; i > 0 && v != "" {
			name += "-" + v
		}
		sets := summary.Groups(variant.Cells, results.KeyMethod, results.KeyPreset, results.KeyKernel)
		methods := pathLegend(summary.Distinct(variant.Cells, results.KeyMethod))
		panel := chart.Figure{Name: name, Title: summary.Titled(s.Experiment, variant.Common), Width: chart.PageWidth, Legend: methods}
		panel.Caption = panel.Title + ". Mean loss of a forest against the number of variables left."
		differences := chart.Figure{Name: name + "-differences", Title: panel.Title + ": difference from " + summary.MethodLabel(baseline), Width: chart.PageWidth}
		differences.Caption = differences.Title + ". " + texts.Of("elimination difference figure")[0]
		var plots, gaps []*plot.Plot
		var compared []string
		for k, set := range sets {
			common := summary.Without(set.Common, results.KeyVariant)
			p := pathPanel(set, summary.Describe(common))
			gap, methods := differencePanel(set, summary.Describe(common))
			plots = append(plots, p)
			if gap != nil {
				gaps = append(gaps, gap)
			}
			for _, m := range methods {
				if !slices.Contains(compared, m) {
					compared = append(compared, m)
				}
			}
			if k%3 != 0 {
				p.Y.Label.Text = ""
			}
			if len(sets) > 1 {
				single := chart.Figure{
					Name: name + "-" + summary.Slug(common), Title: summary.Titled(s.Experiment, set.Common), Width: 330, Height: 230, Aside: true,
					Plots: [][]*plot.Plot{{pathPanel(set, "")}}, Legend: pathLegend(summary.Distinct(set.Cells, results.KeyMethod)),
				}
				figures = append(figures, single)
			}
		}
		panel.Plots = chart.InRows(plots, 3)
		panel.Height = vg.Length(len(panel.Plots))*150 + 50
		figures = append(figures, panel)
		if len(gaps) > 0 {
			differences.Plots, differences.Legend = chart.InRows(gaps, 3), pathLegend(compared)
			differences.Height = vg.Length(len(differences.Plots))*130 + 50
			figures = append(figures, differences)
		}
	}
	return figures
}

// pathLegend has an entry for each method, and one for bands.
func pathLegend(methods []string) []chart.LegendItem {
	items := chart.MethodLegend(methods, pathShape)
	return append(items[:len(items)-1], chart.Swatch("±2 standard errors", chart.BandOf(chart.Ink)))
}

// lines draws what value says of the cells of a data set with so many variables, as far
// as it does, and names the methods of which it does.
func lines(g summary.Group, value func(c summary.Cell, k int) (stat.Stat, bool)) (lines chart.Lines, methods []string) {
	for _, c := range g.Cells {
		name := c.Cell[results.KeyMethod]
		line := chart.Line{Series: summary.MethodLabel(name), Colour: chart.MethodColour(name), Shape: pathShape(""), Radius: vg.Points(1.4), Band: true}
		for k := max(1, min(leastVariables, len(c.Loss))); k <= min(len(c.Loss), results.CumulativeVariables); k++ {
			if v, ok := value(c, k); ok {
				line.X, line.Y = append(line.X, float64(k)), append(line.Y, Drawn(v))
			}
		}
		if len(line.X) > 0 {
			lines, methods = append(lines, line), append(methods, name)
		}
	}
	return lines, methods
}

// panel draws lines of one data set.
func panel(title, axis string, of ...plot.Plotter) *plot.Plot {
	p := chart.Panel(title, "variables", axis)
	p.Y.Tick.Marker = chart.RoundTicks{Most: 5}
	p.Add(chart.Grid())
	p.Add(of...)
	return p
}

// differencePanel draws, of one data set, how much less than the baseline each other
// method loses with so many variables, and names these methods; nil if there are none.
func differencePanel(g summary.Group, title string) (p *plot.Plot, methods []string) {
	theirs, _ := summary.CellOf(g.Cells, baseline)
	lines, methods := lines(g, func(c summary.Cell, k int) (stat.Stat, bool) {
		gap := summary.PairedDifference(theirs, c, func(c summary.Cell) []float64 { return c.LossWith(k) })
		return gap, c.Cell[results.KeyMethod] != baseline && gap.N > 1
	})
	if len(lines) == 0 {
		return nil, nil
	}
	p = panel(title, "", chart.Level(0), lines)
	p.Y.Min, p.Y.Max = min(p.Y.Min, 0), max(p.Y.Max, 0)
	chart.Widen(&p.X, 0.03)
	chart.Widen(&p.Y, 0.05)
	return p, methods
}

// pathPanel draws one data set, a line per method.
func pathPanel(g summary.Group, title string) *plot.Plot {
	lines, _ := lines(g, func(c summary.Cell, k int) (stat.Stat, bool) { return c.Loss[k-1], true })
	if len(lines) == 0 {
		p := panel(title, "loss", chart.Message(summary.Absence(g.Cells)))
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
		p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks{}, plot.ConstantTicks{}
		return p
	}
	p := panel(title, "loss", lines)
	chart.Widen(&p.X, 0.03)
	chart.Widen(&p.Y, 0.05)
	return p
}

// pathShape is the shape of all points on paths: they are too near each other
// for shapes to tell methods apart.
func pathShape(string) draw.GlyphDrawer { return chart.Shapes[0] }
