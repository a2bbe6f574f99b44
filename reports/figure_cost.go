package reports

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// costFigure draws work, time and error below each other, a column per number
// that grows.
func (s Summary) costFigure() figure {
	f := figure{name: s.Experiment.Name, title: experimentTitle(s.Experiment), width: pageWidth}
	f.caption = f.title + ". Work in forest fits, seconds on one core, and root mean square error over variables against the population values. Points are geometric means over repetitions; all scales are logarithmic."
	curves := s.costCurves()
	for _, measure := range costMeasures {
		var row []*plot.Plot
		scale := new(axisRange)
		for i, v := range curves {
			var lines []logLine
			for _, method := range distinct(v.cells, keyMethod) {
				l := logLine{method: method}
				for _, size := range v.sizes {
					c, ok := v.cell(size, method)
					if stat := inLogs(measure.values(c)); ok && stat.N > 0 {
						l.x, l.y = append(l.x, sizeOf(c, v.key)), append(l.y, drawn(stat))
					}
				}
				if len(l.x) > 0 {
					lines = append(lines, l)
				}
			}
			heading, label := "", measure.name
			if len(f.plots) == 0 {
				heading = v.name()
			}
			if i > 0 {
				label = ""
			}
			p := logPanel(heading, v.key, label, lines)
			if len(lines) > 0 {
				scale.include(p.Y.Min, p.Y.Max)
			}
			row = append(row, p)
		}
		for _, p := range row {
			if scale.set {
				p.Y.Min, p.Y.Max = scale.low, scale.high
			}
		}
		if len(row) > 0 {
			f.plots = append(f.plots, row)
		}
	}
	if len(f.plots) == 0 {
		f.plots = [][]*plot.Plot{{logPanel("", "", "", nil)}}
	}
	f.height = vg.Length(len(f.plots))*160 + 50
	f.legend = methodLegend(distinct(s.Cells, keyMethod), methodShape)
	return f
}
