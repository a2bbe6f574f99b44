package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/method"
)

// RowMark is an estimate by a method.
type RowMark struct {
	Method string
	At     Estimate
}

// RowMarks draws rows of marks with error bars, the first row on top and the marks
// of a row below each other, in the colours and shapes of MethodLegend.
type RowMarks struct {
	Rows  [][]RowMark
	Lines []float64 // values that marks are to be compared with
	Share bool      // the panel is from 0 to 1
}

// RowMarksHeight is that of a figure of one row of panels with so many rows.
func RowMarksHeight(rows int) vg.Length { return vg.Length(rows)*24 + panelHeads + 44 }

// Reach is the range of all marks with their error bars, and of the lines; from 0 to 1 of
// shares.
func (m RowMarks) Reach() (r Range) {
	for _, row := range m.Rows {
		for _, mark := range row {
			r.add(mark.At)
		}
	}
	if r.Set {
		for _, v := range m.Lines {
			r.Include(v, v)
		}
		if m.Share {
			r.Low, r.High = 0, 1
		}
	}
	return r
}

func (m RowMarks) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i := range m.Rows {
		if i%2 == 1 {
			c.SetColor(Band)
			c.Fill(vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: y(-float64(i) - 0.5)}, Max: vg.Point{X: c.Max.X, Y: y(-float64(i) + 0.5)}}.Path())
		}
	}
	for _, v := range m.Lines {
		c.StrokeLine2(draw.LineStyle{Color: Grey, Width: vg.Points(0.8), Dashes: []vg.Length{3, 2}}, x(v), c.Min.Y, x(v), c.Max.Y)
	}
	for i, row := range m.Rows {
		for k, mark := range row {
			if mark.At.none() {
				continue
			}
			colour := MethodColour(mark.Method)
			at := y(-float64(i) + 0.5 - (float64(k)+0.75)/(float64(len(row))+0.5))
			noted(c, Mark{Series: method.Of(mark.Method).Label, Value: mark.At.text()}, i, func() {
				if r := mark.At.Reach(); r > 0 {
					// A bar beyond the panel, as of a share beyond 1, ends at its edge.
					low, high := max(x(mark.At.Value-r), c.Min.X), min(x(mark.At.Value+r), c.Max.X)
					whisker(c, hairline(colour), low, high, at, 0)
				}
				c.DrawGlyph(draw.GlyphStyle{Color: colour, Radius: vg.Points(2), Shape: MethodShape(mark.Method)}, vg.Point{X: x(mark.At.Value), Y: at})
			})
		}
	}
}
