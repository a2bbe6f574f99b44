package chart

import (
	"image/color"
	"math"
	"slices"

	"drfvi/internal/method"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// MethodLine is a line of a panel with two logarithmic axes, a point for each x.
type MethodLine struct {
	Method string
	X      []float64
	Y      []Estimate // of decimal logarithms
	Fit    *Straight
}

// Straight is the line y = intercept + slope·x.
type Straight struct{ Intercept, Slope float64 }

// MethodPanel draws lines on two logarithmic axes. The vertical one is linear in
// decimal logarithms, so that error bars, which are of the logarithms, end
// anywhere. Methods have the colours and shapes of MethodLegend.
func MethodPanel(heading, xLabel, yLabel string, lines []MethodLine) *plot.Plot {
	p := Panel(heading, xLabel, yLabel)
	p.X.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	p.Add(GridLines{X: true, Y: true})
	var drawn Lines
	var fits fittedLines
	var sizes []float64
	for _, l := range lines {
		colour := MethodColour(l.Method)
		drawn = append(drawn, Line{Series: method.Of(l.Method).Label, X: l.X, Y: l.Y, Colour: colour, Shape: MethodShape(l.Method), Radius: vg.Points(2.2)})
		if l.Fit != nil {
			fits = append(fits, fittedLine{*l.Fit, method.Of(l.Method).Label, slices.Min(l.X), slices.Max(l.X), colour})
		}
		for _, x := range l.X {
			if !slices.Contains(sizes, x) {
				sizes = append(sizes, x)
			}
		}
	}
	if len(drawn) == 0 {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 1, 10, -1, 0
		p.X.Tick.Marker = plot.ConstantTicks{}
		p.Add(Message("not run"))
		return p
	}
	if len(fits) > 0 {
		// The fits say how the points go on; the line between them would hide it.
		p.Add(fits, errorMarks(drawn))
	} else {
		p.Add(drawn)
	}
	air := 0.05 * max(p.Y.Max-p.Y.Min, 0.3)
	p.Y.Min, p.Y.Max = p.Y.Min-air, p.Y.Max+air
	p.X.Min, p.X.Max = slices.Min(sizes)/1.2, slices.Max(sizes)*1.2
	p.X.Tick.Marker = sizeTicks(sizes)
	return p
}

// errorMarks draws the points and error bars of lines without the lines.
type errorMarks Lines

// DataRange includes all error bars.
func (e errorMarks) DataRange() (xmin, xmax, ymin, ymax float64) { return Lines(e).DataRange() }

func (e errorMarks) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for k, l := range e {
		aside := (vg.Length(k) - vg.Length(len(e)-1)/2) * 1.6
		for i, s := range l.Y {
			at := x(l.X[i]) + aside
			noted(c, l.mark(i, p), -1, func() {
				if r := s.Reach(); r > 0 {
					// A bar that goes beyond the panel ends at its edge.
					c.StrokeLine2(hairline(l.Colour), at, max(y(s.Value-r), c.Min.Y), at, min(y(s.Value+r), c.Max.Y))
				}
				c.DrawGlyph(draw.GlyphStyle{Color: l.Colour, Radius: l.Radius, Shape: l.Shape}, vg.Point{X: at, Y: y(s.Value)})
			})
		}
	}
}

// fittedLine is a fit of decimal logarithms between two values of x.
type fittedLine struct {
	Straight
	series    string
	low, high float64
	colour    color.Color
}

// fittedLines draws fits.
type fittedLines []fittedLine

func (f fittedLines) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, l := range f {
		at := func(v float64) vg.Point { return vg.Point{X: x(v), Y: y(l.Intercept + l.Slope*math.Log10(v))} }
		ofSeries(c, l.series, func() {
			c.StrokeLines(draw.LineStyle{Color: l.colour, Width: vg.Points(0.9)}, c.ClipLinesXY([]vg.Point{at(l.low), at(l.high)})...)
		})
	}
}

// marks draw the marks of methods.
var marks = map[method.Mark]draw.GlyphDrawer{
	method.Circle: draw.CircleGlyph{}, method.Box: draw.BoxGlyph{}, method.Pyramid: draw.PyramidGlyph{}, method.Cross: draw.CrossGlyph{},
}

// MethodShape is the shape of a method's points.
func MethodShape(name string) draw.GlyphDrawer { return marks[method.Of(name).Mark] }

// MethodLegend has an entry per method, a line in its colour with a shape.
func MethodLegend(methods []string, shape func(name string) draw.GlyphDrawer) []LegendItem {
	var items []LegendItem
	for _, name := range methods {
		items = append(items, LegendItem{Colours: []color.Color{MethodColour(name)}, Glyph: shape(name), Line: true, Text: method.Of(name).Label})
	}
	return append(items, LegendItem{Bar: true, Text: "±2 standard errors"})
}
