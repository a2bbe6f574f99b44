package section

import (
	"cmp"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Ablation is the section of experiments that exchange choices of the forest.
type Ablation struct{ Base }

// Text explains every variant that has a text.
func (s Ablation) Text() []document.Block {
	var list document.Facts
	for _, v := range s.Experiment.Variants {
		if v.About != "" && s.Records > 0 {
			list = append(list, [2]string{cmp.Or(v.Title, v.Name), strings.TrimSpace(v.About)})
		}
	}
	if list == nil {
		return nil
	}
	return []document.Block{list}
}

// Finding names the choice that moves most measures for sure.
func (s Ablation) Finding() string {
	most, best := 0, ""
	for _, of := range summary.Grouped(summary.Effects(s.AblatedSets()), func(e summary.Effect) string { return s.VariantTitle(e.Cell.Cell) }) {
		sure := 0
		for _, e := range of {
			if e.Sure() {
				sure++
			}
		}
		if sure > most && of[0].Cell.Cell[results.KeyPreset] == "drf-1.1.0" {
			most, best = sure, s.VariantTitle(of[0].Cell.Cell)
		}
	}
	if best == "" {
		return ""
	}
	return "of single choices, “" + best + "” changes most"
}

// Rows are the changes from the first variant.
func (s Ablation) Rows() []summary.Row {
	var rows []summary.Row
	for _, e := range summary.Effects(s.AblatedSets()) {
		rows = append(rows, summary.Row{Cell: e.Cell.Cell, Quantity: "change of " + e.Measure.Name(" of "), Value: e.Change})
	}
	return rows
}

// setsPerFigure is how many data sets of an ablation stand in one figure.
const setsPerFigure = 3

// choicePitch is the height of a variant in a panel.
const choicePitch = vg.Length(9)

// Figures draw an ablation: a row of panels per data set, variants down,
// importances on the left, split frequencies in the middle, the change of the
// loss on the right.
func (s Ablation) Figures() []chart.Figure {
	sets := s.AblatedSets()
	var figures []chart.Figure
	for first := 0; first < len(sets); first += setsPerFigure {
		figures = append(figures, s.figure(sets[first:min(first+setsPerFigure, len(sets))], first/setsPerFigure))
	}
	return figures
}

// figure draws some data sets; further figures have the first of their
// sets in their name.
func (s Ablation) figure(sets []summary.Ablated, number int) chart.Figure {
	f := chart.Figure{Name: s.Experiment.Name, Title: s.Experiment.Title, Width: chart.PageWidth}
	if number > 0 {
		f.Name += "-" + sets[0].Data
	}
	var names []string
	for _, a := range sets {
		names = append(names, a.Data)
	}
	f.Title += ": " + strings.Join(names, ", ")
	f.Caption = f.Title + ". " + texts.Of("ablation figure")[0]
	most, ranked, population := 0, false, false
	for _, a := range sets {
		f.Plots = append(f.Plots, s.panels(a))
		rows := len(a.Cells)
		if a.HasPopulation() {
			population = true
			rows++
		}
		f.Height += vg.Length(rows)*choicePitch + 52
		most = max(most, len(a.Shown))
		if len(a.Cells[0].Relevant) == 0 {
			ranked = true
			f.Caption += " Inputs of " + a.Data + ", by importance: " + strings.Join(a.ShownNames(), ", ") + "."
		}
	}
	f.Height += 50
	for k := range most {
		text := "X" + string(rune('1'+k))
		if ranked {
			text = []string{"largest", "second", "third", "fourth"}[k%summary.MostShown]
		}
		f.Legend = append(f.Legend, chart.Glyph(text, draw.GlyphStyle{Color: chart.Series[k%len(chart.Series)], Shape: chart.Shapes[k%len(chart.Shapes)]}))
	}
	if population {
		f.Legend = append(f.Legend, chart.LegendItem{Glyph: chart.Diamond{}, Text: "population"})
	}
	f.Legend = append(f.Legend, chart.LegendItem{Bar: true, Text: "±2 standard errors of the change"})
	return f
}

// panels draws a data set.
func (s Ablation) panels(a summary.Ablated) []*plot.Plot {
	var names []string
	if a.HasPopulation() {
		names = append(names, "population")
	}
	for _, c := range a.Cells {
		names = append(names, s.VariantTitle(c.Cell))
	}
	return panels(a.Data, "change of the loss", func(kind string) ([]string, chart.Rows) { return names, dotsOf(a, kind, len(names)) })
}

// panels draws importances on the left, split frequencies in the middle and losses on the
// right, each with the names of its rows.
func panels(data, loss string, of func(kind string) (names []string, rows chart.Rows)) []*plot.Plot {
	var panels []*plot.Plot
	for _, panel := range [][2]string{{summary.KindImportance, data + ", importance"}, {summary.KindSplits, "vimp-drf"}, {summary.KindLoss, loss}} {
		names, rows := of(panel[0])
		panels = append(panels, chart.ListPanel(panel[1], names, rows))
	}
	chart.NameOnce(panels)
	return panels
}

// dotsOf returns what a panel of rows shows: the changes of each variable down the
// variants, below its population value, and where it stands without a change.
func dotsOf(a summary.Ablated, kind string, rows int) (all chart.Rows) {
	base, first := a.Cells[0], 0
	if a.HasPopulation() {
		first++
	}
	if len(base.Compared) == 0 {
		return all
	}
	measures := slices.DeleteFunc(a.Measures(), func(m summary.Measure) bool { return m.Kind != kind })
	var guides, dots []chart.RowMark
	for k, m := range measures {
		colour := chart.Series[k%len(chart.Series)]
		if kind == summary.KindLoss {
			colour = chart.Ink
		}
		style := draw.GlyphStyle{Color: colour, Radius: 1.9, Shape: chart.Shapes[k%len(chart.Shapes)]}
		dots = append(dots, chart.Dot{At: chart.Estimate{Value: m.Population}, Style: draw.GlyphStyle{Color: colour, Radius: 2, Shape: chart.Diamond{}}})
		for i, c := range a.Cells {
			dot := stat.New(m.Of(c))
			dot.SE = summary.PairedDifference(c, base, m.Of).SE
			if kind == summary.KindLoss {
				dot = summary.PairedDifference(c, base, m.Of)
			}
			// Variables with nearly the same value stand a little aside.
			at := chart.Height{Row: float64(first + i), Up: (vg.Length(len(measures)-1)/2 - vg.Length(k)) * 1.1}
			dots = append(dots, chart.Dot{Height: at, Series: m.Label, At: Drawn(dot), Style: style, Caps: 1.6})
			if i == 0 {
				guides = append(guides, chart.Rule{
					Low: dot.Mean, High: dot.Mean, Top: chart.Height{Row: float64(first)}, Bottom: chart.Height{Row: float64(rows) - 0.5},
					Style: draw.LineStyle{Color: chart.Pale(colour), Width: 0.5},
				})
			}
		}
	}
	all.Add(append(guides, dots...)...)
	return all
}
