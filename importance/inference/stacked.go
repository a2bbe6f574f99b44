package inference

import (
	"context"
	"errors"

	"drfvi/forest"
	"drfvi/importance"
)

// Stacked estimates the importance from forests with and without each variable, coupled as those of
// Coupled, and ridge regressions, whose predictions are stacked and recalibrated out-of-bag (see
// stacked). With μ̂ the stacked prediction, centred, V what it explains of the variation of φ(Y), and
// inner products those of infinite forests,
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
}

func (s Stacked) relearning() relearning {
	return relearning{name: "stacked", growing: growing{config: s.Config, calibrate: true}, halves: s.Halves}
}

func (l Loco) relearning() relearning {
	return relearning{name: "coupled", growing: growing{config: l.Config}, halves: l.Halves}
}

// onHalves returns how the forests of halves are grown: all variables are candidates of every
// split, since a null input would stand in for an active one where that is not drawn (see
// docs/inference.md).
func (r relearning) onHalves() growing {
	c := &r.config
	c.Trees, c.MTry = wholeGroups(*c, r.halves.Trees), forest.MTryAll
	return r.growing
}

// NothingExplained is the warning that there is nothing to take shares of.
var NothingExplained = errors.New("the forest predicts no better than without any input: importances are shares of nothing and set to 0; only more rows or other inputs can explain something")
