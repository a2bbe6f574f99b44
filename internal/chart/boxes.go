package chart

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Boxes is a picture of many numbers in rows, a box plot each, the first row on top.
type Boxes struct {
	Title, Axis string
	Names       []string
	Values      [][]float64
	Means       []float64 // of the rows, marked in the boxes
	MeanName    string    // what a mean is
}

// Figure draws the boxes. It panics if names, values and means differ in number.
func (b Boxes) Figure() Figure {
	if len(b.Values) != len(b.Names) || len(b.Means) != len(b.Names) {
		panic("chart: names, values and means of boxes differ in number")
	}
	mean := draw.GlyphStyle{Color: Vermilion, Radius: 2.2, Shape: draw.BoxGlyph{}}
	rows := NewRows("", b.Axis, b.Names, 0)
	for i, values := range b.Values {
		rows.Box(i, "", values, Blue)
		rows.Dots(Dot{Row: float64(i), Series: b.MeanName, At: Number(near(b.Means[i])), Style: mean})
	}
	f := Figure{
		Name: "chart", Title: b.Title, Width: PageWidth, Plots: [][]*plot.Plot{{rows.Plot}},
		Legend: Legend{Glyph(b.MeanName, mean), BoxItem("median, quartiles, whiskers to the last within 1.5 of "+
			"the box's length, dots beyond", Blue)},
	}
	f.Height = vg.Length(len(b.Names))*rowPitch + panelHeads + 10 + f.legendHeight(f.Width)
	return f
}

// boxWidth is the height of a box in a row.
const boxWidth = vg.Length(8)

// Box adds a box plot as Tukey drew them to a row.
func (r Rows) Box(row int, series string, values []float64, colour color.NRGBA) {
	values = slices.DeleteFunc(slices.Sorted(slices.Values(values)), math.IsNaN)
	if len(values) == 0 {
		return
	}
	for i, v := range values {
		values[i] = near(v)
	}
	box, err := plotter.NewBoxPlot(boxWidth, -float64(row), plotter.Values(values))
	if err != nil {
		panic("chart: " + err.Error()) // of values that are infinite or none
	}
	box.Horizontal, box.FillColor = true, Pale(colour)
	box.BoxStyle, box.WhiskerStyle, box.MedianStyle = thin(colour, 0.7), thin(colour, 0.7), thin(Ink, 1.2)
	box.GlyphStyle = draw.GlyphStyle{Color: colour, Radius: 1.2, Shape: draw.CircleGlyph{}}
	quantile := func(share float64) string { return written(values[int(share*float64(len(values)-1)+0.5)]) }
	summary := fmt.Sprintf(
		"%s; half of %d between %s and %s, all between %s and %s", quantile(0.5), len(values), quantile(0.25), quantile(0.75),
		quantile(0), quantile(1),
	)
	mark := Mark{Series: series, Name: r.names[row], Value: summary}
	r.Add(box, noted{mark, plotter.XY{X: box.Median, Y: -float64(row)}})
}

// BoxItem is an entry of a legend with a box.
func BoxItem(text string, colour color.NRGBA) LegendItem {
	return LegendItem{text, []plot.Thumbnailer{&plotter.Polygon{Color: Pale(colour), LineStyle: thin(colour, 0.7)}}}
}
