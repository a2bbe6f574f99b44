package inference

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/par"
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

// conclusion is what importances, errors and p-values of a target are made from.
type conclusion struct {
	*scores
	variables int          // of which are the scores; sets of them follow
	residual  float64      // what the target's coordinates leave out of its variation
	halves    *halfSamples // nil without
	proofs    [][]proof    // by variable, of tests on all rows; nil for none
	told      []float64    // by variable, the share that the others predict, NaN for those not looked at; nil where that is not known
	curved    []bool       // variables that follow others along a curve
	coverage  importance.Coverage
}

// results returns the importances of the variables, and of sets of them, with errors and p-values if there
// are halves. Variables alone are compared and adjusted for.
func (c conclusion) results() (variables, sets importance.Result) {
	all := c.result()
	variables, sets = some(all, 0, c.variables), some(all, c.variables, len(all.Raw))
	if in := variables.Inference; in != nil && in.P != nil {
		in.Adjusted = importance.Holm(in.P)
		in.Contrasts, in.Ranks = rankAll(c.scores, c.halves, variables, in, c.coverage)
	}
	return variables, sets
}

// some returns the results for some of the groups.
func some(r importance.Result, from, to int) importance.Result {
	r.Raw, r.Clamped = r.Raw[from:to], r.Clamped[from:to]
	if r.Inference != nil {
		in := *r.Inference
		in.SE, in.Intervals = in.SE[from:to], in.Intervals[from:to]
		if in.P != nil {
			in.P, in.Lost, in.Robustness = in.P[from:to], in.Lost[from:to], in.Robustness[from:to]
		}
		if in.Told != nil {
			in.StandsIn, in.Told = in.StandsIn[from:to], in.Told[from:to]
		}
		r.Inference = &in
	}
	return r
}

// result returns the importances of all groups, each for itself.
func (c conclusion) result() (result importance.Result) {
	result.Denominator = c.explained * float64(c.phi.count)
	for _, terms := range c.crossTerms {
		raw := 0.0
		if c.explained > 0 {
			raw = 1 - c.phi.average(terms)/c.explained
		}
		result.Raw, result.Clamped = append(result.Raw, raw), append(result.Clamped, max(raw, 0))
	}
	if c.explained <= 0 {
		result.Warnings = append(result.Warnings, NothingExplained)
	}
	if c.halves != nil {
		result.Forests = c.halves.forests
		result.Inference = c.infer(result)
	}
	return result
}

// infer returns errors, intervals and p-values. The command lets intervals begin at 0 where the adjusted
// p-value leaves it open whether there is anything (beginAtZero in cmd/drfvi/account.go).
func (c conclusion) infer(result importance.Result) *importance.Inference {
	h, in := c.halves, &importance.Inference{}
	reach := c.reach()
	in.Explained = explainedShare(c.scores, h, c.residual, c.variables, reach)
	in.SE = standardErrors(c.scores, h, result.Raw, c.variables)
	for j, raw := range result.Raw {
		in.Intervals = append(in.Intervals, reach.Arcsine(raw, in.SE[j]))
	}
	if h.evidence != nil {
		in.P = c.pValues()
		for j, share := range c.told { // what follows a curve can be told from the others
			in.StandsIn = append(in.StandsIn, share >= nearCopy || c.curved[j] && in.P[j] <= importance.Level)
		}
		in.Told = c.told
	}
	in.Lost, in.Robustness = lost(c.scores, h, result, in, reach), robustness(in.P, c.phi.units)
	if result.Denominator <= 0 || in.Explained.P > importance.Level {
		for j := range in.Intervals { // shares of nothing
			in.SE[j], in.Intervals[j] = 1, reach.Unknown()
		}
	}
	return in
}

// reach is that of intervals: each split tells one degree of freedom of the error. For contrasts the same shrunk
// variance has K + 16 (rankAll). Both are conventions that were measured: intervals with K cover as they should,
// contrasts with K + 16 hold their level.
func (c conclusion) reach() importance.Reach {
	return c.coverage.Student(c.halves.splits())
}

// pValues returns those of the variables.
func (c conclusion) pValues() []float64 {
	all := make([]float64, len(c.crossTerms))
	for j := range all {
		proofs := []proof{{ofDirections, c.halves.p(j + 1)}}
		if c.proofs != nil {
			proofs = append(proofs, c.proofs[j]...)
		}
		all[j] = together(proofs)
	}
	return all
}

// target is result for a further target, with its explained share if there are halves.
func (c conclusion) target() importance.Result {
	result, _ := c.results()
	if result.Inference == nil {
		return result
	}
	result.Explained = &result.Inference.Explained
	if _, total := c.phi.variation(); total == 0 { // the target is the same for all rows
		result.Explained = &importance.Share{P: 1, SE: 1, Interval: c.coverage.Normal().Unknown()}
	}
	return result
}

// scores are the terms of the rows for a target: importances, errors and intervals are arithmetic on
// them.
type scores struct {
	phi                      *target
	explained                float64     // V
	fullTerms                []float64   // by row, the terms of V; 0 for rows left out
	crossTerms, reducedTerms [][]float64 // by variable, see comparison
}

// scores returns the scores of the ensemble's target with all variables and without some of so many.
func (e *ensemble) scores(ctx context.Context, count int, variables []int, workers int) (*scores, error) {
	m := &scores{e.phi, e.full.explained, e.full.rows, make([][]float64, count), make([][]float64, count)}
	return m, par.Do(ctx, workers, len(variables), func(_, k int) {
		j := variables[k]
		c := e.compare(j)
		m.crossTerms[j], m.reducedTerms[j] = c.crossTerms, c.reducedTerms
	})
}

// lost returns by variable what is lost of V without it.
func (m *scores) lost() []float64 {
	lost := make([]float64, len(m.crossTerms))
	for j, terms := range m.crossTerms {
		lost[j] = m.explained - m.phi.average(terms)
	}
	return lost
}
