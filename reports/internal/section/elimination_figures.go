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

// Figures draws how much less the importance loses in all, and with so many inputs.
func (s Elimination) Figures() []chart.Figure {
	f, panels := s.pathFigure("-differences"), []*plot.Plot(nil)
	f.Title += ": difference from " + summary.MethodLabel(baseline)
	f.Caption = f.Title + ". " + texts.Of("elimination difference figure")[0]
	var compared []string
	for _, set := range s.firstSets() {
		if p, methods := differencePanel(set, setTitle(set)); p != nil {
			panels, compared = append(panels, p), summary.Union(compared, methods...)
		}
	}
	return append(s.gaps(), inThrees(f, panels, compared, 112)...)
}

// Appendix has the paths: loss against the number of inputs under the first variant.
func (s Elimination) Appendix() []chart.Figure {
	f, panels := s.pathFigure(""), []*plot.Plot(nil)
	f.Caption = f.Title + ". Mean loss of a forest against the number of inputs left."
	for k, set := range s.firstSets() {
		p := pathPanel(set, setTitle(set))
		if k%3 != 0 {
			p.Y.Label.Text = ""
		}
		panels = append(panels, p)
	}
	var methods []string
	if len(panels) > 0 {
		methods = summary.Distinct(s.ByVariant()[0].Cells, results.KeyMethod)
	}
	return inThrees(f, panels, methods, 130)
}

// pathFigure is an empty figure of paths.
func (s Elimination) pathFigure(suffix string) chart.Figure {
	f := chart.Figure{Name: s.Experiment.Name + suffix, Title: summary.Title(s.Experiment), Width: chart.PageWidth}
	if len(s.Cells) > 0 {
		f.Title = summary.Titled(s.Experiment, s.ByVariant()[0].Common)
	}
	return f
}

// firstSets are the data sets that were run under the first variant.
func (s Elimination) firstSets() []summary.Group {
	if len(s.Cells) == 0 {
		return nil
	}
	return slices.DeleteFunc(summary.Groups(s.ByVariant()[0].Cells, results.KeyMethod, results.KeyPreset, results.KeyKernel), func(g summary.Group) bool { return summary.Absence(g.Cells) != "" })
}

// setTitle names a data set.
func setTitle(g summary.Group) string {
	return summary.Describe(summary.Without(g.Common, results.KeyVariant))
}

// inThrees lays panels of a height out, three in a row, with the legend of methods; no figure
// without panels.
func inThrees(f chart.Figure, panels []*plot.Plot, methods []string, height vg.Length) []chart.Figure {
	if len(panels) == 0 {
		return nil
	}
	f.Plots, f.Legend = chart.InRows(panels, 3), pathLegend(methods)
	f.Height = vg.Length(len(f.Plots))*height + 50
	return []chart.Figure{f}
}

// gaps draws the differences of cumulative losses, a row for each data set.
func (s Elimination) gaps() []chart.Figure {
	var rows chart.Rows
	var names []string
	f := s.Figure(texts.Of("elimination gap figure")[0])
	f.Name += "-cumulative"
	marks := newTwinMarks()
	rows.Lines = []float64{0}
	for i, g := range s.ByVariant() {
		for _, l := range s.leads(g.Cells) {
			at := slices.Index(names, l.data)
			if at < 0 {
				at, names = len(names), append(names, l.data)
			}
			contender, _ := s.contender(g.Cells)
			rows.Add(marks.dot(at, i, Drawn(l.ours), chart.MethodColour(contender)))
			if l.printed.N > 0 {
				rows.Add(marks.print(at, Drawn(l.printed), false))
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	if marks.printed {
		f.Caption += " " + texts.Of("elimination gap figure, printed")[0]
	}
	p := chart.ListPanel("", names, rows)
	p.X.Label.Text = "% of the loss of " + summary.MethodLabel(baseline) + " that the importance saves"
	f.Plots, f.Height, f.Legend = [][]*plot.Plot{{p}}, vg.Length(len(names))*rowPitch+80, marks.legend(s.variantLabels())
	return []chart.Figure{f}
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
	p := chart.Panel(title, "inputs", axis)
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
	p := panel(title, "loss", lines)
	chart.Widen(&p.X, 0.03)
	chart.Widen(&p.Y, 0.05)
	return p
}

// pathShape is the shape of all points on paths: they are too near each other
// for shapes to tell methods apart.
func pathShape(string) draw.GlyphDrawer { return chart.Shapes[0] }
