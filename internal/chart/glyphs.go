package chart

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/methods/method"
)

// Shapes tell lines apart without colour.
var Shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, Diamond{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}}

// methodShapes draw the marks of methods.
var methodShapes = map[method.Mark]draw.GlyphDrawer{
	method.Circle: draw.CircleGlyph{}, method.Box: draw.BoxGlyph{}, method.Pyramid: draw.PyramidGlyph{}, method.Cross: draw.CrossGlyph{},
}

// MethodShape is the shape of a method's points.
func MethodShape(name string) draw.GlyphDrawer { return methodShapes[method.Of(name).Mark] }

// Diamond is a white diamond with an outline.
type Diamond struct{}

func (Diamond) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, p vg.Point) {
	r := s.Radius * 1.25
	outline(c, s, vg.Point{X: p.X - r, Y: p.Y}, vg.Point{X: p.X, Y: p.Y + r}, vg.Point{X: p.X + r, Y: p.Y}, vg.Point{X: p.X, Y: p.Y - r})
}

// LeftTriangle is a white triangle with an outline, to the left of its place:
// smaller than this.
type LeftTriangle struct{}

func (LeftTriangle) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, p vg.Point) {
	r := s.Radius * 1.1
	outline(c, s, vg.Point{X: p.X, Y: p.Y - r}, vg.Point{X: p.X, Y: p.Y + r}, vg.Point{X: p.X - 1.6*r, Y: p.Y})
}

// outline draws a white polygon with an outline.
func outline(c *draw.Canvas, s draw.GlyphStyle, corners ...vg.Point) {
	c.FillPolygon(color.White, corners)
	c.StrokeLines(thin(s.Color, 0.9), append(slices.Clone(corners), corners[0], corners[1]))
}

// whiteDot is a ring that hides what is below it.
type whiteDot struct{}

func (whiteDot) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, p vg.Point) {
	c.DrawGlyph(draw.GlyphStyle{Color: color.White, Radius: s.Radius, Shape: draw.CircleGlyph{}}, p)
	c.DrawGlyph(draw.GlyphStyle{Color: s.Color, Radius: s.Radius, Shape: draw.RingGlyph{}}, p)
}

// nothing is no mark at all.
type nothing struct{}

func (nothing) DrawGlyph(*draw.Canvas, draw.GlyphStyle, vg.Point) {}
