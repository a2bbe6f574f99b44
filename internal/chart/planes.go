package chart

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"drfvi/internal/format"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Planes is a picture of panels with two linear axes, two in a row, with one vertical scale.
type Planes struct {
	Title  string
	Panels []Plane
}

// planesAcross is the number of panels in a row.
const planesAcross = 2

// Plane is a panel of dots, bands, lines and bars, drawn in this order. The farthest of the
// dots, one in a hundred, are left at the edge.
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
	Rug    []float64 // places along the horizontal axis that are marked
}

// PlaneDot is a dot.
type PlaneDot struct{ X, Y float64 }

// PlaneBand is the area between two lines.
type PlaneBand struct {
	Name      string
	X         []float64
	Low, High []float64
}

// PlaneLine is a line. Of one name all have the same colour; lines are solid, those that
// are Dashed are for comparison. A line that is Labelled has its name at its end, not in the
// legend, and is grey if it is Pale.
type PlaneLine struct {
	Name                   string
	X, Y                   []float64
	Dashed, Labelled, Pale bool
}

// PlaneBar is a bar from 0.
type PlaneBar struct{ Low, High, Height float64 }

// Figure draws the panels.
func (chart Planes) Figure() Figure {
	f := Figure{Name: "chart", Title: chart.Title, Width: PageWidth, Apart: true}
	var panels []*plot.Plot
	var further Legend                  // behind the lines
	colours := map[string]color.NRGBA{} // of lines, in the order of their first
	for _, panel := range chart.Panels {
		for _, l := range panel.Lines {
			if _, known := colours[l.Name]; known {
				continue
			}
			switch {
			case l.Pale:
				colours[l.Name] = Unmarked
				further.Add(Stroke("not established", Unmarked, nil))
			case l.Dashed:
				colours[l.Name] = Ink
				f.Legend.Add(dashes(l.Name+" (dashed)", Ink))
			default:
				colours[l.Name] = Series[len(colours)%len(Series)]
				f.Legend.Add(Stroke(l.Name, colours[l.Name], nil))
			}
		}
		for _, b := range panel.Bands {
			further.Add(Swatch(b.Name, bandColour))
		}
		if len(panel.Gaps) > 0 {
			further.Add(Swatch("no data", gapColour))
		}
		p, beyond := panel.plot(colours, f.Width/vg.Length(min(planesAcross, len(chart.Panels))))
		if beyond {
			further.Add(Glyph("beyond the edge: 1 % of the rows", beyondStyle))
		}
		panels = append(panels, p)
	}
	ShareY(panels)
	f.Plots = InRows(panels, planesAcross)
	f.Legend = append(f.Legend, further...)
	f.Height = vg.Length(len(f.Plots))*170 + 30 + f.legendHeight(f.Width)
	if len(panels) == 1 {
		f.Height += 60
	}
	return f
}

// bandColour is that of bands, gapColour the ground of places without data; both are seen
// through. beyondStyle is the mark of dots that are at the edge.
var (
	bandColour  = color.NRGBA{R: 0x00, G: 0x72, B: 0xB2, A: 0x38}
	gapColour   = color.NRGBA{R: 0xE6, G: 0x9F, B: 0x00, A: 0x38}
	beyondStyle = draw.GlyphStyle{Color: Vermilion, Radius: 1.6, Shape: draw.PyramidGlyph{}}
)

// plot draws a panel of about a width; lines have colours by their names. It tells whether
// dots lie beyond the edge.
func (panel Plane) plot(colours map[string]color.NRGBA, width vg.Length) (p *plot.Plot, beyond bool) {
	p = Panel(panel.Heading, panel.X, panel.Y)
	x, y, beyond := panel.reach()
	if !x.Set {
		p.Add(message("nothing to show"))
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
		return p, false
	}
	if panel.High > panel.Low {
		x = Range{panel.Low, panel.High, true}
	}
	left, right := airy(x.Low, x.High)
	low, high := airy(y.Low, y.High)
	if panel.Bars != nil {
		low = 0
	}
	if panel.Levels != nil {
		left, right = -0.6, float64(len(panel.Levels))-0.4
		panel.nameLevels(p, width)
	}
	panel.add(p, colours, x, y)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = left, right, low, high
	return p, beyond
}

// add adds what is in a panel of a range.
func (panel Plane) add(p *plot.Plot, colours map[string]color.NRGBA, x, y Range) {
	for _, gap := range panel.Gaps {
		p.Add(layer(func(c draw.Canvas, x, _ func(float64) vg.Length) {
			from, to := max(x(near(gap.Low)), c.Min.X), min(x(near(gap.High)), c.Max.X)
			c.SetColor(gapColour)
			c.Fill(vg.Rectangle{Min: vg.Point{X: from, Y: c.Min.Y}, Max: vg.Point{X: to, Y: c.Max.Y}}.Path())
		}))
	}
	if p.Add(grid); panel.Levels != nil {
		p.Add(&plotter.Grid{Horizontal: gridLine})
	}
	for _, b := range panel.Bars {
		p.Add(box(Pale(Blue), b.Low, 0, b.High, b.Height))
	}
	if panel.Level != nil {
		at := *panel.Level
		p.Add(&plotter.Line{XYs: points([]float64{x.Low, x.High}, []float64{at, at}), LineStyle: thin(Grey, 1)})
	}
	for _, b := range panel.Bands {
		p.Add(area(bandColour, b.X, b.Low, b.High))
	}
	var within, beyond plotter.XYs
	for _, d := range panel.Dots {
		for _, at := range points([]float64{d.X}, []float64{d.Y}) {
			if edge := min(max(at.Y, y.Low), y.High); edge != at.Y {
				beyond = append(beyond, plotter.XY{X: at.X, Y: edge})
			} else {
				within = append(within, at)
			}
		}
	}
	p.Add(dots(Unmarked, 2.2, within), &plotter.Scatter{XYs: beyond, GlyphStyle: beyondStyle})
	if panel.Rug != nil {
		p.Add(layer(func(c draw.Canvas, x, _ func(float64) vg.Length) {
			for _, v := range panel.Rug {
				c.StrokeLine2(thin(Grey, 0.6), x(near(v)), c.Min.Y, x(near(v)), c.Min.Y+4)
			}
		}))
	}
	for _, l := range panel.Lines {
		style := thin(colours[l.Name], 1.4)
		if l.Dashed {
			style = dashed(colours[l.Name], 1.4)
		}
		p.Add(&plotter.Line{XYs: points(l.X, l.Y), LineStyle: style}, noted{panel.mark(l), nil})
	}
}

// nameLevels names the levels of the horizontal axis, turned where they would touch.
func (panel Plane) nameLevels(p *plot.Plot, width vg.Length) {
	names, slot, air := make([]string, len(panel.Levels)), width*4/5/vg.Length(len(panel.Levels)), ""
	if slices.ContainsFunc(panel.Levels, func(name string) bool { return labelStyle.Width(label(name)) > slot }) {
		turned(p)
		slot, air = width/4, "\u00a0"
	}
	for k, name := range panel.Levels {
		names[k] = fitted(name, labelStyle, slot) + air
	}
	p.X.Tick.Marker = namedTicks(names, 1)
}

// turned turns the labels of the horizontal axis.
func turned(p *plot.Plot) {
	p.X.Tick.Label.Rotation = math.Pi / 2
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
}

// clipped is the range of all values but for the farthest, one in a hundred.
func clipped(values []float64) Range {
	sorted := slices.Sorted(slices.Values(values))
	least := len(sorted) / 200
	return Range{sorted[least], sorted[len(sorted)-1-least], true}
}

// reach is how far everything in the panel goes along both axes, but for dots that lie beyond.
func (panel Plane) reach() (x, y Range, beyond bool) {
	heights := make([]float64, len(panel.Dots))
	for i, d := range panel.Dots {
		x = x.With(d.X)
		heights[i] = d.Y
	}
	if len(heights) > 0 {
		most, all := clipped(heights), Range{}.With(heights...)
		y = y.With(most.Low, most.High)
		beyond = most.Low > all.Low || most.High < all.High
	}
	for _, b := range panel.Bands {
		x, y = x.With(b.X...), y.With(b.Low...).With(b.High...)
	}
	for _, l := range panel.Lines {
		if len(l.X) != len(l.Y) {
			panic("chart: coordinates of a line differ in number")
		}
		x, y = x.With(l.X...), y.With(l.Y...)
	}
	for _, b := range panel.Bars {
		x, y = x.With(b.Low, b.High), y.With(0, b.Height)
	}
	if panel.Level != nil {
		y = y.With(*panel.Level)
	}
	return x, y, beyond
}

// mark is what a line shows: its values at five places, or at the level that it is drawn for.
func (panel Plane) mark(l PlaneLine) Mark {
	if level := panel.levelOf(l.X); level != "" && len(l.Y) > 0 {
		return Mark{Series: l.Name, Name: "at " + level, Value: format.TrueMinus(format.Significant(l.Y[0], 3))}
	}
	const places = 5
	var at, values []string
	for k := range min(places, len(l.X)) {
		i := k * (len(l.X) - 1) / max(1, min(places, len(l.X))-1)
		at, values = append(at, format.TrueMinus(format.Significant(l.X[i], 3))), append(values, format.TrueMinus(format.Significant(l.Y[i], 3)))
	}
	return Mark{Series: l.Name, Name: "at " + strings.Join(at, ", "), Value: strings.Join(values, ", ")}
}

// levelOf returns the name of the level around which all places of a line are; "" if there is
// none.
func (panel Plane) levelOf(places []float64) string {
	if len(places) == 0 {
		return ""
	}
	level := int(math.Round((places[0] + places[len(places)-1]) / 2))
	if level < 0 || level >= len(panel.Levels) || slices.ContainsFunc(places, func(v float64) bool { return math.Abs(v-float64(level)) >= 0.5 }) {
		return ""
	}
	return panel.Levels[level]
}
