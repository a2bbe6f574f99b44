package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// RowSpans draws bars from one value to another below rows of marks: what they span
// belongs together. The first bar is in the row First.
type RowSpans struct {
	First int
	Spans []Range
}

// Plot implements plot.Plotter.
func (s RowSpans) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for k, span := range s.Spans {
		at := y(-float64(s.First) - float64(k)/2)
		c.StrokeLine2(draw.LineStyle{Color: Ink, Width: vg.Points(2.2)}, x(span.Low)-vg.Points(2), at, x(span.High)+vg.Points(2), at)
	}
}
