package chart

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/format"
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
func (chart LossChart) figure() Figure {
	if len(chart.Loss) != len(chart.SE) || chart.Keep < 1 || chart.Keep > len(chart.Loss) {
		panic("reports: losses, standard errors and the number marked of a loss chart do not agree")
	}
	line := Line{Colour: MethodColour(chart.Method), Shape: Shapes[0], Radius: vg.Points(1.6)}
	kept := Line{Colour: Ink, Shape: draw.RingGlyph{}, Radius: vg.Points(4)}
	for i, loss := range chart.Loss {
		line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, Estimate{loss, chart.SE[i]})
	}
	k := chart.Keep
	kept.X, kept.Y = []float64{float64(k)}, []Estimate{{Value: chart.Loss[k-1]}}
	p := Panel("", "variables", "loss")
	p.Y.Tick.Marker = RoundTicks{7}
	p.Add(GridLines{X: true, Y: true}, Lines{line}, Lines{kept})
	air := max(0.03*(p.X.Max-p.X.Min), 0.5)
	p.X.Min, p.X.Max = p.X.Min-air, p.X.Max+air
	Widen(&p.Y, 0.05)
	return Figure{
		Name: "chart", Title: chart.Title, Width: PageWidth, Height: 260, Plots: [][]*plot.Plot{{p}},
		Legend: []LegendItem{
			{Colours: []color.Color{Ink}, Glyph: kept.Shape, Text: fmt.Sprintf("kept: %s", format.Plural(k, "variable"))},
			{Bar: true, Text: "±2 standard errors"},
		},
	}
}
