package reports

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// The figure of printed numbers: columns of rows, their height, and the largest difference
// that is drawn in its place.
const (
	numberColumns = 2
	numberPitch   = vg.Length(11.5)
	farthest      = 4.0
)

// reproduction draws every published number, a row for each: how far ours is from it in
// standard errors of the difference.
func reproduction(o verdict.Overview) chart.Figure {
	f := chart.Figure{Name: "reproduction", Title: "Every printed number: ours less printed, in standard errors", Width: chart.PageWidth}
	f.Caption = f.Title + ". " + texts.Of("reproduction figure")[0]
	length := (len(o.Cells) + numberColumns - 1) / numberColumns
	var panels []*plot.Plot
	for first := 0; first < len(o.Cells); first += length {
		panels = append(panels, numberPanel(o.Cells[first:min(first+length, len(o.Cells))], length))
	}
	f.Plots, f.Height = [][]*plot.Plot{panels}, vg.Length(length)*numberPitch+90
	for _, v := range []verdict.Verdict{verdict.Compatible, verdict.Differs, verdict.Missing} {
		f.Legend = append(f.Legend, chart.Glyph(string(v), numberStyle(v, false)))
	}
	f.Legend = append(f.Legend, chart.Glyph("unadjusted p ≤ 0.05", numberStyle(verdict.Compatible, true)), chart.Swatch("±2", chart.Band))
	return f
}

// numberStyle is the mark of a number.
func numberStyle(v verdict.Verdict, exceeds bool) draw.GlyphStyle {
	switch {
	case v == verdict.Differs:
		return draw.GlyphStyle{Color: chart.Vermilion, Radius: 2.6, Shape: draw.BoxGlyph{}}
	case v == verdict.Missing:
		return draw.GlyphStyle{Color: chart.Grey, Radius: 2.2, Shape: draw.CrossGlyph{}}
	case exceeds:
		return draw.GlyphStyle{Color: chart.Vermilion, Radius: 2.4, Shape: draw.RingGlyph{}}
	}
	return draw.GlyphStyle{Color: chart.Blue, Radius: 2.2, Shape: draw.CircleGlyph{}}
}

// numberPanel draws some numbers.
func numberPanel(cells []verdict.CellCheck, length int) *plot.Plot {
	marks := chart.Rows{Banded: true, Lines: []float64{-2, 0, 2}}
	names := make([]string, length)
	before := ""
	for i, c := range cells {
		where, _, _ := strings.Cut(c.Expected.Source, ";")
		if where, _, _ = strings.Cut(where, ","); where == before && i > 0 {
			where = ""
		} else {
			before = where
			marks.Add(chart.Divider{Row: float64(i) - 0.5})
		}
		names[i] = strings.Trim(where+"  "+summary.MethodLabel(c.Info.Cell[results.KeyMethod])+", "+c.Label()+"  "+pair(c), " ") + "\u00a0\u00a0"
		at := max(-farthest, min(farthest, c.Difference))
		d := chart.Dot{
			Height: chart.Height{Row: float64(i)}, Series: string(c.Verdict), At: chart.Estimate{Value: at}, Style: numberStyle(c.Verdict, c.Exceeds()),
			Text: fmt.Sprintf("printed %s, ours %s", verdict.PrintedText(c.Expected), stat.Text(c.Ours, c.Expected.Digits)),
		}
		if math.Abs(c.Difference) > farthest {
			d.Label = format.TrueMinus(format.Signed(c.Difference))
		}
		marks.Add(d)
	}
	p := chart.ListPanel("", names, marks)
	p.X.Min, p.X.Max = -farthest-0.3, farthest+0.3
	p.X.Tick.Marker = chart.RoundTicks{Most: 5}
	p.X.Label.Text = "(ours − printed) / standard error"
	p.Y.Tick.Label.Font.Size = 7.5
	return p
}

// pair is what is printed, and ours.
func pair(c verdict.CellCheck) string {
	printed, ours := c.Expected, format.None
	printed.SE = nil
	if c.Ours.N > 0 {
		ours = format.Fixed(c.Ours.Mean, c.Expected.Digits)
	}
	return verdict.PrintedText(printed) + " | " + ours
}
