package verdict

import (
	"cmp"
	"errors"
	"slices"

	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// foundRates counts the tables in which each input is found.
func foundRates(in subject, t results.Term) ([]measured, error) {
	c := in.cells[0]
	if len(c.Values(results.ValueP)) == 0 {
		return nil, errors.New(noTests)
	}
	counts := summary.Found(t.Option("level"), summary.AllInputs).Each(c)
	return in.ofInputs(
		c, t,
		func(j int, input string) measured { return measured{name: "tables with " + input, count: counts[j]} },
	)
}

// meanFound is the mean over cells of the share of tests of null inputs that find them. Inputs of a
// cell share tables, so that the error of the mean is that between cells.
func meanFound(in subject, t results.Term) ([]measured, error) {
	var shares []float64
	for _, c := range in.cells {
		if found := summary.Found(t.Option("level"), summary.Cell.Null).Count(c); found.N > 0 {
			shares = append(shares, float64(found.K)/float64(found.N))
		}
	}
	mean := stat.New(shares)
	if mean.N == 0 {
		return nil, errors.New(noTests)
	}
	return []measured{{name: "mean over cells", mean: mean, df: float64(mean.N - 1)}}, nil
}

// named counts the tables in which any of the inputs is said to stand in for others.
func named(in subject, t results.Term) (count stat.Count) {
	columns, err := columnsOf(in.cells[0], t.Inputs, in.s.Experiment.Relevant)
	if err != nil {
		return count
	}
	for _, row := range in.cells[0].Recorded[results.ValueStandsIn] {
		count.Add(slices.ContainsFunc(columns, func(j int) bool { return row[j] == 1 }))
	}
	return count
}

// moved counts what moves and is found in half of the tables or more.
func moved(in subject, _ results.Term) (count stat.Count) {
	for _, c := range in.cells {
		for _, a := range c.Aspects() {
			for j, found := range a.Found(summary.AllInputs).Each(c) {
				if a.Moves[j] {
					count.Add(2*found.K >= found.N)
				}
			}
		}
	}
	return count
}

// areas gives those of aspects that an input does not move.
func areas(in subject, _ results.Term) ([]measured, error) {
	var list []measured
	c := in.cells[0]
	for _, a := range c.Aspects() {
		for j, moves := range a.Moves {
			if area := c.Mean(a.Area(), c.Variables[j]); !moves {
				list = append(list, measured{name: a.Name + " with " + c.Variables[j], mean: area, df: float64(area.N - 1)})
			}
		}
	}
	if list == nil {
		return nil, errors.New(noAspects)
	}
	return list, nil
}

// covered counts the active inputs whose coverage is in the band, as far as the number of
// tables can tell.
func covered(in subject, t results.Term) (count stat.Count) {
	for _, c := range in.cells {
		for _, ofTarget := range summary.True(summary.Covered, summary.Cell.Effective).Each(c) {
			if ofTarget.N == 0 {
				return stat.Count{}
			}
			tooFew, _ := ofTarget.Tails(t.Option("low"))
			_, tooMany := ofTarget.Tails(t.Option("high"))
			count.Add(tooFew > stat.Level && tooMany > stat.Level)
		}
	}
	return count
}

// asOftenFound counts, of the active inputs that one of two estimators misses in some tables, those
// that the first finds at least as often as the other.
func asOftenFound(in subject, t results.Term) (count stat.Count) {
	for ours, theirs := range in.rivals(t) {
		found := summary.Found(t.Option("level"), func(summary.Cell) []int { return ours.Effective() })
		others := found.Each(theirs)
		for i, ourCount := range found.Each(ours) {
			a, b := ourCount.Share(), others[i].Share()
			if min(a.Mean, b.Mean) < 1 {
				count.Add(a.Mean >= b.Mean)
			}
		}
	}
	return count
}

// populationCovered counts the intervals of active inputs that hold the population value.
func populationCovered(in subject, _ results.Term) stat.Count {
	return summary.True(summary.PopulationCovered, summary.Cell.Effective).Count(in.cells...)
}

// within counts the values that are within two standard errors of an approximate aggregation of
// those of another estimator.
func within(in subject, t results.Term) (count stat.Count) {
	if len(t.Than) == 0 {
		return count // records of 1.x compare with the population
	}
	for ours, theirs := range in.rivals(t) {
		count = count.Plus(ours.WithinOf(theirs))
	}
	return count
}

// rivals yields the cells of the claim, each with the one that it is compared with on its design.
func (in subject) rivals(t results.Term) func(yield func(ours, theirs summary.Cell) bool) {
	return func(yield func(ours, theirs summary.Cell) bool) {
		for _, c := range in.cells {
			if theirs, ok := summary.Counterpart(in.s.Cells, c, in.selector(t)); ok && !yield(c, theirs) {
				return
			}
		}
	}
}

// common counts the inputs that are among the top ones by both of two rankings.
func common(a, b []float64, top int) (n int) {
	first := func(values []float64) []int {
		order := make([]int, len(values))
		for j := range order {
			order[j] = j
		}
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[j], values[i]) })
		return order[:min(top, len(order))]
	}
	ours, theirs := first(a), first(b)
	for _, j := range ours {
		if slices.Contains(theirs, j) {
			n++
		}
	}
	return n
}

// rankings are the importances and split frequencies of a cell, by repetition.
func rankings(c summary.Cell) (ours, theirs [][]float64) {
	if theirs = c.Recorded[results.ValueSplits]; theirs != nil {
		ours = c.Recorded[summary.Importance]
	}
	return ours, theirs
}

// shared counts the repetitions in which the top inputs by importance and by vimp-drf overlap.
func shared(in subject, t results.Term) (count stat.Count) {
	ours, theirs := rankings(in.cells[0])
	for i := range ours {
		count.Add(common(ours[i], theirs[i], int(t.Option("top"))) > 0)
	}
	return count
}

// sharedByMeans is how many of the top inputs by mean importance are among those by mean vimp-drf.
func sharedByMeans(in subject, t results.Term) ([]measured, error) {
	ours, theirs := rankings(in.cells[0])
	if ours == nil {
		return nil, errors.New(noRankings)
	}
	p := len(ours[0])
	rows, columns := make([][]float64, len(ours)), make([]int, 2*p)
	for i := range rows {
		rows[i] = slices.Concat(ours[i], theirs[i])
	}
	for j := range columns {
		columns[j] = j
	}
	n := stat.Jackknife(
		rows, columns,
		func(means []float64) float64 { return float64(common(means[:p], means[p:], int(t.Option("top")))) },
	)
	return []measured{{name: "the number of inputs in both", mean: n, df: float64(n.N - 1)}}, nil
}
