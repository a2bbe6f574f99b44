package reports

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// estimate is a number with its standard error; NaN stands for none.
type estimate struct{ value, se float64 }

// errorLine is a line through means with error bars of ±2 standard errors.
type errorLine struct {
	x      []float64
	y      []estimate
	colour color.NRGBA
	shape  draw.GlyphDrawer
	radius vg.Length
}

// errorLines draws lines, all their error bars below all the lines. The bars of
// several lines stand a little aside of each other; those of lines with many
// points are pale and have no caps.
type errorLines []errorLine

var _ plot.DataRanger = errorLines(nil)

// reach is the half length of an error bar.
func (e estimate) reach() float64 {
	if e.se > 0 {
		return 2 * e.se
	}
	return 0
}

// none tells whether there is no number.
func (e estimate) none() bool { return math.IsNaN(e.value) }

// DataRange includes all error bars.
func (e errorLines) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, l := range e {
		for i, s := range l.y {
			xmin, xmax = min(xmin, l.x[i]), max(xmax, l.x[i])
			ymin, ymax = min(ymin, s.value-s.reach()), max(ymax, s.value+s.reach())
		}
	}
	return xmin, xmax, ymin, ymax
}

// manyPoints is from how many points on a line is dense.
const manyPoints = 30

func (e errorLines) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for k, l := range e {
		style, aside := hairline(l.colour), vg.Length(k)-vg.Length(len(e)-1)/2
		dense := len(l.x) > manyPoints
		if dense {
			style, aside = draw.LineStyle{Color: pale(l.colour), Width: vg.Points(0.5)}, aside/2
		}
		for i, s := range l.y {
			r := s.reach()
			if r == 0 {
				continue
			}
			at, low, high := x(l.x[i])+aside, y(s.value-r), y(s.value+r)
			c.StrokeLine2(style, at, low, at, high)
			if dense {
				continue
			}
			for _, end := range []vg.Length{low, high} {
				c.StrokeLine2(style, at-l.radius*0.8, end, at+l.radius*0.8, end)
			}
		}
	}
	for _, l := range e {
		points := make([]vg.Point, len(l.x))
		for i, s := range l.y {
			points[i] = vg.Point{X: x(l.x[i]), Y: y(s.value)}
		}
		c.StrokeLines(draw.LineStyle{Color: l.colour, Width: vg.Points(1.2)}, points)
		radius := l.radius
		if len(l.x) > manyPoints {
			radius *= 0.6
		}
		for _, at := range points {
			c.DrawGlyph(draw.GlyphStyle{Color: l.colour, Radius: radius, Shape: l.shape}, at)
		}
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
