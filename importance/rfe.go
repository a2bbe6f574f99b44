package importance

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/internal/linalg"
	"drfvi/mmd"
)

// EliminationVersion names the algorithm of eliminations. It is raised when the
// same estimator no longer gives the same path.
const EliminationVersion = "1"

// Eliminator is what inputs can be eliminated by, one after the other: an estimator
// with its values, such as Coupled and Retrain.
type Eliminator interface {
	// Begin prepares the data of a task, once for all steps. It returns the
	// same errors as Estimate.
	Begin(ctx context.Context, task Task) (Stepper, error)
}

// Stepper takes the steps of one elimination.
type Stepper interface {
	// Step grows a forest without the columns in dropped, and estimates by it
	// the importance of each of the groups, which are the inputs left. If
	// nothing is left that a tree could split on, all values are 0.
	Step(ctx context.Context, dropped []int, groups [][]int) (Step, error)
}

// Step is one step of an elimination.
type Step struct {
	Forest *forest.Forest // the one whose loss counts, on all inputs left
	// Values are the importances as published, that is clamped at 0 where
	// Result.Clamped is, one for each of the groups.
	Values []float64
	// Forests is the work done, in units of one forest fit on the inputs
	// left. What a step before has evaluated already does not count.
	Forests     float64
	Gamma       float64 // kernel of the importance; 0 for none
	Aggregation string
	Warnings    []string
}

// Test is the sample that the losses of an elimination are measured on.
type Test struct {
	// X holds the inputs, m×p; Y the responses, m×d. Both are borrowed.
	X, Y *mat.Dense
	// Kernel of the loss, on the raw responses.
	Kernel mmd.Kernel
	// Design has the clusters and weights of the rows.
	Design design.Design
}

// Path is the course of an elimination of p inputs.
type Path struct {
	// Eliminated are the inputs, numbered as the task's groups, in the
	// order in which they went. The last one is left at the end. The best k
	// inputs are the last k.
	Eliminated []int
	// Values are the importances they had when they went.
	Values []float64
	// Loss[s] is the loss of the forest on p−s inputs, for s = 0, …, p−1,
	// and SE[s] its standard error over the test rows: how much it would
	// change with another test sample, not with other training data. Both are
	// nil without a test sample.
	Loss, SE []float64
	// TestLosses[s] are the losses of the test rows behind Loss[s], and for s = p
	// those of no inputs at all, of predicting every test row by all training
	// rows alike; nil without a test sample.
	TestLosses [][]float64
	// Test is the design of the test rows.
	Test design.Design
	// Forests is the work done, in units of a forest fit on the inputs
	// left at a step.
	Forests float64
	// Gamma is the kernel parameter of the importance, 0 for methods without
	// a kernel; LossGamma that of the loss, 0 without a test sample.
	Gamma, LossGamma float64
	// Aggregation and LossAggregation name how quadratic forms were computed.
	Aggregation, LossAggregation string
	// Warnings of all steps, each once.
	Warnings []string
}

// Cumulative returns the losses summed over all steps, or over those of the
// given number of smallest sets of inputs if there are more.
func (p Path) Cumulative(most int) float64 {
	first := max(len(p.Loss)-most, 0)
	if first%2 == 0 {
		return linalg.Sum(p.Loss[first:])
	}
	// Version 1 sums up pairs that begin on even places: a first loss on an odd place
	// goes into the first of the eight lanes before all others.
	return linalg.Sum(slices.Concat(p.Loss[first:first+1], make([]float64, 7), p.Loss[first+1:]))
}

// Eliminate removes the inputs of a task one by one (recursive feature
// elimination; Guyon et al. 2002). With k = p, …, 1 inputs left it grows a
// forest on the task's rows, measures its loss on the test sample (nil for
// none), estimates the importance of each input left, and removes the one
// with the smallest value, the first of equals. Since published importances are
// clamped at 0, equals are frequent among irrelevant inputs.
//
// Variables are the task's groups, which must not overlap; columns in none of
// them take part in every forest.
func Eliminate(ctx context.Context, e Eliminator, task Task, test *Test) (Path, error) {
	if err := checkElimination(task, test); err != nil {
		return Path{}, err
	}
	report := task.Progress
	task.Progress = nil
	stepper, err := e.Begin(ctx, task)
	if err != nil {
		return Path{}, err
	}
	all := task.Variables()
	var path Path
	var dropped []int
	var meter *lossMeter
	left := make([]int, len(all)) // inputs
	for g := range left {
		left[g] = g
	}
	for len(left) > 0 {
		groups := make([][]int, len(left))
		for k, g := range left {
			groups[k] = all[g]
		}
		step, err := stepper.Step(ctx, dropped, groups)
		if err != nil {
			return Path{}, err
		}
		if test != nil {
			if meter == nil {
				if meter, err = newLossMeter(ctx, step.Forest, task, *test, len(all)); err != nil {
					return Path{}, err
				}
				path.LossGamma, path.LossAggregation, path.Test = test.Kernel.Gamma, meter.name, test.Design
			}
			losses, err := meter.of(ctx, step.Forest)
			if err != nil {
				return Path{}, err
			}
			mean := test.Design.Mean(losses)
			if math.IsNaN(mean) || math.IsInf(mean, 0) {
				return Path{}, fmt.Errorf("importance: the loss with %d inputs is %v, expected a finite number: the responses are out of the range of the kernel with γ = %v", len(left), mean, path.LossGamma)
			}
			path.Loss, path.SE = append(path.Loss, mean), append(path.SE, test.Design.StandardError(losses))
			path.TestLosses = append(path.TestLosses, losses)
		}
		least := floats.MinIdx(step.Values)
		path.Eliminated, path.Values = append(path.Eliminated, left[least]), append(path.Values, step.Values[least])
		path.Forests += step.Forests
		path.Gamma, path.Aggregation = step.Gamma, step.Aggregation
		for _, warning := range step.Warnings {
			if !slices.Contains(path.Warnings, warning) {
				path.Warnings = append(path.Warnings, warning)
			}
		}
		dropped = append(dropped, groups[least]...)
		left = slices.Delete(left, least, least+1)
		if report != nil {
			// A step costs about in proportion to the inputs left.
			n, k := float64(len(all)), float64(len(left))
			report(1 - k*(k+1)/(n*(n+1)))
		}
	}
	if meter != nil {
		losses, err := meter.empty(ctx)
		if err != nil {
			return Path{}, err
		}
		path.TestLosses = append(path.TestLosses, losses)
	}
	return path, nil
}

// checkElimination returns an error for data that cannot be eliminated from;
// the Eliminator checks what concerns it.
func checkElimination(task Task, test *Test) error {
	task.mustHaveData()
	_, p := task.X.Dims()
	if test != nil {
		if test.X == nil || test.Y == nil {
			panic("importance: Test without X or Y, expected inputs, m×p, and responses, m×d")
		}
		_, d := task.Y.Dims()
		m, testP := test.X.Dims()
		rows, testD := test.Y.Dims()
		switch {
		case rows != m:
			return fmt.Errorf("importance: the test sample has %d rows of inputs but %d rows of responses", m, rows)
		case testP != p:
			return fmt.Errorf("importance: the test sample has %d inputs, expected %d as in training", testP, p)
		case testD != d:
			return fmt.Errorf("importance: the test sample has %d responses, expected %d as in training", testD, d)
		}
	}
	owner := make(map[int]int)
	for g, group := range task.Groups {
		for _, j := range group {
			if other, taken := owner[j]; taken {
				return fmt.Errorf("importance: column %d is in groups %d and %d, expected groups that do not overlap: a column can go only once", j+1, other+1, g+1)
			}
			owner[j] = g
		}
	}
	return nil
}

// pathSteps adds up the steps of aggregating, over an elimination with the given
// number of inputs.
func pathSteps(variables int, of func(left int) aggregation) aggregation {
	return func(a aggregationSize) steps {
		var sum steps
		for left := variables; left > 0; left-- {
			s := of(left)(a)
			sum.coordinates += s.coordinates
			sum.gathered += s.gathered
			sum.weights += s.weights
			sum.applied += s.applied
			sum.differences += s.differences
		}
		return sum
	}
}

// EliminationCost is the cost of eliminating all inputs of a task of the given size
// by an estimator whose forests have the configuration c: that of the estimator for
// each number of inputs left, and that of measuring losses on as many other rows.
func EliminationCost(e Estimator, c forest.Config, s Size) Cost {
	loss, shape := s, newShape(c, s.Rows)
	loss.Evaluated, loss.Fourier = 0, 0
	n, width, variables, inputs := float64(s.Rows), float64(loss.Width()), s.CountVariables(), s.Inputs
	all := Cost{
		Nanoseconds: float64(4*factorisation(n, width)) + float64(float64(variables)*shape.trees*(n+shape.estimating)*width*NanosecondsPerCoordinate),
		Bytes:       float64(2*8*2*n*float64(s.Inputs+s.Responses)) + float64(8*n*float64(variables+1)),
	}
	largest := 0.0
	for s.Variables = variables; s.Variables > 0; s.Variables-- {
		s.Inputs = (inputs*s.Variables + variables - 1) / variables
		step := e.Cost(s)
		all.Nanoseconds += step.Nanoseconds
		largest = max(largest, step.Bytes)
	}
	all.Bytes += largest
	return all
}
