package reports

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/results"
)

// Figures of eliminations show the losses of 3 to 100 variables, as the
// published ones do.
const leastVariables = 3

// figures draws loss against the number of variables: a figure per data
// set, and a panel of all of a variant.
func (s elimination) figures() []chart.Figure {
	var figures []chart.Figure
	for i, variant := range s.byVariant() {
		name := s.Experiment.Name
		if v := variant.common[results.KeyVariant]; i > 0 && v != "" {
			name += "-" + v
		}
		sets := groupCells(variant.cells, results.KeyMethod, results.KeyPreset, results.KeyKernel)
		methods := chart.MethodLegend(distinct(variant.cells, results.KeyMethod), pathShape)
		panel := chart.Figure{Name: name, Title: figureTitle(s.Experiment, variant.common), Width: chart.PageWidth, Legend: methods}
		panel.Caption = panel.Title + ". Mean loss of a forest against the number of variables left."
		var plots []*plot.Plot
		for k, set := range sets {
			common := without(set.common, results.KeyVariant)
			p := pathPanel(set, describe(common))
			plots = append(plots, p)
			if k%3 != 0 {
				p.Y.Label.Text = ""
			}
			if len(sets) > 1 {
				single := chart.Figure{
					Name: name + "-" + slug(common), Title: figureTitle(s.Experiment, set.common), Width: 330, Height: 230, Aside: true,
					Plots: [][]*plot.Plot{{pathPanel(set, "")}}, Legend: chart.MethodLegend(distinct(set.cells, results.KeyMethod), pathShape),
				}
				figures = append(figures, single)
			}
		}
		panel.Plots = chart.InRows(plots, 3)
		panel.Height = vg.Length(len(panel.Plots))*150 + 50
		figures = append(figures, panel)
	}
	return figures
}

// pathPanel draws one data set, a line per method.
func pathPanel(g group, title string) *plot.Plot {
	p := chart.NewPlot()
	chart.SetHeading(p, title)
	p.X.Label.Text, p.Y.Label.Text = "variables", "loss"
	p.Y.Tick.Marker = chart.RoundTicks{Most: 5}
	p.Add(chart.GridLines{X: true, Y: true})
	var lines chart.Lines
	for _, c := range g.cells {
		line := chart.Line{Colour: chart.MethodColour(c.Cell[results.KeyMethod]), Shape: pathShape(""), Radius: vg.Points(1.6)}
		for i, stat := range c.Loss {
			if k := i + 1; k >= min(leastVariables, len(c.Loss)) && k <= results.CumulativeVariables {
				line.X, line.Y = append(line.X, float64(k)), append(line.Y, drawn(stat))
			}
		}
		if len(line.X) > 0 {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
		p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks{}, plot.ConstantTicks{}
		p.Add(chart.Message(absence(g.cells)))
		return p
	}
	p.Add(lines)
	air := 0.03 * (p.X.Max - p.X.Min)
	p.X.Min, p.X.Max = p.X.Min-air, p.X.Max+air
	air = 0.05 * (p.Y.Max - p.Y.Min)
	p.Y.Min, p.Y.Max = p.Y.Min-air, p.Y.Max+air
	return p
}

// pathShape is the shape of all points on paths: they are too near each other
// for shapes to tell methods apart.
func pathShape(string) draw.GlyphDrawer { return chart.Shapes[0] }
