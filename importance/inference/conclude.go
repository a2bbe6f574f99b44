package inference

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/par"
)

// Target is a function of the responses, and possibly of the inputs, whose predictions are
// compared.
type Target struct {
	// Values hold its coordinates, n×r: predictions are compared by their squared distance. Residual
	// is the mean square that they leave out of a row.
	Values   *mat.Dense
	Residual float64
	// Inferred asks for errors, tests and the explained share, from halves of the rows too.
	Inferred bool
}

// Answers are what a Fit estimates: for the responses, for single rows and for further targets.
type Answers struct {
	importance.Result
	// Sets are the importances of the sets of variables, with errors and tests as those of the
	// variables.
	Sets importance.Result
	// Rows are the training rows that importance was measured on, ascending, without those that too
	// few trees predict. V and U are their terms: the weighted mean of V is the explained variation,
	// that of U[j] the part of it that is lost without variable j.
	//
	// For Stacked they are ‖μ̂(x_i)‖² and ⟨μ̂(x_i), μ̂(x_i) − μ̂⁽⁻ʲ⁾(x_i)⟩ of centred predictions.
	// What the row's own response adds to its loss has mean 0, since stacking solves normal
	// equations. For Loco they are differences of losses.
	Rows []int32
	V    []float64
	U    [][]float64
	// Targets are the results for the further targets, in their order.
	Targets []importance.Result
}

// allTargets returns φ(Y) and the further targets, padded. It panics if a target has other rows.
func allTargets(p problem, further []Target) []Target {
	targets := []Target{{p.factor.L, p.factor.Residual, true}}
	for _, target := range further {
		if rows, _ := target.Values.Dims(); rows != p.sample.Rows() {
			panic(fmt.Sprintf("inference: a target of %d rows for a table of %d", rows, p.sample.Rows()))
		}
		target.Values = padded(target.Values)
		targets = append(targets, target)
	}
	return targets
}

// withSets returns the columns of variables, then those of sets of variables.
func withSets(variables, sets [][]int) [][]int {
	groups := slices.Clone(variables)
	for _, set := range sets {
		var columns []int
		for _, j := range set {
			columns = append(columns, variables[j]...)
		}
		slices.Sort(columns)
		groups = append(groups, columns)
	}
	return groups
}

// targetInference infers importances, errors and p-values of a target. Its groups are the
// variables, then sets of them.
type targetInference struct {
	*scores
	variables int           // their number
	residual  float64       // of the target, see Target
	halves    *halfSamples  // nil without errors and tests
	rowTests  [][]weightedP // by group, the tests on all rows; nil without
	// undirected marks groups for which directions of halves do not count; nil for none.
	undirected []bool
	// predicted is, by group, the share that the other inputs predict, NaN for those not looked at;
	// nil if unknown. curved marks groups that follow others along a curve.
	predicted []float64
	curved    []bool
	coverage  importance.Coverage
}

// results returns the results of the variables and of the sets. Variables alone are compared
// with each other and adjusted for.
func (t targetInference) results() (variables, sets importance.Result) {
	result := t.allGroups()
	variables, sets = resultRange(result, 0, t.variables), resultRange(result, t.variables, len(result.Raw))
	if in := variables.Inference; in != nil && in.P != nil {
		in.Adjusted = importance.Holm(in.P)
		in.Contrasts, in.Ranks = rankAll(t.scores, t.halves, variables, in, t.coverage)
	}
	return variables, sets
}

// resultRange returns the result of the groups from first to before end.
func resultRange(r importance.Result, first, end int) importance.Result {
	r.Raw, r.Clamped = r.Raw[first:end], r.Clamped[first:end]
	if r.Inference != nil {
		in := *r.Inference
		in.SE, in.Intervals = in.SE[first:end], in.Intervals[first:end]
		if in.P != nil {
			in.P, in.Lost, in.Robustness = in.P[first:end], in.Lost[first:end], in.Robustness[first:end]
		}
		if in.Told != nil {
			in.StandsIn, in.Told = in.StandsIn[first:end], in.Told[first:end]
		}
		r.Inference = &in
	}
	return r
}

// allGroups returns the importance of each group j,
//
//	I(j) = 1 − mean_i ⟨μ̂(x_i), μ̂⁽⁻ʲ⁾(x_i)⟩ / V,
//
// 0 if nothing is explained, with errors and tests if there are halves.
func (t targetInference) allGroups() (result importance.Result) {
	result.Denominator = t.explained * float64(t.phi.count)
	for _, terms := range t.crossTerms {
		raw := 0.0
		if t.explained > 0 {
			raw = 1 - t.phi.average(terms)/t.explained
		}
		result.Raw, result.Clamped = append(result.Raw, raw), append(result.Clamped, max(raw, 0))
	}
	if t.explained <= 0 {
		result.Warnings = append(result.Warnings, NothingExplained)
	}
	if t.halves != nil {
		result.Forests = t.halves.forests
		result.Inference = t.infer(result)
	}
	return result
}

// infer returns errors, intervals and p-values of importances. Intervals are not cut at 0 where the
// test finds nothing: package answer does that, after it has adjusted the p-values.
func (t targetInference) infer(result importance.Result) *importance.Inference {
	in, reach := &importance.Inference{}, t.reach()
	in.Explained = explainedShare(t.scores, t.halves, t.residual, t.variables, reach)
	in.SE = standardErrors(t.scores, t.halves, result.Raw, t.variables)
	for j, raw := range result.Raw {
		in.Intervals = append(in.Intervals, reach.Arcsine(raw, in.SE[j]))
	}
	if t.halves.evidence != nil {
		in.P = t.pValues()
		in.Told, in.StandsIn = t.predicted, t.standIns(in.P)
	}
	in.Lost = lost(t.scores, t.halves, result, in, reach)
	in.Robustness = robustness(in.P, t.phi.units)
	if result.Denominator <= 0 || in.Explained.P > importance.Level {
		for j := range in.Intervals { // shares of nothing
			in.SE[j], in.Intervals[j] = 1, reach.Unknown()
		}
	}
	return in
}

// standIns marks the groups that may stand in for others: nearly copies, and those with an
// effect that follow others along a curve, since regressions learn the effect of the others
// badly then.
func (t targetInference) standIns(p []float64) (marked []bool) {
	for j, share := range t.predicted {
		marked = append(marked, share >= nearCopy || t.curved[j] && p[j] <= importance.Level)
	}
	return marked
}

// reach returns that of intervals: each of K splits is one degree of freedom of the error.
// Contrasts have K + 16 for the same shrunk variance (rankAll). Both are conventions that were
// measured: intervals with K cover as they should, contrasts with K + 16 hold their level.
func (t targetInference) reach() importance.Reach {
	return t.coverage.Student(t.halves.splits())
}

// pValues returns the p-value of each group, which combines the test of halves and those on all
// rows.
func (t targetInference) pValues() []float64 {
	combined := make([]float64, len(t.crossTerms))
	for j := range combined {
		var tests []weightedP
		if t.undirected == nil || !t.undirected[j] {
			tests = append(tests, weightedP{directionsWeight, t.halves.p(j + 1)})
		}
		if t.rowTests != nil {
			tests = append(tests, t.rowTests[j]...)
		}
		combined[j] = combine(tests)
	}
	return combined
}

// further returns the result of the variables for a further target, with its explained share if
// there are halves. Nothing is explained of a target that is the same in all rows.
func (t targetInference) further() importance.Result {
	result, _ := t.results()
	if result.Inference == nil {
		return result
	}
	result.Explained = &result.Inference.Explained
	if _, total := t.phi.variation(); total == 0 {
		result.Explained = &importance.Share{P: 1, SE: 1, Interval: t.coverage.Normal().Unknown()}
	}
	return result
}

// scores are the terms of the rows for a target: importances, errors and intervals are
// arithmetic on them.
type scores struct {
	phi                      *target
	explained                float64     // V
	fullTerms                []float64   // by row, the terms of V; 0 for rows not in use
	crossTerms, reducedTerms [][]float64 // by group and row, see comparison
}

// scores returns the scores of the stack's target with all variables and without each of
// chosen, of so many groups in all.
func (e *targetStack) scores(ctx context.Context, groups int, chosen []int, workers int) (*scores, error) {
	m := &scores{e.phi, e.full.explained, e.full.rows, make([][]float64, groups), make([][]float64, groups)}
	return m, par.Do(ctx, workers, len(chosen), func(_, k int) {
		j := chosen[k]
		c := e.compare(j)
		m.crossTerms[j], m.reducedTerms[j] = c.crossTerms, c.reducedTerms
	})
}

// losses returns what is lost of V without each group.
func (m *scores) losses() []float64 {
	losses := make([]float64, len(m.crossTerms))
	for j, terms := range m.crossTerms {
		losses[j] = m.explained - m.phi.average(terms)
	}
	return losses
}
