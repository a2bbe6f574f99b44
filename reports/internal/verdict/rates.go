package verdict

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// rate is the count that a band of shares is about. The level of a test is shared among inputs,
// of which the rate is that of the worst; none is one.
type rate struct {
	stat.Count
	what   string
	inputs int
}

// side says how a share has to lie to the bound of a claim.
type side int

const (
	notAbove side = iota // by an exact binomial test
	notBelow             // the same
	atLeast              // whatever n is
)

// Reasons for which there are no rates.
const (
	noTests   = "the records hold no tests, or no population values"
	noAspects = "the records hold no aspects"
)

// share is a band for a rate, or says that there is none.
func share(to side, none string, of func(results.Claim, []summary.Cell) rate) func(results.Claim, []summary.Cell) (band, error) {
	return func(claim results.Claim, cells []summary.Cell) (band, error) {
		r := of(claim, cells)
		if r.N == 0 {
			return band{}, errors.New(none)
		}
		gap, bound, level := r.Share(), fmt.Sprint(claim.Bound), stat.Level/float64(max(1, r.inputs))
		b := band{upper: r.what, lower: bound, gap: gap, observed: r.Text()}
		b.gap.Mean -= claim.Bound
		switch to {
		case notAbove:
			b.upper, b.lower, b.gap.Mean, b.holds = bound, r.what, claim.Bound-gap.Mean, !r.Exceeds(claim.Bound, level)
		case notBelow:
			b.holds = !r.FallsShort(claim.Bound, level)
		case atLeast:
			b.upper, b.observed = fmt.Sprintf("%d of %d %s", r.K, r.N, r.what), b.observed+" of "+r.what
			b.holds = gap.Mean >= claim.Bound
		}
		return b, nil
	}
}

// spokenOf returns the columns of the inputs that a claim names.
func spokenOf(claim results.Claim, c summary.Cell) (columns []int) {
	for j, name := range c.Variables {
		if slices.Contains(claim.Above, name) {
			columns = append(columns, j)
		}
	}
	return columns
}

// foundIn is how often the input of a cell with the most or, if least is set, the fewest
// findings is found.
func foundIn(c summary.Cell, columns []int, level float64, least bool) rate {
	if len(columns) == 0 {
		return rate{}
	}
	order := func(a, b int) int { return cmp.Compare(c.Found(a, level).K, c.Found(b, level).K) }
	at := slices.MaxFunc(columns, order)
	if least {
		at = slices.MinFunc(columns, order)
	}
	return rate{c.Found(at, level), "tables with " + c.Variables[at], len(columns)}
}

// size is of the input that is found most often of those that do nothing, or that the claim
// names, and found of the named one that is found least often.
func size(claim results.Claim, cells []summary.Cell) rate {
	columns := cells[0].Null()
	if len(claim.Above) > 0 {
		columns = spokenOf(claim, cells[0])
	}
	return foundIn(cells[0], columns, claim.Level, false)
}

func found(claim results.Claim, cells []summary.Cell) rate {
	return foundIn(cells[0], spokenOf(claim, cells[0]), claim.Level, true)
}

// familyWise counts the tables in which anything that does nothing is found.
func familyWise(claim results.Claim, cells []summary.Cell) rate {
	if len(cells[0].Null()) == 0 {
		return rate{}
	}
	return rate{Count: cells[0].FalselyFound(claim.Level), what: "tables with any"}
}

// nothing counts the tables that leave open that nothing is explained.
func nothing(claim results.Claim, cells []summary.Cell) rate {
	return rate{Count: cells[0].NothingOpen(claim.Level), what: "tables that leave it open"}
}

// named counts the tables in which any of the inputs is said to stand in for others.
func named(claim results.Claim, cells []summary.Cell) rate {
	rows, inputs := cells[0].Recorded[results.ValueStandsIn], spokenOf(claim, cells[0])
	r := rate{what: "tables that name them"}
	for _, row := range rows {
		if len(inputs) > 0 {
			r.Add(slices.ContainsFunc(inputs, func(j int) bool { return row[j] == 1 }))
		}
	}
	return r
}

// warned counts the tables with a warning that has the words of the claim.
func warned(claim results.Claim, cells []summary.Cell) rate {
	return rate{Count: cells[0].Warned(claim.Says), what: "tables with such a warning"}
}

// unmoved counts the tables in which anything is found that does not move.
func unmoved(_ results.Claim, cells []summary.Cell) rate {
	if cells[0].Aspects() == nil {
		return rate{}
	}
	return rate{Count: cells[0].FalselyMoved(), what: "tables with any"}
}

// moved counts what moves and is found in half of the tables or more.
func moved(_ results.Claim, cells []summary.Cell) rate {
	r := rate{what: "that move"}
	for _, c := range cells {
		for _, a := range c.Aspects() {
			for j, moves := range a.Moves {
				if moves {
					found := a.FoundWith(j)
					r.Add(2*found.K >= found.N)
				}
			}
		}
	}
	return r
}

// coverage counts the active inputs whose coverage is in the band.
func coverage(claim results.Claim, cells []summary.Cell) rate {
	r := rate{what: "inputs"}
	for _, c := range cells {
		for _, j := range c.Effective() {
			v := c.CoverageOf(j)
			if v.Covered.N == 0 {
				return rate{}
			}
			r.Add(v.Covers(claim.Low, claim.High))
		}
	}
	return r
}

// rival selects the cells that those of a claim are compared with.
func rival(claim results.Claim) map[string]string {
	than := maps.Clone(claim.Cell)
	maps.Copy(than, claim.Than)
	return than
}

// power counts, of the active inputs and that one of two estimators misses
// in some tables, those that the first finds at least as often as the other.
func power(claim results.Claim, cells []summary.Cell) rate {
	r := rate{what: "inputs"}
	for _, g := range summary.Designs(cells) {
		ours, ok := summary.Find(g.Cells, claim.Cell)
		theirs, compared := summary.Find(g.Cells, rival(claim))
		if !ok || !compared {
			continue
		}
		for _, j := range ours.Effective() {
			a, b := ours.Found(j, claim.Level).Share(), theirs.Found(j, claim.Level).Share()
			if min(a.Mean, b.Mean) < 1 {
				r.Add(a.Mean >= b.Mean)
			}
		}
	}
	return r
}

// within counts the values that are within two standard errors of the population's or,
// of an estimator with an approximate aggregation, of those of another estimator.
func within(claim results.Claim, cells []summary.Cell) rate {
	all := rate{what: "values"}
	for _, g := range summary.Designs(cells) {
		ours, ok := summary.Find(g.Cells, claim.Cell)
		if !ok {
			continue
		}
		if len(claim.Than) == 0 {
			all.Count = all.Plus(ours.AllWithin())
		} else if theirs, compared := summary.Find(g.Cells, rival(claim)); compared {
			all.Count = all.Plus(ours.WithinOf(theirs))
		}
	}
	return all
}
