package reports

import (
	"fmt"
	"slices"

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

// cumulative returns the loss summed over k = 1, …, min(p, 100) variables, for
// each repetition that has losses.
func (c CellSummary) cumulative() []float64 {
	var sums []float64
	for _, loss := range c.values[results.ValueLoss] {
		sums = append(sums, results.CumulativeLoss(bySize(loss)))
	}
	return sums
}

// places returns, repetition × variable, how many variables were left when a
// variable went, itself included: p for the first that was eliminated, 1 for
// the one kept to the end.
func (c CellSummary) places() [][]float64 {
	places := make([][]float64, len(c.values[results.ValueEliminated]))
	for i, row := range c.values[results.ValueEliminated] {
		places[i] = make([]float64, len(row))
		for k, j := range row {
			places[i][int(j)] = float64(k + 1)
		}
	}
	return places
}
