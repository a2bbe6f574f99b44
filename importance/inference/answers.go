package inference

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
)

// Target is a function of the responses, and possibly of the inputs, whose predictions
// are compared.
type Target struct {
	// Values hold its coordinates, n×r: predictions are compared by their squared
	// distance. Residual is what they leave out of the square of a row, on average.
	Values   *mat.Dense
	Residual float64
	// Inferred asks for errors, tests and the explained share, from halves of the rows too.
	Inferred bool
}

// Answers are what a Fit tells of the responses, of single rows and of further targets.
type Answers struct {
	importance.Result
	// Sets are the importances of the sets of variables, with errors and tests as those of the variables.
	Sets importance.Result
	// Rows are the training rows that importance was measured on, ascending, without
	// those that too few trees predict. V and U are their terms: the weighted mean of V is
	// the explained variation, that of U[j] the part of it that is lost without variable j.
	// For Stacked they are ‖μ̂(x_i)‖² and ⟨μ̂(x_i), μ̂(x_i) − μ̂⁽⁻ʲ⁾(x_i)⟩ of centred
	// predictions: what a row's own response adds to its loss has mean 0, since stacking
	// solves normal equations. For Loco they are differences of losses.
	Rows []int32
	V    []float64
	U    [][]float64
	// Targets are the results for the further targets, in their order.
	Targets []importance.Result
}

// targetsOf returns φ(Y) and the further targets, padded.
func targetsOf(p problem, further []Target) []Target {
	targets := []Target{{p.factor.L, p.factor.Residual, true}}
	for _, t := range further {
		if rows, _ := t.Values.Dims(); rows != p.sample.Rows() {
			panic(fmt.Sprintf("inference: a target of %d rows for a table of %d", rows, p.sample.Rows()))
		}
		t.Values = padded(t.Values)
		targets = append(targets, t)
	}
	return targets
}

// columnsOfSets returns the columns of variables, then those of sets of them.
func columnsOfSets(variables, sets [][]int) [][]int {
	all := slices.Clone(variables)
	for _, set := range sets {
		var columns []int
		for _, j := range set {
			columns = append(columns, variables[j]...)
		}
		slices.Sort(columns)
		all = append(all, columns)
	}
	return all
}
