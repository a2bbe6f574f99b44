// Package shapley divides the variation of a distribution explained by the inputs, in the
// kernel's Hilbert space, among them: MMD-Shapley effects. With
//
//	v(S) = E‖E[φ(Y)|X_S]‖² − ‖E φ(Y)‖²,
//
// the variation explained by the inputs of S,
//
//	Sh_j = Σ_{S∌j} |S|!(p−1−|S|)!/p! · (v(S∪{j}) − v(S)) / v(all),
//
// and the shares sum to 1. An importance is the information in an input alone; inputs with the
// same information have none, and equal shares. docs/definitions.md has the limits of the
// interpretation.
//
// Divide takes an inference.Fit, which tells v(all) and importances 1 − v(all but j)/v(all),
// asks its Game for the values of other sets, and returns a share for each input or group of
// inputs, with standard error and interval.
package shapley

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/linalg"
	"drfvi/internal/mention"
	"drfvi/internal/rank"

	"drfvi/internal/rng"
	"gonum.org/v1/gonum/mat"
)

// Version names the algorithms of this package. It is raised when the same task no longer
// gives the same values.
const Version = "5"

// MostExact is the largest number of inputs for which all sets are valued.
const MostExact = 12

// Effects says how MMD-Shapley effects are estimated.
type Effects struct {
	// Sampled draws random sets even for few inputs.
	Sampled bool
	// Sets is the largest number of sets to value if not all; 0 for Usual.
	Sets int
	// Pairs asks for the values of pairs.
	Pairs bool
}

// Usual is the default limit on the number of sets of p inputs.
func Usual(p int) int { return max(1000, 12*p) }

// Precision is the standard error, as a share of the range of the values, at which drawing
// stops.
const Precision = 0.01

// MostPairs is the number of inputs, those with the largest shares, whose pairs are valued
// if there are more than MostExact inputs.
const MostPairs = 10

// Effect is an estimate. Of its standard error, Sets is the part from drawing sets; the squares
// of parts add up.
type Effect struct {
	Value, SE, Sets float64
	Interval        importance.Interval
}

// Pair is the value of a pair of inputs, numbered from 0, I(j) + I(k) − I({j,k}): above 0 if
// they are informative only together, below 0 if they carry the same information.
type Pair struct {
	J, K int
	Effect
}

// Result holds the effects of the variables of a fit.
type Result struct {
	// Shares are the Shapley effects, which sum to 1; 0 where nothing is explained.
	Shares []Effect
	// Pairs are ordered by J, then K; nil if not asked for.
	Pairs []Pair
	// Exact reports that all sets were valued, Sets how many: none where nothing is explained.
	Exact bool
	Sets  int
	// Forests is the work of growing, in units of forests on all variables.
	Forests  float64
	Warnings []error
}

// beforehand is about the share of the work on a fit in all.
const beforehand = 0.2

// Learn is inference.Learn for Divide. It returns an error for settings unfit for the task.
func (e Effects) Learn(
	ctx context.Context, estimator importance.Estimator, task importance.Task,
) (*inference.Fit, error) {
	if err := task.Prepare("shapley"); err != nil {
		return nil, err
	}
	if err := e.check(task); err != nil {
		return nil, err
	}
	report := task.Report
	task.Progress = func(share float64) { report(beforehand * share) }
	return inference.Learn(ctx, estimator, task)
}

// check returns an error for settings unfit for a task.
func (e Effects) check(task importance.Task) error {
	_, columns := task.X.Dims()
	owner, variables := make([]int, columns), task.Variables()
	for g, group := range variables {
		for _, j := range group {
			if owner[j] > 0 {
				return fmt.Errorf("shapley: column %d is in groups %d and %d, expected one: their common information "+
					"cannot be divided", j+1, owner[j], g+1)
			}
			owner[j] = g + 1
		}
	}
	for j, g := range owner {
		values := slices.DeleteFunc(mat.Col(nil, j, task.X), math.IsNaN)
		if _, variance := linalg.Variance(values); g == 0 && len(values) > 0 && variance != 0 { // a constant tells nothing
			return fmt.Errorf("shapley: column %d is in no group, expected one", j+1)
		}
	}
	p := len(variables)
	if least := leastSets(p); e.Sets != 0 && e.Sets < least && (e.Sampled || p > MostExact) {
		return fmt.Errorf("shapley: %d sets of %d inputs, expected at least %d: each input alone, all but each, "+
			"and twice as many random ones", e.Sets, p, least)
	}
	return nil
}

// Divide returns the effects of a fit by Learn, given its importances by Infer with halves, and
// ctx.Err() if cancelled. report is told the share of the work done.
func (e Effects) Divide(
	ctx context.Context, fit *inference.Fit, answers importance.Result, report func(share float64),
) (Result, error) {
	task := fit.Task()
	p := len(task.Variables())
	if !(answers.Denominator > 0) {
		return e.ofNothing(p, fit.Game().Reach()), nil
	}
	d := newScheme(p, p <= MostExact && !e.Sampled, rng.New(task.Seed).Named("shapley").Named("sets"))
	g := fit.Game()
	if err := e.play(ctx, g, d, report); err != nil {
		return Result{}, err
	}
	r := Result{Exact: d.exact, Shares: d.shares(g)}
	if worst, limit := mostOf(r.Shares), Precision*spread(r.Shares); !d.exact && worst > limit {
		r.Warnings = append(r.Warnings, mention.Errorf("the standard error from drawing sets is %.2g after %d "+
			"sets, more than 1 %% of the range of the shares, %.2g%s",
			worst, len(d.sets), limit, mention.Clause("; %v takes more", mention.Subsets)))
	}
	if e.Pairs {
		var err error
		if r.Pairs, err = pairs(ctx, g, d, r.Shares); err != nil {
			return Result{}, err
		}
	}
	r.Sets, r.Forests = len(d.sets), g.Forests()
	return r, nil
}

// ofNothing returns the effects of p variables that predict no better than none: as importances
// then are, zeros that are not known at all.
func (e Effects) ofNothing(p int, reach importance.Reach) (r Result) {
	for range p {
		r.Shares = append(r.Shares, Effect{SE: 1, Interval: reach.Unknown()})
	}
	if !e.Pairs {
		return r
	}
	for j := range min(p, MostPairs) {
		for k := j + 1; k < min(p, MostPairs); k++ {
			r.Pairs = append(
				r.Pairs,
				Pair{J: j, K: k, Effect: Effect{SE: 1, Interval: importance.Interval{Low: -1, High: 1, Coverage: reach.Coverage}}},
			)
		}
	}
	return r
}

// CountSets is the expected number of sets of p inputs.
func (e Effects) CountSets(p int) int {
	switch {
	case p <= MostExact && !e.Sampled:
		return 1 << p
	case e.Sets > 0:
		return e.Sets
	}
	return Usual(p)
}

// leastSets is the least useful number of sets of p inputs, leastDraws the number of pairs
// from which their error is taken for known: shares, and the means of sizes, are solved from
// them.
func leastSets(p int) int  { return 6 * p }
func leastDraws(p int) int { return 4 * p }

// batch is the number of sets between checks of the errors and reports of progress.
const batch = 64

// play values sets until the shares are precise enough or the limit is reached.
func (e Effects) play(ctx context.Context, g *inference.Game, d *scheme, report func(share float64)) error {
	limit := e.CountSets(d.p)
	for {
		for g.Sets() < len(d.sets) {
			if err := g.Add(ctx, d.next(g, batch)); err != nil {
				return err
			}
			report(beforehand + float64((1-beforehand)*float64(g.Sets())/float64(max(limit, len(d.sets)))))
		}
		if d.exact || len(d.sets) >= limit {
			return nil
		}
		if d.draws >= leastDraws(d.p) {
			if shares := d.shares(g); mostOf(shares) <= Precision*spread(shares) {
				return nil
			}
		}
		if !d.draw(min(batch, limit-len(d.sets))) {
			return nil
		}
	}
}

// mostOf is the largest standard error from drawing sets.
func mostOf(effects []Effect) float64 {
	largest := 0.0
	for _, e := range effects {
		largest = max(largest, e.Sets)
	}
	return largest
}

// spread is the range of the values.
func spread(effects []Effect) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, e := range effects {
		low, high = min(low, e.Value), max(high, e.Value)
	}
	return high - low
}

// pairs returns the values of all pairs, or of those of the inputs with the largest shares.
func pairs(ctx context.Context, g *inference.Game, d *scheme, shares []Effect) ([]Pair, error) {
	order := rank.Numbers[int](len(shares))
	if !d.exact {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(shares[b].Value, shares[a].Value) })
		order = order[:min(MostPairs, len(order))]
		slices.Sort(order)
	}
	var pairs []Pair
	var subsets [][3]int
	for a, j := range order {
		for _, k := range order[a+1:] {
			pairs = append(pairs, Pair{J: j, K: k})
			subsets = append(subsets, [3]int{d.complementOf(j), d.complementOf(k), d.complementOf(j, k)})
		}
	}
	if err := g.Add(ctx, d.next(g, len(d.sets))); err != nil {
		return nil, err
	}
	factors := make([][]float64, len(pairs))
	for i, subset := range subsets {
		factors[i] = make([]float64, len(d.sets))
		for k, factor := range [3]float64{-1, -1, 1} {
			factors[i][subset[k]] += factor
		}
		factors[i][d.whole]++
	}
	values, errors := g.Effects(factors)
	for i := range pairs {
		pairs[i].Effect = Effect{Value: values[i], SE: errors[i], Interval: g.Reach().Uncut(values[i], errors[i])}
	}
	return pairs, nil
}

// shares solves for the shares from the values of all sets of the scheme.
func (d *scheme) shares(g *inference.Game) []Effect {
	coefficients, worths := d.solution(), make([]float64, len(d.sets))
	factors := make([][]float64, d.p)
	for j := range factors {
		factors[j] = coefficients.RawRowView(j)
	}
	for m := range worths {
		worths[m] = g.Worth(m)
	}
	values, errors := g.Effects(factors)
	ofSets, shares := d.sampling(values, coefficients, worths), make([]Effect, d.p)
	for j, value := range values {
		se := linalg.Norm([]float64{errors[j], ofSets[j]})
		shares[j] = Effect{value, se, ofSets[j], g.Reach().Share(value, se)}
	}
	return shares
}
