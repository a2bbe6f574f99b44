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
// same information have none, and equal shares. docs/explain.md has the limits of the
// interpretation.
//
//  1. Effects sets the forests and their number.
//  2. Estimate takes an importance.Task and returns a Result: a share for each input or
//     group of inputs, with standard error and interval.
//
// The forests of each set are grown anew, from the same halves of the rows and the same seeds,
// so that forests agree wherever their candidates make no difference.
package shapley

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/mention"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// Version names the algorithms of this package. It is raised when the same task no longer
// gives the same values.
const Version = "4"

// MostExact is the largest number of inputs for which all sets are valued.
const MostExact = 12

// Effects estimates MMD-Shapley effects.
type Effects struct {
	// Config and Smooth configure the two stacked forests of each set (see products); the zero value of
	// Smooth stands for honest forests with large leaves. Nodes are smaller where trees could not split
	// twice. Their trees are divided among Splits, equally for both halves.
	Config, Smooth forest.Config
	// Sampled draws random sets even for few inputs.
	Sampled bool
	// Sets is the largest number of sets to value if not all; 0 for Usual.
	Sets int
	// Pairs asks for the values of pairs.
	Pairs bool
}

// smoothNode is the minimum node size of smooth forests.
const smoothNode = 40

// configs returns the configurations of the forests of a set, once if they are the same.
func (e Effects) configs() []forest.Config {
	if e.Smooth == (forest.Config{}) {
		smooth, err := forest.Preset("paper", e.Config.Trees)
		if err != nil {
			panic("shapley: the preset that smooth forests stand on is gone: " + err.Error())
		}
		smooth.MinNodeSize, smooth.MTry, smooth.MostRows, smooth.Steady = smoothNode, e.Config.MTry, e.Config.MostRows, e.Config.Steady
		e.Smooth = smooth
	}
	return slices.Compact([]forest.Config{e.Config, e.Smooth})
}

// Usual is the default limit on the number of sets of p inputs.
func Usual(p int) int { return max(1000, 12*p) }

// Precision is the standard error, as a share of the range of the values, at which drawing
// stops.
const Precision = 0.01

// MostPairs is the number of inputs, those with the largest shares, whose pairs are valued
// if there are more than MostExact inputs.
const MostPairs = 10

// Splits is the number of divisions of the rows into halves.
const Splits = 5

// Effect is an estimate with the parts of its standard error.
type Effect struct {
	Value, SE float64
	Interval  importance.Interval
	// Rows is the standard error over the rows that forests are measured on, Learning that
	// over forests, from other rows and trees, Sets that over random sets. Their squares
	// add up to that of SE.
	Rows, Learning, Sets float64
}

// Pair is the value of a pair of inputs, numbered from 0, I(j) + I(k) − I({j,k}): above 0 if
// they are informative only together, below 0 if they carry the same information.
type Pair struct {
	J, K int
	Effect
}

// Result holds the effects of the inputs of a Task.
type Result struct {
	// Shares are the Shapley effects, which sum to 1; Alone are the importances
	// I(j) = 1 − v(all but j)/v(all).
	Shares, Alone []Effect
	// Pairs are ordered by J, then K; nil if not asked for.
	Pairs []Pair
	// Explained is v(all) as a share of the variation of the responses.
	Explained importance.Share
	// Exact reports that all sets were valued, Sets how many.
	Exact       bool
	Sets        int
	Gamma       float64
	Aggregation string
	Warnings    []string
}

// Coordinates of the responses; their remainder of the kernel is negligible beside the errors.
const (
	tolerance = 1e-4
	mostRank  = 512
)

// Estimate returns the effects, an error for data it cannot use, and ctx.Err() if cancelled.
// The result is a function of the settings and of the task except Workers and Progress.
func (e Effects) Estimate(ctx context.Context, task importance.Task) (Result, error) {
	if err := task.Prepare("shapley"); err != nil {
		return Result{}, err
	}
	p := len(task.Variables())
	if err := e.check(task, p); err != nil {
		return Result{}, err
	}
	kernel, err := task.ResolveKernel()
	if err != nil {
		return Result{}, err
	}
	factor, name := mmd.Factor{}, ""
	if task.Fourier > 0 {
		factor, name = task.FourierFactor(task.Y, kernel, task.Fourier)
	} else {
		factor, _ = mmd.Cholesky(task.Y, kernel, tolerance, mostRank)
		name = factor.String()
	}
	root := rng.New(task.Seed).Named("shapley")
	g, err := newGame(e.configs(), task, factor, root.Named("splits"))
	if err != nil {
		return Result{}, err
	}
	exact := p <= MostExact && !e.Sampled
	d := newScheme(p, exact, root.Named("sets"))
	if err := e.play(ctx, g, d, task); err != nil {
		return Result{}, err
	}
	r := Result{
		Exact: exact, Gamma: kernel.Gamma, Aggregation: name, Warnings: task.Ties(),
		Explained: g.explained(),
	}
	rows, _ := g.phi.Dims()
	if out := rows - g.used; out > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d of %d rows are out-of-bag in no trees and are left out; more trees would include them", out, rows))
	}
	if p == 1 {
		r.Warnings = append(r.Warnings, importance.OnlyInput)
	}
	if !(g.value(d.all) > 0) {
		return r, fmt.Errorf("shapley: the forest predicts no better than without any input, so that there is no share to take; expected inputs that the responses are seen to depend on, or more rows")
	}
	r.Shares = d.shares(g)
	if worst, limit := mostOf(r.Shares), Precision*spread(r.Shares); !exact && worst > limit {
		r.Warnings = append(r.Warnings, fmt.Sprintf("the standard error from drawing sets is %.2g after %d sets, more than 1 %% of the range of the shares, %.2g%s", worst, len(d.sets), limit, mention.Clause("; %v takes more", mention.Subsets)))
	}
	for j := range p {
		r.Alone = append(r.Alone, g.effect(d.all, term{1, d.all}, term{-1, d.without(j)}))
	}
	if e.Pairs {
		if r.Pairs, err = e.pairs(ctx, g, d, r.Shares, task.Workers); err != nil {
			return Result{}, err
		}
	}
	r.Sets = len(d.sets)
	task.Report(1)
	return r, nil
}

// check returns an error for settings unfit for p inputs.
func (e Effects) check(task importance.Task, p int) error {
	if task.Eval != nil {
		return fmt.Errorf("shapley: the rows to evaluate on have no responses, which losses need; expected none, for out-of-bag evaluation")
	}
	for _, c := range e.configs() {
		if trees := c.Trees / c.GroupSize; trees < Splits {
			return fmt.Errorf("shapley: forests of %d independent trees, expected at least %d, one for each of as many halves", trees, Splits)
		}
	}
	_, columns := task.X.Dims()
	owner := make([]int, columns)
	for g, group := range task.Variables() {
		for _, j := range group {
			if owner[j] > 0 {
				return fmt.Errorf("shapley: column %d is in groups %d and %d, expected one: their common information cannot be divided", j+1, owner[j], g+1)
			}
			owner[j] = g + 1
		}
	}
	if j := slices.Index(owner, 0); j >= 0 {
		return fmt.Errorf("shapley: column %d is in no group, expected one", j+1)
	}
	if least := leastSets(p); e.Sets != 0 && e.Sets < least && (e.Sampled || p > MostExact) {
		return fmt.Errorf("shapley: %d sets of %d inputs, expected at least %d: each input alone, all but each, and twice as many random ones", e.Sets, p, least)
	}
	return nil
}

// Cost is the expected cost of Estimate for a task of the given size: sets have half of the
// inputs on average.
func (e Effects) Cost(s importance.Size) importance.Cost {
	p := s.CountVariables()
	sets := 1 << min(p, MostExact)
	if p > MostExact || e.Sampled {
		if sets = e.Sets; sets == 0 {
			sets = Usual(p)
		}
	}
	width, rows, all := float64(min(s.Width(), mostRank)), s.EvaluatedRows(), float64(s.Rows)
	sum := importance.Cost{Bytes: 8 * (float64(float64(sets)*rows) + float64(importance.Garbage*all*width))}
	for _, c := range e.configs() {
		drawn := float64(c.DrawnRows(s.Rows))
		// A tree of a half fills its leaves, and predicts the rows of the other half and its
		// own out-of-bag rows.
		coordinates := float64(float64(sets) * float64(c.Trees) * (width + importance.CoordinatesPerVector) * (drawn + rows + float64(rows*(1-drawn/all))))
		sum = sum.Plus(importance.GrowingCost(c, s, float64(sets)/2))
		sum.Coordinates += coordinates
		sum.Nanoseconds += float64(coordinates * importance.NanosecondsPerCoordinate)
	}
	return sum
}

// leastSets is the least useful number of sets of p inputs, leastDraws the number of pairs
// from which their error is taken for known: shares, and the means of sizes, are solved from
// them.
func leastSets(p int) int  { return 6 * p }
func leastDraws(p int) int { return 4 * p }

// batch is the number of sets between checks of the errors and reports of progress.
const batch = 32

// play values sets until the shares are precise enough or the limit is reached.
func (e Effects) play(ctx context.Context, g *game, d *scheme, task importance.Task) error {
	most := e.Sets
	if most == 0 {
		most = Usual(len(g.variables))
	}
	for {
		todo := d.sets[g.valued():]
		for len(todo) > 0 {
			now := todo[:min(batch, len(todo))]
			if err := g.grow(ctx, now, task.Workers); err != nil {
				return err
			}
			todo = todo[len(now):]
			total := len(d.sets)
			if !d.exact {
				total = max(most, total)
			}
			task.Report(float64(g.valued()) / float64(total))
		}
		if d.exact || len(d.sets) >= most {
			return nil
		}
		if d.draws >= leastDraws(d.p) && g.value(d.all) > 0 {
			shares := d.shares(g)
			if mostOf(shares) <= Precision*spread(shares) {
				return nil
			}
		}
		if !d.draw(min(batch, most-len(d.sets))) {
			return nil
		}
	}
}

// mostOf is the largest standard error from drawing sets.
func mostOf(effects []Effect) float64 {
	most := 0.0
	for _, e := range effects {
		most = max(most, e.Sets)
	}
	return most
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
func (e Effects) pairs(ctx context.Context, g *game, d *scheme, shares []Effect, workers int) ([]Pair, error) {
	order := make([]int, len(shares))
	for j := range order {
		order[j] = j
	}
	if !d.exact {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(shares[b].Value, shares[a].Value) })
		order = order[:min(MostPairs, len(order))]
		slices.Sort(order)
	}
	var pairs []Pair
	var of [][3]int
	for a, j := range order {
		for _, k := range order[a+1:] {
			pairs = append(pairs, Pair{J: j, K: k})
			of = append(of, [3]int{d.without(j), d.without(k), d.without(j, k)})
		}
	}
	if err := g.grow(ctx, d.sets[g.valued():], workers); err != nil {
		return nil, err
	}
	for i, s := range of {
		pairs[i].Effect = g.effect(d.all, term{1, d.all}, term{-1, s[0]}, term{-1, s[1]}, term{1, s[2]})
		pairs[i].Interval = g.reach.Uncut(pairs[i].Value, pairs[i].SE)
	}
	return pairs, nil
}

// close derives the standard error and interval from the parts of the error.
func (e *Effect) close(reach importance.Reach) {
	e.SE = linalg.Norm([]float64{e.Rows, e.Learning, e.Sets})
	e.Interval = reach.Share(e.Value, e.SE)
}
