package reports

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// reproduction draws every published number that was tested: on the left
// ours against printed, on the right their differences in standard errors.
func reproduction(o verdict.Overview) chart.Figure {
	var tested []verdict.CellCheck
	for _, c := range o.Cells {
		if c.Tested() {
			tested = append(tested, c)
		}
	}
	rows, lines := strips(tested)
	height := max(250, vg.Length(lines)*8.5+90)
	f := chart.Figure{
		Name: "reproduction", Title: "Published numbers and ours", Width: chart.PageWidth, Height: height,
		Plots: [][]*plot.Plot{{scatterPanel(tested), differencePanel(rows, lines)}},
		Legend: []chart.LegendItem{
			{Colours: []color.Color{chart.Blue}, Glyph: draw.CircleGlyph{}, Text: "agrees"},
			{Colours: []color.Color{chart.Vermilion}, Glyph: draw.BoxGlyph{}, Text: "differs"},
			{Bar: true, Text: "±2 standard errors (left)"},
			{Colours: []color.Color{chart.Band}, Text: "±2 (right)"},
		},
	}
	f.Caption = texts.Of("reproduction figure")[0]
	return f
}

// stripName is the row of a number in the panel of differences.
func stripName(c verdict.CellCheck) string {
	name := c.Experiment
	if method := c.Info.Cell[results.KeyMethod]; method != "" {
		name += ", " + summary.MethodLabel(method)
	}
	return name
}

// strip is a row of the panel of differences. Numbers that agree share a band
// of two lines; those that differ, or lie beyond the edge, have a line each for
// their label.
type strip struct {
	name            string
	agree, labelled []verdict.CellCheck
	top, lines      float64 // from the top of the panel, in lines
}

// strips returns the rows of the panel of differences, and their lines in all.
func strips(checks []verdict.CellCheck) (rows []strip, lines float64) {
	for _, part := range summary.Grouped(checks, stripName) {
		row := strip{name: stripName(part[0]), top: lines}
		for _, c := range part {
			if c.Verdict == verdict.Agrees && math.Abs(c.Difference) <= farthest {
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

// verdictStyle is the mark of a number.
func verdictStyle(v verdict.Verdict) draw.GlyphStyle {
	if v == verdict.Agrees {
		return draw.GlyphStyle{Color: chart.Blue, Radius: vg.Points(2), Shape: draw.CircleGlyph{}}
	}
	return draw.GlyphStyle{Color: chart.Vermilion, Radius: vg.Points(2.6), Shape: draw.BoxGlyph{}}
}

// scatter draws ours against printed with both error bars.
type scatter []verdict.CellCheck

// DataRange is the same on both axes.
func (s scatter) DataRange() (xmin, xmax, ymin, ymax float64) {
	for _, c := range s {
		for _, v := range []float64{c.Expected.Value, c.Ours.Mean - drawn(c.Ours).Reach(), c.Ours.Mean + drawn(c.Ours).Reach()} {
			xmin, xmax = min(xmin, v), max(xmax, v)
		}
	}
	return xmin, xmax, xmin, xmax
}

func (s scatter) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: chart.Grey, Width: vg.Points(0.6), Dashes: []vg.Length{3, 2}}, x(p.X.Min), y(p.Y.Min), x(p.X.Max), y(p.Y.Max))
	for _, check := range s {
		at := vg.Point{X: x(check.Expected.Value), Y: y(check.Ours.Mean)}
		line := draw.LineStyle{Color: chart.Unmarked, Width: vg.Points(0.6)}
		r := drawn(check.Ours).Reach()
		c.StrokeLines(line, c.ClipLinesY([]vg.Point{{X: at.X, Y: y(check.Ours.Mean - r)}, {X: at.X, Y: y(check.Ours.Mean + r)}})...)
		if se := check.Expected.SE; se != nil {
			c.StrokeLines(line, c.ClipLinesX([]vg.Point{{X: x(check.Expected.Value - 2**se), Y: at.Y}, {X: x(check.Expected.Value + 2**se), Y: at.Y}})...)
		}
	}
	for _, check := range s {
		c.DrawGlyph(verdictStyle(check.Verdict), vg.Point{X: x(check.Expected.Value), Y: y(check.Ours.Mean)})
	}
}

func scatterPanel(tested []verdict.CellCheck) *plot.Plot {
	p := chart.Panel("Ours against printed", "printed", "ours")
	scale := chart.SignedLog{Unit: 0.001, Step: 1}
	p.X.Scale, p.Y.Scale = scale, scale
	p.X.Tick.Marker, p.Y.Tick.Marker = scale, scale
	p.Add(chart.GridLines{X: true, Y: true}, scatter(tested))
	if len(tested) == 0 {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
		p.Add(chart.Message("nothing to compare yet"))
		return p
	}
	p.X.Max *= 1.3
	p.X.Min *= 1.3
	if p.X.Max-p.X.Min > 10 { // labels stand side by side on this axis
		p.X.Tick.Marker = chart.SignedLog{Unit: scale.Unit, Step: 2}
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
	c.SetColor(chart.Band)
	c.Fill(vg.Rectangle{Min: vg.Point{X: x(-2), Y: c.Min.Y}, Max: vg.Point{X: x(2), Y: c.Max.Y}}.Path())
	chart.GridLines{X: true}.Plot(c, p)
	c.StrokeLine2(draw.LineStyle{Color: chart.Grey, Width: vg.Points(0.6)}, x(0), c.Min.Y, x(0), c.Max.Y)
	for i, row := range d {
		if i > 0 {
			c.StrokeLine2(draw.LineStyle{Color: chart.GridColour, Width: vg.Points(0.5)}, c.Min.X, y(-row.top), c.Max.X, y(-row.top))
		}
		line := row.top
		for k, check := range row.agree {
			// Marks fan out downwards, so that equal ones do not hide each
			// other.
			fan := 1.0
			if n := len(row.agree); n > 1 {
				fan = 0.35 + 1.3*float64(k)/float64(n-1)
			}
			d.mark(c, check, x, y(-line-fan))
		}
		if len(row.agree) > 0 {
			line += 2
		}
		line += (row.top + row.lines - line - float64(len(row.labelled))) / 2
		for _, check := range row.labelled {
			d.mark(c, check, x, y(-line-0.5))
			line++
		}
	}
}

// mark draws one number; what differs or lies beyond the edge has a label.
func (d differences) mark(c draw.Canvas, check verdict.CellCheck, x func(float64) vg.Length, at vg.Length) {
	shown := max(-farthest, min(farthest, check.Difference))
	place := vg.Point{X: x(shown), Y: at}
	c.DrawGlyph(verdictStyle(check.Verdict), place)
	if check.Verdict == verdict.Agrees && shown == check.Difference {
		return
	}
	label := check.Label()
	if shown != check.Difference {
		label += " " + format.TrueMinus(format.Signed(check.Difference))
	}
	style := chart.TextStyle(vg.Points(7), false, verdictStyle(check.Verdict).Color)
	style.YAlign = draw.YCenter
	offset := vg.Length(5)
	if shown > 0 {
		style.XAlign, offset = draw.XRight, -5
	}
	c.FillText(style, vg.Point{X: place.X + offset, Y: at}, label)
}

func differencePanel(rows []strip, lines float64) *plot.Plot {
	p := chart.Panel("Difference in standard errors", "(ours − printed) / standard error", "")
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
	return p
}
