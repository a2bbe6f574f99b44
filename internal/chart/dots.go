package chart

import (
	"cmp"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dot is an estimate with its error bar.
type Dot struct {
	Height
	Series   string
	At       Estimate
	Interval *Interval // in the place of its standard error, if not nil
	Text     string    // what it says, if not the estimate
	Style    draw.GlyphStyle
	Label    string // beside the dot, on the side of 0 unless that is near
}

// Below places dots below each other in a row.
func Below(row int, dots []Dot) []RowMark {
	marks := make([]RowMark, len(dots))
	for k, d := range dots {
		d.Row = float64(row) - 0.5 + (float64(k)+0.75)/(float64(len(dots))+0.5)
		marks[k] = d
	}
	return marks
}

func (d Dot) reach() (r Range) {
	r = r.With(d.At.ends())
	if d.Interval != nil {
		r = r.With(d.Interval.Low, d.Interval.High)
	}
	return r
}

// bar is the error bar or the interval.
func (d Dot) bar() (low, high float64) {
	if d.Interval != nil {
		return d.Interval.Low, d.Interval.High
	}
	return d.At.ends()
}

// text is what the dot shows.
func (d Dot) text() string {
	if d.Interval == nil {
		return d.At.text()
	}
	return Estimate{Value: d.At.Value}.text() + " (" + Estimate{Value: d.Interval.Low}.text() + " to " + Estimate{Value: d.Interval.High}.text() + ")"
}

func (d Dot) draw(s sheet) {
	if d.At.none() {
		return
	}
	at := d.on(s)
	s.noted(Mark{Series: d.Series, Name: s.names[d.row()], Value: cmp.Or(d.Text, d.text())}, func() {
		if low, high := d.bar(); high > low {
			// A bar beyond the panel ends at its edge.
			s.StrokeLine2(hairline(d.Style.Color), max(s.x(low), s.Min.X), at, min(s.x(high), s.Max.X), at)
		}
		s.glyph(d.Style, s.x(d.At.Value), at)
	})
	if d.Label == "" {
		return
	}
	align, offset := draw.XLeft, vg.Length(5)
	if near := math.Abs(d.At.Value) < min(-s.p.X.Min, s.p.X.Max)/2; d.At.Value > 0 != near {
		align, offset = draw.XRight, -5
	}
	s.write(TextStyle(7, false, d.Style.Color), align, draw.YCenter, vg.Point{X: s.x(d.At.Value) + offset, Y: at}, d.Label)
}
