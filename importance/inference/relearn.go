package inference

import (
	"context"
	"fmt"
	"slices"

	"drfvi/forest"
	"drfvi/importance"
)

// Version names the algorithms of Stacked, Means and Learn, LossesVersion those of Loco, Cross, the choice
// of Auto, and the learners of Shapley effects. They are raised when the same task no longer gives the same
// values.
const Version, LossesVersion = "11", "10"

// Stacked estimates the importance from forests with and without each variable,
// coupled as those of Coupled, in two sizes, Config and Smooth, whose predictions
// are stacked and recalibrated out-of-bag (see stacked). With μ̂ the stacked
// prediction, centred, V what it explains of the variation of φ(Y), and inner
// products those of infinite forests,
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
	// Smooth is the second configuration of the stack; the zero value stands for
	// Smooth(Config).
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

var _, _ importance.Estimator = Stacked{}, Loco{}

// smoothNode is the minimum node size of smooth forests.
const smoothNode = 40

// Smooth returns the second configuration of a stack, for the same number of
// trees: honest, with large leaves.
func Smooth(c forest.Config) forest.Config {
	smooth := paper(c.Trees)
	smooth.MinNodeSize, smooth.MTry, smooth.MostRows, smooth.Steady = smoothNode, c.MTry, c.MostRows, c.Steady
	return smooth
}

// StandardHalves returns splits and trees enough to make errors and p-values steady.
func StandardHalves() Halves { return Halves{Splits: 4, Trees: 100, Tests: true, Stops: true} }

// Halves says how errors and tests are obtained from random halves of the rows.
type Halves struct {
	// Splits is the number of divisions of the rows into halves; 0 for neither intervals
	// nor tests, or with Tests for those that treat forests as fixed.
	Splits int `json:"splits"`
	// Trees is the number of trees of the forests of a half.
	Trees int `json:"trees"`
	// Tests reports whether hypotheses are tested. Without Splits they are t-tests of
	// the rows' terms ℓ⁽⁻ʲ⁾ − ℓ that treat forests as fixed: shown in calibrations for
	// comparison, not to be trusted.
	Tests bool `json:"tests"`
	// Stops tells whether variables whose p-value is above a half after a split are tested
	// no further.
	Stops bool `json:"stops,omitempty"`
	// Rows, if positive, is the number of random rows of larger tables that are divided:
	// those that importance is measured on, if these are as many.
	Rows int `json:"rows,omitempty"`
	// IndexRows, if positive, is the number of random rows of larger tables that the index of
	// all rows is learnt from.
	IndexRows int `json:"index_rows,omitempty"`
}

// bound reports whether the work on a table of n rows is bounded.
func (h Halves) bound(n int) bool { return 0 < h.Rows && h.Rows < n }

// given reports whether tests treat forests as fixed.
func (h Halves) given() bool { return h.Splits == 0 && h.Tests }

// Name returns "stacked".
func (Stacked) Name() string { return "stacked" }

// Name returns "loco", or "loco-t" for tests that take its forests for given.
func (l Loco) Name() string {
	if l.Halves.given() {
		return "loco-t"
	}
	return "loco"
}

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
}

func (s Stacked) relearning() relearning {
	return relearning{name: "stacked", growing: growing{configs: stackedConfigs(s.Config, s.Smooth), calibrate: true}, halves: s.Halves}
}

func (l Loco) relearning() relearning {
	return relearning{name: "coupled", growing: growing{configs: []forest.Config{l.Config}}, halves: l.Halves}
}

// fewestGroups is the least number of independent trees, or groups of dependent
// trees, of a half: rows must be out-of-bag in two of them.
const fewestGroups = 8

// onHalves returns how the forests of halves are grown: all variables are candidates of every
// split, since a null input would stand in for an active one where that is not drawn (see
// docs/inference.md).
func (r relearning) onHalves() growing {
	r.configs = slices.Clone(r.configs)
	for k := range r.configs {
		c := &r.configs[k]
		c.Trees, c.MTry = max(r.halves.Trees/c.GroupSize, fewestGroups)*c.GroupSize, forest.MTryAll
	}
	return r.growing
}

// NothingExplained is the warning that there is nothing to take shares of.
const NothingExplained = "the forest predicts no better than without any input: importances are shares of nothing and set to 0; only more rows or other inputs can explain something"

// work is the work of growing, in units of forests on all variables.
func (e *ensemble) work() float64 {
	sum := 0.0
	for _, c := range e.forests {
		sum += float64(c.Evaluations) / float64(max(c.BaseEvaluations, 1))
	}
	return sum
}

// doubts returns what a reader of the values should know of the forests.
func (e *ensemble) doubts() []string {
	if out := len(e.phi.use) - e.phi.count; out > 0 {
		return []string{fmt.Sprintf("%d of %d rows are out-of-bag in fewer than two trees and are left out; more trees would include them", out, len(e.phi.use))}
	}
	return nil
}
