// Package importance estimates the importance of each input of a Distributional Random
// Forest. The importance is the shift of the conditional distribution of the response, in
// maximum mean discrepancy (MMD), when the input is dropped and the forest relearned. It is a
// share of the variation explained by all inputs (Bénard, Näf, Josse, equation 3):
//
//	I(j) = E[ MMD²(P(Y|X), P(Y|X⁽⁻ʲ⁾)) ] / E[ MMD²(P(Y), P(Y|X)) ]
//
// Usage:
//
//  1. An Estimator is a method with the configuration of its forests:
//     Coupled{Config: config}, Retrain or Projected, config from forest.Preset; the
//     default method, with intervals and tests, is in package inference.
//  2. A Task is the data as matrices, with a kernel, a seed and workers.
//  3. Estimate returns a Result: a value for every input or group of inputs, with its
//     errors and warnings. Cost is the expected work and memory.
//  4. Eliminate removes inputs one by one, and Select finds how many suffice.
//
// The package takes matrices; it knows no files, data sets or settings.
//
// With inputs x, n×p, and responses y, n×d (errors ignored):
//
//	config, err := forest.Preset("paper", 200)
//	result, err := importance.Coupled{Config: config}.Estimate(context.Background(), importance.Task{
//		X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2,
//	})
//	for j, value := range result.Clamped {
//		fmt.Printf("x%d %.2f ± %.2f\n", j+1, value, result.SE[j])
//	}
package importance

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Version names the algorithms of this package. It is raised when the same task no longer
// gives the same values.
const Version = "1"

// Result holds the importance of each input of a Task.
type Result struct {
	// Raw values by the estimator's formula, one per input in the task's order; possibly
	// below zero.
	Raw []float64
	// Clamped is max(Raw, 0) for estimators whose published values are clamped, otherwise
	// Raw.
	Clamped []float64
	// SE are standard errors, nil if the estimator has none.
	SE []float64
	// Outputs are the raw values for each response, from methods that treat responses one
	// by one; nil for others.
	Outputs [][]float64
	// Denominator is V, the explained variation of which Raw is a share; zero for methods
	// without one.
	Denominator float64
	// Bias is the term I(0) already subtracted from Raw; nil for methods without one.
	Bias *float64
	// Forests is the work done, in units of one forest fit on all inputs.
	Forests float64
	// Gamma is the resolved kernel parameter, exp(−Gamma·‖y−y'‖²); zero for methods
	// without a kernel.
	Gamma float64
	// Aggregation names the computation of quadratic forms, with their error bound, or the
	// largest AggregationSE if approximate; empty for methods without any.
	Aggregation string
	// AggregationSE are the standard errors of Raw against exact aggregation over all
	// rows, from a subsample of the rows or random Fourier features; nil if exact.
	AggregationSE []float64
	// Extra are further values by name, such as "explained_variance" of methods with a
	// regression forest; nil without any.
	Extra map[string]float64
	// Explained is the share of the variation of the responses that the forest on all
	// inputs explains out-of-bag, for estimators with a kernel and without Inference; nil
	// for others and for evaluation rows without responses.
	Explained *Share
	// Inference holds errors and tests from the data; nil for estimators without.
	Inference *Inference
	// Warnings are statistical doubts that a reader of the values should know.
	Warnings []error
}

// Finite returns an error that names the first value that is not a number.
func (r Result) Finite() error {
	named := map[string][]float64{
		"importance": r.Raw, "standard error": r.SE, "standard error of aggregation": r.AggregationSE,
	}
	if r.Inference != nil {
		named["standard error over tables"] = r.Inference.SE
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		for j, v := range named[name] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("importance: the %s of input %d is %v, expected a finite number: the responses are "+
					"out of the range of the kernel with γ = %v", name, j+1, v, r.Gamma)
			}
		}
	}
	return nil
}

// Estimator computes importances. Estimate returns an error that names the cause for data
// it cannot use, and ctx.Err() if cancelled. The result is a function of the estimator's
// settings and of the task except Workers and Progress.
type Estimator interface {
	Name() string
	Estimate(ctx context.Context, task Task) (Result, error)
	// Cost is the expected cost of Estimate for a task of the given size.
	Cost(Size) Cost
}
