package reports

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// LossChart is a picture of losses against the number of variables.
type LossChart struct {
	Title string
	// Loss[k−1] is the loss of forests on k variables, SE[k−1] its standard
	// error, drawn as error bars of ±2.
	Loss, SE []float64
	// Keep is the number of variables that is marked, one of theirs.
	Keep int
	// Method chooses the colour, the same as in the report.
	Method string
}

// figure draws the chart.
func (chart LossChart) figure() figure {
	if len(chart.Loss) != len(chart.SE) || chart.Keep < 1 || chart.Keep > len(chart.Loss) {
		panic("reports: losses, standard errors and the number marked of a loss chart do not agree")
	}
	line := errorLine{colour: methodColour(chart.Method), shape: shapes[0], radius: vg.Points(1.6)}
	kept := errorLine{colour: ink, shape: draw.RingGlyph{}, radius: vg.Points(4)}
	for i, loss := range chart.Loss {
		line.x, line.y = append(line.x, float64(i+1)), append(line.y, estimate{loss, chart.SE[i]})
	}
	k := chart.Keep
	kept.x, kept.y = []float64{float64(k)}, []estimate{{value: chart.Loss[k-1]}}
	p := newPlot()
	p.X.Label.Text, p.Y.Label.Text = "variables", "loss"
	p.Y.Tick.Marker = roundTicks{7}
	p.Add(gridLines{x: true, y: true}, errorLines{line}, errorLines{kept})
	air := max(0.03*(p.X.Max-p.X.Min), 0.5)
	p.X.Min, p.X.Max = p.X.Min-air, p.X.Max+air
	air = 0.05 * (p.Y.Max - p.Y.Min)
	p.Y.Min, p.Y.Max = p.Y.Min-air, p.Y.Max+air
	return figure{
		name: "chart", title: chart.Title, width: pageWidth, height: 260, plots: [][]*plot.Plot{{p}},
		legend: []legendItem{
			{colours: []color.Color{ink}, glyph: kept.shape, text: fmt.Sprintf("kept: %s", plural(k, "variable"))},
			{bar: true, text: "±2 standard errors"},
		},
	}
}
