package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Measures of figures.
const (
	PageWidth  = vg.Length(482) // the width of the report's text
	panelHeads = vg.Length(46)  // title and axis of a panel
)

// Panel returns an empty plot with a heading and the titles of its axes.
func Panel(heading, x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.TextStyle.Font, p.Title.TextStyle.Color = letters(9, true), Ink
	p.Title.Padding = 4
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font, a.Label.TextStyle.Color = letters(8, false), Ink
		a.Label.Padding = 2
		a.Tick.Label.Font, a.Tick.Label.Color = letters(8, false), Ink
		a.Tick.LineStyle, a.LineStyle = thin(Grey, 0.5), thin(Grey, 0.5)
		a.Tick.Length = 3
		a.Padding = 0
		a.Tick.Marker = RoundTicks{5}
	}
	setHeading(p, label(heading))
	return p
}

// setHeading writes a heading, if there is one, over a plot's left edge. gonum centres titles
// over the axis labels as well.
func setHeading(p *plot.Plot, text string) {
	if text != "" {
		p.Title.Text = " " // takes the room
	}
	p.Add(layer(func(s sheet) {
		if c := svgOf(s.Canvas); c != nil {
			c.heading = text
		}
		s.write(p.Title.TextStyle, draw.XLeft, draw.YBottom, vg.Point{X: s.Min.X, Y: s.Max.Y + p.Title.Padding}, text)
	}))
}

// list names the rows of a panel that is read from the top.
func list(p *plot.Plot, names []string) {
	p.Y.Tick.Marker = namedTicks(names, -1)
	p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
}

// NameOnce leaves the names of rows to the first of panels side by side.
func NameOnce(panels []*plot.Plot) {
	for i, p := range panels {
		if i > 0 && p != nil {
			p.Y.Tick.Marker = plot.ConstantTicks{}
		}
	}
}

// ShareY gives panels one vertical scale.
func ShareY(panels []*plot.Plot) {
	var all Range
	for _, p := range panels {
		all = all.With(p.Y.Min, p.Y.Max)
	}
	for _, p := range panels {
		p.Y.Min, p.Y.Max = all.Low, all.High
	}
}

// InRows lays panels out in rows; a last row that is not full ends in holes.
func InRows(panels []*plot.Plot, across int) [][]*plot.Plot {
	across = min(across, len(panels))
	var rows [][]*plot.Plot
	for len(panels) > 0 {
		row := make([]*plot.Plot, across)
		panels = panels[copy(row, panels):]
		rows = append(rows, row)
	}
	return rows
}
