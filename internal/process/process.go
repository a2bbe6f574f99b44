// Package process holds Gaussian process regression of one or several responses on a table of
// inputs: a smooth learner beside the forests (Rasmussen and Williams 2006, chapters 2 and 5).
//
// Standardised responses have the covariance
//
//	c² x·x'/p + s² exp(−½d²) + r² exp(−d/4) + σ² w̄/w on the diagonal,  d² = Σ_g ‖x_g − x'_g‖² / ℓ_g²,
//
// around a mean that is estimated by generalised least squares: lines, smooth curves, and rough
// ones for steps; x standardised by group g of columns, p the number of groups, w the weights,
// w̄ their mean. All responses share these numbers, which maximise the sum of their likelihoods
// on some of the rows.
package process

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// Options are those of a process; zeros are replaced.
type Options struct {
	Rows   int   // at most so many random rows are solved: 1000
	Search int   // at most so many of these choose variances and length-scales: 200
	Lead   int   // the first so many responses choose variances and length-scales: all
	Groups []int // the group of each column, from 0: one length-scale and one unit; nil: each its own
	// Reconsider gives inputs that the search has left out another chance, for functions of little
	// noise: what they explain is taken for noise first.
	Reconsider bool
	// Waves adds a start of the search for a wave of many periods in the input that alone explains
	// most.
	Waves bool
	// Like is a process of as many columns whose variances and length-scales are taken, in place of a
	// search; nil for none.
	Like *Process
}

// Process is a fitted process.
type Process struct {
	inputs, responses scaling
	varying           []int // responses that vary
	solution          *part // nil if none does, or no row counts
	outOfFold         *mat.Dense
}

// part is the solution under one kernel.
type part struct {
	*solver
	weights [][]float64 // of the rows solved, by varying response
	mean    []float64
}

// Fit fits a process to the rows of x (n×p) and y (n×k), all finite. folds holds the fold of
// each row, from 0, for predictions without it; variances and length-scales are chosen by all
// rows. Weights are relative; rows of weight 0 are predicted only. It panics if a number is not
// finite.
func Fit(x, y *mat.Dense, folds []int, weights []float64, o Options, seed rng.Seed) *Process {
	n, k := y.Dims()
	p := &Process{inputs: newScaling(x, o.Groups), responses: newScaling(y, nil), outOfFold: mat.NewDense(n, k, nil)}
	xs, ys := p.inputs.apply(x), p.responses.apply(y)
	for r, unit := range p.responses.unit {
		if unit > 0 {
			p.varying = append(p.varying, r)
		}
	}
	rows := chosen(n, cmp.Or(o.Rows, 1000), weights, seed)
	if len(p.varying) > 0 && len(rows) > 0 {
		solve := func(rows []int32, responses []int) *solver {
			return newSolver(xs, ys, rows, responses, max(1, p.inputs.varying), folds, weights)
		}
		v := &part{solver: solve(rows, p.varying)}
		if o.Like != nil && o.Like.solution != nil {
			v.solve(o.Like.solution.kernel.forInputs(p.inputs))
		} else {
			lead := p.varying
			if first, _ := slices.BinarySearch(lead, cmp.Or(o.Lead, k)); first > 0 {
				lead = lead[:first]
			}
			space := newSpace(xs, ys, rows, lead, p.inputs)
			v.solve(space.search(solve(rows[:min(len(rows), cmp.Or(o.Search, 200))], lead), o))
		}
		members := make([][]int32, slices.Max(folds)+1)
		for i, f := range folds {
			members[f] = append(members[f], int32(i))
		}
		for f, rows := range members {
			v.weights, v.mean = v.withoutFold(f)
			v.predict(p.outOfFold, p.varying, xs, rows)
		}
		v.weights, v.mean = v.withoutFold(-1)
		v.release()
		p.solution = v
	}
	p.responses.restore(p.outOfFold)
	return p
}

// OutOfFold returns the predictions (n×k) of the rows of Fit, each by the rows of other folds.
func (p *Process) OutOfFold() *mat.Dense { return p.outOfFold }

// Bends reports whether curves bend along a group of columns: whether its length-scale is short.
func (p *Process) Bends(group int) bool {
	if p.solution != nil {
		for l, c := range p.solution.kernel.columns {
			if p.inputs.group[c] == group && p.solution.kernel.length[l] < far {
				return true
			}
		}
	}
	return false
}

// Predict returns the predictions (m×k) at the rows of x.
func (p *Process) Predict(x *mat.Dense) *mat.Dense {
	return p.evaluate(x, func(to, xs *mat.Dense, rows []int32) {
		if p.solution != nil {
			p.solution.predict(to, p.varying, xs, rows)
		}
	})
}

// evaluate returns what is added to predictions (m×k) of 0 at the rows of x, in the units of the
// responses.
func (p *Process) evaluate(x *mat.Dense, add func(to, xs *mat.Dense, rows []int32)) *mat.Dense {
	m, _ := x.Dims()
	to, rows := mat.NewDense(m, len(p.responses.unit), nil), make([]int32, m)
	for i := range rows {
		rows[i] = int32(i)
	}
	add(to, p.inputs.apply(x), rows)
	p.responses.restore(to)
	return to
}

// chosen returns at most so many rows of positive weight, in random order.
func chosen(n, limit int, weights []float64, seed rng.Seed) []int32 {
	order := make([]int32, n)
	seed.Named("process").Source().Perm(order)
	rows := order[:0]
	for _, row := range order {
		if len(rows) < limit && (weights == nil || weights[row] > 0) {
			rows = append(rows, row)
		}
	}
	return rows
}
