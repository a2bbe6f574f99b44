package section

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// FrozenSets is the section of experiments on other frozen sets of frequencies.
type FrozenSets struct{ Base }

// Tables list for each data set where drf's own set lies among others.
func (s FrozenSets) Tables() []document.Table {
	if s.Records == 0 {
		return nil
	}
	var tables []document.Table
	for _, f := range s.AblatedSets() {
		t := document.Listing[summary.Measure]{Table: document.Table{
			Caption: fmt.Sprintf("%s: %s, drf's own set among %s", s.Experiment.Title, f.Data, format.Plural(len(f.Others()), "other")),
			Notes:   texts.Of("frozen table"),
		}}
		of := func(head document.Column, c summary.Cell) {
			t.Column(head, func(m summary.Measure) string { return stat.Text(stat.New(m.Of(c)), 3) })
		}
		spread := func(head document.Column, text func(summary.SetSpread) string) {
			t.Column(head, func(m summary.Measure) string {
				if spread, ok := f.SpreadOf(m); ok {
					return text(spread)
				}
				return format.None
			})
		}
		t.Column(document.Column{Left: true}, func(m summary.Measure) string { return m.Name(" ") })
		of(document.Column{Name: s.VariantTitle(f.Own().Cell)}, f.Own())
		spread(document.Column{Name: "rank"}, summary.SetSpread.RankText)
		for _, of := range []struct {
			name string
			text func(summary.SetSpread) string
		}{
			{"least", func(s summary.SetSpread) string { return format.Fixed(s.Means[0], 3) }},
			{"median", func(s summary.SetSpread) string { return format.Fixed(s.Median(), 3) }},
			{"largest", func(s summary.SetSpread) string { return format.Fixed(s.Means[len(s.Means)-1], 3) }},
			{"sd", func(s summary.SetSpread) string { return format.Significant(s.SD, 2) }},
			{"noise", func(s summary.SetSpread) string { return format.Significant(s.Noise, 2) }},
		} {
			spread(document.Column{Group: "other sets", Name: of.name}, of.text)
		}
		for _, c := range f.Beside() {
			of(document.Column{Name: s.VariantTitle(c.Cell)}, c)
		}
		if f.HasPopulation() {
			t.Column(document.Column{Name: "population"}, func(m summary.Measure) string { return format.Fixed(m.Population, 3) })
		}
		for _, m := range f.Measures() {
			t.Row(m)
		}
		tables = append(tables, t.Table)
	}
	return tables
}

// Text answers for each data set whether the frozen set alone turns the
// order of the first two relevant variables round.
func (s FrozenSets) Text() []document.Block {
	var blocks []document.Block
	for _, f := range s.AblatedSets() {
		if text := s.turnedRound(f); text != "" {
			blocks = append(blocks, document.Paragraph(text))
		}
	}
	return blocks
}

// Finding says where drf's own set puts the first two inputs.
func (s FrozenSets) Finding() string {
	for _, f := range s.AblatedSets() {
		if len(f.Shown) < 2 || f.Own().Repetitions < 2 || len(f.Others()) == 0 {
			continue
		}
		splits := func(c summary.Cell) stat.Stat { return f.Lead(c.Recorded[results.ValueSplits]) }
		same, _ := alike(f, splits)
		return fmt.Sprintf("%d of %s order the inputs as drf's own does", same, format.Plural(len(f.Others()), "other set"))
	}
	return ""
}

// turnedRound compares the order that split frequencies give the first two
// variables shown; empty without enough records.
func (s FrozenSets) turnedRound(f summary.Ablated) string {
	if len(f.Shown) < 2 || f.Own().Repetitions < 2 {
		return ""
	}
	first, second := f.Own().Variables[f.Shown[0]], f.Own().Variables[f.Shown[1]]
	splits := func(c summary.Cell) stat.Stat { return f.Lead(c.Recorded[results.ValueSplits]) }
	own := splits(f.Own())
	text := fmt.Sprintf("On %s, vimp-drf of %s less that of %s is %s with %s.", f.Data, second, first, stat.Change(own), s.VariantTitle(f.Own().Cell))
	for _, c := range f.Beside() {
		g := splits(c)
		if g.N == 0 {
			continue
		}
		text += fmt.Sprintf(" With %s, all else being the same, it is %s.", s.VariantTitle(c.Cell), stat.Change(g))
		switch {
		case beyondChance(own) && beyondChance(g) && g.Mean*own.Mean < 0:
			text += " The frozen set alone turns the order round."
		case beyondChance(own) && beyondChance(g):
			text += " The order is not the frozen set's doing."
		case beyondChance(own):
			text += " The frozen set alone makes the order: without it there is none beyond chance."
		default:
			text += " The repetitions do not decide whether the frozen set makes the order."
		}
	}
	if len(f.Others()) > 0 {
		text += fmt.Sprintf(" Of %s, %s", format.Plural(len(f.Others()), "other set"), alikeText(alike(f, splits)))
		importances := func(c summary.Cell) stat.Stat { return f.Lead(c.Values) }
		text += fmt.Sprintf(" The importance of %s less that of %s is %s with drf's own set; of the others, %s", second, first, stat.Change(importances(f.Own())), alikeText(alike(f, importances)))
	}
	return text + ranksText(f)
}

// beyondChance reports whether a mean of differences is not 0 by Student's test.
func beyondChance(s stat.Stat) bool { return stat.PairedP(s) <= stat.Level }

// alike counts the other sets that give two variables the order that drf's own
// gives them.
func alike(f summary.Ablated, lead func(summary.Cell) stat.Stat) (same, surely int) {
	own := lead(f.Own())
	for _, c := range f.Others() {
		if g := lead(c); g.N > 0 && g.Mean*own.Mean > 0 {
			same++
			if beyondChance(g) {
				surely++
			}
		}
	}
	return same, surely
}

// alikeText says how many they are.
func alikeText(same, surely int) string {
	return fmt.Sprintf("%d give the same order, %d of them beyond chance.", same, surely)
}

// ranksText says where drf's own set lies.
func ranksText(f summary.Ablated) string {
	var parts []string
	for _, m := range f.Measures() {
		spread, ok := f.SpreadOf(m)
		if !ok {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s %s (p %s)", m.Name(" of "), spread.RankText(), format.Equality(spread.Extreme())))
	}
	if len(parts) == 0 {
		return ""
	}
	return " Ranks of drf's own set among all, from the smallest, with the probability that a set drawn at random has as extreme a one: " + strings.Join(parts, ", ") + "."
}

// Marks of frozen sets, and the height of their rows.
var (
	ownMark    = draw.GlyphStyle{Color: chart.Vermilion, Radius: 3.4, Shape: draw.BoxGlyph{}}
	besideMark = draw.GlyphStyle{Color: chart.Green, Radius: 3.4, Shape: draw.PyramidGlyph{}}
	otherMark  = draw.GlyphStyle{Color: color.NRGBA{R: 0x00, G: 0x72, B: 0xB2, A: 0xA0}, Radius: 1.7, Shape: draw.CircleGlyph{}}
)

const pitch = vg.Length(46)

// Figures draws a dot for each frozen set, drf's own marked: importances on
// the left, split frequencies in the middle, the loss on the right.
func (s FrozenSets) Figures() []chart.Figure {
	f := chart.Figure{Name: s.Experiment.Name, Title: s.Experiment.Title, Width: chart.PageWidth, Legend: []chart.LegendItem{
		chart.Glyph("another frozen set", otherMark), chart.Glyph("drf's own set", ownMark),
	}}
	var titles []string
	population := false
	for _, spread := range s.AblatedSets() {
		rows := max(len(spread.Shown), 1)
		f.Plots = append(f.Plots, strips(spread))
		f.Height += vg.Length(rows)*pitch + 50
		population = population || spread.HasPopulation()
		for _, c := range spread.Beside() {
			titles = summary.Union(titles, s.VariantTitle(c.Cell))
		}
	}
	f.Height += 50
	if len(titles) > 0 {
		f.Legend = append(f.Legend, chart.Glyph(strings.Join(titles, ", "), besideMark))
	}
	if population {
		f.Legend = append(f.Legend, chart.LegendItem{Glyph: chart.Diamond{}, Text: "population"})
	}
	f.Caption = f.Title + ". " + texts.Of("frozen figure")[0]
	return []chart.Figure{f}
}

// strips draws a data set.
func strips(f summary.Ablated) []*plot.Plot {
	return panels(f.Data, "loss", func(kind string) (names []string, rows chart.Rows) {
		for _, m := range f.Measures() {
			if m.Kind == kind {
				rows.Add(strip(len(names), f, m)...)
				names = append(names, m.Label)
			}
		}
		if kind == summary.KindLoss {
			names = []string{""} // the heading says it
		}
		return names, rows
	})
}

// strip is a row: the other sets in the middle, drf's own above, what stands beside them
// and the population value below.
func strip(row int, f summary.Ablated, m summary.Measure) (marks []chart.RowMark) {
	at := func(up vg.Length) chart.Height { return chart.Height{Row: float64(row), Up: up} }
	const edge = pitch/2 - 5
	if row > 0 {
		marks = append(marks, chart.Divider{Row: float64(row) - 0.5})
	}
	marks = append(marks, chart.Heap{Row: row, Series: "another set", Values: meansOf(f.Others(), m), Style: otherMark, Most: pitch/2 - otherMark.Radius - 8})
	for _, v := range meansOf(f.Beside(), m) {
		marks = append(marks, chart.Dot{Height: at(-edge), At: chart.Estimate{Value: v}, Style: besideMark})
	}
	own := stat.New(m.Of(f.Own())).Mean
	return append(marks,
		chart.Dot{Height: at(-edge), At: chart.Estimate{Value: m.Population}, Style: draw.GlyphStyle{Color: chart.Ink, Radius: 2.8, Shape: chart.Diamond{}}},
		chart.Dot{Height: at(edge), Series: "drf's own set", At: chart.Estimate{Value: own}, Style: ownMark},
		chart.Rule{Low: own, High: own, Bottom: at(5 - edge), Top: at(edge), Style: draw.LineStyle{Color: chart.Vermilion, Width: 0.6}})
}

// meansOf returns the mean of a measure for each cell that has it.
func meansOf(cells []summary.Cell, m summary.Measure) []float64 {
	var means []float64
	for _, c := range cells {
		if values := m.Of(c); len(values) > 0 {
			means = append(means, stat.New(values).Mean)
		}
	}
	return means
}
