package importance

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"drfvi/forest"
	"drfvi/internal/par"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
	"drfvi/mmd"
)

// InferenceVersion names the algorithms of Stacked, Loco, Cross and Auto. It is
// raised when the same task no longer gives the same values.
const InferenceVersion = "1"

// Stacked estimates the importance from forests with and without each variable,
// coupled as those of Coupled, in two sizes, Config and Smooth, whose predictions
// are stacked and recalibrated out-of-bag (see stacked). With μ̂ the stacked
// prediction, centred, V what it explains of the variation of φ(Y), and inner
// products those of infinite forests,
//
//	Raw_j = 1 − mean_i ⟨μ̂(x_i), μ̂⁽⁻ʲ⁾(x_i)⟩ / V.
//
// Both terms are carried on by half of the step from half of the rows to all, which
// takes away bias that falls with n. In the population μ⁽⁻ʲ⁾ is the projection of μ, so ⟨μ, μ⁽⁻ʲ⁾⟩ = ‖μ⁽⁻ʲ⁾‖² and Raw_j
// is I(j). It lies half way between the distance ‖μ̂ − μ̂⁽⁻ʲ⁾‖²/V, which counts what
// forests learn wrongly as importance, and the loss (1 − V⁽⁻ʲ⁾/V), which subtracts
// it: where inputs can stand in for each other the one is too large and the other
// too small.
type Stacked struct {
	Config forest.Config `json:"config"`
	Smooth forest.Config `json:"smooth"`
	Halves Halves        `json:"halves"`
}

// Loco is the one-step estimator of the same importance from a single coupled
// forest as it is (leave one covariate out; Lei et al. 2018; Williamson et al. 2023),
//
//	Raw_j = mean_i ( ℓ⁽⁻ʲ⁾_i − ℓ_i ) / V,   ℓ_i = ‖φ(Y_i) − μ̂(x_i)‖²,
//
// V the mean of ‖φ(Y_i) − mean φ‖² − ℓ_i, ‖μ̂‖² for infinite forests. Both forests
// minimise their loss, so their errors enter squared.
type Loco struct {
	Config forest.Config `json:"config"`
	Halves Halves        `json:"halves"`
}

var _, _ Estimator = Stacked{}, Loco{}

// Smooth returns the second configuration of a stack, for the same number of
// trees: honest, with large leaves.
func Smooth(c forest.Config) forest.Config {
	smooth := paper(c.Trees)
	smooth.MinNodeSize, smooth.MTry = 40, c.MTry
	return smooth
}

// StandardHalves are splits and trees enough to make errors and p-values steady.
func StandardHalves() Halves { return Halves{Splits: 8, Trees: 200, Tests: true} }

// Halves says how errors and tests are obtained from random halves of the rows.
type Halves struct {
	// Splits is the number of times that the rows are parted; 0 for neither
	// intervals nor tests.
	Splits int `json:"splits"`
	// Trees is the number of trees of the forests of a half.
	Trees int `json:"trees"`
	// Tests tells whether hypotheses are tested.
	Tests bool `json:"tests"`
}

// Name returns "stacked".
func (Stacked) Name() string { return "stacked" }

// Name returns "loco".
func (Loco) Name() string { return "loco" }

// Estimate implements Estimator.
func (s Stacked) Estimate(ctx context.Context, task Task) (Result, error) {
	r := relearning{configs: []forest.Config{s.Config, s.Smooth}, halves: s.Halves, calibrate: true}
	return r.estimate(ctx, task, rng.New(task.Seed).Named("stacked"), func(e *ensemble, without part) []float64 { return e.shared(without) },
		func(h *halving) [][]float64 { return h.shared })
}

// Estimate implements Estimator.
func (l Loco) Estimate(ctx context.Context, task Task) (Result, error) {
	r := relearning{configs: []forest.Config{l.Config}, halves: l.Halves}
	return r.estimate(ctx, task, rng.New(task.Seed).Named("coupled"), func(_ *ensemble, without part) []float64 { return without.rows },
		func(h *halving) [][]float64 { return h.explained })
}

// relearning is what the estimators have in common: a share 1 − kept/V, by kept
// terms of each row.
type relearning struct {
	configs   []forest.Config
	halves    Halves
	calibrate bool
}

// problem is a task prepared.
type problem struct {
	sample  Sample
	kernel  mmd.Kernel
	factor  mmd.Factor
	name    string // of the aggregation
	columns *forest.Columns
}

// relearnTolerance is the mean residual of the kernel's diagonal at which the factor
// counts as exact, relearnRank its largest rank: responses beyond, which are unlike
// all of so many others, are replaced by their projections on these.
const (
	relearnTolerance = 1e-8
	relearnRank      = 1024
)

// prepare checks a task and finds the coordinates of its responses.
func (r relearning) prepare(task Task) (problem, error) {
	p := problem{sample: Sample{task.X, task.Y, task.Levels}}
	if err := task.Check("importance"); err != nil {
		return p, err
	}
	for _, c := range r.configs {
		if c.Honesty && !c.Prune {
			return p, fmt.Errorf("importance: coupled trees with honesty must be pruned, but the configuration has no pruning")
		}
	}
	var err error
	if p.kernel, err = task.kernel(); err != nil {
		return p, err
	}
	if task.Fourier > 0 {
		a := aggregator{kernel: p.kernel}
		a.useFourier(task.Y, task.Fourier, rng.New(task.Seed).Named("fourier"))
		p.factor, p.name = a.factor, a.name
		return p, nil
	}
	p.factor, _ = mmd.Cholesky(task.Y, p.kernel, relearnTolerance, relearnRank)
	p.name = lowRankName(p.factor)
	return p, nil
}

// coarse returns the first coordinates of the responses, so many that what the
// others add is nothing beside the errors of halves of the rows.
func (p problem) coarse() *mat.Dense {
	const tolerance = 1e-4
	n, rank := p.factor.L.Dims()
	left := mat.NewVecDense(n, nil)
	for i := range n {
		left.SetVec(i, mat.Dot(p.factor.L.RowView(i), p.factor.L.RowView(i)))
	}
	width := 0
	for ; width < rank && mat.Sum(left) > tolerance*float64(n); width += simd.Width {
		for i := range n {
			v := p.factor.L.RawRowView(i)[width : width+simd.Width]
			left.SetVec(i, left.AtVec(i)-simd.Dot(v, v))
		}
	}
	return mat.DenseCopyOf(p.factor.L.Slice(0, n, 0, width))
}

// estimate computes a Result. kept returns the terms of the rows whose mean, without
// a variable, is what is kept of V; halved has the means of the halves.
func (r relearning) estimate(ctx context.Context, task Task, seed rng.Seed, kept func(e *ensemble, without part) []float64, halved func(h *halving) [][]float64) (Result, error) {
	p, err := r.prepare(task)
	if err != nil {
		return Result{}, err
	}
	groups := task.Variables()
	g := growing{configs: r.configs, groups: groups, calibrate: r.calibrate, workers: task.Workers}
	e, err := g.grow(ctx, p.sample, seed)
	if err != nil {
		return Result{}, err
	}
	eval, err := task.evaluation(e.columns)
	if err != nil {
		return Result{}, err
	}
	if !eval.OutOfBag() {
		return Result{}, fmt.Errorf("importance: the rows to evaluate on have no responses, which this method needs; expected none, for out-of-bag evaluation")
	}
	if err := e.evaluate(ctx, eval, p.factor.L, rowsOf(p.factor.L, eval.Training()), task.Workers); err != nil {
		return Result{}, err
	}
	done := 0.4 // of the work
	if r.halves.Splits == 0 {
		done = 1
	}
	task.Report(done / 2)
	terms := make([][]float64, len(groups))
	err = par.Do(ctx, task.Workers, len(groups), func(_, j int) { terms[j] = kept(e, e.without(j)) })
	if err != nil {
		return Result{}, err
	}
	task.Report(done)
	result := Result{Gamma: p.kernel.Gamma, Aggregation: p.name, Forests: e.work(), Warnings: e.doubts(task)}
	count := float64(e.phi.count)
	amounts := []float64{e.full.explained} // V, then what is kept of it without each variable
	for _, t := range terms {
		amounts = append(amounts, floats.Sum(t)/count)
	}
	var h *halving
	if r.halves.Splits > 0 {
		h, err = r.onHalves(g).halve(ctx, p.sample, p.coarse(), r.halves.Splits, r.halves.Tests, seed.Named("halves"),
			func(share float64) { task.Report(done + (1-done)*share) })
		if err != nil {
			return Result{}, err
		}
		result.Forests += h.forests
		if r.calibrate {
			amounts = extrapolate(amounts, halved(h))
		}
	}
	result.Denominator = amounts[0] * count
	for _, amount := range amounts[1:] {
		raw := 0.0
		if amounts[0] > 0 {
			raw = 1 - amount/amounts[0]
		}
		result.Raw, result.Clamped = append(result.Raw, raw), append(result.Clamped, max(raw, 0))
	}
	if amounts[0] <= 0 {
		result.Warnings = append(result.Warnings, nothingExplained)
	}
	if h != nil {
		result.Inference = r.infer(e, h, result, terms, halved(h), p)
	}
	return result, nil
}

// extrapolation is the share of the step from half of the rows to all of them by
// which amounts are carried on. A bias that falls like 1/n would ask for 1; the
// step is noisy, and one half has the smaller error (experiment accuracy).
const extrapolation = 0.5

// extrapolate carries on amounts on all rows by those on halves. It leaves them as
// they are where V would lose half of itself: there is nothing but noise then.
func extrapolate(amounts []float64, halved [][]float64) []float64 {
	on := slices.Clone(amounts)
	for j := range on {
		for _, half := range halved {
			on[j] += extrapolation * (amounts[j] - half[j]) / float64(len(halved))
		}
	}
	if on[0] < amounts[0]/2 {
		return amounts
	}
	return on
}

// onHalves returns how the forests of halves are grown: all variables are candidates
// of every split. Where they are drawn, a variable that means nothing but moves with
// one that does stands in for it at the nodes at which that one is not drawn, so
// that forests without it predict worse (see docs/inference.md).
func (r relearning) onHalves(g growing) growing {
	configs := make([]forest.Config, len(g.configs))
	for k, c := range g.configs {
		c.Trees, c.MTry = r.halves.Trees/c.GroupSize*c.GroupSize, forest.MTryAll
		configs[k] = c
	}
	g.configs = configs
	return g
}

// infer draws the conclusions from the halves.
func (r relearning) infer(e *ensemble, h *halving, result Result, terms, halved [][]float64, p problem) *Inference {
	in := &Inference{}
	_, total := e.phi.variation()
	total += p.factor.Residual // what the factor leaves out lies across all others
	in.Explained.Value = e.full.explained / total
	quantile := distuv.StudentsT{Sigma: 1, Nu: float64(r.halves.Splits)}.Quantile(1 - Level/2)
	column := func(of [][]float64, j int) []float64 {
		values := make([]float64, len(of))
		for k := range of {
			values[k] = of[k][j]
		}
		return values
	}
	v := column(h.explained, 0)
	in.Explained.SE = spread(in.Explained.Value, v, h.total)
	in.Explained.Interval = within(in.Explained.Value, quantile*in.Explained.SE)
	in.Explained.P = math.NaN()
	// Rows that are not evaluated would have changed the values too.
	unseen := 1/float64(e.phi.count) - 1/float64(p.sample.Rows())
	for j, raw := range result.Raw {
		se := spread(1-raw, column(halved, j+1), v)
		if unseen > 0 {
			se = math.Hypot(se, math.Sqrt(unseen)*deviation(e, terms[j], 1-raw))
		}
		in.SE = append(in.SE, se)
		in.Intervals = append(in.Intervals, within(raw, quantile*se))
	}
	if result.Denominator <= 0 {
		for j := range in.Intervals {
			in.Intervals[j] = Interval{0, 1}
		}
	}
	if r.halves.Tests {
		in.Explained.P, in.P = h.p()
		in.Adjusted = Holm(in.P)
	}
	return in
}

// deviation returns the standard deviation of the influence of the rows on a share
// that is kept, (kept_i − share·v_i)/V.
func deviation(e *ensemble, kept []float64, share float64) float64 {
	sum := 0.0
	for i, ok := range e.phi.use {
		if ok {
			d := kept[i] - share*e.full.rows[i]
			sum += d * d
		}
	}
	return math.Sqrt(sum/float64(e.phi.count)) / e.full.explained
}

// nothingExplained is the warning that there are no shares.
const nothingExplained = "the forest explains nothing, so there is nothing to take a share of: importances are set to 0"

// work is the work of growing, in forests on all variables.
func (e *ensemble) work() float64 {
	sum := 0.0
	for _, c := range e.forests {
		sum += float64(c.Evaluations) / float64(max(c.BaseEvaluations, 1))
	}
	return sum
}

// doubts returns what a reader of the values should know.
func (e *ensemble) doubts(task Task) []string {
	doubts := task.Ties()
	if out := len(e.phi.use) - e.phi.count; out > 0 {
		doubts = append(doubts, fmt.Sprintf("%d of %d rows are out-of-bag in fewer than two trees and are left out; more trees would include them", out, len(e.phi.use)))
	}
	if _, p := task.X.Dims(); p == 1 {
		doubts = append(doubts, onlyInput)
	}
	return doubts
}
