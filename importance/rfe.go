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

// EliminationVersion names the algorithm of eliminations. It is raised when the same
// estimator no longer gives the same path, or no longer counts the same work.
const EliminationVersion = "2"

// Eliminator is an estimator that can eliminate inputs one after another, such as Coupled
// and Retrain.
type Eliminator interface {
	// Begin prepares a task's data once for all steps. It returns the errors of Estimate.
	Begin(ctx context.Context, task Task) (Stepper, error)
}

// Stepper takes the steps of one elimination.
type Stepper interface {
	// Step grows a forest without the columns in dropped, and from it estimates the
	// importance of each of the groups, the remaining inputs. All values are 0 if
	// nothing is left to split on.
	Step(ctx context.Context, dropped []int, groups [][]int) (Step, error)
}

// Step is one step of an elimination.
type Step struct {
	Forest *forest.Forest // the one whose loss counts, on all inputs left
	// Values are the importances of the groups as published: clamped at 0 where
	// Result.Clamped is.
	Values []float64
	// Forests is the work done, in units of one forest on the remaining inputs, without
	// what an earlier step evaluated.
	Forests     float64
	Gamma       float64 // kernel of the importance; 0 for none
	Aggregation string
	Warnings    []error
}

// Test is the sample for the losses of an elimination.
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
	// Eliminated are the inputs, as numbers of the task's groups, in the order of their
	// removal. The best k inputs are the last k.
	Eliminated []int
	// Values are their importances when removed.
	Values []float64
	// Loss[s] is the loss of the forest on p−s inputs, for s = 0, …, p−1, and SE[s] its
	// standard error over test rows: over other test samples, not other training data.
	// Both are nil without a test sample.
	Loss, SE []float64
	// TestLosses[s] are the losses of the test rows behind Loss[s], and for s = p those
	// without any input, of predicting every test row by all training rows alike; nil
	// without a test sample.
	TestLosses [][]float64
	// Test is the design of the test rows.
	Test design.Design
	// Forests is the work done, in units of a forest on the inputs remaining at a step.
	Forests float64
	// Gamma is the kernel parameter of the importance, 0 for methods without a kernel;
	// LossGamma that of the loss, 0 without a test sample.
	Gamma, LossGamma float64
	// Aggregation and LossAggregation name the computation of quadratic forms.
	Aggregation, LossAggregation string
	// Warnings of all steps, each once.
	Warnings []error
}

// Cumulative returns the losses summed over all steps, or over the given number of smallest
// sets of inputs if there are more.
func (p Path) Cumulative(sets int) float64 {
	first := max(len(p.Loss)-sets, 0)
	if first%2 == 0 {
		return linalg.Sum(p.Loss[first:])
	}
	// Version 1 sums pairs that begin at even indices: a first loss at an odd index goes
	// into the first of the eight lanes before all others.
	return linalg.Sum(slices.Concat(p.Loss[first:first+1], make([]float64, 7), p.Loss[first+1:]))
}

// Eliminate removes the inputs of a task one by one (recursive feature elimination; Guyon et
// al. 2002). With k = p, …, 1 inputs it grows a forest on the task's rows, and measures its
// loss on the test sample, if that is not nil. It estimates the importance of each input, and
// removes the one with the smallest value, the first of equals. Since published importances are
// clamped at 0, ties are frequent among irrelevant inputs.
//
// Inputs are the task's groups, which must not overlap; columns outside all groups take part
// in every forest.
func Eliminate(ctx context.Context, e Eliminator, task Task, test *Test) (Path, error) {
	if err := checkElimination(task, test); err != nil {
		return Path{}, err
	}
	if test != nil {
		combined := task
		combined.Eval = test.X
		copied := *test
		task.X, copied.X = combined.inRange()
		test = &copied
	}
	report := task.Progress
	task.Progress = nil
	stepper, err := e.Begin(ctx, task)
	if err != nil {
		return Path{}, err
	}
	inputs := task.Variables()
	var path Path
	var dropped []int
	var meter *lossMeter
	remaining := make([]int, len(inputs)) // inputs
	for g := range remaining {
		remaining[g] = g
	}
	for len(remaining) > 0 {
		groups := make([][]int, len(remaining))
		for k, g := range remaining {
			groups[k] = inputs[g]
		}
		step, err := stepper.Step(ctx, dropped, groups)
		if err != nil {
			return Path{}, err
		}
		if test != nil {
			if meter == nil {
				if meter, err = newLossMeter(ctx, step.Forest, task, *test, len(inputs)); err != nil {
					return Path{}, err
				}
				path.LossGamma, path.LossAggregation, path.Test = test.Kernel.Gamma, meter.name, test.Design
			}
			losses, err := meter.losses(ctx, step.Forest)
			if err != nil {
				return Path{}, err
			}
			mean := test.Design.Mean(losses)
			if math.IsNaN(mean) || math.IsInf(mean, 0) {
				return Path{}, fmt.Errorf("importance: the loss with %d inputs is %v, expected a finite number: the "+
					"responses are out of the range of the kernel with γ = %v", len(remaining), mean, path.LossGamma)
			}
			path.Loss, path.SE = append(path.Loss, mean), append(path.SE, test.Design.StandardError(losses))
			path.TestLosses = append(path.TestLosses, losses)
		}
		least := floats.MinIdx(step.Values)
		path.Eliminated, path.Values = append(path.Eliminated, remaining[least]), append(path.Values, step.Values[least])
		path.Forests += step.Forests
		path.Gamma, path.Aggregation = step.Gamma, step.Aggregation
		path.Warnings = addNew(path.Warnings, step.Warnings)
		dropped = append(dropped, groups[least]...)
		remaining = slices.Delete(remaining, least, least+1)
		if report != nil {
			// A step costs about in proportion to the inputs left.
			n, k := float64(len(inputs)), float64(len(remaining))
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

// checkElimination returns an error for data unfit for elimination; the Eliminator checks
// its own requirements.
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
			if other, used := owner[j]; used {
				return fmt.Errorf("importance: column %d is in groups %d and %d, expected groups that do not overlap: "+
					"a column can go only once", j+1, other+1, g+1)
			}
			owner[j] = g
		}
	}
	return nil
}

// pathSteps adds up the steps of aggregating over an elimination of a number of inputs.
func pathSteps(variables int, stepsWith func(inputs int) aggregation) aggregation {
	return func(a aggregationSize) steps {
		var sum steps
		for remaining := variables; remaining > 0; remaining-- {
			s := stepsWith(remaining)(a)
			sum.coordinates += s.coordinates
			sum.weights += s.weights
			sum.applied += s.applied
			sum.differences += s.differences
		}
		return sum
	}
}

// EliminationCost is the cost of eliminating all inputs of a task by an estimator: that of the
// estimator for each number of inputs, and the memory of losses on as many other rows.
func EliminationCost(e Estimator, s Size) Cost {
	n, variables, inputs := float64(s.Rows), s.CountVariables(), s.Inputs
	total := e.Cost(s)
	total.Bytes += float64(2*8*2*n*float64(s.Inputs+s.Responses)) + float64(8*n*float64(variables+1))
	for s.Variables = variables - 1; s.Variables > 0; s.Variables-- {
		s.Inputs = (inputs*s.Variables + variables - 1) / variables
		total.Work += e.Cost(s).Work
	}
	return total
}
