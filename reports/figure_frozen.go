package reports

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// figures draws a dot for each frozen set, drf's own marked: importances on
// the left, split frequencies in the middle, the loss on the right.
func (s frozen) figures() []chart.Figure {
	f := chart.Figure{Name: s.Experiment.Name, Title: s.Experiment.Title, Width: chart.PageWidth, Legend: []chart.LegendItem{
		{Colours: []color.Color{chart.OtherMark.Color}, Glyph: chart.OtherMark.Shape, Text: "another frozen set"},
		{Colours: []color.Color{chart.OwnMark.Color}, Glyph: chart.OwnMark.Shape, Text: "drf's own set"},
	}}
	var titles []string
	population := false
	for _, spread := range s.frozenSpreads() {
		rows := max(len(spread.shown), 1)
		f.Plots = append(f.Plots, s.panels(spread, rows))
		f.Height += vg.Length(rows)*chart.StripPitch + 50
		population = population || spread.hasPopulation()
		for _, c := range spread.beside {
			if title := s.variantTitle(c.Cell); !slices.Contains(titles, title) {
				titles = append(titles, title)
			}
		}
	}
	f.Height += 50
	if len(titles) > 0 {
		f.Legend = append(f.Legend, chart.LegendItem{Colours: []color.Color{chart.BesideMark.Color}, Glyph: chart.BesideMark.Shape, Text: strings.Join(titles, ", ")})
	}
	if population {
		f.Legend = append(f.Legend, chart.LegendItem{Glyph: chart.Diamond{}, Text: "population"})
	}
	f.Caption = f.Title + ". A dot is the mean over repetitions with one frozen set of frequencies; all sets see the same tables and random numbers. Left, importances; in the middle, vimp-drf; right, the MMD loss."
	return []chart.Figure{f}
}

// panels draws a data set.
func (s frozen) panels(f frozenSpread, rows int) []*plot.Plot {
	var panels []*plot.Plot
	for i, kind := range []string{kindImportance, kindSplits, kindLoss} {
		var all chart.Strips
		var names []string
		for k, m := range f.measures() {
			if m.kind != kind {
				continue
			}
			t := chart.Strip{Own: stat.New(m.of(f.own)).Mean, Population: math.NaN()}
			t.Others, t.Beside = meansOf(f.others, m), meansOf(f.beside, m)
			if kind == kindImportance && f.hasPopulation() {
				t.Population = stat.Columns(f.own.values[results.ValuePopulation])[f.shown[k]].Mean
			}
			all, names = append(all, t), append(names, m.label)
		}
		p := chart.NewPlot()
		chart.SetHeading(p, map[string]string{kindImportance: f.data + ", importance", kindSplits: "vimp-drf", kindLoss: "loss"}[kind])
		p.Add(chart.GridLines{X: true}, all)
		r := all.Reach()
		p.X.Min, p.X.Max = chart.Airy(r.Low, r.High)
		if kind == kindLoss {
			names = []string{""} // the heading says it
		}
		if !r.Set {
			p.Add(chart.Message("not run"))
		}
		p.Y.Min, p.Y.Max = -float64(len(names))+0.5, 0.5
		p.Y.Tick.Marker = chart.NamedTicks(names)
		if i == 1 {
			p.Y.Tick.Marker = plot.ConstantTicks{}
		}
		p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
		p.X.Tick.Marker = chart.RoundTicks{Most: 4}
		panels = append(panels, p)
	}
	return panels
}

// meansOf returns the mean of a measure for each cell that has it.
func meansOf(cells []CellSummary, m measure) []float64 {
	var means []float64
	for _, c := range cells {
		if values := m.of(c); len(values) > 0 {
			means = append(means, stat.New(values).Mean)
		}
	}
	return means
}
