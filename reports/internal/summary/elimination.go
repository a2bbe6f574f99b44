package summary

import (
	"fmt"
	"slices"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// bySize returns values given for each step, that is for k = p, …, 1 variables,
// in the order of k, which is that of summaries.
func bySize(values []float64) []float64 {
	reversed := slices.Clone(values)
	slices.Reverse(reversed)
	return reversed
}

// checkPermutation returns an error unless every index from 0 stands once in
// row.
func checkPermutation(row []float64) error {
	seen := make([]bool, len(row))
	for _, v := range row {
		j := int(v)
		if float64(j) != v || j < 0 || j >= len(row) || seen[j] {
			return fmt.Errorf("holds %v, expected every number from 0 to %d once", v, len(row)-1)
		}
		seen[j] = true
	}
	return nil
}

// CumulativeLosses returns the loss summed over k = 1, …, min(p, 100) variables, for
// each repetition that has losses.
func (c Cell) CumulativeLosses() []float64 {
	var sums []float64
	for _, loss := range c.Recorded[results.ValueLoss] {
		sums = append(sums, results.CumulativeLoss(bySize(loss)))
	}
	return sums
}

// Places returns, repetition × variable, how many variables were left when a
// variable went, itself included: p for the first that was eliminated, 1 for
// the one kept to the end.
func (c Cell) Places() [][]float64 {
	places := make([][]float64, len(c.Recorded[results.ValueEliminated]))
	for i, row := range c.Recorded[results.ValueEliminated] {
		places[i] = make([]float64, len(row))
		for k, j := range row {
			places[i][int(j)] = float64(k + 1)
		}
	}
	return places
}

// LossWith returns the loss with k variables left, for each repetition.
func (c Cell) LossWith(k int) []float64 {
	var losses []float64
	for _, loss := range c.Recorded[results.ValueLoss] {
		if k > len(loss) {
			return nil
		}
		losses = append(losses, loss[k-1])
	}
	return losses
}

// Absence says why no cell of a line was run; empty if one was.
func Absence(cells []Cell) string {
	for _, c := range cells {
		if c.Repetitions > 0 {
			return ""
		}
	}
	for _, c := range cells {
		if c.NotRun != "" {
			return c.NotRunError().Error()
		}
	}
	return cells[0].NotRunError().Error()
}

// ByVariant groups cells that agree in their variant.
func (s Summary) ByVariant() []Group {
	var groups []Group
	for _, part := range Grouped(s.Cells, func(c Cell) string { return c.Cell[results.KeyVariant] }) {
		groups = append(groups, Group{Only(part[0].Cell, results.KeyVariant), part})
	}
	return groups
}

// LastFew is how many variables count as kept nearly to the end.
const LastFew = 3

// Kept is how long eliminations keep a variable.
type Kept struct {
	Variable string
	// Place is how many variables were left when it went, itself included.
	Place stat.Stat
	// Last and lastFew are the shares of repetitions in which it was the last
	// one, or among the last few.
	Last, LastFew stat.Stat
}

// KeptVariables summarises how long each variable of a cell is kept, in the
// order of the variables; nil if the records do not say.
func (c Cell) KeptVariables() []Kept {
	places := c.Places()
	if len(places) == 0 {
		return nil
	}
	share := func(j int, most float64) stat.Stat {
		column := make([]float64, len(places))
		for i, row := range places {
			if row[j] <= most {
				column[i] = 1
			}
		}
		return stat.New(column)
	}
	all := make([]Kept, len(c.Variables))
	for j, place := range stat.Columns(places) {
		all[j] = Kept{c.Variables[j], place, share(j, 1), share(j, LastFew)}
	}
	return all
}
