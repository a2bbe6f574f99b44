package reports

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// The figure of printed numbers: the height of its rows, and the largest difference that is drawn
// in its place.
const (
	numberPitch = vg.Length(9)
	farthest    = 4.0
)

// reproduction draws every published number, a row for each table and method: how far ours is from
// it in standard errors of the difference.
func reproduction(o verdict.Overview) chart.Figure {
	f := chart.Figure{Name: "reproduction", Title: "Every printed number: ours less printed, in standard " +
		"errors", Width: 360}
	f.Caption = f.Title + ". " + texts.Of("reproduction figure")[0]
	rows := summary.Grouped(o.Cells, row)
	names := make([]string, len(rows))
	for i, checks := range rows {
		names[i] = fmt.Sprintf("%s: %d", row(checks[0]), len(checks))
	}
	p := chart.NewRows("", "(ours − printed) / standard error", names, -2, 0, 2)
	for i, checks := range rows {
		for k, c := range checks {
			p.Dots(chart.Dot{
				Row: float64(i) + scattered(k), Series: string(c.Verdict), Style: numberStyle(c.Verdict, c.Exceeds()),
				At: chart.Number(max(-farthest, min(farthest, c.Difference))),
				Text: fmt.Sprintf(
					"%s: printed %s, ours %s", c.Label(), verdict.PrintedText(c.Expected),
					stat.Text(c.Ours, c.Expected.Digits),
				),
			})
		}
	}
	p.X.Min, p.X.Max = -farthest, farthest
	f.Plots, f.Height = [][]*plot.Plot{{p.Plot}}, vg.Length(len(names))*numberPitch+70
	for _, v := range []verdict.Verdict{verdict.Compatible, verdict.Differs, verdict.Missing} {
		if o.Count(v) > 0 {
			f.Legend = append(f.Legend, chart.Glyph(string(v), numberStyle(v, false)))
		}
	}
	f.Legend = append(
		f.Legend, chart.Glyph("unadjusted p ≤ 0.05", numberStyle(verdict.Compatible, true)),
		chart.Dashes("0 and ±2", chart.Grey),
	)
	return f
}

// row names the row of a number: its table, what it is if no importance, and its method.
func row(c verdict.CellCheck) string {
	place, _, _ := strings.Cut(c.Expected.Source, ";")
	place, _, _ = strings.Cut(place, ",")
	if c.Expected.Quantity != "" {
		place += ", " + c.Label()
	}
	return place + ", " + summary.MethodLabel(c.Expected.Cell[results.KeyMethod])
}

// scattered moves the k-th dot of a row a little up or down, so that equal numbers are told apart.
func scattered(k int) float64 {
	_, share := math.Modf(float64(k) * 0.618)
	return 0.64 * (share - 0.5)
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
	return draw.GlyphStyle{Color: chart.Blue, Radius: 2, Shape: draw.CircleGlyph{}}
}
