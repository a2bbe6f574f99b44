package section

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Convergence is the section of experiments on how errors fall with the number
// of rows.
type Convergence struct{ Base }

// designTitle names what is estimated on by some keys, "univariate, p = 10", with the
// variant where the experiment has several.
func (s Convergence) designTitle(cell map[string]string, keys ...string) string {
	name := summary.Describe(summary.Only(cell, keys...))
	if len(summary.Distinct(s.Cells, results.KeyVariant)) > 1 {
		name += ", " + s.VariantTitle(cell)
	}
	return name
}

// Tables lists slopes by design.
func (s Convergence) Tables() []document.Table {
	t := newMetricTable(summary.Title(s.Experiment)+": slopes", texts.Of("convergence slopes"), document.Column{Name: "design", Left: true})
	for _, method := range summary.Distinct(s.Cells, results.KeyMethod) {
		t.Column(document.Column{Name: summary.MethodLabel(method)}, metric(ofMethod(method), func(c summary.Cell, _ int) string {
			of := summary.Selected(s.Cells, summary.Without(c.Cell, results.KeyN))
			if v, ok := summary.TrendOf(summary.Group{Cells: of}); ok {
				return slopeText(v)
			}
			return format.None
		}))
	}
	for _, g := range summary.Groups(s.Cells, results.KeyN, results.KeyMethod) {
		t.Row(metricRow{name: s.designTitle(g.Common, results.KeyScenario, results.KeyP), cells: g.Cells})
	}
	return []document.Table{t.Table}
}

// Finding counts the errors that fall.
func (s Convergence) Finding() string {
	falling, all := 0, s.Trends()
	for _, v := range all {
		if _, turns := v.Turn(); !turns && v.Fit.Falls() {
			falling++
		}
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d errors fall with n", falling, len(all))
}

// slopeText is the slope of errors that fall or rise along a line.
func slopeText(v summary.Trend) string {
	if !v.Fit.Straight() {
		return "bent"
	}
	return format.TrueMinus(format.Fixed(v.Fit.Slope, 3) + " (" + format.Fixed(v.Fit.SE, 3) + ")")
}

// Rows are the slopes.
func (s Convergence) Rows() []summary.Row {
	var rows []summary.Row
	for _, v := range s.Trends() {
		rows = append(rows, summary.Row{Cell: v.Common, Quantity: "slope", Value: stat.Stat{Mean: v.Fit.Slope, SD: math.NaN(), SE: v.Fit.SE, N: v.Fit.Points}})
	}
	return rows
}

// Figures draws errors against the number of rows with the fitted
// lines, a panel per design.
func (s Convergence) Figures() []chart.Figure {
	f := s.Figure(texts.Of("convergence figure")[0])
	var panels []*plot.Plot
	common := new(chart.Range)
	all := s.Trends()
	for _, g := range summary.Groups(s.Cells, results.KeyN, results.KeyMethod) {
		var lines chart.Lines
		for _, v := range all {
			if !summary.Matches(g.Common, v.Common) {
				continue
			}
			l := growthLine(v.Cells, results.KeyN, summary.Cell.PopulationErrors)
			l.Beside = slopeText(v)
			lines = append(lines, l)
			for _, y := range l.Y {
				common.Include(y.Value, y.Value)
			}
		}
		label := "error"
		if len(panels)%mostDesigns > 0 {
			label = ""
		}
		// The number of inputs is in the table.
		p := chart.MethodPanel(s.designTitle(g.Common, results.KeyScenario), "rows n", label, lines)
		panels = append(panels, p)
	}
	for _, p := range panels {
		if common.Set {
			// That of the points, with room for the slopes: few error bars go far beyond.
			air := 0.06 * (common.High - common.Low)
			p.Y.Min, p.Y.Max = common.Low-air, common.High+5*air
		}
	}
	f.Plots = chart.InRows(panels, mostDesigns)
	f.Height = vg.Length(len(f.Plots))*210 + 50
	f.Legend = chart.MethodLegend(summary.Distinct(s.Cells, results.KeyMethod), chart.MethodShape)
	return []chart.Figure{f}
}

// mostDesigns is how many panels of designs stand side by side.
const mostDesigns = 3
