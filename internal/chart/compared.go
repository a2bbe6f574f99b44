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
	Agrees        bool
	Label         string
}

// ComparedRow is a row of the panel of differences.
type ComparedRow struct {
	Name    string
	Numbers []Compared
}

// Marks of numbers that agree and that differ.
var (
	AgreesMark  = draw.GlyphStyle{Color: Blue, Radius: vg.Points(2), Shape: draw.CircleGlyph{}}
	DiffersMark = draw.GlyphStyle{Color: Vermilion, Radius: vg.Points(2.6), Shape: draw.BoxGlyph{}}
)

// style is the mark of the number.
func (c Compared) style() draw.GlyphStyle {
	if c.Agrees {
		return AgreesMark
	}
	return DiffersMark
}

// strip is where a row of the panel of differences lies. Numbers that agree share
// a band of two lines; those that differ, or lie beyond the edge, have a line each
// for their label.
type strip struct {
	name            string
	agree, labelled []Compared
	top, lines      float64 // from the top of the panel, in lines
}

// layOut places rows below each other, and returns their lines in all.
func layOut(of []ComparedRow) (rows []strip, lines float64) {
	for _, part := range of {
		row := strip{name: part.Name, top: lines}
		for _, c := range part.Numbers {
			if c.Agrees && math.Abs(c.Difference) <= farthest {
				row.agree = append(row.agree, c)
			} else {
				row.labelled = append(row.labelled, c)
			}
		}
		row.lines = float64(len(row.labelled))
		if len(row.agree) > 0 {
			row.lines += 2
		}
		row.lines = max(2, row.lines)
		lines += row.lines
		rows = append(rows, row)
	}
	return rows, lines
}

// scatter draws ours against printed with both error bars.
type scatter []Compared

// DataRange is the same on both axes.
func (s scatter) DataRange() (xmin, xmax, ymin, ymax float64) {
	for _, c := range s {
		for _, v := range []float64{c.Printed.Value, c.Ours.Value - c.Ours.Reach(), c.Ours.Value + c.Ours.Reach()} {
			xmin, xmax = min(xmin, v), max(xmax, v)
		}
	}
	return xmin, xmax, xmin, xmax
}

func (s scatter) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: Grey, Width: vg.Points(0.6), Dashes: []vg.Length{3, 2}}, x(p.X.Min), y(p.Y.Min), x(p.X.Max), y(p.Y.Max))
	for _, check := range s {
		at := vg.Point{X: x(check.Printed.Value), Y: y(check.Ours.Value)}
		line := draw.LineStyle{Color: Unmarked, Width: vg.Points(0.6)}
		r := check.Ours.Reach()
		c.StrokeLines(line, c.ClipLinesY([]vg.Point{{X: at.X, Y: y(check.Ours.Value - r)}, {X: at.X, Y: y(check.Ours.Value + r)}})...)
		if r := check.Printed.Reach(); r > 0 {
			c.StrokeLines(line, c.ClipLinesX([]vg.Point{{X: x(check.Printed.Value - r), Y: at.Y}, {X: x(check.Printed.Value + r), Y: at.Y}})...)
		}
	}
	for _, check := range s {
		c.DrawGlyph(check.style(), vg.Point{X: x(check.Printed.Value), Y: y(check.Ours.Value)})
	}
}

// ComparedPanel draws ours against printed, both axes with the same scale.
func ComparedPanel(tested []Compared) *plot.Plot {
	p := Panel("Ours against printed", "printed", "ours")
	scale := SignedLog{Unit: 0.001, Step: 1}
	p.X.Scale, p.Y.Scale = scale, scale
	p.X.Tick.Marker, p.Y.Tick.Marker = scale, scale
	p.Add(GridLines{X: true, Y: true}, scatter(tested))
	if len(tested) == 0 {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
		p.Add(Message("nothing to compare yet"))
		return p
	}
	p.X.Max *= 1.3
	p.X.Min *= 1.3
	if p.X.Max-p.X.Min > 10 { // labels stand side by side on this axis
		p.X.Tick.Marker = SignedLog{Unit: scale.Unit, Step: 2}
	}
	p.Y.Min, p.Y.Max = p.X.Min, p.X.Max
	return p
}

// differences draws rows of marks.
type differences []strip

// farthest is the largest difference, in standard errors, drawn in its place.
const farthest = 8

func (d differences) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.SetColor(Band)
	c.Fill(vg.Rectangle{Min: vg.Point{X: x(-2), Y: c.Min.Y}, Max: vg.Point{X: x(2), Y: c.Max.Y}}.Path())
	GridLines{X: true}.Plot(c, p)
	c.StrokeLine2(draw.LineStyle{Color: Grey, Width: vg.Points(0.6)}, x(0), c.Min.Y, x(0), c.Max.Y)
	for i, row := range d {
		if i > 0 {
			c.StrokeLine2(draw.LineStyle{Color: GridColour, Width: vg.Points(0.5)}, c.Min.X, y(-row.top), c.Max.X, y(-row.top))
		}
		line := row.top
		for k, check := range row.agree {
			// Marks fan out downwards, so that equal ones do not hide each
			// other.
			fan := 1.0
			if n := len(row.agree); n > 1 {
				fan = 0.35 + 1.3*float64(k)/float64(n-1)
			}
			d.mark(c, row.name, check, x, y(-line-fan))
		}
		if len(row.agree) > 0 {
			line += 2
		}
		line += (row.top + row.lines - line - float64(len(row.labelled))) / 2
		for _, check := range row.labelled {
			d.mark(c, row.name, check, x, y(-line-0.5))
			line++
		}
	}
}

// mark draws one number; what differs or lies beyond the edge has a label.
func (d differences) mark(c draw.Canvas, name string, check Compared, x func(float64) vg.Length, at vg.Length) {
	shown := max(-farthest, min(farthest, check.Difference))
	place := vg.Point{X: x(shown), Y: at}
	verdict := "differs"
	if check.Agrees {
		verdict = "agrees"
	}
	noted(c, Mark{Series: verdict, Name: name + ", " + check.Label, Value: fmt.Sprintf("printed %s, ours %s", check.Printed.text(), check.Ours.text())}, -1, func() {
		c.DrawGlyph(check.style(), place)
	})
	if check.Agrees && shown == check.Difference {
		return
	}
	label := check.Label
	if shown != check.Difference {
		label += " " + format.TrueMinus(format.Signed(check.Difference))
	}
	style := TextStyle(vg.Points(7), false, check.style().Color)
	style.YAlign = draw.YCenter
	offset := vg.Length(5)
	if shown > 0 {
		style.XAlign, offset = draw.XRight, -5
	}
	c.FillText(style, vg.Point{X: place.X + offset, Y: at}, label)
}

// DifferencePanel draws differences in rows, and returns the height of a figure
// that holds it.
func DifferencePanel(of []ComparedRow) (*plot.Plot, vg.Length) {
	rows, lines := layOut(of)
	p := Panel("Difference in standard errors", "(ours − printed) / standard error", "")
	p.X.Min, p.X.Max = -farthest-0.5, farthest+0.5
	p.Y.Min, p.Y.Max = -max(1, lines), 0
	p.X.Tick.Marker = plot.ConstantTicks{
		{Value: -8, Label: "−8"}, {Value: -4, Label: "−4"}, {Value: -2, Label: "−2"}, {Value: 0, Label: "0"},
		{Value: 2, Label: "2"}, {Value: 4, Label: "4"}, {Value: 8, Label: "8"},
	}
	var ticks plot.ConstantTicks
	for _, row := range rows {
		ticks = append(ticks, plot.Tick{Value: -row.top - row.lines/2, Label: row.name})
	}
	p.Y.Tick.Marker = ticks
	p.Y.Tick.Length = 0
	p.Y.LineStyle.Width = 0
	p.Add(differences(rows))
	return p, max(250, vg.Length(lines)*8.5+90)
}
