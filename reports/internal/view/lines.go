package view

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// linesHeight is the height of a panel of lines.
const linesHeight = vg.Length(112)

// lines draws a line for each series of each panel, along the number that a key holds.
func (l *layout) lines(
	marks *legends, key string, panels []panel, split splitCells, logs bool,
) (plots []*plot.Plot, height vg.Length) {
	scales := make(map[string][]*plot.Plot) // with one vertical scale each
	across := cmp.Or(l.named.across, len(panels))
	for _, p := range panels {
		var lines []chart.Line
		for _, s := range split(p.cells) {
			line := chart.Line{Name: s.name, Colour: s.colour(), Shape: s.style.Shape}
			for _, size := range summary.BySize(s.cells, key) {
				if v := l.value(p.value, s.input, size...); v.N > 0 {
					line.X, line.Y = append(line.X, summary.SizeOf(size[0], key)), append(line.Y, marks.estimate(v))
				}
			}
			if len(line.X) > 0 {
				lines = append(lines, line)
			}
		}
		axis := "rows n"
		if key == results.KeyP {
			axis = "inputs p"
		}
		plane := chart.Plane{Heading: p.title, X: axis, Y: p.axis, Sizes: true, Logs: logs}
		if plot := drawLines(marks, lines, plane, across); plot != nil {
			plots, scales[p.scale] = append(plots, plot), append(scales[p.scale], plot)
		}
	}
	for _, same := range scales {
		chart.ShareY(same)
	}
	return plots, linesHeight
}

// drawLines draws a panel of lines, nil where none has two points.
func drawLines(marks *legends, lines []chart.Line, plane chart.Plane, across int) *plot.Plot {
	if !slices.ContainsFunc(lines, func(line chart.Line) bool { return len(line.X) > 1 }) {
		return nil
	}
	for _, line := range lines {
		marks.Add(chart.Stroke(line.Name, line.Colour, line.Shape))
	}
	plane.Lines = lines
	return plane.Draw(across)
}
