package reports

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/reports/internal/section"
	"drfvi/reports/internal/stat"
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
	var rows []chart.ComparedRow
	for _, part := range summary.Grouped(tested, comparedWhere) {
		rows = append(rows, chart.ComparedRow{Name: comparedWhere(part[0]), Numbers: compared(part)})
	}
	differences, height := chart.DifferencePanel(rows)
	f := chart.Figure{
		Name: "reproduction", Title: "Published numbers and ours", Width: chart.PageWidth, Height: height,
		Plots: [][]*plot.Plot{{chart.ComparedPanel(compared(tested)), differences}},
		Legend: []chart.LegendItem{
			chart.Glyph("compatible", chart.CompatibleMark), chart.Glyph("unadjusted p ≤ 0.05", chart.ExceedsMark), chart.Glyph("differs", chart.DiffersMark),
			{Bar: true, Text: "±2 s.e. (left)"}, chart.Swatch("±2 (right)", chart.Band),
		},
	}
	f.Caption = strings.TrimSpace(texts.Of("reproduction figure")[0] + " " + farthest(tested))
	return f
}

// farthest names the compatible number that is drawn farthest from the diagonal, on its other
// side of zero, as its standard errors are large.
func farthest(tested []verdict.CellCheck) string {
	var far verdict.CellCheck
	for _, c := range tested {
		if c.Verdict == verdict.Compatible && c.Expected.Value*c.Ours.Mean < 0 && math.Abs(c.Expected.Value) > math.Abs(far.Expected.Value) {
			far = c
		}
	}
	if far.Expected.Value == 0 {
		return ""
	}
	return fmt.Sprintf("The compatible number that lies farthest from the diagonal, %s of %s, has large standard errors: printed %s, ours %s.",
		far.Label(), comparedWhere(far), format.TrueMinus(verdict.PrintedText(far.Expected)), format.TrueMinus(stat.Text(far.Ours, far.Expected.Digits)))
}

// comparedWhere names the row of a number: its experiment and method.
func comparedWhere(c verdict.CellCheck) string {
	name := c.Experiment
	if method := c.Info.Cell[results.KeyMethod]; method != "" {
		name += ", " + summary.MethodLabel(method)
	}
	return name
}

// compared are numbers as figures draw them.
func compared(checks []verdict.CellCheck) []chart.Compared {
	list := make([]chart.Compared, len(checks))
	for i, c := range checks {
		list[i] = chart.Compared{
			Printed: chart.Estimate{Value: c.Expected.Value}, Ours: section.Drawn(c.Ours),
			Difference: c.Difference, Compatible: c.Verdict == verdict.Compatible, Exceeds: c.Exceeds(), Label: c.Label(),
		}
		if se := c.Expected.SE; se != nil {
			list[i].Printed.SE = *se
		}
	}
	return list
}
