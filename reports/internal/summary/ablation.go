package summary

import (
	"cmp"
	"math"
	"slices"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Ablated is one data set of an ablation: its cells in the order of the
// specification, the first being what the others are compared with.
type Ablated struct {
	Data  string
	Cells []Cell
	// Shown are the variables to show, as indices: the relevant ones or, where
	// those are not known, the four with the largest importance in the first
	// cell.
	Shown []int
}

// MostShown is how many variables are shown of a data set whose relevant ones
// are not known.
const MostShown = 4

// AblatedSets puts the cells of an ablation together by data set.
func (s Summary) AblatedSets() []Ablated {
	var sets []Ablated
	for _, part := range Grouped(s.Cells, func(c Cell) string { return c.Cell[results.KeyData] }) {
		sets = append(sets, Ablated{part[0].Cell[results.KeyData], part, shownOf(part[0])})
	}
	return sets
}

// shownOf returns the variables of a cell to show.
func shownOf(c Cell) []int {
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
	return shown[:min(len(shown), MostShown)]
}

// VariantTitle is the title of a cell's variant.
func (s Summary) VariantTitle(cell map[string]string) string {
	name := cell[results.KeyVariant]
	for _, v := range s.Experiment.Variants {
		if v.Name == name && v.Title != "" {
			return v.Title
		}
	}
	return name
}

// Measure is a number that every repetition of an ablation has.
type Measure struct {
	Kind, Label string
	Of          func(Cell) []float64
	Population  float64 // mean over repetitions; NaN where it is not known
}

// Name is the kind with the variable, if it is of one: "importance of X1".
func (m Measure) Name(of string) string {
	if m.Label == m.Kind {
		return m.Kind
	}
	return m.Kind + of + m.Label
}

// Kinds of measures, as they are called in texts.
const (
	KindImportance = "importance"
	KindError      = "error"
	KindSplits     = "vimp-drf"
	KindLoss       = "loss"
)

// Measures lists what is shown of a data set: importances, their error if the
// population values are known, split frequencies, and the loss.
func (a Ablated) Measures() []Measure {
	var list []Measure
	add := func(kind string, values func(Cell) [][]float64) {
		for _, j := range a.Shown {
			m := Measure{kind, a.Cells[0].Variables[j], func(c Cell) []float64 { return stat.Column(values(c), j) }, math.NaN()}
			if kind == KindImportance && a.HasPopulation() {
				m.Population = stat.Columns(a.Cells[0].Recorded[results.ValuePopulation])[j].Mean
			}
			list = append(list, m)
		}
	}
	add(KindImportance, func(c Cell) [][]float64 { return c.Values })
	if a.HasPopulation() {
		list = append(list, Measure{KindError, KindError, a.errors, math.NaN()})
	}
	add(KindSplits, func(c Cell) [][]float64 { return c.Recorded[results.ValueSplits] })
	return append(list, Measure{KindLoss, KindLoss, func(c Cell) []float64 { return stat.Column(c.Recorded[results.ValueTestLoss], 0) }, math.NaN()})
}

// HasPopulation reports whether the population values are known.
func (a Ablated) HasPopulation() bool { return len(a.Cells[0].Recorded[results.ValuePopulation]) > 0 }

// errors returns the root mean square over the variables shown of the
// difference between importances and population values, for each repetition.
func (a Ablated) errors(c Cell) []float64 {
	return distances(c.Values, c.Recorded[results.ValuePopulation], a.Shown)
}

// Effect is what a cell changes of a measure, in comparison with the first cell
// of its data set.
type Effect struct {
	Set      string
	Cell     Cell
	Measure  Measure
	Change   stat.Stat // within repetitions
	Adjusted float64   // p-value of no change, adjusted for all effects of the ablation
}

// Sure reports whether the change is more than chance.
func (e Effect) Sure() bool { return e.Adjusted <= stat.Level }

// Effects returns all effects of an ablation.
func Effects(sets []Ablated) []Effect {
	var all []Effect
	var tested []int
	var p []float64
	for _, a := range sets {
		for _, c := range a.Cells[1:] {
			for _, m := range a.Measures() {
				e := Effect{Set: a.Data, Cell: c, Measure: m, Change: PairedDifference(c, a.Cells[0], m.Of), Adjusted: 1}
				if e.Change.N >= 2 {
					tested, p = append(tested, len(all)), append(p, stat.PairedP(e.Change))
				}
				all = append(all, e)
			}
		}
	}
	for k, adjusted := range stat.Holm(p) {
		all[tested[k]].Adjusted = adjusted
	}
	return all
}

// ShownNames are the names of the variables shown.
func (a Ablated) ShownNames() []string {
	var names []string
	for _, j := range a.Shown {
		names = append(names, a.Cells[0].Variables[j])
	}
	return names
}
