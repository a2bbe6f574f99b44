package chart

import (
	"cmp"
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
			text := l.Name
			switch {
			case l.Pale:
				colours[l.Name] = Unmarked
			case l.Dashed:
				colours[l.Name], text = Ink, text+" (dashed)"
			default:
				colours[l.Name] = Series[len(colours)%len(Series)]
			}
			if !l.Labelled {
				f.Legend = append(f.Legend, LegendItem{Colours: []color.Color{colours[l.Name]}, Glyph: nothing{}, Line: true, Text: text})
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
			further.Add(Glyph("beyond the edge: 1 % of the rows", draw.GlyphStyle{Color: Vermilion, Shape: draw.PyramidGlyph{}}))
		}
		panels = append(panels, p)
	}
	ShareY(panels)
	f.Plots = InRows(panels, planesAcross)
	f.Height = vg.Length(len(f.Plots))*170 + 60
	if len(panels) == 1 {
		f.Height += 60
	}
	f.Legend = append(f.Legend, further...)
	return f
}

// bandColour is that of bands, gapColour the ground of places without data; both are seen
// through.
var (
	bandColour = color.NRGBA{R: 0x00, G: 0x72, B: 0xB2, A: 0x38}
	gapColour  = color.NRGBA{R: 0xE6, G: 0x9F, B: 0x00, A: 0x38}
)

// plot draws a panel of about a width; lines have colours by their names. It tells whether
// dots lie beyond the edge.
func (panel Plane) plot(colours map[string]color.NRGBA, width vg.Length) (*plot.Plot, bool) {
	p := Panel(panel.Heading, panel.X, panel.Y)
	p.Add(layer(func(s sheet) { panel.draw(s, colours) }))
	x, y, beyond := panel.reach()
	if !x.Set {
		p.Add(message("nothing to show"))
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
		return p, false
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
	room := vg.Length(0)
	for _, l := range panel.Lines {
		if l.Labelled {
			room = max(room, labelStyle.Width(label(l.Name))+6)
		}
	}
	leaveRoom(p, room, width*4/5)
	return p, beyond
}

// turned turns the labels of the horizontal axis.
func turned(p *plot.Plot) {
	p.X.Tick.Label.Rotation = math.Pi / 2
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
}

// leaveRoom leaves room without ticks at the right end of the horizontal axis of a panel of
// about a width.
func leaveRoom(p *plot.Plot, room, width vg.Length) {
	if high := p.X.Max; room > 0 && room < width {
		p.X.Max += (high - p.X.Min) * float64(room/(width-room))
		p.X.Tick.Marker = upTo{high, p.X.Tick.Marker}
	}
}

// upTo are the ticks of a part of an axis.
type upTo struct {
	high float64
	of   plot.Ticker
}

func (u upTo) Ticks(low, _ float64) []plot.Tick { return u.of.Ticks(low, u.high) }

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
		at, end := s.y(*panel.Level), s.Max.X
		for _, l := range panel.Lines { // names of lines stand behind their ends
			if l.Labelled && len(l.X) > 0 {
				end = min(end, s.x(l.X[len(l.X)-1]))
			}
		}
		s.StrokeLine2(thin(Grey, 1), s.Min.X, at, end, at)
	}
	for _, b := range panel.Bands {
		s.area(bandColour, b.X, func(i int) float64 { return b.Low[i] }, func(i int) float64 { return b.High[i] })
	}
	var dots []vg.Point
	for _, dot := range panel.Dots {
		if at := (vg.Point{X: s.x(dot.X), Y: s.y(dot.Y)}); at.Y >= s.Min.Y && at.Y <= s.Max.Y {
			dots = append(dots, at)
		} else {
			s.glyph(draw.GlyphStyle{Color: Vermilion, Radius: 1.6, Shape: draw.PyramidGlyph{}}, at.X, min(max(at.Y, s.Min.Y+2), s.Max.Y-2))
		}
	}
	s.dots(Unmarked, 1.1, dots)
	for _, v := range panel.Rug {
		s.StrokeLine2(thin(Grey, 0.6), s.x(v), s.Min.Y, s.x(v), s.Min.Y+4)
	}
	for _, l := range panel.Lines {
		style := thin(colours[l.Name], 1.4)
		if l.Dashed {
			style = dashed(colours[l.Name], 1.4)
		}
		s.noted(panel.mark(l), func() {
			s.StrokeLines(style, s.ClipLinesXY(s.points(l.X, func(i int) float64 { return l.Y[i] }))...)
		})
	}
	panel.label(s, colours)
}

// label writes the names of labelled lines behind their ends, moved up or down where they
// would overlap.
func (panel Plane) label(s sheet, colours map[string]color.NRGBA) {
	lines := slices.DeleteFunc(slices.Clone(panel.Lines), func(l PlaneLine) bool { return !l.Labelled || len(l.X) == 0 })
	slices.SortStableFunc(lines, func(a, b PlaneLine) int { return cmp.Compare(a.Y[len(a.Y)-1], b.Y[len(b.Y)-1]) })
	heights := make([]vg.Length, len(lines))
	for i, l := range lines {
		heights[i] = s.y(l.Y[len(l.Y)-1])
	}
	apart(heights, 9, s.Min.Y+4, s.Max.Y-4)
	for i, l := range lines {
		style := labelStyle
		if style.Color = colours[l.Name]; l.Pale {
			style.Color = Grey
		}
		s.write(style, draw.XLeft, draw.YCenter, vg.Point{X: s.x(l.X[len(l.X)-1]) + 5, Y: heights[i]}, label(l.Name))
	}
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
