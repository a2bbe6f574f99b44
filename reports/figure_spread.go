package reports

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/results"
)

// spreadFigure draws spread against work of retrained and coupled importances:
// irrelevant variables on the left, relevant ones on the right, a row of panels
// per variant.
func spreadFigure(all []spreadPair) chart.Figure {
	f := chart.Figure{
		Name: spreadName, Title: "Spread against work, retrained and coupled", Width: chart.PageWidth,
		Legend: []chart.LegendItem{
			{Colours: []color.Color{chart.MethodColour("retrain")}, Glyph: draw.CircleGlyph{}, Text: "retrain"},
			{Colours: []color.Color{chart.MethodColour("coupled")}, Glyph: draw.BoxGlyph{}, Text: "coupled"},
		},
	}
	f.Caption = f.Title + ". A line joins the two estimators of one cell. Spread is the standard deviation over repetitions, as root mean square over variables; work is counted in forest fits. Both scales are logarithmic: nearer to the lower left corner is better."
	var variants []string
	most := 0
	for _, p := range all {
		if v := p.retrain.Cell[results.KeyVariant]; !slices.Contains(variants, v) {
			variants = append(variants, v)
		}
	}
	kinds := []struct {
		name string
		of   func(spreadPair) scatterPair
	}{
		{"irrelevant variables", func(p spreadPair) scatterPair { return p.irrelevant }},
		{"relevant variables", func(p spreadPair) scatterPair { return p.relevant }},
	}
	panels := make([][]*plot.Plot, len(variants))
	work := new(chart.Range)
	var drawn []chart.Pair
	for _, kind := range kinds {
		spread := new(chart.Range)
		for i, variant := range variants {
			lines := spreadLines(all, variant, kind.of)
			most, drawn = max(most, len(lines)), append(drawn, lines...)
			heading := kind.name
			if label := variantLabel(variant); label != "" {
				heading = label + ", " + heading
			}
			panels[i] = append(panels[i], spreadPanel(lines, heading))
			for _, l := range lines {
				work.Include(min(l.X[0], l.X[1]), max(l.X[0], l.X[1]))
				spread.Include(min(l.Y[0], l.Y[1]), max(l.Y[0], l.Y[1]))
			}
		}
		for i := range variants {
			p := panels[i][len(panels[i])-1]
			p.Y.Min, p.Y.Max = spread.Stretched()
		}
	}
	low, high := work.Stretched()
	high = chart.WithLabels(drawn, low, high, chart.PairsWidth)
	for _, row := range panels {
		for _, p := range row {
			p.X.Min, p.X.Max = low, high
		}
	}
	f.Plots = panels
	f.Height = vg.Length(len(panels))*max(190, vg.Length(most)*11+60) + 50
	return f
}

// spreadLines returns the lines of a variant that can stand on logarithmic
// scales.
func spreadLines(all []spreadPair, variant string, of func(spreadPair) scatterPair) []chart.Pair {
	var lines []chart.Pair
	for _, p := range all {
		s := of(p)
		l := chart.Pair{
			Label: p.experiment.Name,
			X:     [2]float64{p.retrain.Forests.Mean, p.coupled.Forests.Mean}, Y: [2]float64{s.retrain, s.coupled},
		}
		if p.label != "" {
			l.Label += ", " + p.label
		}
		if p.retrain.Cell[results.KeyVariant] == variant && s.retrain > 0 && s.coupled > 0 && l.X[0] > 0 && l.X[1] > 0 {
			lines = append(lines, l)
		}
	}
	return lines
}

func spreadPanel(lines []chart.Pair, heading string) *plot.Plot {
	p := chart.NewPlot()
	chart.SetHeading(p, heading)
	p.X.Label.Text, p.Y.Label.Text = "work, forests", "spread"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = chart.PowersOfTen, chart.PowersOfTen
	p.Add(chart.GridLines{X: true, Y: true}, chart.Pairs(lines))
	if len(lines) == 0 {
		p.Add(chart.Message("no such variables"))
	}
	return p
}
