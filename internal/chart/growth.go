package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// LogChart is a picture of how quantities grow, on logarithmic scales: rows of
// panels, those of a row with one vertical scale.
type LogChart struct {
	Title string
	// Rows of panels, all of one length.
	Rows [][]LogPanel
}

// LogPanel is one panel of a LogChart.
type LogPanel struct {
	X, Y  string // names of the axes
	Lines []LogLine
}

// LogLine is a line of a LogPanel, through points with positive coordinates.
type LogLine struct {
	// Name stands in the legend; that of a method has the method's colour, the
	// same as in the report.
	Name string
	X, Y []float64
}

// figure draws the chart.
func (chart LogChart) figure() Figure {
	f := Figure{Name: "chart", Title: chart.Title, Width: PageWidth * 1.5, Height: vg.Length(len(chart.Rows))*170 + 50}
	var names []string // in the order of their first lines
	for _, row := range chart.Rows {
		var panels []*plot.Plot
		var vertical Range
		for _, panel := range row {
			var lines []MethodLine
			for _, line := range panel.Lines {
				if !slices.Contains(names, line.Name) {
					names = append(names, line.Name)
				}
				if len(line.X) > 0 {
					lines = append(lines, line.drawn())
				}
			}
			p := MethodPanel("", panel.X, panel.Y, lines)
			if len(lines) > 0 {
				vertical.Include(p.Y.Min, p.Y.Max)
			}
			panels = append(panels, p)
		}
		for _, p := range panels {
			if vertical.Set {
				p.Y.Min, p.Y.Max = vertical.Low, vertical.High
			}
		}
		f.Plots = append(f.Plots, panels)
	}
	f.Legend = MethodLegend(names, MethodShape)[:len(names)] // without error bars
	return f
}

// drawn is the line as a MethodPanel has it.
func (line LogLine) drawn() MethodLine {
	if len(line.X) != len(line.Y) {
		panic("chart: coordinates of a line differ in number")
	}
	of := MethodLine{Method: line.Name, X: line.X}
	for i, y := range line.Y {
		if !(line.X[i] > 0 && y > 0) {
			panic("chart: a coordinate on a logarithmic scale is not positive")
		}
		of.Y = append(of.Y, Estimate{Value: math.Log10(y)})
	}
	return of
}
