package reports

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/format"
	"drfvi/reports/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// frozenSpread is an ablation of frozen frequencies: drf's own set, other sets,
// and what is set beside them.
type frozenSpread struct {
	ablatedSet               // of drf's own set and the last variant
	own        CellSummary   // the first cell
	others     []CellSummary // with other sets
	beside     []CellSummary // such as fresh frequencies at every node
}

// frozenSpreads puts the cells of an ablation of frozen frequencies together by
// data set.
func (s Summary) frozenSpreads() []frozenSpread {
	var all []frozenSpread
	for _, a := range s.ablatedSets() {
		f := frozenSpread{ablatedSet: a, own: a.cells[0]}
		for _, c := range a.cells[1:] {
			if c.Cell[results.KeyFrozenSet] != "" {
				f.others = append(f.others, c)
			} else {
				f.beside = append(f.beside, c)
			}
		}
		all = append(all, f)
	}
	return all
}

// setSpread is how a measure spreads over frozen sets.
type setSpread struct {
	means []float64 // of the other sets, ascending
	own   stat.Stat
	// below is how many of the other sets have a smaller mean than drf's own.
	below int
	// sd is the standard deviation of the means over sets, and noise what it
	// would be if all sets were alike: the forests' own randomness, as the
	// repetitions tell that all sets share.
	sd, noise float64
}

// spreadOf summarises a measure; ok is false where there is nothing to.
func (f frozenSpread) spreadOf(m measure) (s setSpread, ok bool) {
	s.own = stat.New(m.of(f.own))
	var rows [][]float64
	for _, c := range f.others {
		values := m.of(c)
		if len(values) == 0 {
			continue
		}
		rows = append(rows, values)
		mean := stat.New(values).Mean
		s.means = append(s.means, mean)
		if mean < s.own.Mean {
			s.below++
		}
	}
	if s.own.N == 0 || len(s.means) < 2 {
		return s, false
	}
	s.sd, s.noise = stat.New(s.means).SD, stat.TwoWayNoise(rows)
	slices.Sort(s.means)
	return s, true
}

// rankText is the place of drf's own set among all: "1st of 51".
func (s setSpread) rankText() string {
	return fmt.Sprintf("%d of %d", s.below+1, len(s.means)+1)
}

// extreme is the probability that a set drawn like the others has as extreme a
// rank as drf's own.
func (s setSpread) extreme() float64 {
	n := len(s.means) + 1
	rank := s.below + 1
	return min(1, 2*float64(min(rank, n+1-rank))/float64(n))
}

// tables list for each data set where drf's own set lies among others.
func (s frozen) tables() []page.Table {
	if s.Records == 0 {
		return nil
	}
	var tables []page.Table
	for _, f := range s.frozenSpreads() {
		t := page.Table{
			Caption: fmt.Sprintf("%s: %s, drf's own set among %s", s.Experiment.Title, f.data, format.Plural(len(f.others), "other")),
			Columns: []page.Column{
				{Name: "", Left: true}, {Name: s.variantTitle(f.own.Cell)}, {Name: "rank"},
				{Group: "other sets", Name: "least"}, {Group: "other sets", Name: "median"}, {Group: "other sets", Name: "largest"},
				{Group: "other sets", Name: "sd"}, {Group: "other sets", Name: "noise"},
			},
			Notes: []string{"Means over repetitions, standard errors in parentheses. Rank: place of drf's own set among all sets, from the smallest mean. Sd: standard deviation of the means over the other sets; noise: what it would be if all sets were alike. Error: root mean square over these variables of importance less population value."},
		}
		for _, c := range f.beside {
			t.Columns = append(t.Columns, page.Column{Name: s.variantTitle(c.Cell)})
		}
		if f.hasPopulation() {
			t.Columns = append(t.Columns, page.Column{Name: "population"})
		}
		for i, m := range f.measures() {
			label := m.kind
			if m.label != m.kind {
				label += " " + m.label
			}
			row := page.Row{Cells: []string{label, stat.Text(stat.New(m.of(f.own)), 3), format.None, format.None, format.None, format.None, format.None, format.None}}
			if spread, ok := f.spreadOf(m); ok {
				n := len(spread.means)
				median := (spread.means[(n-1)/2] + spread.means[n/2]) / 2
				row.Cells[2] = spread.rankText()
				row.Cells[3], row.Cells[4], row.Cells[5] = format.Fixed(spread.means[0], 3), format.Fixed(median, 3), format.Fixed(spread.means[n-1], 3)
				row.Cells[6], row.Cells[7] = format.Significant(spread.sd, 2), format.Significant(spread.noise, 2)
			}
			for _, c := range f.beside {
				row.Cells = append(row.Cells, stat.Text(stat.New(m.of(c)), 3))
			}
			if f.hasPopulation() {
				text := format.None
				if m.kind == kindImportance {
					text = format.Fixed(stat.Columns(f.own.values[results.ValuePopulation])[f.shown[i]].Mean, 3)
				}
				row.Cells = append(row.Cells, text)
			}
			t.Rows = append(t.Rows, row)
		}
		tables = append(tables, t)
	}
	return tables
}

// text answers for each data set whether the frozen set alone turns the
// order of the first two relevant variables round.
func (s frozen) text() []page.Block {
	var blocks []page.Block
	for _, f := range s.frozenSpreads() {
		if text := s.turnedRound(f); text != "" {
			blocks = append(blocks, page.Paragraph(text))
		}
	}
	return blocks
}

// turnedRound compares the order that split frequencies give the first two
// variables shown; empty without enough records.
func (s frozen) turnedRound(f frozenSpread) string {
	if len(f.shown) < 2 || f.own.Repetitions < 2 {
		return ""
	}
	first, second := f.own.Variables[f.shown[0]], f.own.Variables[f.shown[1]]
	splits := func(c CellSummary) stat.Stat { return f.lead(c.values[results.ValueSplits]) }
	own := splits(f.own)
	text := fmt.Sprintf("On %s, vimp-drf of %s less that of %s is %s with %s.", f.data, second, first, stat.Change(own), s.variantTitle(f.own.Cell))
	for _, c := range f.beside {
		g := splits(c)
		if g.N == 0 {
			continue
		}
		text += fmt.Sprintf(" With %s, all else being the same, it is %s.", s.variantTitle(c.Cell), stat.Change(g))
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
	if len(f.others) > 0 {
		text += fmt.Sprintf(" Of %s, %s", format.Plural(len(f.others), "other set"), alike(f, splits))
		importances := func(c CellSummary) stat.Stat { return f.lead(c.repetitions) }
		text += fmt.Sprintf(" The importance of %s less that of %s is %s with drf's own set; of the others, %s", second, first, stat.Change(importances(f.own)), alike(f, importances))
	}
	return text + ranksText(f)
}

// lead is by how much the second variable shown is ahead of the first.
func (f frozenSpread) lead(rows [][]float64) stat.Stat {
	gaps := make([]float64, len(rows))
	for i, row := range rows {
		gaps[i] = row[f.shown[1]] - row[f.shown[0]]
	}
	return stat.New(gaps)
}

// beyondChance tells whether a mean of differences is not 0 by Student's test.
func beyondChance(s stat.Stat) bool { return stat.PairedP(s) <= stat.Level }

// alike counts the other sets that give two variables the order that drf's own
// gives them.
func alike(f frozenSpread, lead func(CellSummary) stat.Stat) string {
	own, same, surely := lead(f.own), 0, 0
	for _, c := range f.others {
		if g := lead(c); g.N > 0 && g.Mean*own.Mean > 0 {
			same++
			if beyondChance(g) {
				surely++
			}
		}
	}
	return fmt.Sprintf("%d give the same order, %d of them beyond chance.", same, surely)
}

// ranksText says where drf's own set lies.
func ranksText(f frozenSpread) string {
	var parts []string
	for _, m := range f.measures() {
		spread, ok := f.spreadOf(m)
		if !ok {
			continue
		}
		label := m.kind
		if m.label != m.kind {
			label += " of " + m.label
		}
		parts = append(parts, fmt.Sprintf("%s %s (p %s)", label, spread.rankText(), format.Equality(spread.extreme())))
	}
	if len(parts) == 0 {
		return ""
	}
	return " Ranks of drf's own set among all, from the smallest, with the probability that a set drawn at random has as extreme a one: " + strings.Join(parts, ", ") + "."
}

// mergeFrozen merges the cells that differ by their frozen set alone into one
// that has all their repetitions, for tables of what was run.
func mergeFrozen(cells []CellSummary) []CellSummary {
	var merged []CellSummary
	for _, g := range groupCells(cells, results.KeyFrozenSet) {
		c := g.cells[0]
		if len(g.cells) > 1 {
			c.Cell = without(c.Cell, results.KeyFrozenSet)
			c.Bias, c.Denominator, c.Forests = stat.New(nil), stat.New(nil), stat.New(nil)
			timed := c.Seconds.N
			for _, other := range g.cells[1:] {
				c.Repetitions, c.Planned = c.Repetitions+other.Repetitions, c.Planned+other.Planned
				c.TotalSeconds += other.TotalSeconds
				timed += other.Seconds.N
			}
			c.Seconds = stat.Stat{Mean: c.TotalSeconds / float64(max(timed, 1)), N: timed}
		}
		merged = append(merged, c)
	}
	return merged
}
