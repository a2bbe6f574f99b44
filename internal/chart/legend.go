package chart

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/format"
)

// LegendItem is an entry of a legend: a sample and what it stands for.
type LegendItem struct {
	Text   string
	thumbs []plot.Thumbnailer
}

// Legend explains the marks of a figure.
type Legend []LegendItem

// Add adds an entry, of those with one text the first; a long text is shortened.
func (l *Legend) Add(item LegendItem) {
	item.Text = format.Shortened(item.Text, format.Longest)
	if !slices.ContainsFunc(*l, func(entry LegendItem) bool { return entry.Text == item.Text }) {
		*l = append(*l, item)
	}
}

// ErrorBars explains error bars, and Intervals those of shares.
var (
	ErrorBars = Stroke("±2 standard errors", Ink, nil)
	Intervals = Stroke("95 % interval", Ink, nil)
)

// Swatch is an entry with a colour.
func Swatch(text string, colour color.Color) LegendItem {
	return LegendItem{text, []plot.Thumbnailer{&plotter.Polygon{Color: colour}}}
}

// Glyph is an entry with a mark.
func Glyph(text string, style draw.GlyphStyle) LegendItem {
	style.Radius = 3
	return LegendItem{text, []plot.Thumbnailer{&plotter.Scatter{GlyphStyle: style}}}
}

// Stroke is an entry with a line and, unless that is nil, a mark on it.
func Stroke(text string, colour color.Color, shape draw.GlyphDrawer) LegendItem {
	item := LegendItem{text, []plot.Thumbnailer{&plotter.Line{LineStyle: thin(colour, 1.2)}}}
	if shape != nil {
		item.thumbs = append(item.thumbs, Glyph("", draw.GlyphStyle{Color: colour, Shape: shape}).thumbs...)
	}
	return item
}

// Dashes is an entry with a dashed line.
func Dashes(text string, colour color.Color) LegendItem {
	return LegendItem{text, []plot.Thumbnailer{&plotter.Line{LineStyle: dashed(colour, 1.2)}}}
}

// Measures of legends.
const (
	sampleWidth  = vg.Length(14)
	sampleHeight = vg.Length(8)
	legendRow    = vg.Length(12)
	legendGap    = vg.Length(22) // of an entry, with what is between sample and text
)

// rows lays the entries out one behind the other, as far as there is room in a row.
func (l Legend) rows(room vg.Length) (rows [][]LegendItem) {
	free := vg.Length(0)
	for _, item := range l {
		item.Text = fitted(item.Text, labelStyle, room-sampleWidth-legendGap)
		if free -= item.width(); free < 0 {
			rows, free = append(rows, nil), room-item.width()
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], item)
	}
	return rows
}

func (i LegendItem) width() vg.Length { return sampleWidth + legendGap + labelStyle.Width(i.Text) }

// legendHeight is the height of the legend of a figure so wide.
func (f Figure) legendHeight(width vg.Length) vg.Length {
	if len(f.Legend) == 0 {
		return 0
	}
	return vg.Length(len(f.Legend.rows(width-2*figureMargin)))*legendRow + 6
}

// drawLegend draws the legend below the panels, each entry as gonum's, and returns what is left for
// them.
func (f Figure) drawLegend(c draw.Canvas) draw.Canvas {
	height := f.legendHeight(f.Width)
	for i, row := range f.Legend.rows(c.Max.X - c.Min.X) {
		place := c
		place.Max.Y = c.Min.Y + height - 6 - vg.Length(i)*legendRow
		for _, item := range row {
			entry := plot.NewLegend()
			entry.TextStyle, entry.ThumbnailWidth, entry.Left, entry.Top = labelStyle, sampleWidth, true, true
			entry.Add(item.Text, item.thumbs...)
			entry.Draw(place)
			place.Min.X += item.width()
		}
	}
	return draw.Crop(c, 0, 0, height, 0)
}
