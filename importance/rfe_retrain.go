package importance

import (
	"context"

	"drfvi/forest"
	"drfvi/internal/rng"
)

var _ Eliminator = Retrain{}

// Begin implements Eliminator. The forests of every step are grown from seeds
// of their own, as in the paper's experiments: a path of p inputs takes
// p(p+5)/2 forests. The first step is Estimate.
func (r Retrain) Begin(ctx context.Context, task Task) (Stepper, error) {
	path := pathSteps(len(task.Variables()), func(left int) aggregation { return forestsSteps(left + 2) })
	s, err := newSetting(ctx, task, r.Config, path)
	if err != nil {
		return nil, err
	}
	s.withoutErrors = true
	return retrainStepper{s, task.Seed}, nil
}

type retrainStepper struct {
	*setting
	seed uint64
}

// Step implements Stepper.
func (r retrainStepper) Step(ctx context.Context, dropped []int, groups [][]int) (Step, error) {
	root := rng.New(r.seed).Named("retrain")
	if len(dropped) > 0 {
		root = root.Named("step").At(len(dropped))
	}
	base, err := r.grower.Fit(ctx, dropped, uint64(root.Named("base")), r.workers)
	if err != nil {
		return Step{}, err
	}
	return r.step(base, 1, groups, func() (Result, error) {
		return r.retrain(ctx, root, base, dropped, groups, func(float64) {})
	})
}

// step returns a step with the given base forest, which took the given work, and
// the importances that estimate finds by it; zeros if it does not split at all.
func (s *setting) step(base *forest.Forest, forests float64, groups [][]int, estimate func() (Result, error)) (Step, error) {
	step := Step{Forest: base, Forests: forests, Gamma: s.kernel.Gamma, Aggregation: s.name}
	if !base.Splits() {
		step.Values = make([]float64, len(groups))
		return step, nil
	}
	result, err := estimate()
	step.Values, step.Forests, step.Warnings = result.Clamped, result.Forests, result.Warnings
	return step, err
}
