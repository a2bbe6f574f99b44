package chart

import (
	"image/color"
	"math"

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
		a.Tick.Length = 3
		a.Padding = 0
		a.Tick.Marker = Ticks{}
	}
	return p
}

// Light lines at the major ticks of both axes, and upright ones at those of the horizontal one
// alone.
var (
	gridLine     = thin(gridColour, 0.5)
	grid         = &plotter.Grid{Vertical: gridLine, Horizontal: gridLine}
	uprightLines = &plotter.Grid{Vertical: gridLine}
)

// layer is a plotter that knows the canvas: of what reaches from edge to edge.
type layer func(c draw.Canvas, x, y func(float64) vg.Length)

func (l layer) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	l(c, x, y)
}

// dots are marks of one colour and size, as many as there may be: one path of squares.
func dots(colour color.Color, size vg.Length, at plotter.XYs) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) {
		var path vg.Path
		for _, p := range at {
			if from := (vg.Point{X: x(p.X) - size/2, Y: y(p.Y)}); c.ContainsY(from.Y) {
				path.Move(from)
				path.Line(vg.Point{X: from.X + size, Y: from.Y})
			}
		}
		c.SetLineStyle(thin(colour, size))
		c.Stroke(path)
	}
}

// message says in the middle of a plot that there are no data.
func message(text string) layer {
	return func(c draw.Canvas, _, _ func(float64) vg.Length) {
		style := TextStyle(9, false, Grey)
		style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
		c.FillText(style, c.Center(), text)
	}
}

// farthest is the largest number that is drawn where it is: axes between larger ones have no
// length that is a number.
const farthest = 1e300

// points are places on a panel, without those that are none.
func points(x, y []float64) (xys plotter.XYs) {
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

func near(v float64) float64 { return min(max(v, -farthest), farthest) }

// area is what lies between two lines over the same places.
func area(colour color.Color, x, low, high []float64) *plotter.Polygon {
	corners, below := points(x, high), points(x, low)
	for i := len(below) - 1; i >= 0; i-- {
		corners = append(corners, below[i])
	}
	return &plotter.Polygon{XYs: []plotter.XYs{corners}, Color: colour}
}

// box is a rectangle.
func box(colour color.Color, minX, minY, maxX, maxY float64) *plotter.Polygon {
	return area(colour, []float64{minX, maxX}, []float64{minY, minY}, []float64{maxY, maxY})
}

// list names the rows of a panel that is read from the top.
func list(p *plot.Plot, names []string) {
	p.Y.Tick.Marker = namedTicks(labels(names), -1)
	p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
	p.Y.Min, p.Y.Max = -float64(len(names))+0.5, 0.5
}

// NameOnce leaves the names of rows to the first of panels side by side that have the same.
func NameOnce(panels []*plot.Plot) {
	for i := len(panels) - 1; i > 0; i-- {
		if p := panels[i]; p != nil && sameTicks(p, panels[i-1]) {
			p.Y.Tick.Marker = plot.ConstantTicks{}
		}
	}
}

// sameTicks tells whether two panels name the same rows.
func sameTicks(p, q *plot.Plot) bool {
	a, b := p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max), q.Y.Tick.Marker.Ticks(q.Y.Min, q.Y.Max)
	for i := range a {
		if len(a) != len(b) || a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// ShareY gives panels one vertical scale.
func ShareY(panels []*plot.Plot) {
	var all Range
	for _, p := range panels {
		all = all.With(p.Y.Min, p.Y.Max)
	}
	for _, p := range panels {
		p.Y.Min, p.Y.Max = all.Low, all.High
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
