// Package sensitivity divides the variance of responses among the inputs of given runs: first-order
// and total indices and Shapley effects, of the mean (Sobol' 1993; for several responses
// Gamboa et al. 2014) and of the whole distribution in the Hilbert space of a kernel (da Veiga
// 2021). With v(S) = E‖E[φ(Y)|X_S] − E φ(Y)‖² and V = E‖φ(Y) − E φ(Y)‖²,
//
//	S1_j = v({j})/V,  ST_j = (v(all) − v(all but j))/V,  noise = 1 − v(all)/V;
//
// φ(y) = y for the mean. Inputs may depend on each other; S1 and ST are then of
// E[φ(Y)|X_S], and Shapley effects (Owen 2014) share out what they have in common.
//
//  1. A function of the inputs is learnt: by a Gaussian process or, where that predicts
//     rows of other folds no better, by a forest.
//  2. The laws of the inputs are recognised or given, and their dependence tested.
//  3. Moments are those of the function under these laws, at the points of a lattice (pickFreeze).
//     If scores of dependent inputs are not jointly normal, they are those of regressions on
//     sets of inputs (regressed).
//
// Intervals include three errors. That of the learnt function comes from draws of the process,
// or from forests of half of the rows. The others are those of laws fitted to half of the rows,
// and of the lattice.
package sensitivity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/linalg"
	"drfvi/internal/mention"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// Version names the algorithms of this package. It is raised when the same task no longer
// gives the same values.
const Version = "7"

// Analysis estimates sensitivity indices.
type Analysis struct {
	// Config is that of the forests.
	Config forest.Config
	// Laws are those of the inputs, in their order, where they are known; nil for none.
	Laws []Law
}

// Effect is an estimate with standard error and interval.
type Effect struct {
	Value, SE float64
	Interval  importance.Interval
}

// Indices are those of each input, as shares of the variance V.
type Indices struct {
	First, Total, Shapley []Effect
	// Noise is the share that no input explains.
	Noise Effect
	// Learner is what learnt the function, Predicted its Q², the share of the variance by which
	// it predicts rows of other folds.
	Learner   Learner
	Predicted float64
}

// Result holds the indices of the inputs of a Task.
type Result struct {
	// Mean has the indices of the mean, all responses together in proportion to their variances,
	// Distribution those of the distribution.
	Mean, Distribution Indices
	// Responses are the indices of the mean of each response; nil for a single one.
	Responses []Indices
	// Composed reports that the distribution is that of the learnt mean, noise being negligible.
	Composed bool
	Laws     []Law
	// Outside are the shares of the mass of laws that were given outside the range of the runs.
	Outside    []float64
	Dependence Dependence
	Gamma      float64
	// Outlying are rows, ascending, so far from all others in a response that these are not seen
	// beside them, as runs that blew up.
	Outlying []int
	Warnings []error
}

// Coordinates of the kernel that are learnt; the noise of the mean below which none need be,
// the law of the responses being that of their means, and the Q² of this from which on none
// are; the Q² of the mean below which it is not known whether the rest is noise.
const (
	tolerance    = 0.005
	mostRank     = 64
	hardlyNoisy  = 0.01
	wellComposed = 0.95
	wellLearnt   = 0.9
)

// Estimate returns the indices, an error for data it cannot use, and ctx.Err() if cancelled. The
// result is a function of the settings and of the task except Workers and Progress.
func (a Analysis) Estimate(ctx context.Context, task importance.Task) (Result, error) {
	if err := task.Prepare("sensitivity"); err != nil {
		return Result{}, err
	}
	if task.Clusters != nil || task.Weights != nil {
		return Result{}, fmt.Errorf("sensitivity: rows in clusters or with weights, expected independent runs " +
			"that count alike")
	}
	for j, levels := range task.Levels {
		if levels == forest.Incomplete {
			return Result{}, mention.Errorf("sensitivity: column %d of the inputs has missing values, expected "+
				"none, as %v leaves them", j+1, mention.Missing.To("drop"))
		}
	}
	n, d := task.Y.Dims()
	if err := inference.Splittable(a.Config, n/2).CheckRows(n / 2); err != nil {
		return Result{}, fmt.Errorf("sensitivity: %d runs, of which halves are learnt from: %w", n, err)
	}
	kernel, err := task.ResolveKernel()
	if err != nil {
		return Result{}, err
	}
	outlying := outlyingRows(task.Y)
	task.X, task.Y = ordered(task.X, task.Y, rng.New(task.Seed).Named("rows"))
	e := estimate{
		table:  table{Task: task, config: a.Config, seed: rng.New(task.Seed).Named("sensitivity")},
		result: Result{Gamma: kernel.Gamma, Outlying: outlying},
	}
	e.result.Dependence, e.correlations = dependenceOf(task.X, task.Variables())
	if err := e.recognise(a.Laws); err != nil {
		return Result{}, err
	}
	e.warnOfCopies()
	mean, err := e.learn(ctx, task.Y, false)
	if err != nil {
		return Result{}, err
	}
	factor, _ := mmd.Cholesky(task.Y, kernel, tolerance, mostRank)
	composed := 1 - 2*lossOf(kernel, task.Y, mean.held)/variation(factor)
	if mean.learner != Process || !(mean.noise < hardlyNoisy) {
		composed = math.Inf(-1)
	}
	var embedded *surrogate
	if e.result.Composed = composed >= wellComposed; !e.result.Composed {
		if embedded, err = e.learn(ctx, factor.L, true); err != nil {
			return Result{}, err
		}
		e.result.Composed = composed >= embedded.q2
	}
	measures := []measured{{to: d, half: halfSquare(0, d)}}
	if d > 1 {
		for k := range d {
			measures = append(measures, measured{from: k, to: k + 1, half: halfSquare(k, k+1)})
		}
	}
	if e.result.Composed {
		measures = append(
			measures,
			measured{kernel: &kernel, half: func(a, b []float64) float64 { return 1 - kernel.Of(squared(a[:d], b[:d])) }},
		)
	}
	indices, err := e.indices(ctx, mean, measures)
	if err != nil {
		return Result{}, err
	}
	e.result.Mean = indices[0]
	if d > 1 {
		e.result.Responses = indices[1 : d+1]
	}
	if e.result.Composed {
		e.result.Distribution = indices[len(indices)-1]
		e.result.Distribution.Predicted = composed
	} else {
		_, rank := embedded.held.Dims()
		if indices, err = e.indices(ctx, embedded, []measured{{to: rank, half: halfSquare(0, rank)}}); err != nil {
			return Result{}, err
		}
		e.result.Distribution = indices[0]
	}
	switch q2 := e.result.Mean.Predicted; {
	case q2 <= 0:
		e.result.Warnings = append(e.result.Warnings, errors.New("the inputs predict nothing of the mean: its "+
			"indices are those of noise"))
	case q2 < wellLearnt:
		e.result.Warnings = append(e.result.Warnings, fmt.Errorf("%.0f %% of the variance of left-out runs is "+
			"predicted (Q²): the rest is noise, or a function that so many runs do not show; indices are those of "+
			"what is learnt", 100*q2))
	}
	task.Report(1)
	return e.result, ctx.Err()
}

// ordered returns the rows in a random order that depends on their values alone, so that no
// choice depends on that of the table.
func ordered(x, y *mat.Dense, seed rng.Seed) (xs, ys *mat.Dense) {
	n, _ := x.Dims()
	rows := rank.Numbers[int32](n)
	slices.SortStableFunc(rows, func(a, b int32) int {
		return cmp.Or(
			slices.Compare(x.RawRowView(int(a)), x.RawRowView(int(b))),
			slices.Compare(y.RawRowView(int(a)), y.RawRowView(int(b))),
		)
	})
	order := make([]int32, n)
	seed.Source().Perm(order)
	for i, place := range order {
		order[i] = rows[place]
	}
	return linalg.Rows(x, order), linalg.Rows(y, order)
}

// estimate is one in the making.
type estimate struct {
	table
	correlations *mat.SymDense
	ratios       []bool    // of the columns of X: whether their logarithms are tried
	doubts       []float64 // of the inputs: the probability that the law is not the recognised one
	result       Result
}

// recognise finds the laws that are not known, and how much mass those that are have outside
// the runs.
func (e *estimate) recognise(known []Law) error {
	_, p := e.X.Dims()
	e.ratios = make([]bool, p)
	for j, columns := range e.Variables() {
		law, outside, doubt, far := Law{Kind: Rows, fit: true}, 0.0, 0.0, false
		numbers := len(columns) == 1 && (e.Levels == nil || e.Levels[columns[0]] == 0)
		switch {
		case known != nil && known[j].Kind != "" && known[j].Kind != Rows:
			law = known[j]
			if !numbers {
				return fmt.Errorf("sensitivity: the law of input %d is %v, expected that of the rows for an input of "+
					"several columns, or with levels", j+1, law)
			}
			if outside, far = law.outside(slices.Sorted(slices.Values(mat.Col(nil, columns[0], e.X)))); far {
				return fmt.Errorf("sensitivity: the law of input %d is %v, too far from the runs for squares of "+
					"distances to be finite", j+1, law)
			}
		case numbers && (known == nil || known[j].Kind == ""):
			law, doubt = recognise(mat.Col(nil, columns[0], e.X))
		}
		if numbers {
			values := slices.Sorted(slices.Values(mat.Col(nil, columns[0], e.X)))
			e.ratios[columns[0]] = values[0] > 0 && law.logged() || law.Kind == Rows && spreadByRatios(values)
		}
		e.result.Laws = append(e.result.Laws, law)
		e.result.Outside = append(e.result.Outside, outside)
		e.doubts = append(e.doubts, doubt)
	}
	return nil
}

// fewDifferent is the share of different runs below which they are warned of.
const fewDifferent = 0.5

// warnOfCopies warns of runs that are few but for copies.
func (e *estimate) warnOfCopies() {
	different := map[string]bool{}
	n, _ := e.X.Dims()
	for i := range n {
		different[fmt.Sprint(e.X.RawRowView(i), e.Y.RawRowView(i))] = true
	}
	if float64(len(different)) < fewDifferent*float64(n) {
		e.result.Warnings = append(e.result.Warnings, fmt.Errorf("only %d of %d runs are different: copies of a "+
			"run are predicted by each other, so that Q² is too high and intervals are too narrow", len(different), n))
	}
}

// variation returns E‖φ(Y) − E φ(Y)‖² by a factor.
func variation(factor mmd.Factor) float64 {
	_, rank := factor.L.Dims()
	sum := factor.Residual
	for c := range rank {
		_, v := linalg.Variance(mat.Col(nil, c, factor.L))
		sum += v
	}
	return sum
}

// lossOf returns the mean of 1 − k(y, ŷ).
func lossOf(k mmd.Kernel, y, held *mat.Dense) float64 {
	n, d := y.Dims()
	sum := 0.0
	for i := range n {
		sum += 1 - k.Of(squared(y.RawRowView(i), held.RawRowView(i)[:d]))
	}
	return sum / float64(n)
}

func squared(a, b []float64) float64 {
	sum := 0.0
	for c, v := range a {
		d := v - b[c]
		sum += float64(d * d)
	}
	return sum
}

// halfSquare measures a range of columns.
func halfSquare(from, to int) half {
	return func(a, b []float64) float64 { return squared(a[from:to], b[from:to]) / 2 }
}

// Rows are outlying that are at most fewOutlying of all and farther from a response's median
// than all others by a factor of farOutlying, as runs are that blew up: what they hold of the
// variance, nothing else is seen beside.
const (
	fewOutlying = 0.02
	farOutlying = 100
)

// outlyingRows returns the rows that are outlying in a response, ascending.
func outlyingRows(y *mat.Dense) []int {
	n, d := y.Dims()
	var outlying []int
	for c := range d {
		values := mat.Col(nil, c, y)
		median := slices.Sorted(slices.Values(values))[n/2]
		away := make([]float64, n)
		for i, v := range values {
			away[i] = math.Abs(v - median)
		}
		rows := rank.Descending(away)
		for k := int(fewOutlying * float64(n)); k > 0; k-- {
			if next := away[rows[k]]; next > 0 && away[rows[k-1]] > farOutlying*next {
				outlying = append(outlying, rows[:k]...)
				break
			}
		}
	}
	slices.Sort(outlying)
	return slices.Compact(outlying)
}
