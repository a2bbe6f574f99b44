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
	Name      string
	Values    []float64
	Intervals []Interval // nil for none
	Found     []bool     // full dots; others are hollow, nil for none of them
	Colour    color.NRGBA
	Shape     draw.GlyphDrawer
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
	var rows Rows
	for i := range n {
		if chart.Shaded != nil && chart.Shaded[i] {
			rows.Add(ground{i})
		}
	}
	for k, s := range chart.Series {
		if len(s.Values) != len(chart.Names) || s.Found != nil && len(s.Found) != len(s.Values) || s.Intervals != nil && len(s.Intervals) != len(s.Values) {
			panic("chart: names, values and what is known of them differ in number")
		}
		for i := range n {
			rows.Add(s.mark(i, (float64(k)-float64(len(chart.Series)-1)/2)*0.4))
		}
	}
	if chart.Level != nil {
		rows.Lines = []float64{*chart.Level}
	}
	p := ListPanel("", chart.Names[:n], rows)
	p.Y.Tick.Marker = namedTicks(chart.rowNames(n), -1)
	p.X.Label.Text = chart.Axis
	if n < len(chart.Names) {
		p.X.Label.Text += fmt.Sprintf(" (the first %d of %d)", n, len(chart.Names))
	}
	lanes := 1 + 0.5*float64(len(chart.Series)-1)
	f := Figure{Name: "chart", Title: chart.Title, Width: PageWidth, Plots: [][]*plot.Plot{{p}}, Legend: chart.legend()}
	f.Height = vg.Length(float64(n)*lanes)*rowPitch + panelHeads + 10 + f.legendHeight(f.Width)
	return f
}

// rowNames are the names of the first rows as the axis has them, with their notes: set in by
// their depths, they begin below each other, as an axis sets names to their ends.
func (chart DotChart) rowNames(n int) []string {
	names := make([]string, n)
	longest := vg.Length(0)
	const space = "\u00a0"
	blank := labelStyle.Width(space)
	for i := range n {
		if names[i] = label(chart.Names[i]); chart.Depths != nil {
			names[i] = strings.Repeat(space, 5*chart.Depths[i]) + names[i]
		}
		longest = max(longest, labelStyle.Width(names[i]))
	}
	for i := range n {
		if chart.Depths != nil {
			names[i] += strings.Repeat(space, int((longest-labelStyle.Width(names[i]))/blank+0.5))
		}
		if chart.Notes != nil {
			names[i] += space + space + chart.Notes[i]
		}
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
		items.Add(dashes(chart.LevelName, Grey))
	}
	if chart.Shade != "" {
		items.Add(Swatch(chart.Shade, Band))
	}
	return items
}

// mark is the dot of a row, moved down by a share of it.
func (s DotSeries) mark(i int, down float64) RowMark {
	d := Dot{Row: float64(i) + down, Series: s.Name, At: Estimate{Value: s.Values[i]}, Style: draw.GlyphStyle{Color: s.Colour, Radius: 2.4, Shape: s.Shape}}
	if s.Found != nil && !s.Found[i] {
		d.Style.Shape = whiteDot{}
	}
	if s.Intervals != nil {
		d.Interval = &s.Intervals[i]
	}
	return d
}

// ground is a row on a ground.
type ground struct{ row int }

func (ground) reach() Range { return Range{} }

func (g ground) draw(p *plot.Plot, _ []string, _ Range) {
	p.Add(layer(func(c draw.Canvas, _, y func(float64) vg.Length) {
		c.SetColor(Band)
		c.Fill(vg.Rectangle{
			Min: vg.Point{X: c.Min.X, Y: y(-float64(g.row) - 0.5)}, Max: vg.Point{X: c.Max.X, Y: y(-float64(g.row) + 0.5)},
		}.Path())
	}))
}
