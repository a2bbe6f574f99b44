package view

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot"

	"drfvi/internal/chart"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// lines draws lines, a panel for each column.
func (e *evaluation) lines(l *looks) (panels []*plot.Plot) {
	key := e.Rows[0]
	kinds := make(map[string][]*plot.Plot) // with one vertical scale each
	columns := e.columns()
	across := cmp.Or(e.Across, len(columns))
	for _, c := range columns {
		var lines []chart.Line
		for _, of := range (question{evaluation: e, column: c.ViewColumn, cells: c.cells}).parts() {
			line := chart.Line{Name: of.name, Colour: of.style.Color.(color.NRGBA), Shape: of.style.Shape}
			if key == dimLeft {
				line.X, line.Y = of.path(l)
				line.Band, line.Shape = "±2 standard errors", chart.Shapes[0]
			} else {
				for _, size := range summary.BySize(of.cells, key) {
					if v := c.value(of.of(of.input, size...), e.Log); v.N > 0 {
						line.X, line.Y = append(line.X, summary.SizeOf(size[0], key)), append(line.Y, l.drawn(v))
					}
				}
			}
			if len(line.X) > 0 {
				lines = append(lines, line)
			}
		}
		if !slices.ContainsFunc(lines, func(l chart.Line) bool { return len(l.X) > 1 }) {
			continue
		}
		for _, line := range lines {
			l.Add(chart.Stroke(line.Name, line.Colour, line.Shape))
		}
		kind := c.Show
		if !e.Log && c.Show == "importance" {
			kind += e.place(c.cells[0], []string{results.KeyMethod}, true)
		}
		p := chart.Plane{Heading: c.name, X: against(key), Y: c.label, Lines: lines, Sizes: key != dimLeft, Logs: e.Log}.Draw(across)
		if key != dimLeft {
			kinds[kind] = append(kinds[kind], p)
		}
		panels = append(panels, p)
	}
	for _, of := range kinds {
		chart.ShareY(of)
	}
	return panels
}

// against names the axis of a key.
func against(key string) string {
	switch key {
	case dimLeft:
		return "inputs"
	case results.KeyN:
		return "rows n"
	}
	return "inputs " + key
}

// Paths of eliminations show the losses of 3 to 100 inputs, as the published ones do.
const leastVariables = 3

// path is the mean loss with each number of inputs.
func (q question) path(l *looks) (x []float64, y []chart.Estimate) {
	losses := q.cell().Means(results.ValueLoss)
	for k := max(1, min(leastVariables, len(losses))); k <= min(len(losses), results.CumulativeVariables); k++ {
		if v := losses[k-1]; v.N > 1 {
			x, y = append(x, float64(k)), append(y, l.drawn(v))
		}
	}
	return x, y
}
