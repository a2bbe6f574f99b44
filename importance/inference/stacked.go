package inference

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference/internal/ridge"
)

// Stacked estimates the importance from forests with and without each variable, coupled as
// those of Coupled, and ridge regressions, whose predictions are stacked and recalibrated
// out-of-bag (see combination). With μ̂ the stacked prediction, centred, V what it explains of
// the variation of φ(Y), and inner products those of infinite forests; with x̂ⱼ beside the
// inputs in both stacks, where there is one (see comparison),
//
//	Raw_j = 1 − mean_i ⟨μ̂(x_i), μ̂⁽⁻ʲ⁾(x_i)⟩ / V.
//
// In the population μ⁽⁻ʲ⁾ is the projection of μ, so ⟨μ, μ⁽⁻ʲ⁾⟩ = ‖μ⁽⁻ʲ⁾‖² and Raw_j is I(j). It
// lies half way between the distance ‖μ̂ − μ̂⁽⁻ʲ⁾‖²/V, which counts what forests learn wrongly as
// importance, and the loss 1 − V⁽⁻ʲ⁾/V, which subtracts it.
//
// Minimum node sizes are lowered where a tree's rows would not split twice, as on
// halves of small tables (see Splittable).
type Stacked struct {
	Config forest.Config `json:"config"`
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

var _, _ importance.Estimator = Stacked{}, Loco{}

// Name returns "stacked".
func (Stacked) Name() string { return "stacked" }

// Name returns "loco".
func (Loco) Name() string { return "loco" }

// Estimate implements Estimator.
func (s Stacked) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	return s.relearning().estimate(ctx, task)
}

// Estimate implements Estimator.
func (l Loco) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	return l.relearning().estimate(ctx, task)
}

// relearning is what the estimators have in common: a share 1 − kept/V.
type relearning struct {
	growing
	name     string // of its seed
	halves   Halves
	coverage importance.Coverage // of intervals
	index    *mat.Dense          // see importance.Sample
}

func (s Stacked) relearning() relearning {
	return relearning{name: "stacked", growing: growing{config: s.Config, calibrate: true}, halves: s.Halves}
}

func (l Loco) relearning() relearning {
	return relearning{name: "coupled", growing: growing{config: l.Config}, halves: l.Halves}
}

// onHalves returns how the forests of halves are grown: with MTry of all variables whatever
// that of the forest on all rows is, since a null input would stand in for an active one where
// that is not drawn (see docs/inference.md); of these the draw leaves out few (see Config).
func (r relearning) onHalves() growing {
	c := &r.config
	c.Trees, c.MTry = wholeGroups(*c, r.halves.Trees), forest.MTryAll
	return r.growing
}

// TooWide reports whether a table has more columns, with one for each level above two, than
// regressions on half of its rows may have, so that Stacked tests without indices, and a noisy
// total of inputs may take their importance.
func TooWide(task importance.Task) (columns int, is bool) {
	rows, columns := task.X.Dims()
	for _, levels := range task.Levels {
		if levels > 2 {
			columns += levels - 1
		}
	}
	return columns, columns > min(rows/2, ridge.MostColumns)
}

// NothingExplained is the warning that there is nothing to take shares of.
var NothingExplained = errors.New("the forest predicts no better than without any input: importances are " +
	"shares of nothing and set to 0; only more rows or other inputs can explain something")

// cost is the cost of an estimate in that of importance.Coupled: on all rows, and on each half
// of them, which tests predict once more. There is always a factor of the kernel matrix, of
// random features too.
func (r relearning) cost(s importance.Size) importance.Cost {
	h, width, half := r.halves, s.Width(), s.Rows
	if h.bound(s.Rows) {
		width, half = min(width, boundedRank), h.Rows
	}
	coarse := s.Kernel.Coarse
	if s.Fourier > 0 || coarse == 0 {
		coarse = width
	}
	s.Kernel, s.Fourier = importance.Spectrum{Rank: width}, 0
	whole := importance.Coupled{Config: Splittable(r.config, s.Rows)}.Cost(s)
	if h.Splits == 0 {
		return whole
	}
	s.Rows, s.Evaluated, s.Kernel.Rank = (half+1)/2, 0, min(width, coarse)
	forestCost := importance.Coupled{Config: Splittable(r.onHalves().config, s.Rows)}.Cost(s)
	times := 2 * float64(h.Splits)
	if h.Tests {
		times *= 2
	}
	return whole.Plus(importance.Cost{Work: times * forestCost.Work, Bytes: 2 * forestCost.Bytes})
}

// GameCost is the expected cost of a Game of so many sets of variables, which have half of them
// on average.
func (s Stacked) GameCost(size importance.Size, sets int) importance.Cost {
	r := s.relearning()
	half, forests := size, float64(sets)/2
	if r.halves.bound(size.Rows) {
		half.Rows = r.halves.Rows
	}
	half.Rows = (half.Rows + 1) / 2
	cost := importance.TreesCost(Splittable(fewer(r.config, setTrees), size.Rows), size, forests)
	r.halves.Trees = min(r.halves.Trees, setHalfTrees)
	halfCost := importance.TreesCost(Splittable(r.onHalves().config, half.Rows), half, forests)
	cost = cost.Plus(importance.Cost{Work: 2 * float64(r.halves.Splits) * halfCost.Work, Bytes: halfCost.Bytes})
	cost.Bytes += float64(8 * float64(sets) * float64(size.Rows))
	return cost
}

// Cost implements Estimator.
func (s Stacked) Cost(size importance.Size) importance.Cost { return s.relearning().cost(size) }

// Cost implements Estimator.
func (l Loco) Cost(size importance.Size) importance.Cost { return l.relearning().cost(size) }
