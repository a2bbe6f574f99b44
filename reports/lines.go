package reports

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// errorLine draws means joined by a line, with error bars of ±2 standard
// errors.
type errorLine struct {
	x      []float64
	y      []Stat
	colour color.Color
	shape  draw.GlyphDrawer
	radius vg.Length
}

var _ plot.DataRanger = errorLine{}

// reach is the half length of an error bar.
func reach(s Stat) float64 {
	if s.SE > 0 {
		return 2 * s.SE
	}
	return 0
}

// DataRange includes all error bars.
func (l errorLine) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i, s := range l.y {
		xmin, xmax = min(xmin, l.x[i]), max(xmax, l.x[i])
		ymin, ymax = min(ymin, s.Mean-reach(s)), max(ymax, s.Mean+reach(s))
	}
	return xmin, xmax, ymin, ymax
}

func (l errorLine) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	points := make([]vg.Point, len(l.x))
	for i, s := range l.y {
		points[i] = vg.Point{X: x(l.x[i]), Y: y(s.Mean)}
		if r := reach(s); r > 0 {
			low, high := y(s.Mean-r), y(s.Mean+r)
			c.StrokeLine2(hairline(l.colour), points[i].X, low, points[i].X, high)
			for _, end := range []vg.Length{low, high} {
				c.StrokeLine2(hairline(l.colour), points[i].X-l.radius*0.8, end, points[i].X+l.radius*0.8, end)
			}
		}
	}
	c.StrokeLines(draw.LineStyle{Color: l.colour, Width: vg.Points(1.2)}, points)
	for _, at := range points {
		c.DrawGlyph(draw.GlyphStyle{Color: l.colour, Radius: l.radius, Shape: l.shape}, at)
	}
}

// shapes tell lines apart without colour.
var shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, diamond{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}}

// message is a text in the middle of a plot without data.
type message string

func (m message) Plot(c draw.Canvas, _ *plot.Plot) {
	style := textStyle(vg.Points(9), false, grey)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	c.FillText(style, c.Center(), string(m))
}
