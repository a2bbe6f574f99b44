package chart

import (
	"image/color"
	"strings"

	"drfvi/internal/format"

	"gonum.org/v1/plot"
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

// gapName is what places without data are called.
const gapName = "no data"

// figure draws the panels.
func (chart Planes) figure() Figure {
	var names []string // of lines, in the order of their colours
	var panels []*plot.Plot
	gaps, bands := false, ""
	colours := map[string]color.NRGBA{}
	for _, panel := range chart.Panels {
		for _, l := range panel.Lines {
			if _, known := colours[l.Name]; !known {
				colours[l.Name] = Series[len(names)%len(Series)]
				if l.Dashed {
					colours[l.Name] = Ink
				}
				names = append(names, l.Name)
			}
		}
		gaps = gaps || len(panel.Gaps) > 0
		for _, b := range panel.Bands {
			bands = b.Name
		}
		panels = append(panels, panel.plot(colours))
	}
	if chart.Shared {
		var vertical Range
		for _, p := range panels {
			vertical.Include(p.Y.Min, p.Y.Max)
		}
		for _, p := range panels {
			p.Y.Min, p.Y.Max = vertical.Low, vertical.High
		}
	}
	f := Figure{Name: "chart", Title: chart.Title, Width: PageWidth, Plots: InRows(panels, chart.Across)}
	f.Height = vg.Length(len(f.Plots))*170 + 60
	if len(f.Plots) == 1 && len(f.Plots[0]) == 1 {
		f.Height += 60
	}
	dashed := map[string]bool{}
	for _, panel := range chart.Panels {
		for _, l := range panel.Lines {
			dashed[l.Name] = l.Dashed
		}
	}
	for _, name := range names {
		text := name
		if dashed[name] {
			text += " (dashed)"
		}
		f.Legend = append(f.Legend, LegendItem{Colours: []color.Color{colours[name]}, Glyph: nothing{}, Line: true, Text: text})
	}
	if bands != "" {
		f.Legend = append(f.Legend, LegendItem{Colours: []color.Color{bandColour}, Text: bands})
	}
	f.Legend = append(f.Legend, shadeLegend(chart.Shaded)...)
	if gaps {
		f.Legend = append(f.Legend, LegendItem{Colours: []color.Color{gapColour}, Text: gapName})
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
	p.Add(plane{panel, colours})
	var x, y Range
	for _, d := range panel.Dots {
		x.Include(d.X, d.X)
		y.Include(d.Y, d.Y)
	}
	for _, b := range panel.Bands {
		for i, at := range b.X {
			x.Include(at, at)
			y.Include(b.Low[i], b.High[i])
		}
	}
	for _, l := range panel.Lines {
		if len(l.X) != len(l.Y) {
			panic("chart: coordinates of a line differ in number")
		}
		for i, at := range l.X {
			x.Include(at, at)
			y.Include(l.Y[i], l.Y[i])
		}
	}
	for _, b := range panel.Bars {
		x.Include(b.Low, b.High)
		y.Include(0, b.Height)
	}
	if panel.Level != nil {
		y.Include(*panel.Level, *panel.Level)
	}
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
		ticks := make([]plot.Tick, len(panel.Levels))
		for k, name := range panel.Levels {
			ticks[k] = plot.Tick{Value: float64(k), Label: name}
		}
		p.X.Min, p.X.Max = -0.6, float64(len(ticks))-0.4
		p.X.Tick.Marker = plot.ConstantTicks(ticks)
	}
	return p
}

// plane draws what is in a panel.
type plane struct {
	Plane
	colours map[string]color.NRGBA
}

func (d plane) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, gap := range d.Gaps {
		c.SetColor(gapColour)
		c.Fill(vg.Rectangle{
			Min: vg.Point{X: max(x(gap.Low), c.Min.X), Y: c.Min.Y}, Max: vg.Point{X: min(x(gap.High), c.Max.X), Y: c.Max.Y},
		}.Path())
	}
	GridLines{X: d.Levels == nil, Y: true}.Plot(c, p)
	for _, b := range d.Bars {
		c.SetColor(pale(Blue))
		c.Fill(vg.Rectangle{Min: vg.Point{X: x(b.Low) + 0.5, Y: y(0)}, Max: vg.Point{X: x(b.High) - 0.5, Y: y(b.Height)}}.Path())
	}
	if d.Level != nil {
		c.StrokeLine2(draw.LineStyle{Color: Grey, Width: vg.Points(1)}, c.Min.X, y(*d.Level), c.Max.X, y(*d.Level))
	}
	for _, b := range d.Bands {
		corners := make([]vg.Point, 0, 2*len(b.X))
		for i, at := range b.X {
			corners = append(corners, vg.Point{X: x(at), Y: y(b.High[i])})
		}
		for i := len(b.X) - 1; i >= 0; i-- {
			corners = append(corners, vg.Point{X: x(b.X[i]), Y: y(b.Low[i])})
		}
		c.FillPolygon(bandColour, corners)
	}
	for _, dot := range d.Dots {
		c.DrawGlyph(draw.GlyphStyle{Color: shade(dot.Shade), Radius: vg.Points(1.1), Shape: draw.CircleGlyph{}}, vg.Point{X: x(dot.X), Y: y(dot.Y)})
	}
	for _, l := range d.Lines {
		style := draw.LineStyle{Color: d.colours[l.Name], Width: vg.Points(1.4)}
		if l.Dashed {
			style.Dashes = []vg.Length{3, 2}
		}
		points := make([]vg.Point, len(l.X))
		for i, at := range l.X {
			points[i] = vg.Point{X: x(at), Y: y(l.Y[i])}
		}
		noted(c, l.mark(), -1, func() { c.StrokeLines(style, points) })
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
	mix := func(a, b uint8, w float64) uint8 { return uint8(float64(a) + w*(float64(b)-float64(a))) }
	from, to, w := Blue, Unmarked, 2*min(v, 1)
	if v > 0.5 {
		from, to, w = Unmarked, Vermilion, 2*min(v, 1)-1
	}
	return color.NRGBA{R: mix(from.R, to.R, w), G: mix(from.G, to.G, w), B: mix(from.B, to.B, w), A: 0xFF}
}

// shadeLegend explains shades by the names of both ends.
func shadeLegend(names [2]string) []LegendItem {
	if names[0] == "" {
		return nil
	}
	return []LegendItem{
		{Colours: []color.Color{shade(0)}, Glyph: draw.CircleGlyph{}, Text: names[0]},
		{Colours: []color.Color{shade(1)}, Glyph: draw.CircleGlyph{}, Text: names[1]},
	}
}

// Picture is a chart that stands alone: a BarChart, HeatMap, Planes, Swarm and the like.
type Picture = picture
