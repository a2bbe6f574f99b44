package reports

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// convergenceFigure draws errors against the number of rows with the fitted
// lines, a panel per design.
func (s Summary) convergenceFigure() figure {
	f := figure{name: s.Experiment.Name, title: experimentTitle(s.Experiment), width: pageWidth}
	f.caption = f.title + ". Root mean square error over variables against the number of rows n; points are geometric means over repetitions, lines are fitted to the logarithms of all repetitions' errors, and the numbers are their slopes with standard errors. Both scales are logarithmic."
	var panels []*plot.Plot
	common := new(axisRange)
	all := s.convergences()
	for _, g := range groupCells(s.Cells, keyN, keyMethod) {
		var lines []logLine
		var slopes slopeList
		for _, v := range all {
			if !matches(g.common, v.common) {
				continue
			}
			l := logLine{method: v.common[keyMethod], fit: &straight{v.fit.intercept, v.fit.slope}}
			for _, c := range v.cells {
				l.x, l.y = append(l.x, sizeOf(c, keyN)), append(l.y, drawn(inLogs(c.populationErrors())))
			}
			lines, slopes = append(lines, l), append(slopes, slope{l.method, methodLabel(l.method) + ": " + trueMinus(v.fit.text())})
		}
		label := "error"
		if len(panels)%mostDesigns > 0 {
			label = ""
		}
		// The number of inputs is in the table.
		p := logPanel(s.withVariant(designName(without(g.common, keyP)), g.common), "rows n", label, lines)
		if len(lines) > 0 {
			p.Add(slopes)
			common.include(p.Y.Min, p.Y.Max)
		}
		panels = append(panels, p)
	}
	for _, p := range panels {
		if common.set {
			// Room for the slopes at the lower edge.
			p.Y.Min, p.Y.Max = common.low-0.35*(common.high-common.low), common.high
		}
	}
	f.plots = inRows(panels, mostDesigns)
	f.height = vg.Length(len(f.plots))*210 + 50
	f.legend = methodLegend(distinct(s.Cells, keyMethod), methodShape)
	return f
}

// mostDesigns is how many panels of designs stand side by side.
const mostDesigns = 3

// slope is what is written of a fit.
type slope struct{ method, text string }

// slopeList writes slopes in the lower left corner of a panel, in the colours of
// their methods.
type slopeList []slope

func (s slopeList) Plot(c draw.Canvas, _ *plot.Plot) {
	const size, pitch = vg.Length(7), vg.Length(9)
	for i, of := range s {
		style := textStyle(size, false, methodColour(of.method))
		style.YAlign = draw.YBottom
		c.FillText(style, vg.Point{X: c.Min.X + 4, Y: c.Min.Y + 3 + pitch*vg.Length(len(s)-1-i)}, of.text)
	}
}
