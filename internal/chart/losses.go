package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/format"
)

// LossChart is a picture of losses against the number of variables.
type LossChart struct {
	Title string
	// Loss[k] is the loss with k inputs, from none on, which a line is drawn at;
	// SE[k] is the standard error of its difference from the best, drawn as error
	// bars of ±2.
	Loss, SE []float64
	// Keep is the number of inputs that is marked, one of theirs.
	Keep int
	// Method chooses the colour, the same as in the report.
	Method string
}

// figure draws the chart.
func (chart LossChart) figure() Figure {
	if len(chart.Loss) != len(chart.SE) || chart.Keep < 0 || chart.Keep >= len(chart.Loss) {
		panic("chart: losses, standard errors and the number marked of a loss chart do not agree")
	}
	k := chart.Keep
	line := Line{Series: "loss", Colour: MethodColour(chart.Method), Shape: Shapes[0], Radius: 1.6}
	kept := Line{Series: "kept", Colour: Ink, Shape: draw.RingGlyph{}, Radius: 4, X: []float64{float64(k)}, Y: []Estimate{{Value: chart.Loss[k]}}}
	for i, loss := range chart.Loss {
		line.X, line.Y = append(line.X, float64(i)), append(line.Y, Estimate{loss, chart.SE[i]})
	}
	p := Panel("", "inputs", "loss")
	p.Y.Tick.Marker = RoundTicks{7}
	p.Add(Grid(), Level(chart.Loss[0]), Lines{line}, Lines{kept})
	air := max(0.03*(p.X.Max-p.X.Min), 0.5)
	p.X.Min, p.X.Max = p.X.Min-air, p.X.Max+air
	Widen(&p.Y, 0.05)
	return Figure{
		Name: "chart", Title: chart.Title, Width: PageWidth, Height: 260, Plots: [][]*plot.Plot{{p}},
		Legend: []LegendItem{
			{Colours: []color.Color{Ink}, Glyph: kept.Shape, Text: "kept: " + format.Plural(k, "input")},
			{Colours: []color.Color{Grey}, Glyph: nothing{}, Line: true, Text: "without any input"},
			{Bar: true, Text: "±2 standard errors of the difference from the best"},
		},
	}
}
