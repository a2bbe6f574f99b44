package reports

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

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
	// SE are standard errors, drawn as error bars of ±2; nil for none.
	SE []float64
	// Method chooses the colour, the same as in the report.
	Method string
}

// mostBars is the largest number of bars in one picture.
const mostBars = 40

// chartRowHeight is the room of a bar in a single picture.
const chartRowHeight = vg.Length(15.5)

// picture is a chart that stands alone.
type picture interface{ figure() figure }

// Draw draws a picture into a file, in the format that the extension of path
// names (.png, .pdf or .svg). It panics if numbers of the picture that belong
// together differ in number.
func Draw(path string, p picture) error {
	if err := CheckFigurePath(path); err != nil {
		return err
	}
	data, err := p.figure().encode(strings.ToLower(filepath.Ext(path)))
	if err != nil {
		return err
	}
	return writeFile(path, data)
}

// figure draws the chart.
func (chart BarChart) figure() figure {
	if len(chart.Values) != len(chart.Names) || chart.SE != nil && len(chart.SE) != len(chart.Values) {
		panic("reports: names, values and standard errors of a bar chart differ in length")
	}
	order := make([]int, len(chart.Names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(chart.Values[b], chart.Values[a]) })
	order = order[:min(len(order), mostBars)]
	var b rowBars
	var names []string
	for _, j := range order {
		row := rowBar{ours: estimate{value: chart.Values[j]}, printed: estimate{value: math.NaN()}, colour: methodColour(chart.Method)}
		if chart.SE != nil {
			row.ours.se = chart.SE[j]
		}
		b.rows, names = append(b.rows, row), append(names, chart.Names[j])
	}
	p := newPlot()
	p.Add(gridLines{x: true}, b)
	r := axisRange{low: p.X.Min, high: p.X.Max}
	p.X.Min, p.X.Max = r.padded()
	p.X.Label.Text = chart.Axis
	p.X.Tick.Marker = roundTicks{7}
	p.Y.Tick.Marker = namedTicks(names)
	p.Y.Tick.Length = 0
	p.Y.LineStyle.Width = 0
	f := figure{
		name: "chart", title: chart.Title, width: pageWidth,
		height: vg.Length(len(names))*chartRowHeight + panelHeads + 40,
		plots:  [][]*plot.Plot{{p}},
	}
	if len(order) < len(chart.Names) {
		p.X.Label.Text += fmt.Sprintf(" (the %d largest of %d)", len(order), len(chart.Names))
	}
	if chart.SE != nil {
		f.legend = []legendItem{{bar: true, text: "±2 standard errors"}}
	}
	return f
}
