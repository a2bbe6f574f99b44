package chart

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
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

// mostBars is the largest number of bars in one picture.
const mostBars = 40

// figure draws the chart.
func (chart BarChart) figure() Figure {
	n := len(chart.Names)
	for _, known := range []int{len(chart.Rank), len(chart.SE), len(chart.Intervals), len(chart.Found)} {
		if len(chart.Values) != n || known != 0 && known != n {
			panic("chart: names, values and what is known of them differ in number")
		}
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
	f := Figure{
		Name: "chart", Title: chart.Title, Width: PageWidth,
		Height: vg.Length(len(names))*15.5 + panelHeads + 40,
		Plots:  [][]*plot.Plot{{p}},
	}
	if len(order) < n {
		p.X.Label.Text += fmt.Sprintf(" (the %d largest of %d)", len(order), n)
	}
	if colour := MethodColour(chart.Method); chart.Found != nil {
		f.Legend = append(f.Legend, Swatch(chart.FoundName, colour), hollow("may be chance", colour))
	}
	switch {
	case chart.Intervals != nil:
		f.Legend = append(f.Legend, LegendItem{Bar: true, Text: chart.IntervalName})
	case chart.SE != nil:
		f.Legend = append(f.Legend, ErrorBars)
	}
	return f
}
