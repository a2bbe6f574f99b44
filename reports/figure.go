package reports

import (
	"image/color"

	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/internal/method"
	"drfvi/reports/internal/stat"
)

// methodLegend has an entry per method, a line in its colour with a shape.
func methodLegend(methods []string, shape func(name string) draw.GlyphDrawer) []chart.LegendItem {
	var items []chart.LegendItem
	for _, name := range methods {
		items = append(items, chart.LegendItem{Colours: []color.Color{chart.MethodColour(name)}, Glyph: shape(name), Line: true, Text: method.Of(name).Label})
	}
	return append(items, chart.LegendItem{Bar: true, Text: "±2 standard errors"})
}

// drawn is an estimate as figures draw it.
func drawn(s stat.Stat) chart.Estimate { return chart.Estimate{Value: s.Mean, SE: s.SE} }
