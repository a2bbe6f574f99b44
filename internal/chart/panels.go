package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Measures of figures.
const (
	PageWidth  = vg.Length(482) // the width of the report's text
	panelHeads = vg.Length(46)  // title and axis of a panel
)

// Panel returns an empty plot with a heading and the titles of its axes.
func Panel(heading, x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.TextStyle.Font, p.Title.TextStyle.Color = letters(9, true), Ink
	p.Title.Padding = 4
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = label(heading), x, y
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font, a.Label.TextStyle.Color = letters(8, false), Ink
		a.Label.Padding = 2
		a.Tick.Label.Font, a.Tick.Label.Color = letters(8, false), Ink
		a.Tick.LineStyle, a.LineStyle = thin(Grey, 0.5), thin(Grey, 0.5)
		a.Tick.Length, a.Padding = 3, 0
		a.Tick.Marker = Ticks{}
	}
	return p
}

// grid are light lines at the major ticks.
var grid = &plotter.Grid{Vertical: thin(gridColour, 0.5), Horizontal: thin(gridColour, 0.5)}

// layer is a plotter that knows the canvas: of what reaches from edge to edge.
type layer func(c draw.Canvas, x, y func(float64) vg.Length)

func (l layer) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	l(c, x, y)
}

// points are places on a panel, without those that are none.
func points(x []float64, y ...float64) (xys plotter.XYs) {
	if len(x) != len(y) {
		panic("chart: coordinates of a line differ in number")
	}
	for i := range x {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			xys = append(xys, plotter.XY{X: near(x[i]), Y: near(y[i])})
		}
	}
	return xys
}

// nameRows names the rows of a panel that is read from the top, and nameColumns its columns.
func nameRows(p *plot.Plot, names []string) {
	p.Y.Tick.Marker = namedTicks(labels(names), -1)
	p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
	p.Y.Min, p.Y.Max = -float64(len(names))+0.5, 0.5
}

func nameColumns(p *plot.Plot, names []string) {
	p.X.Tick.Marker = namedTicks(labels(names), 1)
	p.X.Tick.Length, p.X.LineStyle.Width = 0, 0
	p.X.Min, p.X.Max = -0.5, float64(len(names))-0.5
}

// Turned turns the labels of the horizontal axis.
func Turned(p *plot.Plot) {
	p.X.Tick.Label.Rotation = math.Pi / 2
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
	p.X.Padding = 4
}

// NameOnce leaves the names of rows to the first of panels side by side.
func NameOnce(panels []*plot.Plot) {
	for _, p := range panels[1:] {
		if p != nil {
			p.Y.Tick.Marker, p.Y.Label.Text = plot.ConstantTicks{}, ""
		}
	}
}

// ShareX gives panels one horizontal scale that has 0, and ShareY one vertical scale, with air
// at the ends that are not 0, so that no error bar ends there.
func ShareX(panels []*plot.Plot) {
	share(panels, 0, 0, air, horizontal)
}

// ShareRatios gives panels of ratios one horizontal scale, a logarithmic one if all are above 0.
func ShareRatios(panels []*plot.Plot) {
	if slices.ContainsFunc(panels, func(p *plot.Plot) bool { return p.X.Min <= 0 }) {
		ShareX(panels)
		return
	}
	share(panels, math.Inf(1), math.Inf(-1), 0, horizontal)
	for _, p := range panels {
		p.X.Min, p.X.Max = p.X.Min/(1+air), p.X.Max*(1+air)
		ticks := logTicks{}.Ticks(math.Log10(p.X.Min), math.Log10(p.X.Max))
		for i := range ticks {
			ticks[i].Value = math.Pow(10, ticks[i].Value)
		}
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.ConstantTicks(ticks)
	}
}

func ShareY(panels []*plot.Plot) { share(panels, math.Inf(1), math.Inf(-1), air, vertical) }

// air is what is left free at an end, as a share of the scale.
const air = 0.04

func horizontal(p *plot.Plot) *plot.Axis { return &p.X }
func vertical(p *plot.Plot) *plot.Axis   { return &p.Y }

func share(panels []*plot.Plot, low, high, air float64, axis func(*plot.Plot) *plot.Axis) {
	for _, p := range panels {
		low, high = min(low, axis(p).Min), max(high, axis(p).Max)
	}
	air *= high - low
	if low != 0 {
		low -= air
	}
	for _, p := range panels {
		axis(p).Min, axis(p).Max = low, high+air
	}
}

// InRows lays panels out in rows; a last row that is not full ends in holes.
func InRows(panels []*plot.Plot, across int) [][]*plot.Plot {
	across = min(across, len(panels))
	var rows [][]*plot.Plot
	for len(panels) > 0 {
		row := make([]*plot.Plot, across)
		panels = panels[copy(row, panels):]
		rows = append(rows, row)
	}
	return rows
}
