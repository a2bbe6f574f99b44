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
	// Notes stand at the right of the rows; nil for none.
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

// mostRows is the largest number of rows in one picture, rowPitch the height of a row of one
// series, and setIn how far names are set in by depth.
const (
	mostRows = 40
	rowPitch = vg.Length(16)
	setIn    = vg.Length(11)
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
	names := chart.Names[:n]
	p := ListPanel("", names, rows)
	p.X.Label.Text, p.X.Tick.Marker = chart.Axis, RoundTicks{7}
	if n < len(chart.Names) {
		p.X.Label.Text += fmt.Sprintf(" (the first %d of %d)", n, len(chart.Names))
	}
	if chart.Depths != nil {
		p.Y.Tick.Marker = tree{names, chart.Depths[:n]}.room()
		p.Add(layer(tree{names, chart.Depths[:n]}.draw))
	}
	if chart.Notes != nil {
		note(p, chart.Notes[:n])
	}
	lanes := 1 + 0.5*float64(len(chart.Series)-1)
	return Figure{
		Name: "chart", Title: chart.Title, Width: PageWidth, Plots: [][]*plot.Plot{{p}},
		Height: vg.Length(float64(n)*lanes)*rowPitch + panelHeads + 40, Legend: chart.legend(),
	}
}

// note writes notes at the right, beyond all marks, where the axis has no ticks.
func note(p *plot.Plot, notes []string) {
	leaveRoom(p, widest(notes)+6, PageWidth*2/3)
	p.Add(layer(func(s sheet) {
		for i, text := range notes {
			s.write(labelStyle, draw.XRight, draw.YCenter, vg.Point{X: s.Max.X, Y: s.y(-float64(i))}, label(text))
		}
	}))
}

func (chart DotChart) legend() []LegendItem {
	var items []LegendItem
	hollow := false
	for _, s := range chart.Series {
		name := s.Name
		if s.Found != nil {
			hollow, name = true, chart.FoundName
		}
		if s.Found != nil || len(chart.Series) > 1 {
			items = append(items, Glyph(name, draw.GlyphStyle{Color: s.Colour, Shape: s.Shape}))
		}
	}
	if hollow {
		items = append(items, Glyph("not established", draw.GlyphStyle{Color: chart.Series[0].Colour, Shape: draw.RingGlyph{}}))
	}
	if chart.IntervalName != "" {
		items = append(items, LegendItem{Bar: true, Text: chart.IntervalName})
	}
	if chart.LevelName != "" {
		items = append(items, LegendItem{Colours: []color.Color{Grey}, Glyph: nothing{}, Line: true, Text: chart.LevelName})
	}
	if chart.Shade != "" {
		items = append(items, Swatch(chart.Shade, Band))
	}
	return items
}

// mark is the dot of a row, moved down by a share of it.
func (s DotSeries) mark(i int, down float64) RowMark {
	d := Dot{Height: Height{Row: float64(i) + down}, Series: s.Name, At: Estimate{Value: s.Values[i]}, Style: draw.GlyphStyle{Color: s.Colour, Radius: 2.4, Shape: s.Shape}}
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

func (g ground) draw(s sheet) {
	s.fill(Band, s.Min.X, s.y(-float64(g.row)-0.5), s.Max.X, s.y(-float64(g.row)+0.5))
}

// tree are the names of rows that are parts of those above them, in the place of the labels
// of ticks.
type tree struct {
	names  []string
	depths []int
}

// room are ticks whose labels are blank, the longest as wide as the names.
func (t tree) room() plot.ConstantTicks {
	widest := vg.Length(0)
	for i, name := range t.names {
		widest = max(widest, vg.Length(t.depths[i])*setIn+labelStyle.Width(label(name)))
	}
	blank := labelStyle.Width(" ")
	return plot.ConstantTicks{{Value: 0, Label: strings.Repeat(" ", int(widest/blank)+2)}}
}

func (t tree) draw(s sheet) {
	left := s.Min.X - labelStyle.Width(t.room()[0].Label)
	under := map[int]vg.Length{} // the height of the last row of a depth
	for i, name := range t.names {
		depth, at := t.depths[i], s.y(-float64(i))
		x := left + vg.Length(depth)*setIn
		if depth > 0 {
			corner := vg.Point{X: x - setIn + 3, Y: at}
			s.StrokeLines(thin(Unmarked, 0.7), []vg.Point{{X: corner.X, Y: under[depth-1] - 5}, corner, {X: x - 2, Y: at}})
		}
		under[depth] = at
		s.write(labelStyle, draw.XLeft, draw.YCenter, vg.Point{X: x, Y: at}, label(name))
	}
}
