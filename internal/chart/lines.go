package chart

import (
	"image/color"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
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

// Lines draws lines, all their error bars below all the lines. The bars of several
// lines stand a little aside of each other; lines with many points have a band in their
// place, which others are seen through.
type Lines []Line

// manyPoints is from how many points on a line is dense.
const manyPoints = 30

func (all Lines) draw(s sheet) {
	for k, l := range all {
		s.ofSeries(l.Series, func() {
			if len(l.X) > manyPoints || l.Band {
				s.area(bandOf(l.Colour), l.X, func(i int) float64 { return l.Y[i].Value - l.Y[i].Reach() }, func(i int) float64 { return l.Y[i].Value + l.Y[i].Reach() })
			} else {
				l.drawBars(s, vg.Length(k)-vg.Length(len(all)-1)/2)
			}
		})
	}
	for _, l := range all {
		s.ofSeries(l.Series, func() {
			points := s.points(l.X, func(i int) float64 { return l.Y[i].Value })
			s.StrokeLines(thin(l.Colour, 1.2), s.ClipLinesXY(points)...)
			style := draw.GlyphStyle{Color: l.Colour, Radius: l.Radius, Shape: l.Shape}
			if len(l.X) > manyPoints {
				style.Radius *= 0.6
			}
			for i, at := range points {
				s.noted(l.mark(i, s.p), func() { s.DrawGlyph(style, at) })
			}
		})
	}
}

// drawBars draws error bars aside of their points.
func (l Line) drawBars(s sheet, aside vg.Length) {
	for i, y := range l.Y {
		r := y.Reach()
		if r == 0 {
			continue
		}
		// A bar that goes beyond the panel ends at its edge.
		at, low, high := s.x(l.X[i])+aside, max(s.y(y.Value-r), s.Min.Y), min(s.y(y.Value+r), s.Max.Y)
		s.StrokeLine2(hairline(l.Colour), at, low, at, high)
		for _, end := range []vg.Length{low, high} {
			s.StrokeLine2(hairline(l.Colour), at-l.Radius*0.8, end, at+l.Radius*0.8, end)
		}
	}
}

// bandOf is the colour of the band around a line.
func bandOf(c color.NRGBA) color.NRGBA { return color.NRGBA{R: c.R, G: c.G, B: c.B, A: 0x40} }

// mark is what a point of the line shows.
func (l Line) mark(i int, p *plot.Plot) Mark {
	return Mark{Series: l.Series, Name: strconv.FormatFloat(l.X[i], 'g', 6, 64), Value: l.Y[i].textOf(p.Y)}
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
	p.Add(grid, layer(lines.draw))
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
	if k.Sizes {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, sizeTicks(places, k.Across)
		p.X.Min, p.X.Max = low/1.2, high*1.2
	} else {
		air := 0.03 * (high - low)
		p.X.Min, p.X.Max = low-air, high+air
	}
	p.Y.Min, p.Y.Max = y.Low, y.High
	height := p.Y.Max - p.Y.Min
	switch {
	case k.Logs:
		p.Y.Tick.Marker, height = logTicks{}, max(height, 0.3)
	case k.Sizes:
		p.Y.Min = min(0, p.Y.Min)
		height = p.Y.Max - p.Y.Min
	}
	p.Y.Min, p.Y.Max = p.Y.Min-0.05*height, p.Y.Max+0.05*height
	return p
}
