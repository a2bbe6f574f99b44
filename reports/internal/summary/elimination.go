package summary

import (
	"slices"

	"drfvi/results"
)

// CumulativeLosses returns the loss summed over k = 1, …, min(p, 100) variables, for
// each repetition that has losses.
func (c Cell) CumulativeLosses() []float64 {
	var sums []float64
	for _, loss := range c.Recorded[results.ValueLoss] {
		down := slices.Clone(loss)
		slices.Reverse(down)
		sums = append(sums, results.CumulativeLoss(down))
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
