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
	if !slices.ContainsFunc(*l, func(of LegendItem) bool { return of.Text == item.Text }) {
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

// dashes is an entry with a dashed line.
func dashes(text string, colour color.Color) LegendItem {
	return LegendItem{text, []plot.Thumbnailer{&plotter.Line{LineStyle: dashed(colour, 1.2)}}}
}

// Measures of legends.
const (
	sampleWidth  = vg.Length(14)
	sampleHeight = vg.Length(8)
	legendRow    = vg.Length(12)
	legendGap    = vg.Length(22) // of an entry, with what is between sample and text
)

// columns lays the legend out in as many columns as have room, from left to right, each gonum's
// legend.
func (f Figure) columns(room vg.Length) (columns []plot.Legend, pitch vg.Length) {
	widest := vg.Length(0)
	for _, item := range f.Legend {
		widest = max(widest, sampleWidth+legendGap+labelStyle.Width(fitted(item.Text, labelStyle, room-sampleWidth-legendGap)))
	}
	across := min(len(f.Legend), max(1, int(room/max(widest, 1))))
	for k, item := range f.Legend {
		if k < across {
			of := plot.NewLegend()
			of.TextStyle, of.ThumbnailWidth, of.Padding = labelStyle, sampleWidth, 3
			of.Left, of.Top = true, true
			columns = append(columns, of)
		}
		columns[k%across].Add(fitted(item.Text, labelStyle, room-sampleWidth-legendGap), item.thumbs...)
	}
	return columns, widest
}

// legendHeight is the height of the legend of a figure so wide.
func (f Figure) legendHeight(width vg.Length) vg.Length {
	if len(f.Legend) == 0 {
		return 0
	}
	columns, _ := f.columns(width - 2*figureMargin)
	return vg.Length((len(f.Legend)+len(columns)-1)/len(columns))*legendRow + 6
}

// drawLegend draws the legend below the panels, and returns what is left for them.
func (f Figure) drawLegend(c draw.Canvas) draw.Canvas {
	height := f.legendHeight(f.Width)
	columns, pitch := f.columns(c.Max.X - c.Min.X)
	for k, column := range columns {
		column.Draw(draw.Crop(c, vg.Length(k)*pitch, 0, 0, c.Min.Y+height-6-c.Max.Y))
	}
	return draw.Crop(c, 0, 0, height, 0)
}
