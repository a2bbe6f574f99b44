package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"drfvi/internal/format"
	"drfvi/reports/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// ablatedSet is one data set of an ablation: its cells in the order of the
// specification, the first being what the others are compared with.
type ablatedSet struct {
	data  string
	cells []CellSummary
	// shown are the variables to show, as indices: the relevant ones or, where
	// those are not known, the four with the largest importance in the first
	// cell.
	shown []int
}

// mostShown is how many variables are shown of a data set whose relevant ones
// are not known.
const mostShown = 4

// ablatedSets puts the cells of an ablation together by data set.
func (s Summary) ablatedSets() []ablatedSet {
	var sets []ablatedSet
	for _, data := range distinct(s.Cells, results.KeyData) {
		set := ablatedSet{data: data}
		for _, c := range s.Cells {
			if c.Cell[results.KeyData] == data {
				set.cells = append(set.cells, c)
			}
		}
		set.shown = shownOf(set.cells[0])
		sets = append(sets, set)
	}
	return sets
}

// shownOf returns the variables of a cell to show.
func shownOf(c CellSummary) []int {
	var shown []int
	for j, name := range c.Variables {
		if slices.Contains(c.Relevant, name) {
			shown = append(shown, j)
		}
	}
	if shown != nil || len(c.Compared) == 0 {
		return shown
	}
	for j := range c.Variables {
		shown = append(shown, j)
	}
	slices.SortStableFunc(shown, func(a, b int) int { return cmp.Compare(c.Compared[b].Mean, c.Compared[a].Mean) })
	return shown[:min(len(shown), mostShown)]
}

// variantTitle is the title of a cell's variant.
func (s Summary) variantTitle(cell map[string]string) string {
	name := cell[results.KeyVariant]
	for _, v := range s.Experiment.Variants {
		if v.Name == name && v.Title != "" {
			return v.Title
		}
	}
	return name
}

// measure is a number that every repetition of an ablation has.
type measure struct {
	kind, label string
	of          func(CellSummary) []float64
}

// Kinds of measures, as they are called in texts.
const (
	kindImportance = "importance"
	kindError      = "error"
	kindSplits     = "vimp-drf"
	kindLoss       = "loss"
)

// measures lists what is shown of a data set: importances, their error if the
// population values are known, split frequencies, and the loss.
func (a ablatedSet) measures() []measure {
	var list []measure
	add := func(kind string, values func(CellSummary) [][]float64) {
		for _, j := range a.shown {
			list = append(list, measure{kind, a.cells[0].Variables[j], func(c CellSummary) []float64 {
				return stat.Column(values(c), j)
			}})
		}
	}
	add(kindImportance, func(c CellSummary) [][]float64 { return c.repetitions })
	if a.hasPopulation() {
		list = append(list, measure{kindError, kindError, a.errors})
	}
	add(kindSplits, func(c CellSummary) [][]float64 { return c.values[results.ValueSplits] })
	return append(list, measure{kindLoss, kindLoss, func(c CellSummary) []float64 { return stat.Column(c.values[results.ValueTestLoss], 0) }})
}

// hasPopulation tells whether the population values are known.
func (a ablatedSet) hasPopulation() bool { return len(a.cells[0].values[results.ValuePopulation]) > 0 }

// errors returns the root mean square over the variables shown of the
// difference between importances and population values, for each repetition.
func (a ablatedSet) errors(c CellSummary) []float64 {
	var list []float64
	for i, population := range c.values[results.ValuePopulation] {
		squares := 0.0
		for _, j := range a.shown {
			squares += (c.repetitions[i][j] - population[j]) * (c.repetitions[i][j] - population[j])
		}
		list = append(list, math.Sqrt(squares/float64(len(a.shown))))
	}
	return list
}

// effect is what a cell changes of a measure, in comparison with the first cell
// of its data set.
type effect struct {
	set      string
	cell     CellSummary
	measure  measure
	change   stat.Stat // within repetitions
	adjusted float64   // p-value of no change, adjusted for all effects of the ablation
}

// sure tells whether the change is more than chance.
func (e effect) sure() bool { return e.adjusted <= stat.Level }

// effects returns all effects of an ablation.
func effects(sets []ablatedSet) []effect {
	var all []effect
	var tested []int
	var p []float64
	for _, a := range sets {
		for _, c := range a.cells[1:] {
			for _, m := range a.measures() {
				e := effect{set: a.data, cell: c, measure: m, change: pairedDifference(c, a.cells[0], m.of), adjusted: 1}
				if e.change.N >= 2 {
					tested, p = append(tested, len(all)), append(p, stat.PairedP(e.change))
				}
				all = append(all, e)
			}
		}
	}
	for k, adjusted := range stat.Holm(p) {
		all[tested[k]].adjusted = adjusted
	}
	return all
}

// choiceText says of the cells of a variant what they change: the surest effects
// of each data set, and where there are none.
func choiceText(all []effect, variant string) string {
	var parts, none, missing []string
	for _, set := range setsOf(all) {
		var sure []effect
		tested := false
		for _, e := range all {
			if e.set == set && e.cell.Cell[results.KeyVariant] == variant {
				tested = tested || e.change.N >= 2
				if e.sure() {
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
func effectsText(sure []effect) string {
	var parts []string
	kind := ""
	for _, e := range sure {
		text := stat.Change(e.change)
		if e.measure.label != e.measure.kind {
			text = e.measure.label + " " + text
		}
		if e.measure.kind != kind {
			kind = e.measure.kind
			text = kind + " " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// setsOf lists the data sets of effects, in their order.
func setsOf(all []effect) []string {
	var sets []string
	for _, e := range all {
		if !slices.Contains(sets, e.set) {
			sets = append(sets, e.set)
		}
	}
	return sets
}

// text explains every variant that has a text, with what it changes.
func (s ablation) text() []page.Block {
	if s.Records == 0 {
		return nil
	}
	all := effects(s.ablatedSets())
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

// tables are the tables of an ablation, for each data set the changes
// that its variants make.
func (s ablation) tables() []page.Table {
	if s.Records == 0 {
		return nil
	}
	sets := s.ablatedSets()
	all := effects(sets)
	var tables []page.Table
	for _, a := range sets {
		if a.cells[0].Repetitions == 0 {
			continue // said above
		}
		measures := a.measures()
		for len(measures) > 0 {
			n := len(measures)
			if n > mostValues+1 {
				// Split frequencies begin the second table.
				n = slices.IndexFunc(measures, func(m measure) bool { return m.kind == kindSplits })
				n = cmp.Or(max(n, 0), len(measures))
			}
			tables = append(tables, s.table(a, measures[:n], all))
			measures = measures[n:]
		}
	}
	return tables
}

// table lists variants down and measures across.
func (s ablation) table(a ablatedSet, measures []measure, all []effect) page.Table {
	base := a.cells[0]
	t := page.Table{
		Caption: fmt.Sprintf("%s: %s, changes from %s", s.Experiment.Title, a.data, s.variantTitle(base.Cell)),
		Columns: []page.Column{{Name: "choice", Left: true}},
		Notes: []string{"First row: means over repetitions, standard errors in parentheses. Below it: changes within repetitions with theirs; † is more than chance at the 1 % level, adjusted for all changes of this ablation. " +
			"Error: root mean square over these variables of importance less population value. Loss: MMD loss on test rows."},
	}
	for _, m := range measures {
		c := page.Column{Group: m.kind, Name: m.label}
		if m.kind == m.label {
			c.Group = ""
		}
		t.Columns = append(t.Columns, c)
	}
	if a.hasPopulation() && measures[0].kind == kindImportance {
		row := page.Row{Cells: []string{"population"}}
		population := stat.Columns(base.values[results.ValuePopulation])
		for i, m := range measures {
			if m.kind == kindImportance {
				row.Cells = append(row.Cells, format.Fixed(population[a.shown[i]].Mean, 3))
			} else {
				row.Cells = append(row.Cells, format.None)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	row := page.Row{Cells: []string{s.variantTitle(base.Cell)}}
	for _, m := range measures {
		row.Cells = append(row.Cells, stat.Text(stat.New(m.of(base)), 3))
	}
	t.Rows = append(t.Rows, row)
	for _, c := range a.cells[1:] {
		row := page.Row{Cells: []string{s.variantTitle(c.Cell)}}
		for _, m := range measures {
			text := "not run"
			if c.Repetitions > 0 {
				text = format.None
			}
			for _, e := range all {
				if e.set == a.data && e.cell.Slug == c.Slug && e.measure.kind == m.kind && e.measure.label == m.label && e.change.N > 0 {
					text = stat.Change(e.change)
					if e.sure() {
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
