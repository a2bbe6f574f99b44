package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// sheet is the ground of a panel while it is drawn: a canvas with the scales of both axes.
type sheet struct {
	draw.Canvas
	p     *plot.Plot
	x, y  func(float64) vg.Length
	names []string // of rows
}

// layer draws a part of a panel.
type layer func(s sheet)

// Plot implements plot.Plotter.
func (l layer) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	l(sheet{Canvas: c, p: p, x: x, y: y})
}

// fill fills a rectangle.
func (s sheet) fill(colour color.Color, minX, minY, maxX, maxY vg.Length) {
	s.SetColor(colour)
	s.Fill(vg.Rectangle{Min: vg.Point{X: minX, Y: minY}, Max: vg.Point{X: maxX, Y: maxY}}.Path())
}

// frame draws the outline of a rectangle.
func (s sheet) frame(style draw.LineStyle, r vg.Rectangle) {
	outline := r.Path()
	outline.Close()
	s.SetLineStyle(style)
	s.Stroke(outline)
}

// glyph draws a glyph.
func (s sheet) glyph(style draw.GlyphStyle, x, y vg.Length) { s.DrawGlyph(style, vg.Point{X: x, Y: y}) }

// dots draws dots of one colour; in SVG they are one path of points that a round pen draws.
func (s sheet) dots(colour color.Color, radius vg.Length, at []vg.Point) {
	if c := svgOf(s.Canvas); c != nil {
		c.points(colour, radius, at)
		return
	}
	for _, p := range at {
		s.DrawGlyph(draw.GlyphStyle{Color: colour, Radius: radius, Shape: draw.CircleGlyph{}}, p)
	}
}

// write writes a text where its style aligns it.
func (s sheet) write(style text.Style, x draw.XAlignment, y draw.YAlignment, at vg.Point, words string) {
	style.XAlign, style.YAlign = x, y
	s.FillText(style, at, words)
}

// points are places on the panel.
func (s sheet) points(x []float64, y func(i int) float64) []vg.Point {
	points := make([]vg.Point, len(x))
	for i := range x {
		points[i] = vg.Point{X: s.x(x[i]), Y: s.y(y(i))}
	}
	return points
}

// area fills what lies between two lines over the same places.
func (s sheet) area(colour color.Color, x []float64, low, high func(i int) float64) {
	corners := s.points(x, high)
	below := s.points(x, low)
	for i := len(below) - 1; i >= 0; i-- {
		corners = append(corners, below[i])
	}
	s.FillPolygon(colour, corners)
}

// thin is a solid line, and dashed one for comparisons.
func thin(colour color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: colour, Width: width}
}

func dashed(colour color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: colour, Width: width, Dashes: []vg.Length{3, 2}}
}

// message is a text in the middle of a plot without data.
func message(text string) layer {
	return func(s sheet) { s.write(TextStyle(9, false, Grey), draw.XCenter, draw.YCenter, s.Center(), text) }
}

// Light lines at the major ticks of both axes, and upright ones at those of the horizontal one
// alone.
var (
	gridLine     = thin(gridColour, 0.5)
	grid         = &plotter.Grid{Vertical: gridLine, Horizontal: gridLine}
	uprightLines = &plotter.Grid{Vertical: gridLine}
)
