package chart

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// DotChart is a picture of numbers in rows, the first on top, at most 40: dots with
// intervals, of one series or of several.
type DotChart struct {
	Title string
	// Axis says what the values are.
	Axis   string
	Names  []string
	Series []DotSeries
	// Depths set names in, as parts of the row above them that is set in less; nil for none.
	Depths []int
	// Notes stand behind the names; nil for none.
	Notes []string
	// Shaded rows have a ground, which the legend says is Shade; so it says of a line at
	// Level, if not nil, that it is LevelName. IntervalName says what intervals are, and
	// FoundName what full dots are where others are hollow.
	Shaded                  []bool
	Shade                   string
	Level                   *float64
	LevelName               string
	IntervalName, FoundName string
}

// DotSeries are the dots of a series, one a row.
type DotSeries struct {
	Name   string
	Values []Estimate
	Found  []bool // full dots; others are hollow, nil for none of them
	Colour color.NRGBA
	Shape  draw.GlyphDrawer
}

// mostRows is the largest number of rows in one picture, and rowPitch the height of a row of one
// series.
const (
	mostRows = 40
	rowPitch = vg.Length(16)
)

// Figure draws the chart.
func (chart DotChart) Figure() Figure {
	n := min(len(chart.Names), mostRows)
	axis := chart.Axis
	if n < len(chart.Names) {
		axis += fmt.Sprintf(" (the first %d of %d)", n, len(chart.Names))
	}
	var levels []float64
	if chart.Level != nil {
		levels = append(levels, *chart.Level)
	}
	rows := NewRows("", axis, chart.Names[:n], levels...)
	rows.Y.Tick.Marker = namedTicks(chart.rowNames(n), -1)
	rows.Add(layer(func(c draw.Canvas, _, y func(float64) vg.Length) {
		c.SetColor(Band)
		for i := range min(n, len(chart.Shaded)) {
			if chart.Shaded[i] {
				c.Fill(
					vg.Rectangle{
						Min: vg.Point{X: c.Min.X, Y: y(-float64(i) - 0.5)},
						Max: vg.Point{X: c.Max.X, Y: y(-float64(i) + 0.5)},
					}.Path(),
				)
			}
		}
	}))
	for k, s := range chart.Series {
		if len(s.Values) != len(chart.Names) || s.Found != nil && len(s.Found) != len(s.Values) {
			panic("chart: names, values and what is known of them differ in number")
		}
		for i := range n {
			d := Dot{
				Row: float64(i) + (float64(k)-float64(len(chart.Series)-1)/2)*0.4, Series: s.Name, At: s.Values[i],
				Style: draw.GlyphStyle{Color: s.Colour, Radius: 2.4, Shape: s.Shape},
			}
			if s.Found != nil && !s.Found[i] {
				d.Style.Shape = whiteDot{}
			}
			rows.Dots(d)
		}
	}
	lanes := 1 + 0.5*float64(len(chart.Series)-1)
	f := Figure{
		Name: "chart", Title: chart.Title, Width: PageWidth, Plots: [][]*plot.Plot{{rows.Plot}},
		Legend: chart.legend(),
	}
	f.Height = vg.Length(float64(n)*lanes)*rowPitch + panelHeads + 10 + f.legendHeight(f.Width)
	return f
}

// rowNames are the names of the first rows as the axis has them, with their notes: set in by
// their depths, they begin below each other, as an axis sets names to their ends.
func (chart DotChart) rowNames(n int) []string {
	const space = "\u00a0"
	names, notes, longest, blank := labels(chart.Names[:n]), make([]string, n), vg.Length(0), labelStyle.Width(space)
	for i := range names {
		if chart.Notes != nil {
			notes[i] = space + space + chart.Notes[i]
		}
		if chart.Depths != nil {
			names[i] = strings.Repeat(space, 5*chart.Depths[i]) + names[i]
		}
		longest = max(longest, labelStyle.Width(names[i]+notes[i]))
	}
	for i := range names {
		if chart.Depths != nil {
			names[i] += strings.Repeat(space, int((longest-labelStyle.Width(names[i]+notes[i]))/blank+0.5))
		}
		names[i] += notes[i]
	}
	return names
}

func (chart DotChart) legend() (items Legend) {
	hollow := false
	for _, s := range chart.Series {
		name := s.Name
		if s.Found != nil {
			hollow, name = true, chart.FoundName
		}
		if s.Found != nil || len(chart.Series) > 1 {
			items.Add(Glyph(name, draw.GlyphStyle{Color: s.Colour, Shape: s.Shape}))
		}
	}
	if hollow {
		items.Add(Glyph("not established", draw.GlyphStyle{Color: chart.Series[0].Colour, Shape: draw.RingGlyph{}}))
	}
	if chart.IntervalName != "" {
		items.Add(Stroke(chart.IntervalName, Ink, nil))
	}
	if chart.LevelName != "" {
		items.Add(Dashes(chart.LevelName, Grey))
	}
	if chart.Shade != "" {
		items.Add(Swatch(chart.Shade, Band))
	}
	return items
}
