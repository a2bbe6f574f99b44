// Package importance estimates how much each input of a Distributional Random
// Forest matters: how far the estimated conditional distribution of the
// response moves, in maximum mean discrepancy (MMD), when the input is dropped
// and the forest relearned, as a share of all that the inputs explain
// (Bénard, Näf, Josse, equation 3):
//
//	I(j) = E[ MMD²(P(Y|X), P(Y|X⁽⁻ʲ⁾)) ] / E[ MMD²(P(Y), P(Y|X)) ]
//
// The package takes matrices; it knows no files, data sets or settings files.
package importance

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"drfvi/mmd"
)

// Task is one estimation problem. Its matrices are borrowed: estimators do not
// change them.
type Task struct {
	// X holds the inputs, n×p; Y the responses, n×d.
	X, Y *mat.Dense
	// Eval, m×p, are rows to evaluate on that are independent of X. If nil,
	// the training rows are used with out-of-bag weights.
	Eval *mat.Dense
	// Groups are sets of columns of X that are dropped together; each is one
	// variable of the result. If nil, every column is a variable.
	Groups [][]int
	// Subsample, if positive, aggregates over that many random evaluation
	// rows instead of all (the paper uses 1000 for its larger samples).
	Subsample int
	// Fourier, if positive, aggregates with that many random Fourier features
	// of the kernel, rounded up to a multiple of 32, instead of exactly: time
	// and memory are then linear in n. Methods without a kernel do not use it.
	Fourier int
	// Kernel on the raw responses.
	Kernel mmd.KernelChoice
	// Seed determines every random choice.
	Seed uint64
	// Workers is the number of goroutines, at least 1. It does not change
	// the result.
	Workers int
	// Progress, if not nil, is told now and then which share of the work, in
	// [0, 1], is done. Calls do not overlap.
	Progress func(share float64)
}

// Result holds the importance of every variable of a Task.
type Result struct {
	// Raw values, one per variable in the task's order; what the estimator's
	// formula gives, possibly below zero.
	Raw []float64
	// Clamped is max(Raw, 0) for estimators whose published values are
	// clamped, otherwise equal to Raw.
	Clamped []float64
	// SE are standard errors, nil if the estimator has none.
	SE []float64
	// Outputs are the raw values of each response alone, for methods that look
	// at responses one by one; nil for others.
	Outputs [][]float64
	// Denominator is V, the explained variation that Raw is a share of; zero
	// for methods that have none.
	Denominator float64
	// Bias is the term I(0) already subtracted from Raw; nil for methods
	// without one.
	Bias *float64
	// Forests is the work done, in units of one forest fit on all variables.
	Forests float64
	// Gamma is the resolved kernel parameter, exp(−Gamma·‖y−y'‖²); zero for
	// methods that use no kernel.
	Gamma float64
	// Aggregation names how quadratic forms were computed, with their error
	// bound, or for approximate ones the largest of AggregationSE; empty for
	// methods that have none.
	Aggregation string
	// AggregationSE are the standard errors of Raw that come from aggregating
	// over a subsample of the rows or with random Fourier features: how far
	// it may be from aggregating exactly over all rows. Nil where that is
	// done.
	AggregationSE []float64
	// Extra are further values by name, such as "explained_variance" of the
	// methods that fit a regression forest; nil for methods without any.
	Extra map[string]float64
	// Warnings are statistical doubts a reader of the values should know.
	Warnings []string
}

// Estimator computes importances. Estimate returns an error for data it cannot
// use (the error says which and why) and ctx.Err() when cancelled. The result
// is a function of the estimator's settings and the task without Workers and
// Progress.
type Estimator interface {
	Name() string
	Estimate(ctx context.Context, task Task) (Result, error)
}
