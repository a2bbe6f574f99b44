package chart

import (
	"image/color"
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
	f := Figure{Name: "chart", Title: chart.Title, Width: PageWidth * 1.5}
	var names []string // in the order of their first lines
	for _, row := range chart.Rows {
		var panels []*plot.Plot
		var vertical Range
		for _, panel := range row {
			for _, line := range panel.Lines {
				if !slices.Contains(names, line.Name) {
					names = append(names, line.Name)
				}
				if len(line.Y) > 0 {
					vertical.Include(slices.Min(line.Y), slices.Max(line.Y))
				}
			}
			panels = append(panels, panel.plot(names))
		}
		for _, p := range panels {
			p.Y.Min, p.Y.Max = vertical.Stretched()
		}
		f.Plots = append(f.Plots, panels)
	}
	f.Height = vg.Length(len(f.Plots))*170 + 50
	for i, name := range names {
		f.Legend = append(f.Legend, LegendItem{Colours: []color.Color{MethodColour(name)}, Glyph: Shapes[i%len(Shapes)], Line: true, Text: name})
	}
	return f
}

// plot draws a panel; names are those of the lines of the chart so far.
func (panel LogPanel) plot(names []string) *plot.Plot {
	p := Panel("", panel.X, panel.Y)
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = decades(5), decades(6)
	p.Add(GridLines{X: true, Y: true})
	var lines Lines
	var horizontal Range
	for _, line := range panel.Lines {
		if len(line.X) != len(line.Y) {
			panic("reports: coordinates of a line differ in number")
		}
		at := slices.Index(names, line.Name)
		drawn := Line{Series: line.Name, Colour: MethodColour(line.Name), Shape: Shapes[at%len(Shapes)], Radius: vg.Points(2.4)}
		for i, x := range line.X {
			if !(x > 0 && line.Y[i] > 0) {
				panic("reports: a coordinate on a logarithmic scale is not positive")
			}
			horizontal.Include(x, x)
			drawn.X, drawn.Y = append(drawn.X, x), append(drawn.Y, Estimate{Value: line.Y[i]})
		}
		if len(drawn.X) > 0 {
			lines = append(lines, drawn)
		}
	}
	if len(lines) == 0 {
		p.Add(Message("not measured"))
	} else {
		p.Add(lines)
	}
	p.X.Min, p.X.Max = horizontal.Stretched()
	return p
}
