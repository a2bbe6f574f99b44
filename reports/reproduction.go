package reports

import (
	"gonum.org/v1/plot"

	"drfvi/internal/chart"
	"drfvi/reports/internal/section"
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
			chart.Glyph("compatible with print", chart.CompatibleMark), chart.Glyph("p ≤ 0.05 by itself", chart.ExceedsMark), chart.Glyph("differs", chart.DiffersMark),
			{Bar: true, Text: "±2 s.e. (left)"}, chart.Swatch("±2 (right)", chart.Band),
		},
	}
	f.Caption = texts.Of("reproduction figure")[0]
	return f
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
