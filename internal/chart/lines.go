package chart

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/format"
)

// Line is a line through estimates. It has marks if it has a shape.
type Line struct {
	Name   string
	X      []float64
	Y      []Estimate
	Band   string // what the intervals are, drawn as a band; "" for error bars
	Colour color.NRGBA
	Shape  draw.GlyphDrawer
	Dashed bool // for comparison
	Pale   bool // grey: not established
	logs   bool // Y are decimal logarithms
}

// text writes an estimate of the line.
func (l Line) text(e Estimate) string {
	if l.logs {
		e = Estimate{math.Pow(10, e.Value), Interval{math.Pow(10, e.Low), math.Pow(10, e.High)}}
	}
	return e.text()
}

// manyPoints is from how many points on a line is dense: its marks are small, and others are seen
// through a band in the place of its error bars.
const manyPoints = 30

// xy are the places of the line; NaN stands for none.
func (l Line) xy() plotter.XYs {
	return points(l.X, l.values(func(e Estimate) float64 { return e.Value })...)
}

func (l Line) values(number func(Estimate) float64) []float64 {
	values := make([]float64, len(l.Y))
	for i, e := range l.Y {
		values[i] = number(e)
	}
	return values
}

// single tells whether the line is along a single value, where only marks and error bars are seen.
func (l Line) single() bool { return len(l.X) > 0 && slices.Min(l.X) == slices.Max(l.X) }

// ends are the places of the lower and upper ends of the intervals.
func (l Line) ends() (low, high plotter.XYs) {
	return points(
		l.X, l.values(func(e Estimate) float64 { return e.Low })...,
	), points(l.X, l.values(func(e Estimate) float64 { return e.High })...)
}

// spread adds the intervals of the line, error bars where aside puts them.
func (l Line) spread(p *plot.Plot, aside func(x float64) float64) {
	low, high := l.ends()
	switch {
	case slices.Equal(low, high):
	case !l.single() && (l.Band != "" || len(l.X) > manyPoints):
		slices.Reverse(low)
		p.Add(&plotter.Polygon{XYs: []plotter.XYs{append(high, low...)}, Color: seenThrough(l.Colour)})
	default:
		bars := &plotter.YErrorBars{LineStyle: thin(l.Colour, 0.8), CapWidth: 3.5}
		for i, y := range l.Y {
			if y.High > y.Low {
				bars.XYs = append(bars.XYs, plotter.XY{X: near(aside(l.X[i])), Y: near(y.Value)})
				bars.YErrors = append(
					bars.YErrors, struct{ Low, High float64 }{near(y.Low) - near(y.Value), near(y.High) - near(y.Value)},
				)
			}
		}
		p.Add(bars)
	}
}

// seenThrough is a colour that others are seen through.
func seenThrough(c color.NRGBA) color.NRGBA {
	c.A = 0x40
	return c
}

// add adds the line and its marks, along numbers or levels that are named. Noted are all marks, and
// a few places of a line that has none.
func (l Line) add(p *plot.Plot, levels []string) {
	places, style := l.xy(), thin(l.Colour, 1.2)
	if l.Dashed {
		style = dashed(l.Colour, 1.2)
	}
	p.Add(&plotter.Line{XYs: places, LineStyle: style})
	if l.Shape == nil && l.single() {
		l.Shape = Shapes[0]
	}
	const notedPlaces = 5
	step := max(1, len(l.X)/notedPlaces)
	if l.Shape != nil {
		marks := draw.GlyphStyle{Color: l.Colour, Radius: 2.2, Shape: l.Shape}
		if len(places) > manyPoints {
			marks.Radius = 1.2
		}
		step = 1
		p.Add(&plotter.Scatter{XYs: places, GlyphStyle: marks})
	}
	for i := 0; i < len(l.Y); i += step {
		name := format.Readable(l.X[i], 4)
		if level := int(math.Round(l.X[i])); level >= 0 && level < len(levels) {
			name, step = levels[level], len(l.Y) // one place is enough
		}
		if !l.Y[i].isMissing() {
			p.Add(
				noted{Mark{Series: l.Name, Name: name, Value: l.text(l.Y[i])}, plotter.XY{X: near(l.X[i]), Y: near(l.Y[i].Value)}},
			)
		}
	}
}
