package reports

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// figures draws errors against the number of rows with the fitted
// lines, a panel per design.
func (s convergence) figures() []chart.Figure {
	f := chart.Figure{Name: s.Experiment.Name, Title: experimentTitle(s.Experiment), Width: chart.PageWidth}
	f.Caption = f.Title + ". Root mean square error over variables against the number of rows n; points are geometric means over repetitions, lines are fitted to the logarithms of all repetitions' errors, and the numbers are their slopes with standard errors. Both scales are logarithmic."
	var panels []*plot.Plot
	common := new(chart.Range)
	all := s.convergences()
	for _, g := range groupCells(s.Cells, results.KeyN, results.KeyMethod) {
		var lines []chart.MethodLine
		var slopes chart.SlopeList
		for _, v := range all {
			if !matches(g.common, v.common) {
				continue
			}
			l := chart.MethodLine{Method: v.common[results.KeyMethod], Fit: &chart.Straight{Intercept: v.fit.Intercept, Slope: v.fit.Slope}}
			for _, c := range v.cells {
				l.X, l.Y = append(l.X, sizeOf(c, results.KeyN)), append(l.Y, drawn(stat.Logs(c.populationErrors())))
			}
			lines, slopes = append(lines, l), append(slopes, chart.Slope{Method: l.Method, Text: methodLabel(l.Method) + ": " + format.TrueMinus(v.fit.Text())})
		}
		label := "error"
		if len(panels)%mostDesigns > 0 {
			label = ""
		}
		// The number of inputs is in the table.
		p := chart.MethodPanel(s.withVariant(designName(without(g.common, results.KeyP)), g.common), "rows n", label, lines)
		if len(lines) > 0 {
			p.Add(slopes)
			common.Include(p.Y.Min, p.Y.Max)
		}
		panels = append(panels, p)
	}
	for _, p := range panels {
		if common.Set {
			// Room for the slopes at the lower edge.
			p.Y.Min, p.Y.Max = common.Low-0.35*(common.High-common.Low), common.High
		}
	}
	f.Plots = chart.InRows(panels, mostDesigns)
	f.Height = vg.Length(len(f.Plots))*210 + 50
	f.Legend = chart.MethodLegend(distinct(s.Cells, results.KeyMethod), chart.MethodShape)
	return []chart.Figure{f}
}

// mostDesigns is how many panels of designs stand side by side.
const mostDesigns = 3
