package chart

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// rangedPlotter is a plotter that axes make room for.
type rangedPlotter interface {
	plot.Plotter
	plot.DataRanger
}

// piece is a line, or its band, that is seen where it is short: along a single value too.
type piece struct {
	Line
	of func(Line) rangedPlotter
}

// shortest is the length of the shortest line without marks.
const shortest = vg.Length(8)

func (s piece) DataRange() (xMin, xMax, yMin, yMax float64) { return s.of(s.Line).DataRange() }

// GlyphBoxes make room for the width of the line.
func (s piece) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	if boxed, ok := s.of(s.Line).(plot.GlyphBoxer); ok {
		return boxed.GlyphBoxes(p)
	}
	return nil
}

func (s piece) Plot(c draw.Canvas, p *plot.Plot) {
	l := s.Line
	if _, linear := p.X.Scale.(plot.LinearScale); linear && l.Shape == nil {
		l = l.lengthened(float64(shortest/(c.Max.X-c.Min.X)) * (p.X.Max - p.X.Min))
	}
	s.of(l).Plot(c, p)
}

// lengthened is the line, level at its ends so far that it has a length at least.
func (l Line) lengthened(least float64) Line {
	n := len(l.X)
	if n == 0 || l.X[n-1]-l.X[0] >= least {
		return l
	}
	middle := l.X[0]/2 + l.X[n-1]/2
	l.X = slices.Concat([]float64{middle - least/2}, l.X, []float64{middle + least/2})
	l.Y = slices.Concat(l.Y[:1], l.Y, l.Y[n-1:])
	return l
}
