package verdict

import (
	"cmp"
	"errors"
	"slices"

	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

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
	ours, theirs = c.Recorded[summary.Importance], c.Recorded[results.ValueSplits]
	if len(ours) != len(theirs) {
		return nil, nil
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
	n := stat.Jackknife(rows, columns, func(means []float64) float64 { return float64(common(means[:p], means[p:], int(t.Option("top")))) })
	return []measured{{name: "the number of inputs in both", mean: n, df: float64(n.N - 1)}}, nil
}
