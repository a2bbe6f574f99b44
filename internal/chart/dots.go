package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// DotRows draws dots with error bars, a row per variant below the given
// number of rows for other things.
type DotRows struct {
	Rows    int
	Columns []DotColumn
}

// DotColumn is a variable down the variants.
type DotColumn struct {
	Name       string
	Colour     color.NRGBA
	Shape      draw.GlyphDrawer
	Population float64 // in the first row, NaN for none
	Dots       []Estimate
}

// Reach is the range of all dots with their error bars.
func (d DotRows) Reach() (r Range) {
	for _, column := range d.Columns {
		r.add(Estimate{Value: column.Population})
		r.add(column.Dots...)
	}
	return r
}

func (d DotRows) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, column := range d.Columns {
		if first := column.Dots[0]; !first.none() {
			at := x(first.Value)
			c.StrokeLine2(draw.LineStyle{Color: pale(column.Colour), Width: vg.Points(0.5)}, at, c.Min.Y, at, y(-float64(d.Rows)))
		}
	}
	for k, column := range d.Columns {
		// Variables with nearly the same value stand a little aside.
		aside := (vg.Length(k) - vg.Length(len(d.Columns)-1)/2) * 1.1
		if !math.IsNaN(column.Population) {
			c.DrawGlyph(draw.GlyphStyle{Color: column.Colour, Radius: vg.Points(2), Shape: Diamond{}}, vg.Point{X: x(column.Population), Y: y(0)})
		}
		for i, dot := range column.Dots {
			if dot.none() {
				continue
			}
			at := y(-float64(d.Rows+i)) - aside
			noted(c, Mark{Series: column.Name, Value: dot.text()}, d.Rows+i, func() {
				if r := dot.Reach(); r > 0 {
					whisker(c, hairline(column.Colour), x(dot.Value-r), x(dot.Value+r), at, 1.6)
				}
				c.DrawGlyph(draw.GlyphStyle{Color: column.Colour, Radius: vg.Points(1.9), Shape: column.Shape}, vg.Point{X: x(dot.Value), Y: at})
			})
		}
	}
}
