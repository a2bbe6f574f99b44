package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/format"
)

// Compared is a number of ours and a printed one.
type Compared struct {
	Printed, Ours Estimate
	Difference    float64 // ours − printed in standard errors
	Compatible    bool
	Exceeds       bool // what chance gives one number in twenty
	Label         string
}

// ComparedRow is a row of the panel of differences.
type ComparedRow struct {
	Name    string
	Numbers []Compared
}

// Marks of numbers that are compatible with print, of those among them that are not by
// themselves, and of those that differ.
var (
	CompatibleMark = draw.GlyphStyle{Color: Blue, Radius: 2, Shape: draw.CircleGlyph{}}
	ExceedsMark    = draw.GlyphStyle{Color: Vermilion, Radius: 2.4, Shape: draw.RingGlyph{}}
	DiffersMark    = draw.GlyphStyle{Color: Vermilion, Radius: 2.6, Shape: draw.BoxGlyph{}}
)

// style is the mark of the number.
func (c Compared) style() draw.GlyphStyle {
	switch {
	case !c.Compatible:
		return DiffersMark
	case c.Exceeds:
		return ExceedsMark
	}
	return CompatibleMark
}

// ComparedPanel draws ours against printed with both error bars, both axes with the same
// scale.
func ComparedPanel(tested []Compared) *plot.Plot {
	p := Panel("Ours against printed", "printed", "ours")
	scale := SignedLog{Unit: 0.001, Step: 1}
	p.X.Scale, p.Y.Scale = scale, scale
	p.X.Tick.Marker, p.Y.Tick.Marker = scale, scale
	p.Add(Grid(), layer(func(s sheet) { scatter(s, tested) }))
	if len(tested) == 0 {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
		p.Add(Message("nothing to compare yet"))
		return p
	}
	reach := Range{Set: true} // with 0
	for _, c := range tested {
		reach.add(Estimate{Value: c.Printed.Value}, c.Ours)
	}
	p.X.Min, p.X.Max = 1.3*reach.Low, 1.3*reach.High
	if p.X.Max-p.X.Min > 10 { // labels stand side by side on this axis
		p.X.Tick.Marker = SignedLog{Unit: scale.Unit, Step: 2}
	}
	p.Y.Min, p.Y.Max = p.X.Min, p.X.Max
	return p
}

// scatter draws ours against printed, and the line on which they are equal.
func scatter(s sheet, tested []Compared) {
	s.StrokeLine2(dashed(Grey, 0.6), s.x(s.p.X.Min), s.y(s.p.Y.Min), s.x(s.p.X.Max), s.y(s.p.Y.Max))
	for _, c := range tested {
		x, y := s.x(c.Printed.Value), s.y(c.Ours.Value)
		line, r := thin(Unmarked, 0.6), c.Ours.Reach()
		s.StrokeLines(line, s.ClipLinesY([]vg.Point{{X: x, Y: s.y(c.Ours.Value - r)}, {X: x, Y: s.y(c.Ours.Value + r)}})...)
		if r := c.Printed.Reach(); r > 0 {
			s.StrokeLines(line, s.ClipLinesX([]vg.Point{{X: s.x(c.Printed.Value - r), Y: y}, {X: s.x(c.Printed.Value + r), Y: y}})...)
		}
	}
	for _, c := range tested {
		s.glyph(c.style(), s.x(c.Printed.Value), s.y(c.Ours.Value))
	}
}

// farthest is the largest difference, in standard errors, drawn in its place.
const farthest = 8

// dot is the number in the panel of differences; what differs or lies beyond the edge has
// a label.
func (c Compared) dot(row string, at float64) Dot {
	shown := max(-farthest, min(farthest, c.Difference))
	d := Dot{
		Height: Height{Row: at}, Series: "differs", Name: row + ", " + c.Label, At: Estimate{Value: shown},
		Text: fmt.Sprintf("printed %s, ours %s", c.Printed.text(), c.Ours.text()), Style: c.style(),
	}
	if c.Compatible {
		d.Series = "compatible"
	}
	switch {
	case shown != c.Difference:
		d.Label = c.Label + " " + format.TrueMinus(format.Signed(c.Difference))
	case !c.Compatible || c.Exceeds:
		d.Label = c.Label
	}
	return d
}

// dots places the numbers of a row from a line on, and returns of how many lines it is.
// Numbers that are compatible share a band of two lines; those that exceed chance, or lie
// beyond the edge, have a line each for their label.
func (r ComparedRow) dots(top float64) (marks []RowMark, lines float64) {
	var agree, labelled []Compared
	for _, c := range r.Numbers {
		if c.Compatible && !c.Exceeds && math.Abs(c.Difference) <= farthest {
			agree = append(agree, c)
		} else {
			labelled = append(labelled, c)
		}
	}
	band := 0.0
	if len(agree) > 0 {
		band = 2
	}
	for k, c := range agree {
		// Marks fan out downwards, so that equal ones do not hide each other.
		fan := 1.0
		if n := len(agree); n > 1 {
			fan = 0.35 + 1.3*float64(k)/float64(n-1)
		}
		marks = append(marks, c.dot(r.Name, top+fan))
	}
	lines = max(2, band+float64(len(labelled)))
	at := top + band + (lines-band-float64(len(labelled)))/2
	for _, c := range labelled {
		marks = append(marks, c.dot(r.Name, at+0.5))
		at++
	}
	return marks, lines
}

// DifferencePanel draws differences in rows, and returns the height of a figure
// that holds it.
func DifferencePanel(of []ComparedRow) (*plot.Plot, vg.Length) {
	var rows Rows
	var names, across plot.ConstantTicks
	total := 0.0
	for i, part := range of {
		if i > 0 {
			rows.Add(Divider{total})
		}
		dots, lines := part.dots(total)
		rows.Add(dots...)
		names = append(names, plot.Tick{Value: -total - lines/2, Label: part.Name})
		total += lines
	}
	for _, v := range []float64{-8, -4, -2, 0, 2, 4, 8} {
		across = append(across, plot.Tick{Value: v, Label: format.TrueMinus(format.Fixed(v, 0))})
	}
	p := Panel("Difference in standard errors", "(ours − printed) / standard error", "")
	list(p, nil)
	p.X.Min, p.X.Max = -farthest-0.5, farthest+0.5
	p.Y.Min, p.Y.Max = -max(1, total), 0
	p.X.Tick.Marker, p.Y.Tick.Marker = across, names
	p.Add(layer(func(s sheet) { s.fill(Band, s.x(-2), s.Min.Y, s.x(2), s.Max.Y) }), upright(), layer(func(s sheet) { s.upright(thin(Grey, 0.6), 0) }), rows)
	return p, max(250, vg.Length(total)*6.6+90)
}
