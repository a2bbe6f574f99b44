package reports

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// setsPerFigure is how many data sets of an ablation stand in one figure.
const setsPerFigure = 4

// choicePitch is the height of a variant in a panel.
const choicePitch = vg.Length(11)

// figures draw an ablation: a row of panels per data set, variants down,
// importances on the left, split frequencies in the middle, the change of the
// loss on the right.
func (s ablation) figures() []chart.Figure {
	sets := s.ablatedSets()
	var figures []chart.Figure
	for first := 0; first < len(sets); first += setsPerFigure {
		figures = append(figures, s.figure(sets[first:min(first+setsPerFigure, len(sets))], first/setsPerFigure))
	}
	return figures
}

// figure draws some data sets; further figures have the first of their
// sets in their name.
func (s ablation) figure(sets []ablatedSet, number int) chart.Figure {
	f := chart.Figure{Name: s.Experiment.Name, Title: s.Experiment.Title, Width: chart.PageWidth}
	if number > 0 {
		f.Name += "-" + sets[0].data
	}
	f.Title += ": " + strings.Join(dataNames(sets), ", ")
	f.Caption = f.Title + ". Left, importances; in the middle, vimp-drf of the same forests; right, what a choice changes of the MMD loss (below 0 is better). Error bars are ±2 standard errors of the change from the first row, repetition by repetition, and the pale lines are at its values; bars that are not seen are shorter than the dots. Diamonds are population values, where they are known."
	most, ranked, population := 0, false, false
	for _, a := range sets {
		f.Plots = append(f.Plots, s.panels(a))
		rows := len(a.cells)
		if a.hasPopulation() {
			population = true
			rows++
		}
		f.Height += vg.Length(rows)*choicePitch + 52
		most = max(most, len(a.shown))
		if len(a.cells[0].Relevant) == 0 {
			ranked = true
			f.Caption += " Variables of " + a.data + ", by importance: " + strings.Join(a.shownNames(), ", ") + "."
		}
	}
	f.Height += 50
	for k := range most {
		text := "X" + string(rune('1'+k))
		if ranked {
			text = []string{"largest", "second", "third", "fourth"}[k%mostShown]
		}
		f.Legend = append(f.Legend, chart.LegendItem{Colours: []color.Color{chart.Series[k%len(chart.Series)]}, Glyph: chart.Shapes[k%len(chart.Shapes)], Text: text})
	}
	if population {
		f.Legend = append(f.Legend, chart.LegendItem{Glyph: chart.Diamond{}, Text: "population"})
	}
	f.Legend = append(f.Legend, chart.LegendItem{Bar: true, Text: "±2 standard errors of the change"})
	return f
}

func dataNames(sets []ablatedSet) []string {
	names := make([]string, len(sets))
	for i, a := range sets {
		names[i] = a.data
	}
	return names
}

// panels draws a data set.
func (s ablation) panels(a ablatedSet) []*plot.Plot {
	var names []string
	if a.hasPopulation() {
		names = append(names, "population")
	}
	for _, c := range a.cells {
		names = append(names, s.variantTitle(c.Cell))
	}
	var panels []*plot.Plot
	for i, kind := range []string{kindImportance, kindSplits, kindLoss} {
		dots := dotsOf(a, kind)
		p := chart.NewPlot()
		chart.SetHeading(p, map[string]string{kindImportance: a.data + ", importance", kindSplits: "vimp-drf", kindLoss: "change of the loss"}[kind])
		p.Add(chart.GridLines{X: true}, dots)
		if len(dots.Columns) == 0 {
			p.Add(chart.Message("not run"))
			p.X.Min, p.X.Max = 0, 1
		} else {
			low, high, _, _ := dots.DataRange()
			p.X.Min, p.X.Max = chart.Airy(low, high)
		}
		p.Y.Min, p.Y.Max = -float64(len(names))+0.5, 0.5
		p.Y.Tick.Marker = chart.NamedTicks(names)
		if i > 0 {
			p.Y.Tick.Marker = plot.ConstantTicks{}
		}
		p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
		p.X.Tick.Marker = chart.RoundTicks{Most: 4}
		panels = append(panels, p)
	}
	return panels
}

// shownNames are the names of the variables shown.
func (a ablatedSet) shownNames() []string {
	var names []string
	for _, j := range a.shown {
		names = append(names, a.cells[0].Variables[j])
	}
	return names
}

// dotsOf returns what a panel shows.
func dotsOf(a ablatedSet, kind string) chart.DotRows {
	var d chart.DotRows
	base := a.cells[0]
	if a.hasPopulation() {
		d.Rows++
	}
	if len(base.Compared) == 0 {
		return d
	}
	k := 0
	for _, m := range a.measures() {
		if m.kind != kind {
			continue
		}
		column := chart.DotColumn{Population: math.NaN(), Colour: chart.Series[k%len(chart.Series)], Shape: chart.Shapes[k%len(chart.Shapes)]}
		if kind == kindLoss {
			column.Colour = chart.Ink
		}
		if a.hasPopulation() && kind == kindImportance {
			column.Population = stat.Columns(base.values[results.ValuePopulation])[a.shown[k]].Mean
		}
		for _, c := range a.cells {
			dot := stat.New(m.of(c))
			dot.SE = pairedDifference(c, base, m.of).SE
			if kind == kindLoss {
				dot = pairedDifference(c, base, m.of)
			}
			column.Dots = append(column.Dots, drawn(dot))
		}
		d.Columns = append(d.Columns, column)
		k++
	}
	return d
}

var _ plot.DataRanger = chart.DotRows{}
