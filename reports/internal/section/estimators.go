package section

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// caseName names a design with its number of rows: "linear, n = 300".
func caseName(cell map[string]string) string {
	return summary.Describe(summary.Only(cell, results.KeyScenario, results.KeyN))
}

// estimatorName names the method with its preset: "stacked, auto".
func estimatorName(cell map[string]string) string {
	return summary.MethodLabel(cell[results.KeyMethod]) + ", " + cell[results.KeyPreset]
}

// estimators returns the methods with their presets, in the order of the cells.
func estimators(cells []summary.Cell) []map[string]string {
	var all []map[string]string
	for _, of := range summary.Grouped(cells, func(c summary.Cell) string { return estimatorName(c.Cell) }) {
		all = append(all, summary.Only(of[0].Cell, results.KeyMethod, results.KeyPreset))
	}
	return all
}

// mostAiry is how many designs have rows of the usual height; more of them stand closer.
const mostAiry = 18

// quantity is what a panel shows of cells.
type quantity struct {
	heading string
	lines   []float64 // values to compare with
	share   bool      // from 0 to 1
	of      func(summary.Cell) stat.Stat
}

// drawQuantities draws quantities side by side, a row for each design and in it a mark for each cell
// that has the quantity, and returns how far they reach.
func drawQuantities(f *chart.Figure, cases []summary.Group, name func(map[string]string) string, quantities ...quantity) (reach chart.Range) {
	names := make([]string, len(cases))
	for i, g := range cases {
		names[i] = name(g.Common)
	}
	var panels []*plot.Plot
	var drawn []summary.Cell
	rates, others := false, false // whether bars are intervals of rates, or of other numbers
	for _, q := range quantities {
		marks := chart.Rows{Banded: true, Lines: q.lines, Share: q.share}
		for i, g := range cases {
			var dots []chart.Dot
			for _, c := range g.Cells {
				if v := q.of(c); v.N > 0 {
					dot := chart.MethodDot(c.Cell[results.KeyMethod], Drawn(v))
					if v.High > v.Low {
						dot.Interval = &chart.Interval{Low: v.Low, High: v.High}
					}
					rates, others = rates || dot.Interval != nil, others || dot.Interval == nil
					dots = append(dots, dot)
					drawn = append(drawn, c)
				}
			}
			marks.Add(chart.Below(i, dots)...)
		}
		if r := marks.Reach(); r.Set {
			reach.Include(r.Low, r.High)
		}
		panels = append(panels, chart.ListPanel(q.heading, names, marks))
	}
	chart.NameOnce(panels)
	f.Plots, f.Height = [][]*plot.Plot{panels}, min(chart.DotsHeight(len(names)), max(chart.DotsHeight(mostAiry), vg.Length(len(names))*15+90))
	f.Legend = chart.MethodLegend(summary.Distinct(drawn, results.KeyMethod), chart.MethodShape)
	if bars := &f.Legend[len(f.Legend)-1]; rates && others {
		bars.Text += ", of shares " + chart.Intervals.Text + "s"
	} else if rates {
		*bars = chart.Intervals
	}
	return reach
}
