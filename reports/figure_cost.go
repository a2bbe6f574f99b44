package reports

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// figures draws work, time and error below each other, a column per number
// that grows.
func (s cost) figures() []chart.Figure {
	f := chart.Figure{Name: s.Experiment.Name, Title: experimentTitle(s.Experiment), Width: chart.PageWidth}
	f.Caption = f.Title + ". Work in forest fits, seconds on one core, and root mean square error over variables against the population values. Points are geometric means over repetitions; all scales are logarithmic."
	curves := s.curves()
	for _, measure := range costMeasures {
		var row []*plot.Plot
		scale := new(chart.Range)
		for i, v := range curves {
			var lines []chart.MethodLine
			for _, method := range distinct(v.cells, results.KeyMethod) {
				l := chart.MethodLine{Method: method}
				for _, size := range v.sizes {
					c, ok := v.cell(size, method)
					if stat := stat.Logs(measure.values(c)); ok && stat.N > 0 {
						l.X, l.Y = append(l.X, sizeOf(c, v.key)), append(l.Y, drawn(stat))
					}
				}
				if len(l.X) > 0 {
					lines = append(lines, l)
				}
			}
			heading, label := "", measure.name
			if len(f.Plots) == 0 {
				heading = v.name()
			}
			if i > 0 {
				label = ""
			}
			p := chart.MethodPanel(heading, v.key, label, lines)
			if len(lines) > 0 {
				scale.Include(p.Y.Min, p.Y.Max)
			}
			row = append(row, p)
		}
		for _, p := range row {
			if scale.Set {
				p.Y.Min, p.Y.Max = scale.Low, scale.High
			}
		}
		if len(row) > 0 {
			f.Plots = append(f.Plots, row)
		}
	}
	if len(f.Plots) == 0 {
		f.Plots = [][]*plot.Plot{{chart.MethodPanel("", "", "", nil)}}
	}
	f.Height = vg.Length(len(f.Plots))*160 + 50
	f.Legend = chart.MethodLegend(distinct(s.Cells, results.KeyMethod), chart.MethodShape)
	return []chart.Figure{f}
}
