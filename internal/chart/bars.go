package chart

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"strings"

	"drfvi/internal/durable"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// BarChart is a picture of importances, the largest on top, at most 40.
type BarChart struct {
	Title string
	// Axis says what the values are.
	Axis   string
	Names  []string
	Values []float64
	// Rank is what orders the bars, the largest on top; nil for the values.
	Rank []float64
	// SE are standard errors, drawn as error bars of ±2; nil for none.
	SE []float64
	// Intervals, drawn in the place of ±2 standard errors, are said to be
	// IntervalName; nil for none.
	Intervals    []Interval
	IntervalName string
	// Found tells which values are not chance: their bars are full, those of others
	// hollow. FoundName says what full ones are. Nil for all.
	Found     []bool
	FoundName string
	// Method chooses the colour, the same as in the report.
	Method string
}

// Interval is a closed interval.
type Interval struct{ Low, High float64 }

// mostBars is the largest number of bars in one picture.
const mostBars = 40

// chartRowHeight is the room of a bar in a single picture.
const chartRowHeight = vg.Length(15.5)

// picture is a chart that stands alone.
type picture interface{ figure() Figure }

// Draw draws a picture into a file, in the format that the extension of path
// names (.png, .pdf or .svg). It panics if numbers of the picture that belong
// together differ in number.
func Draw(path string, p picture) error {
	if err := CheckPath(path); err != nil {
		return err
	}
	data, err := p.figure().Encode(strings.ToLower(filepath.Ext(path)))
	if err != nil {
		return err
	}
	// What killed programs left; if that fails, the next line may not.
	_ = durable.Sweep(filepath.Dir(path))
	return durable.WriteFile(path, data)
}

// FigureOf returns the figure that a picture is, for a page.
func FigureOf(p picture) Figure { return p.figure() }

// figure draws the chart.
func (chart BarChart) figure() Figure {
	n := len(chart.Names)
	if len(chart.Values) != n || chart.Rank != nil && len(chart.Rank) != n || chart.SE != nil && len(chart.SE) != n || chart.Intervals != nil && len(chart.Intervals) != n || chart.Found != nil && len(chart.Found) != n {
		panic("chart: names, values and what is known of them differ in number")
	}
	rank := chart.Rank
	if rank == nil {
		rank = chart.Values
	}
	order := sorted(n, func(a, b int) int { return cmp.Compare(rank[b], rank[a]) })
	order = order[:min(n, mostBars)]
	var b RowBars
	var names []string
	for _, j := range order {
		row := RowBar{Ours: Estimate{Value: chart.Values[j]}, Printed: Estimate{Value: math.NaN()}, Colour: MethodColour(chart.Method)}
		if chart.SE != nil {
			row.Ours.SE = chart.SE[j]
		}
		if chart.Intervals != nil {
			row.Ours.SE, row.Interval = 0, &chart.Intervals[j]
		}
		row.Hollow = chart.Found != nil && !chart.Found[j]
		b.Rows, names = append(b.Rows, row), append(names, chart.Names[j])
	}
	p := BarPanel("", chart.Axis, b, 7)
	p.X.Min, p.X.Max = Range{Low: p.X.Min, High: p.X.Max}.Padded()
	list(p, names)
	p.Add(rowNames(names))
	f := Figure{
		Name: "chart", Title: chart.Title, Width: PageWidth,
		Height: vg.Length(len(names))*chartRowHeight + panelHeads + 40,
		Plots:  [][]*plot.Plot{{p}},
	}
	if len(order) < len(chart.Names) {
		p.X.Label.Text += fmt.Sprintf(" (the %d largest of %d)", len(order), len(chart.Names))
	}
	if chart.Found != nil {
		colours := []color.Color{MethodColour(chart.Method)}
		f.Legend = append(f.Legend,
			LegendItem{Colours: colours, Text: chart.FoundName},
			LegendItem{Colours: colours, Glyph: draw.SquareGlyph{}, Text: "may be chance"})
	}
	switch {
	case chart.Intervals != nil:
		f.Legend = append(f.Legend, LegendItem{Bar: true, Text: chart.IntervalName})
	case chart.SE != nil:
		f.Legend = append(f.Legend, LegendItem{Bar: true, Text: "±2 standard errors"})
	}
	return f
}
