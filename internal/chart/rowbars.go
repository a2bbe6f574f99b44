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

// BarPanel draws bars with a heading; the axis has at most so many ticks.
func BarPanel(heading, axis string, b RowBars, ticks int) *plot.Plot {
	p := Panel("", axis, "")
	p.Add(upright(), Message(b.EmptyReason), layer(b.draw))
	setHeading(p, heading)
	p.X.Tick.Marker = RoundTicks{ticks}
	reach := Range{Set: true} // with 0
	for _, row := range b.Rows {
		reach.add(row.Ours, row.Printed)
		if row.Interval != nil {
			reach.Include(row.Interval.Low, row.Interval.High)
		}
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = reach.Low, reach.High, -float64(len(b.Rows))+0.4, 0.6
	return p
}

// BarHeight is the height of a figure of rows of panels with so many bars each.
func BarHeight(rows, bars int) vg.Length {
	const rowHeight, leastPanel = 11.5, 100 // the name of a variant stands beside the bars
	return vg.Length(rows)*(max(leastPanel, vg.Length(bars)*rowHeight)+panelHeads) + 44
}

func (b RowBars) draw(s sheet) {
	pitch := s.y(0) - s.y(-1)
	half, lift, lane := min(5, pitch*0.36), vg.Length(0), vg.Length(0)
	if b.Lanes {
		// Two lanes a row: ours above, printed below, hiding nothing.
		half, lift, lane = pitch*0.25, pitch*0.17, -pitch*0.27
	}
	s.upright(thin(Grey, 0.6), 0)
	for i, row := range b.Rows {
		if row.Ours.none() && row.Printed.none() {
			continue
		}
		s.noted(Mark{Value: row.text()}, i, func() {
			row.draw(s, s.y(-float64(i))+lift, half)
			row.drawPrinted(s, s.y(-float64(i))+lane)
		})
	}
}

// draw draws the bar and its error bar around a height.
func (row RowBar) draw(s sheet, at, half vg.Length) {
	v := row.Ours.Value
	if row.Ours.none() {
		return
	}
	bar := vg.Rectangle{Min: vg.Point{X: min(s.x(0), s.x(v)), Y: at - half}, Max: vg.Point{X: max(s.x(0), s.x(v)), Y: at + half}}
	if row.Hollow && v != 0 {
		// Thin enough that a short bar looks hollow too.
		s.frame(thin(row.Colour, min(0.9, (bar.Max.X-bar.Min.X)/4)), bar)
	} else {
		s.fill(row.Colour, bar.Min.X, bar.Min.Y, bar.Max.X, bar.Max.Y)
	}
	if row.Interval != nil {
		s.whisker(hairline(Ink), s.x(row.Interval.Low), s.x(row.Interval.High), at, half*0.45)
	}
	if r := row.Ours.Reach(); r > 0 {
		s.whisker(hairline(Ink), s.x(v-r), s.x(v+r), at, half*0.45)
	}
}

// drawPrinted draws the printed number at a height.
func (row RowBar) drawPrinted(s sheet, at vg.Length) {
	if row.Printed.none() {
		return
	}
	v := row.Printed.Value
	if r := row.Printed.Reach(); r > 0 {
		s.whisker(thin(Ink, 0.6), s.x(v-r), s.x(v+r), at, 0)
	}
	shape := draw.GlyphDrawer(Diamond{})
	if row.Bound {
		shape = LeftTriangle{}
	}
	s.glyph(draw.GlyphStyle{Color: Black, Radius: 2, Shape: shape}, s.x(v), at)
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
	if !row.Printed.none() {
		text := "printed "
		if row.Bound {
			text = "printed < "
		}
		parts = append(parts, text+row.Printed.text())
	}
	return strings.Join(parts, ", ")
}

// HasPrinted reports whether any bar has a printed number.
func (b RowBars) HasPrinted() bool {
	return slices.ContainsFunc(b.Rows, func(row RowBar) bool { return !row.Printed.none() })
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

// Items returns the entries; marked reports whether relevant variables have a
// colour of their own.
func (l BarLegend) Items(marked bool) []LegendItem {
	var items []LegendItem
	if marked {
		items = append(items, LegendItem{Colours: l.swatches, Text: "relevant variable"}, Swatch("other variable", Unmarked))
	}
	items = append(items, ErrorBars)
	if l.printed {
		items = append(items, LegendItem{Glyph: Diamond{}, Text: "printed (±2 standard errors)"})
	}
	if l.bound {
		items = append(items, LegendItem{Glyph: LeftTriangle{}, Text: "printed upper bound"})
	}
	return items
}
