package chart

import (
	"image/color"
	"slices"
	"strings"

	"drfvi/internal/format"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Planes is a picture of panels with two linear axes, one after the other in rows.
type Planes struct {
	Title  string
	Panels []Plane
	Across int // panels in a row
	// Shared gives all panels one vertical scale.
	Shared bool
	// Shaded names the colours of dots, low and high; empty for none.
	Shaded [2]string
}

// Plane is a panel of dots, bands, lines and bars, drawn in this order.
type Plane struct {
	Heading, X, Y string // names of the axes
	// Range of the horizontal axis; from the data if both are equal.
	Low, High float64
	// Levels name 0, 1, … on the horizontal axis, if not nil.
	Levels []string
	Gaps   []Interval // places along the horizontal axis that there are no data in
	Level  *float64   // a horizontal line
	Dots   []PlaneDot
	Bands  []PlaneBand
	Lines  []PlaneLine
	Bars   []PlaneBar
}

// PlaneDot is a dot; its Shade goes from 0, low, to 1, high, and is below 0 for none.
type PlaneDot struct{ X, Y, Shade float64 }

// PlaneBand is the area between two lines.
type PlaneBand struct {
	Name      string
	X         []float64
	Low, High []float64
}

// PlaneLine is a line. Of one name all have the same colour; lines are solid, those that
// are Dashed are for comparison.
type PlaneLine struct {
	Name   string
	X, Y   []float64
	Dashed bool
}

// PlaneBar is a bar from 0.
type PlaneBar struct{ Low, High, Height float64 }

// figure draws the panels.
func (chart Planes) figure() Figure {
	f := Figure{Name: "chart", Title: chart.Title, Width: PageWidth}
	var panels []*plot.Plot
	var further []LegendItem // behind the lines
	explain := func(item LegendItem) {
		if !slices.ContainsFunc(further, func(of LegendItem) bool { return of.Text == item.Text }) {
			further = append(further, item)
		}
	}
	colours := map[string]color.NRGBA{} // of lines, in the order of their first
	gaps := false
	for _, panel := range chart.Panels {
		for _, l := range panel.Lines {
			if _, known := colours[l.Name]; known {
				continue
			}
			colours[l.Name] = Series[len(colours)%len(Series)]
			text := l.Name
			if l.Dashed {
				colours[l.Name] = Ink
				text += " (dashed)"
			}
			f.Legend = append(f.Legend, LegendItem{Colours: []color.Color{colours[l.Name]}, Glyph: nothing{}, Line: true, Text: text})
		}
		for _, b := range panel.Bands {
			explain(Swatch(b.Name, bandColour))
		}
		gaps = gaps || len(panel.Gaps) > 0
		panels = append(panels, panel.plot(colours))
	}
	if chart.Shared {
		ShareY(panels, panels)
	}
	f.Plots = InRows(panels, chart.Across)
	f.Height = vg.Length(len(f.Plots))*170 + 60
	if len(panels) == 1 {
		f.Height += 60
	}
	f.Legend = slices.Concat(f.Legend, further, shadeLegend(chart.Shaded))
	if gaps {
		f.Legend = append(f.Legend, Swatch("no data", gapColour))
	}
	return f
}

// bandColour is that of bands, gapColour the ground of places without data.
var (
	bandColour = color.NRGBA{R: 0xC9, G: 0xDC, B: 0xEA, A: 0xFF}
	gapColour  = color.NRGBA{R: 0xF7, G: 0xE8, B: 0xC8, A: 0xFF}
)

// plot draws a panel; lines have colours by their names.
func (panel Plane) plot(colours map[string]color.NRGBA) *plot.Plot {
	p := Panel(panel.Heading, panel.X, panel.Y)
	p.Add(layer(func(s sheet) { panel.draw(s, colours) }))
	x, y := panel.reach()
	if !x.Set {
		p.Add(Message("nothing to show"))
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
		return p
	}
	if panel.High > panel.Low {
		x = Range{panel.Low, panel.High, true}
	}
	p.X.Min, p.X.Max = airy(x.Low, x.High)
	p.Y.Min, p.Y.Max = airy(y.Low, y.High)
	if panel.Bars != nil {
		p.Y.Min = 0
	}
	if panel.Levels != nil {
		p.X.Min, p.X.Max = -0.6, float64(len(panel.Levels))-0.4
		p.X.Tick.Marker = namedTicks(panel.Levels, 1)
	}
	return p
}

// reach is how far everything in the panel goes along both axes.
func (panel Plane) reach() (x, y Range) {
	add := func(fromX, toX, fromY, toY float64) {
		x.Include(fromX, toX)
		y.Include(fromY, toY)
	}
	for _, d := range panel.Dots {
		add(d.X, d.X, d.Y, d.Y)
	}
	for _, b := range panel.Bands {
		for i, at := range b.X {
			add(at, at, b.Low[i], b.High[i])
		}
	}
	for _, l := range panel.Lines {
		if len(l.X) != len(l.Y) {
			panic("chart: coordinates of a line differ in number")
		}
		for i, at := range l.X {
			add(at, at, l.Y[i], l.Y[i])
		}
	}
	for _, b := range panel.Bars {
		add(b.Low, b.High, 0, b.Height)
	}
	if panel.Level != nil {
		y.Include(*panel.Level, *panel.Level)
	}
	return x, y
}

// draw draws what is in a panel.
func (panel Plane) draw(s sheet, colours map[string]color.NRGBA) {
	for _, gap := range panel.Gaps {
		s.fill(gapColour, max(s.x(gap.Low), s.Min.X), s.Min.Y, min(s.x(gap.High), s.Max.X), s.Max.Y)
	}
	lines := plotter.Grid{Vertical: gridLine, Horizontal: gridLine}
	if panel.Levels != nil {
		lines.Vertical.Color = nil
	}
	lines.Plot(s.Canvas, s.p)
	for _, b := range panel.Bars {
		s.fill(Pale(Blue), s.x(b.Low)+0.5, s.y(0), s.x(b.High)-0.5, s.y(b.Height))
	}
	if panel.Level != nil {
		s.level(thin(Grey, 1), *panel.Level)
	}
	for _, b := range panel.Bands {
		s.area(bandColour, b.X, func(i int) float64 { return b.Low[i] }, func(i int) float64 { return b.High[i] })
	}
	for _, dot := range panel.Dots {
		s.glyph(draw.GlyphStyle{Color: shade(dot.Shade), Radius: 1.1, Shape: draw.CircleGlyph{}}, s.x(dot.X), s.y(dot.Y))
	}
	for _, l := range panel.Lines {
		style := thin(colours[l.Name], 1.4)
		if l.Dashed {
			style = dashed(colours[l.Name], 1.4)
		}
		s.noted(l.mark(), -1, func() { s.StrokeLines(style, s.points(l.X, func(i int) float64 { return l.Y[i] })) })
	}
}

// mark is what a line shows: its values at five places.
func (l PlaneLine) mark() Mark {
	const places = 5
	var at, values []string
	for k := range min(places, len(l.X)) {
		i := k * (len(l.X) - 1) / max(1, min(places, len(l.X))-1)
		at, values = append(at, format.TrueMinus(format.Significant(l.X[i], 3))), append(values, format.TrueMinus(format.Significant(l.Y[i], 3)))
	}
	return Mark{Series: l.Name, Name: "at " + strings.Join(at, ", "), Value: strings.Join(values, ", ")}
}

// shade is the colour of a share of the way from low to high: blue, grey, vermilion;
// that of dots without one is grey.
func shade(v float64) color.NRGBA {
	if v < 0 {
		return Unmarked
	}
	if v > 0.5 {
		return mixed(Unmarked, Vermilion, 2*min(v, 1)-1)
	}
	return mixed(Blue, Unmarked, 2*min(v, 1))
}

// shadeLegend explains shades by the names of both ends.
func shadeLegend(names [2]string) []LegendItem {
	if names[0] == "" {
		return nil
	}
	dot := draw.CircleGlyph{}
	return []LegendItem{Glyph(names[0], draw.GlyphStyle{Color: shade(0), Shape: dot}), Glyph(names[1], draw.GlyphStyle{Color: shade(1), Shape: dot})}
}
