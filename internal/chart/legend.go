package chart

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// LegendItem is an entry of a legend: a sample and what it stands for.
type LegendItem struct {
	Colours []color.Color // a swatch of each
	Glyph   draw.GlyphDrawer
	Line    bool // a line through the glyph
	Bar     bool // an error bar instead of a swatch
	Text    string
}

// Legend explains the marks of a figure.
type Legend []LegendItem

// Add adds an entry, of those with one text the first.
func (l *Legend) Add(item LegendItem) {
	if !slices.ContainsFunc(*l, func(of LegendItem) bool { return of.Text == item.Text }) {
		*l = append(*l, item)
	}
}

// ErrorBars explains error bars, and Intervals those of shares.
var (
	ErrorBars = LegendItem{Bar: true, Text: "±2 standard errors"}
	Intervals = LegendItem{Bar: true, Text: "95 % interval"}
)

// Swatch is an entry with samples of colours.
func Swatch(text string, colours ...color.Color) LegendItem {
	return LegendItem{Colours: colours, Text: text}
}

// Glyph is an entry with a mark.
func Glyph(text string, style draw.GlyphStyle) LegendItem {
	return LegendItem{Colours: []color.Color{style.Color}, Glyph: style.Shape, Text: text}
}

// Measures of legends.
const (
	legendSize  = vg.Length(8)
	legendRow   = vg.Length(14)
	sampleWidth = vg.Length(12)
	legendGap   = vg.Length(14)
)

// width of an entry with the gap behind it.
func (l LegendItem) width() vg.Length {
	samples := vg.Length(max(1, len(l.Colours)))
	return samples*sampleWidth + 4 + TextStyle(legendSize, false, Ink).Width(l.Text) + legendGap
}

// legendLines breaks the legend into lines that fit.
func (f Figure) legendLines(room vg.Length) [][]LegendItem {
	var lines [][]LegendItem
	used := room + 1
	for _, item := range f.Legend {
		item.Text = fitted(item.Text, TextStyle(legendSize, false, Ink), room-(item.width()-TextStyle(legendSize, false, Ink).Width(item.Text)))
		if used+item.width()-legendGap > room {
			lines, used = append(lines, nil), 0
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], item)
		used += item.width()
	}
	return lines
}

// drawLegend draws a line of legend entries along the lower edge.
func drawLegend(c draw.Canvas, items []LegendItem) {
	x, y := c.Min.X, c.Min.Y+legendRow/2
	for _, item := range items {
		start, colours := x, item.Colours
		if len(colours) == 0 {
			colours = []color.Color{Ink}
		}
		for _, colour := range colours {
			item.drawSample(c, colour, x, y)
			x += sampleWidth
		}
		sheet{Canvas: c}.write(TextStyle(legendSize, false, Ink), draw.XLeft, draw.YCenter, vg.Point{X: x + 4, Y: y}, item.Text)
		x = start + item.width()
	}
}

// drawSample draws a sample in the square that starts at x around height y.
func (l LegendItem) drawSample(c draw.Canvas, colour color.Color, x, y vg.Length) {
	s := sheet{Canvas: c}
	switch {
	case l.Bar:
		s.StrokeLine2(hairline(Ink), x, y, x+sampleWidth, y)
		s.StrokeLine2(hairline(Ink), x, y-2, x, y+2)
		s.StrokeLine2(hairline(Ink), x+sampleWidth, y-2, x+sampleWidth, y+2)
	case l.Glyph != nil:
		if l.Line {
			s.StrokeLine2(thin(colour, 1.2), x, y, x+sampleWidth, y)
		}
		s.glyph(draw.GlyphStyle{Color: colour, Radius: 3, Shape: l.Glyph}, x+sampleWidth/2, y)
	default:
		s.fill(colour, x+1, y-4, x+sampleWidth-1, y+4)
	}
}
