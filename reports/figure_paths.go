package reports

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Figures of eliminations show the losses of 3 to 100 variables, as the
// published ones do.
const leastVariables = 3

// pathFigures draws loss against the number of variables: a figure per data
// set, and a panel of all of a variant.
func (s Summary) pathFigures() []figure {
	var figures []figure
	for i, variant := range s.byVariant() {
		name := s.Experiment.Name
		if v := variant.common[keyVariant]; i > 0 && v != "" {
			name += "-" + v
		}
		sets := groupCells(variant.cells, keyMethod, keyPreset, keyKernel)
		methods := methodLegend(distinct(variant.cells, keyMethod), pathShape)
		panel := figure{name: name, title: figureTitle(s.Experiment, variant.common), width: pageWidth, legend: methods}
		panel.caption = panel.title + ". Mean loss of a forest against the number of variables left."
		var plots []*plot.Plot
		for k, set := range sets {
			common := without(set.common, keyVariant)
			p := pathPanel(set, describe(common))
			plots = append(plots, p)
			if k%3 != 0 {
				p.Y.Label.Text = ""
			}
			if len(sets) > 1 {
				single := figure{
					name: name + "-" + slug(common), title: figureTitle(s.Experiment, set.common), width: 330, height: 230, aside: true,
					plots: [][]*plot.Plot{{pathPanel(set, "")}}, legend: methodLegend(distinct(set.cells, keyMethod), pathShape),
				}
				figures = append(figures, single)
			}
		}
		panel.plots = inRows(plots, 3)
		panel.height = vg.Length(len(panel.plots))*150 + 50
		figures = append(figures, panel)
	}
	return figures
}

// pathPanel draws one data set, a line per method.
func pathPanel(g group, title string) *plot.Plot {
	p := newPlot()
	setHeading(p, title)
	p.X.Label.Text, p.Y.Label.Text = "variables", "loss"
	p.Y.Tick.Marker = roundTicks{5}
	p.Add(gridLines{x: true, y: true})
	var lines errorLines
	for _, c := range g.cells {
		line := errorLine{colour: methodColour(c.Cell[keyMethod]), shape: pathShape(""), radius: vg.Points(1.6)}
		for i, stat := range c.Loss {
			if k := i + 1; k >= min(leastVariables, len(c.Loss)) && k <= mostVariables {
				line.x, line.y = append(line.x, float64(k)), append(line.y, drawn(stat))
			}
		}
		if len(line.x) > 0 {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
		p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks{}, plot.ConstantTicks{}
		p.Add(message(absence(g.cells)))
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
func pathShape(string) draw.GlyphDrawer { return shapes[0] }
