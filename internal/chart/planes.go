package chart

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Planes is a picture of panels with two linear axes, two in a row, with one vertical scale.
type Planes struct {
	Title  string
	Panels []Plane
}

// planesAcross is the number of panels in a row.
const planesAcross = 2

// Plane is a panel of bars, dots and lines, drawn in this order. Lines of one name have the same
// colour.
type Plane struct {
	Heading, X, Y string // names of the axes
	// Levels name 0, 1, … on the horizontal axis, if not nil.
	Levels []string
	Level  *float64 // a horizontal line
	// Sizes are against numbers of rows or inputs, on a logarithmic axis. With Logs the vertical
	// axis is linear in decimal logarithms, which Y of lines are of, so that error bars end anywhere.
	Sizes, Logs bool
	Bars        []Bar
	Dots        []PlaneDot
	Lines       []Line
}

// PlaneDot is a dot, and Bar a bar from 0.
type (
	PlaneDot = plotter.XY
	Bar      = plotter.HistogramBin
)

// Figure draws the panels. It panics if coordinates of a line differ in number.
func (chart Planes) Figure() Figure {
	f := Figure{Name: "chart", Title: chart.Title, Width: PageWidth}
	var panels []*plot.Plot
	var further Legend                  // behind the lines
	colours := map[string]color.NRGBA{} // of lines, in the order of their first
	for _, panel := range chart.Panels {
		panel.Lines = slices.Clone(panel.Lines)
		for i, l := range panel.Lines {
			switch colour, known := colours[l.Name]; {
			case known:
				l.Colour = colour
			case l.Pale:
				l.Colour = Unmarked
				further.Add(Stroke("not established", Unmarked, nil))
			case l.Dashed:
				l.Colour = Ink
				f.Legend.Add(Dashes(l.Name+" (dashed)", Ink))
			default:
				l.Colour = Series[len(colours)%len(Series)]
				f.Legend.Add(Stroke(l.Name, l.Colour, nil))
			}
			colours[l.Name], panel.Lines[i] = l.Colour, l
			switch {
			case l.Band != "" && l.single():
				further.Add(Stroke(l.Name+" and "+l.Band+" at a single value", l.Colour, Shapes[0]))
			case l.Band != "":
				further.Add(Swatch(l.Band, seenThrough(l.Colour)))
			}
		}
		panels = append(panels, panel.Draw(min(planesAcross, len(chart.Panels))))
	}
	share(panels, math.Inf(1), math.Inf(-1), 0, vertical)
	f.Plots = InRows(panels, planesAcross)
	f.Legend = append(f.Legend, further...)
	f.Height = vg.Length(len(f.Plots))*170 + 30 + f.legendHeight(f.Width)
	if len(panels) == 1 {
		f.Height += 60
	}
	return f
}

// Draw draws the panel as one of so many side by side, all error bars below all lines.
func (panel Plane) Draw(across int) *plot.Plot {
	p := Panel(panel.Heading, panel.X, panel.Y)
	p.Add(grid)
	if len(panel.Bars) > 0 {
		p.Add(&plotter.Histogram{Bins: panel.Bars, FillColor: Pale(Blue)})
	}
	if dots := cloud(panel.Dots); len(dots) > 0 {
		p.Add(dots)
	}
	var places []float64
	for i, l := range panel.Lines { // bars of several stand a little aside of each other
		places = append(places, l.X...)
		share := 0.008 * (float64(i) - float64(len(panel.Lines)-1)/2)
		l.spread(p, func(x float64) float64 {
			if panel.Sizes {
				return x * (1 + share*float64(across))
			}
			return x + share*(slices.Max(l.X)-slices.Min(l.X))
		})
	}
	for _, l := range panel.Lines {
		l.logs = panel.Logs
		l.add(p, panel.Levels)
	}
	if p.X.Min > p.X.Max {
		p.Add(&plotter.Labels{XYs: plotter.XYs{{}}, Labels: []string{"nothing to show"}, TextStyle: []text.Style{centred}})
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -1, 1, -1, 1
		return p
	}
	switch {
	case panel.Logs:
		p.Y.Tick.Marker, p.Y.Max = logTicks{}, max(p.Y.Max, p.Y.Min+0.3)
	case panel.Sizes:
		p.Y.Min = min(0, p.Y.Min)
	case panel.Level != nil:
		level := near(*panel.Level)
		p.Add(&plotter.Function{F: func(float64) float64 { return level }, Samples: 2, LineStyle: thin(Grey, 1)})
		p.Y.Min, p.Y.Max = min(p.Y.Min, level), max(p.Y.Max, level)
	}
	switch {
	case panel.Sizes:
		slices.Sort(places)
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, sizeTicks(slices.Compact(places), across)
	case panel.Levels != nil:
		p.X.Min, p.X.Max = -0.6, float64(len(panel.Levels))-0.4
		panel.nameLevels(p, PageWidth/vg.Length(across))
	}
	return p
}

// nameLevels names the levels of the horizontal axis, turned where they would touch.
func (panel Plane) nameLevels(p *plot.Plot, width vg.Length) {
	names, slot := make([]string, len(panel.Levels)), width*4/5/vg.Length(len(panel.Levels))
	if slices.ContainsFunc(panel.Levels, func(name string) bool { return labelStyle.Width(label(name)) > slot }) {
		Turned(p)
		slot = width / 4
	}
	for k, name := range panel.Levels {
		names[k] = fitted(name, labelStyle, slot)
	}
	p.X.Tick.Marker = namedTicks(names, 1)
}

// cloud are dots, as many as there may be: they are drawn as one path.
type cloud []PlaneDot

func (d cloud) DataRange() (xMin, xMax, yMin, yMax float64) { return plotter.XYRange(d.known()) }

// known are the dots that have both coordinates.
func (d cloud) known() (xys plotter.XYs) {
	for _, dot := range d {
		xys = append(xys, points([]float64{dot.X}, dot.Y)...)
	}
	return xys
}

func (d cloud) Plot(c draw.Canvas, p *plot.Plot) {
	const size = vg.Length(2.2)
	x, y := p.Transforms(&c)
	var path vg.Path
	for _, dot := range d.known() {
		if point := (vg.Point{X: x(dot.X), Y: y(dot.Y)}); c.Contains(point) {
			path.Move(vg.Point{X: point.X - size/2, Y: point.Y})
			path.Line(vg.Point{X: point.X + size/2, Y: point.Y})
		}
	}
	c.SetLineStyle(thin(Unmarked, size))
	c.Stroke(path)
}
