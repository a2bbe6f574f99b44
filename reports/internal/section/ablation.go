package section

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Ablation is the section of experiments that exchange choices of the forest.
type Ablation struct{ Base }

// choiceText says of the cells of a variant what they change: the surest effects
// of each data set, and where there are none.
func choiceText(all []summary.Effect, variant string) string {
	var parts, none, missing []string
	for _, effects := range summary.Grouped(all, func(e summary.Effect) string { return e.Set }) {
		var sure []summary.Effect
		set, tested := effects[0].Set, false
		for _, e := range effects {
			if e.Cell.Cell[results.KeyVariant] == variant {
				tested = tested || e.Change.N >= 2
				if e.Sure() {
					sure = append(sure, e)
				}
			}
		}
		switch {
		case !tested:
			missing = append(missing, set)
		case len(sure) == 0:
			none = append(none, set)
		default:
			parts = append(parts, set+": "+effectsText(sure))
		}
	}
	var sentences []string
	if len(parts) > 0 {
		sentences = append(sentences, "It changes, by more than chance and with standard errors, on "+strings.Join(parts, "; on ")+".")
	}
	if len(none) > 0 {
		sentences = append(sentences, "No change beyond chance on "+strings.Join(none, ", ")+".")
	}
	if len(missing) > 0 {
		sentences = append(sentences, "Not run on "+strings.Join(missing, ", ")+".")
	}
	return strings.Join(sentences, " ")
}

// effectsText lists effects by kind: "importance X1 +0.115 (0.004), X2 −0.168
// (0.005), loss −0.0012 (0.0001)".
func effectsText(sure []summary.Effect) string {
	var parts []string
	kind := ""
	for _, e := range sure {
		text := stat.Change(e.Change)
		if e.Measure.Label != e.Measure.Kind {
			text = e.Measure.Label + " " + text
		}
		if e.Measure.Kind != kind {
			kind = e.Measure.Kind
			text = kind + " " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// Text explains every variant that has a text, with what it changes.
func (s Ablation) Text() []page.Block {
	if s.Records == 0 {
		return nil
	}
	all := summary.Effects(s.AblatedSets())
	var list page.Facts
	for _, v := range s.Experiment.Variants {
		if v.About != "" {
			list = append(list, [2]string{cmp.Or(v.Title, v.Name), strings.TrimSpace(v.About) + " " + choiceText(all, v.Name)})
		}
	}
	if list == nil {
		return nil
	}
	return []page.Block{list}
}

// Tables are the tables of an ablation, for each data set the changes
// that its variants make.
func (s Ablation) Tables() []page.Table {
	if s.Records == 0 {
		return nil
	}
	sets := s.AblatedSets()
	all := summary.Effects(sets)
	var tables []page.Table
	for _, a := range sets {
		if a.Cells[0].Repetitions == 0 {
			continue // said above
		}
		measures := a.Measures()
		for len(measures) > 0 {
			n := len(measures)
			if n > MostValues+1 {
				// Split frequencies begin the second table.
				n = slices.IndexFunc(measures, func(m summary.Measure) bool { return m.Kind == summary.KindSplits })
				n = cmp.Or(max(n, 0), len(measures))
			}
			tables = append(tables, s.table(a, measures[:n], all))
			measures = measures[n:]
		}
	}
	return tables
}

// table lists variants down and measures across.
func (s Ablation) table(a summary.Ablated, measures []summary.Measure, all []summary.Effect) page.Table {
	base := a.Cells[0]
	t := page.Table{
		Caption: fmt.Sprintf("%s: %s, changes from %s", s.Experiment.Title, a.Data, s.VariantTitle(base.Cell)),
		Columns: []page.Column{{Name: "choice", Left: true}},
		Notes:   texts.Of("ablation table"),
	}
	for _, m := range measures {
		c := page.Column{Group: m.Kind, Name: m.Label}
		if m.Kind == m.Label {
			c.Group = ""
		}
		t.Columns = append(t.Columns, c)
	}
	if a.HasPopulation() && measures[0].Kind == summary.KindImportance {
		row := page.Row{Cells: []string{"population"}}
		for _, m := range measures {
			row.Cells = append(row.Cells, format.Fixed(m.Population, 3))
		}
		t.Rows = append(t.Rows, row)
	}
	row := page.Row{Cells: []string{s.VariantTitle(base.Cell)}}
	for _, m := range measures {
		row.Cells = append(row.Cells, stat.Text(stat.New(m.Of(base)), 3))
	}
	t.Rows = append(t.Rows, row)
	for _, c := range a.Cells[1:] {
		row := page.Row{Cells: []string{s.VariantTitle(c.Cell)}}
		for _, m := range measures {
			text := "not run"
			if c.Repetitions > 0 {
				text = format.None
			}
			for _, e := range all {
				if e.Set == a.Data && e.Cell.Slug == c.Slug && e.Measure.Kind == m.Kind && e.Measure.Label == m.Label && e.Change.N > 0 {
					text = stat.Change(e.Change)
					if e.Sure() {
						text += " †"
					}
				}
			}
			row.Cells = append(row.Cells, text)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// setsPerFigure is how many data sets of an ablation stand in one figure.
const setsPerFigure = 4

// choicePitch is the height of a variant in a panel.
const choicePitch = vg.Length(11)

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
			f.Caption += " Variables of " + a.Data + ", by importance: " + strings.Join(a.ShownNames(), ", ") + "."
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
