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
	line := Line{Series: "loss", Colour: MethodColour(chart.Method), Shape: Shapes[0], Radius: vg.Points(1.6)}
	kept := Line{Series: "kept", Colour: Ink, Shape: draw.RingGlyph{}, Radius: vg.Points(4)}
	for i, loss := range chart.Loss {
		line.X, line.Y = append(line.X, float64(i)), append(line.Y, Estimate{loss, chart.SE[i]})
	}
	k := chart.Keep
	kept.X, kept.Y = []float64{float64(k)}, []Estimate{{Value: chart.Loss[k]}}
	p := Panel("", "inputs", "loss")
	p.Y.Tick.Marker = RoundTicks{7}
	p.Add(GridLines{X: true, Y: true}, Level(chart.Loss[0]), Lines{line}, Lines{kept})
	air := max(0.03*(p.X.Max-p.X.Min), 0.5)
	p.X.Min, p.X.Max = p.X.Min-air, p.X.Max+air
	Widen(&p.Y, 0.05)
	return Figure{
		Name: "chart", Title: chart.Title, Width: PageWidth, Height: 260, Plots: [][]*plot.Plot{{p}},
		Legend: []LegendItem{
			{Colours: []color.Color{Ink}, Glyph: kept.Shape, Text: fmt.Sprintf("kept: %s", format.Plural(k, "input"))},
			{Colours: []color.Color{Grey}, Glyph: nothing{}, Line: true, Text: "without any input"},
			{Bar: true, Text: "±2 standard errors of the difference from the best"},
		},
	}
}

// Level is a horizontal line across a plot.
type Level float64

func (l Level) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	at := y(float64(l))
	c.StrokeLine2(draw.LineStyle{Color: Grey, Width: vg.Points(1.2)}, c.Min.X, at, c.Max.X, at)
}

// nothing is no mark at all.
type nothing struct{}

func (nothing) DrawGlyph(*draw.Canvas, draw.GlyphStyle, vg.Point) {}
