package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// lowerLoss is the kind of claim that compares the losses of two cells.
const lowerLoss = "lower-loss"

// partner returns the cell that has the given keys and agrees with c in all
// others that both have.
func (s Summary) partner(c CellSummary, than map[string]string) (CellSummary, bool) {
	at := slices.IndexFunc(s.Cells, func(other CellSummary) bool {
		if !matches(than, other.Cell) {
			return false
		}
		for key, value := range c.Cell {
			_, different := than[key]
			if found, both := other.Cell[key]; both && !different && found != value {
				return false
			}
		}
		return true
	})
	if at < 0 {
		return CellSummary{}, false
	}
	return s.Cells[at], true
}

// pairedLoss summarises the cumulative loss of a less that of b over the
// repetitions that both have, in which they see the same rows.
func pairedLoss(a, b CellSummary) Stat {
	var differences []float64
	for i, repetition := range a.order {
		k := slices.Index(b.order, repetition)
		if k >= 0 && i < len(a.cumulative) && k < len(b.cumulative) {
			differences = append(differences, a.cumulative[i]-b.cumulative[k])
		}
	}
	return newStat(differences)
}

// kept tells how long a variable stayed in eliminations.
type kept struct {
	variable string
	// left is the number of variables left when it went, itself included: 1
	// for the last.
	left Stat
	// among is the number of repetitions in which it was one of the last three.
	among int
}

// keptLongest returns the variables of a cell of eliminations, those that stayed
// longest on average first. There are none if the records do not tell.
func (c CellSummary) keptLongest() []kept {
	var left [][]float64
	for _, order := range c.values["eliminated"] {
		row := make([]float64, len(c.Variables))
		for step, j := range order {
			if at := int(j); at >= 0 && at < len(row) {
				row[at] = float64(len(order) - step)
			}
		}
		left = append(left, row)
	}
	var all []kept
	for j, stat := range columnStats(left) {
		k := kept{variable: c.Variables[j], left: stat}
		for _, row := range left {
			if row[j] <= leastVariables {
				k.among++
			}
		}
		all = append(all, k)
	}
	slices.SortStableFunc(all, func(a, b kept) int { return cmp.Compare(a.left.Mean, b.left.Mean) })
	return all
}

// judgeLoss judges a claim that the cumulative loss of c is lower than that of
// its partner. The error says why there is no verdict.
func (check *ClaimCheck) judgeLoss(s Summary, c CellSummary) error {
	other, ok := s.partner(c, check.Claim.Than)
	if !ok {
		return fmt.Errorf("no cell to compare with in the run")
	}
	for _, cell := range []CellSummary{c, other} {
		if len(cell.cumulative) == 0 {
			return fmt.Errorf("%s", cell.notRun())
		}
	}
	keys := slices.Collect(maps.Keys(check.Claim.Than))
	check.Upper, check.Lower = describe(only(other.Cell, keys...)), describe(only(c.Cell, keys...))
	check.Gap = pairedLoss(other, c)
	check.T = tValue(check.Gap)
	for _, cell := range []CellSummary{c, other} {
		if !cell.Complete() {
			return fmt.Errorf("%s: %d of %d repetitions", methodLabel(cell.Cell[keyMethod]), cell.Repetitions, cell.Planned)
		}
	}
	if check.Gap.N == 0 {
		return fmt.Errorf("no repetition in common")
	}
	check.Verdict = Differs
	if check.Gap.Mean > 0 {
		check.Verdict = Agrees
	}
	return nil
}
