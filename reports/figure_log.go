package reports

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// logLine is a line of a panel with two logarithmic axes, a point for each x.
type logLine struct {
	method string
	x      []float64
	y      []estimate // of decimal logarithms
	fit    *straight
}

// straight is the line y = intercept + slope·x.
type straight struct{ intercept, slope float64 }

// logPanel draws lines on two logarithmic axes. The vertical one is linear in
// decimal logarithms, so that error bars, which are of the logarithms, end
// anywhere. Methods have the colours and shapes of methodLegend.
func logPanel(heading, xLabel, yLabel string, lines []logLine) *plot.Plot {
	p := newPlot()
	setHeading(p, heading)
	p.X.Label.Text, p.Y.Label.Text = xLabel, yLabel
	p.X.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	p.Add(gridLines{x: true, y: true})
	var drawn errorLines
	var fits fittedLines
	var sizes []float64
	for _, l := range lines {
		colour := methodColour(l.method)
		drawn = append(drawn, errorLine{x: l.x, y: l.y, colour: colour, shape: methodShape(l.method), radius: vg.Points(2.2)})
		if l.fit != nil {
			fits = append(fits, fittedLine{*l.fit, slices.Min(l.x), slices.Max(l.x), colour})
		}
		for _, x := range l.x {
			if !slices.Contains(sizes, x) {
				sizes = append(sizes, x)
			}
		}
	}
	if len(drawn) == 0 {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 1, 10, -1, 0
		p.X.Tick.Marker = plot.ConstantTicks{}
		p.Add(message("not run"))
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
type errorMarks errorLines

// DataRange includes all error bars.
func (e errorMarks) DataRange() (xmin, xmax, ymin, ymax float64) { return errorLines(e).DataRange() }

func (e errorMarks) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for k, l := range e {
		aside := (vg.Length(k) - vg.Length(len(e)-1)/2) * 1.6
		for i, s := range l.y {
			at := x(l.x[i]) + aside
			if r := s.reach(); r > 0 {
				c.StrokeLine2(hairline(l.colour), at, y(s.value-r), at, y(s.value+r))
			}
			c.DrawGlyph(draw.GlyphStyle{Color: l.colour, Radius: l.radius, Shape: l.shape}, vg.Point{X: at, Y: y(s.value)})
		}
	}
}

// fittedLine is a fit of decimal logarithms between two values of x.
type fittedLine struct {
	straight
	low, high float64
	colour    color.Color
}

// fittedLines draws fits.
type fittedLines []fittedLine

func (f fittedLines) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, l := range f {
		at := func(v float64) vg.Point { return vg.Point{X: x(v), Y: y(l.intercept + l.slope*math.Log10(v))} }
		c.StrokeLines(draw.LineStyle{Color: l.colour, Width: vg.Points(0.9)}, c.ClipLinesXY([]vg.Point{at(l.low), at(l.high)})...)
	}
}

// methodShape is the shape of a method's points.
func methodShape(method string) draw.GlyphDrawer {
	switch method {
	case "coupled":
		return draw.BoxGlyph{}
	case "projected":
		return draw.PyramidGlyph{}
	case "projected-unbiased":
		return draw.CrossGlyph{}
	}
	return draw.CircleGlyph{}
}

// methodLegend has an entry per method, a line in its colour with a shape.
func methodLegend(methods []string, shape func(method string) draw.GlyphDrawer) []legendItem {
	var items []legendItem
	for _, method := range methods {
		items = append(items, legendItem{colours: []color.Color{methodColour(method)}, glyph: shape(method), line: true, text: methodLabel(method)})
	}
	return append(items, legendItem{bar: true, text: "±2 standard errors"})
}
