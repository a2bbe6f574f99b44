package chart

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Estimate is a number with its standard error; NaN stands for none.
type Estimate struct{ Value, SE float64 }

// Line is a line through means with error bars of ±2 standard errors.
type Line struct {
	Series string
	X      []float64
	Y      []Estimate
	Colour color.NRGBA
	Shape  draw.GlyphDrawer
	Radius vg.Length
	Band   bool // in the place of error bars
}

// Lines draws lines, all their error bars below all the lines. The bars of several
// lines stand a little aside of each other; lines with many points have a band in their
// place, which others are seen through.
type Lines []Line

var _ plot.DataRanger = Lines(nil)

// Reach is the half length of an error bar.
func (e Estimate) Reach() float64 {
	if e.SE > 0 {
		return 2 * e.SE
	}
	return 0
}

// none tells whether there is no number.
func (e Estimate) none() bool { return math.IsNaN(e.Value) }

// DataRange includes all error bars.
func (e Lines) DataRange() (xmin, xmax, ymin, ymax float64) {
	var x, y Range
	for _, l := range e {
		for _, at := range l.X {
			x.Include(at, at)
		}
		y.add(l.Y...)
	}
	return x.Low, x.High, y.Low, y.High
}

// manyPoints is from how many points on a line is dense.
const manyPoints = 30

func (e Lines) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for k, l := range e {
		ofSeries(c, l.Series, func() {
			if len(l.X) > manyPoints || l.Band {
				l.band(c, x, y)
				return
			}
			aside := vg.Length(k) - vg.Length(len(e)-1)/2
			for i, s := range l.Y {
				r := s.Reach()
				if r == 0 {
					continue
				}
				at, low, high := x(l.X[i])+aside, y(s.Value-r), y(s.Value+r)
				c.StrokeLine2(hairline(l.Colour), at, low, at, high)
				for _, end := range []vg.Length{low, high} {
					c.StrokeLine2(hairline(l.Colour), at-l.Radius*0.8, end, at+l.Radius*0.8, end)
				}
			}
		})
	}
	for _, l := range e {
		ofSeries(c, l.Series, func() {
			points := make([]vg.Point, len(l.X))
			for i, s := range l.Y {
				points[i] = vg.Point{X: x(l.X[i]), Y: y(s.Value)}
			}
			c.StrokeLines(draw.LineStyle{Color: l.Colour, Width: vg.Points(1.2)}, points)
			radius := l.Radius
			if len(l.X) > manyPoints {
				radius *= 0.6
			}
			for i, at := range points {
				noted(c, l.mark(i, p), -1, func() {
					c.DrawGlyph(draw.GlyphStyle{Color: l.Colour, Radius: radius, Shape: l.Shape}, at)
				})
			}
		})
	}
}

// band fills the area within two standard errors of the line.
func (l Line) band(c draw.Canvas, x, y func(float64) vg.Length) {
	corners := make([]vg.Point, 2*len(l.X))
	for i, s := range l.Y {
		corners[i] = vg.Point{X: x(l.X[i]), Y: y(s.Value + s.Reach())}
		corners[len(corners)-1-i] = vg.Point{X: x(l.X[i]), Y: y(s.Value - s.Reach())}
	}
	c.FillPolygon(BandOf(l.Colour), corners)
}

// BandOf is the colour of the band around a line.
func BandOf(c color.NRGBA) color.NRGBA { return color.NRGBA{R: c.R, G: c.G, B: c.B, A: 0x40} }

// mark is what a point of the line shows.
func (l Line) mark(i int, p *plot.Plot) Mark {
	return Mark{Series: l.Series, Name: strconv.FormatFloat(l.X[i], 'g', 6, 64), Value: l.Y[i].textOf(p.Y)}
}

// Shapes tell lines apart without colour.
var Shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, Diamond{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}}

// Message is a text in the middle of a plot without data.
type Message string

func (m Message) Plot(c draw.Canvas, _ *plot.Plot) {
	style := TextStyle(vg.Points(9), false, Grey)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	c.FillText(style, c.Center(), string(m))
}
