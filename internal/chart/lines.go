package chart

import (
	"image/color"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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

// Lines are lines, all their error bars below all the lines. Lines with many points have a band
// in the place of bars, which others are seen through.
type Lines []Line

// manyPoints is from how many points on a line is dense.
const manyPoints = 30

// spread adds the error bars of a line, as far aside of its points as shown by a share of a place.
func (l Line) spread(p *plot.Plot, aside func(x float64) float64) {
	x, low, high := make([]float64, len(l.X)), make([]float64, len(l.X)), make([]float64, len(l.X))
	bars := &plotter.YErrorBars{LineStyle: hairline(l.Colour), CapWidth: 1.6 * l.Radius}
	for i, y := range l.Y {
		low[i], high[i] = y.ends()
		if x[i] = aside(l.X[i]); y.Reach() > 0 {
			bars.XYs = append(bars.XYs, plotter.XY{X: near(x[i]), Y: near(y.Value)})
			bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{-near(y.Reach()), near(y.Reach())})
		}
	}
	if len(l.X) > manyPoints || l.Band {
		p.Add(area(color.NRGBA{R: l.Colour.R, G: l.Colour.G, B: l.Colour.B, A: 0x40}, l.X, low, high))
	} else if len(bars.XYs) > 0 {
		p.Add(bars)
	}
}

// add adds the line and its marks.
func (l Line) add(p *plot.Plot) {
	y := make([]float64, len(l.Y))
	for i, e := range l.Y {
		y[i] = e.Value
	}
	at := points(l.X, y)
	style := draw.GlyphStyle{Color: l.Colour, Radius: l.Radius, Shape: l.Shape}
	if len(l.X) > manyPoints {
		style.Radius *= 0.6
	}
	p.Add(&plotter.Line{XYs: at, LineStyle: thin(l.Colour, 1.2)}, &plotter.Scatter{XYs: at, GlyphStyle: style})
	for i, e := range l.Y {
		p.Add(noted{Mark{Series: l.Series, Name: strconv.FormatFloat(l.X[i], 'g', 6, 64), Value: e.textOf(p.Y)}, &[2]float64{near(l.X[i]), near(e.Value)}})
	}
}

// LinesPanel is how lines are drawn: with Sizes against numbers of rows or inputs, whose axis is
// logarithmic; with Logs the vertical axis is linear in decimal logarithms, which Y are of, so
// that error bars end anywhere; Across panels stand side by side.
type LinesPanel struct {
	Sizes, Logs bool
	Across      int
}

// Draw returns a panel with lines.
func (k LinesPanel) Draw(heading, xLabel, yLabel string, lines Lines) *plot.Plot {
	p := Panel(heading, xLabel, yLabel)
	p.Add(grid)
	var places []float64
	var y Range // with error bars
	for _, l := range lines {
		places = append(places, l.X...)
		for _, e := range l.Y {
			y = y.With(e.ends())
		}
	}
	slices.Sort(places)
	places = slices.Compact(places)
	low, high := places[0], places[len(places)-1]
	if k.Logs {
		p.Y.Tick.Marker = logTicks{}
	}
	for i, l := range lines { // bars of several stand a little aside of each other
		share := 0.008 * (float64(i) - float64(len(lines)-1)/2)
		l.spread(p, func(x float64) float64 {
			if k.Sizes {
				return x * (1 + share*float64(max(1, k.Across)))
			}
			return x + share*(high-low)
		})
	}
	for _, l := range lines {
		l.add(p)
	}
	if k.Sizes {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, sizeTicks(places, k.Across)
		p.X.Min, p.X.Max = low/1.2, high*1.2
	} else {
		p.X.Min, p.X.Max = airy(low, high)
	}
	height := y.High - y.Low
	switch {
	case k.Logs:
		height = max(height, 0.3)
	case k.Sizes:
		y.Low = min(0, y.Low)
		height = y.High - y.Low
	}
	p.Y.Min, p.Y.Max = y.Low-0.05*height, y.High+0.05*height
	return p
}
