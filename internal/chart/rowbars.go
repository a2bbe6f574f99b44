package chart

import (
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// RowBar is one bar, and the printed number beside it.
type RowBar struct {
	Ours, Printed Estimate
	Bound         bool // the printed number is an upper bound
	Colour        color.Color
	Hollow        bool      // an outline alone
	Interval      *Interval // in the place of our standard errors, if not nil
}

// RowBars draws horizontal bars from 0, the first on top, with error bars of
// ±2 standard errors and marks for printed numbers.
type RowBars struct {
	Rows        []RowBar
	Lanes       bool   // leaves room below each bar for a printed number
	EmptyReason string // stands in the middle of a plot without values
}

var _ plot.DataRanger = RowBars{}

// DataRange includes 0 and all error bars.
func (b RowBars) DataRange() (xmin, xmax, ymin, ymax float64) {
	var r Range
	r.Include(0, 0)
	for _, row := range b.Rows {
		r.add(row.Ours, row.Printed)
		if row.Interval != nil {
			r.Include(row.Interval.Low, row.Interval.High)
		}
	}
	return r.Low, r.High, -float64(len(b.Rows)) + 0.4, 0.6
}

func (b RowBars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	Message(b.EmptyReason).Plot(c, p)
	pitch := y(0) - y(-1)
	half, lift, lane := min(vg.Points(5), pitch*0.36), vg.Length(0), vg.Length(0)
	if b.Lanes {
		// Two lanes a row: ours above, printed below, hiding nothing.
		half, lift, lane = pitch*0.25, pitch*0.17, -pitch*0.27
	}
	c.StrokeLine2(draw.LineStyle{Color: Grey, Width: vg.Points(0.6)}, x(0), c.Min.Y, x(0), c.Max.Y)
	for i, row := range b.Rows {
		if row.Ours.none() && row.Printed.none() {
			continue
		}
		noted(c, Mark{Value: row.text()}, i, func() {
			row.plot(c, x, y(-float64(i))+lift, half)
			row.plotPrinted(c, x, y(-float64(i))+lane)
		})
	}
}

// plot draws the bar and its error bar around a height.
func (row RowBar) plot(c draw.Canvas, x func(float64) vg.Length, at, half vg.Length) {
	v := row.Ours.Value
	if row.Ours.none() {
		return
	}
	bar := vg.Rectangle{Min: vg.Point{X: min(x(0), x(v)), Y: at - half}, Max: vg.Point{X: max(x(0), x(v)), Y: at + half}}
	if row.Hollow && v != 0 {
		outline := bar.Path()
		outline.Close()
		// Thin enough that a short bar looks hollow too.
		c.SetLineStyle(draw.LineStyle{Color: row.Colour, Width: min(vg.Points(0.9), (bar.Max.X-bar.Min.X)/4)})
		c.Stroke(outline)
	} else {
		c.SetColor(row.Colour)
		c.Fill(bar.Path())
	}
	if row.Interval != nil {
		whisker(c, hairline(Ink), x(row.Interval.Low), x(row.Interval.High), at, half*0.45)
	}
	if r := row.Ours.Reach(); r > 0 {
		whisker(c, hairline(Ink), x(v-r), x(v+r), at, half*0.45)
	}
}

// plotPrinted draws the printed number at a height.
func (row RowBar) plotPrinted(c draw.Canvas, x func(float64) vg.Length, at vg.Length) {
	if row.Printed.none() {
		return
	}
	v := row.Printed.Value
	if r := row.Printed.Reach(); r > 0 {
		whisker(c, draw.LineStyle{Color: Ink, Width: vg.Points(0.6)}, x(v-r), x(v+r), at, 0)
	}
	shape := draw.GlyphDrawer(Diamond{})
	if row.Bound {
		shape = leftTriangle{}
	}
	c.DrawGlyph(draw.GlyphStyle{Color: Black, Radius: vg.Points(2), Shape: shape}, vg.Point{X: x(v), Y: at})
}

// text says what the row shows.
func (row RowBar) text() string {
	var parts []string
	if !row.Ours.none() {
		text := row.Ours.text()
		if i := row.Interval; i != nil {
			text += " (" + Estimate{Value: i.Low}.text() + " to " + Estimate{Value: i.High}.text() + ")"
		}
		parts = append(parts, text)
	}
	switch {
	case row.Printed.none():
	case row.Bound:
		parts = append(parts, "printed < "+row.Printed.text())
	default:
		parts = append(parts, "printed "+row.Printed.text())
	}
	return strings.Join(parts, ", ")
}

// HasPrinted tells whether any bar has a printed number.
func (b RowBars) HasPrinted() bool {
	return slices.ContainsFunc(b.Rows, func(row RowBar) bool { return !row.Printed.none() })
}

// whisker draws a horizontal error bar with caps of a half height.
func whisker(c draw.Canvas, style draw.LineStyle, low, high, at, half vg.Length) {
	c.StrokeLine2(style, low, at, high, at)
	if half > 0 {
		c.StrokeLine2(style, low, at-half, low, at+half)
		c.StrokeLine2(style, high, at-half, high, at+half)
	}
}

// Diamond is a white diamond with an outline.
type Diamond struct{}

func (Diamond) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, p vg.Point) {
	r := s.Radius * 1.25
	outline(c, s, vg.Point{X: p.X - r, Y: p.Y}, vg.Point{X: p.X, Y: p.Y + r}, vg.Point{X: p.X + r, Y: p.Y}, vg.Point{X: p.X, Y: p.Y - r})
}

// leftTriangle is a white triangle with an outline, to the left of its place:
// smaller than this.
type leftTriangle struct{}

func (leftTriangle) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, p vg.Point) {
	r := s.Radius * 1.1
	outline(c, s, vg.Point{X: p.X, Y: p.Y - r}, vg.Point{X: p.X, Y: p.Y + r}, vg.Point{X: p.X - 1.6*r, Y: p.Y})
}

// outline draws a white polygon with an outline.
func outline(c *draw.Canvas, s draw.GlyphStyle, corners ...vg.Point) {
	c.FillPolygon(color.White, corners)
	c.StrokeLines(draw.LineStyle{Color: s.Color, Width: vg.Points(0.9)}, append(slices.Clone(corners), corners[0], corners[1]))
}

// BarLegend collects what the bars of a figure show.
type BarLegend struct {
	swatches       []color.Color
	printed, bound bool
}

// Add adds what a panel shows.
func (l *BarLegend) Add(b RowBars, method string) {
	if colour := color.Color(MethodColour(method)); !slices.Contains(l.swatches, colour) {
		l.swatches = append(l.swatches, colour)
	}
	for _, row := range b.Rows {
		l.bound = l.bound || row.Bound
		l.printed = l.printed || !row.Bound && !row.Printed.none()
	}
}

// Items returns the entries; marked tells whether relevant variables have a
// colour of their own.
func (l BarLegend) Items(marked bool) []LegendItem {
	var items []LegendItem
	if marked {
		items = append(items,
			LegendItem{Colours: l.swatches, Text: "relevant variable"},
			LegendItem{Colours: []color.Color{Unmarked}, Text: "other variable"})
	}
	items = append(items, LegendItem{Bar: true, Text: "±2 standard errors"})
	if l.printed {
		items = append(items, LegendItem{Glyph: Diamond{}, Text: "printed (±2 standard errors)"})
	}
	if l.bound {
		items = append(items, LegendItem{Glyph: leftTriangle{}, Text: "printed upper bound"})
	}
	return items
}
