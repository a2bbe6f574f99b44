package importance

import (
	"context"

	"drfvi/forest"
	"drfvi/internal/rng"
)

var _ Eliminator = Coupled{}

// Begin implements Eliminator. All steps grow their forests from the same
// seed. The forest without the input that goes, which a step has as patches
// of its base forest, is then the base forest of the next step, node for node
// (forest.Coupled.Without), and splits evaluated once are not evaluated again
// (forest.Descent). Each forest of the path has by itself the law of one grown
// anew on the inputs left. Standard errors, which decide nothing, are not
// computed. The first step is Estimate.
func (c Coupled) Begin(ctx context.Context, task Task) (Stepper, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	s, err := newSetting(ctx, task, c.Config, pathSteps(len(task.Variables()), coupledSteps))
	if err != nil {
		return nil, err
	}
	s.withoutErrors = true
	return coupledStepper{s, s.grower.Descend(uint64(rng.New(task.Seed).Named("coupled")))}, nil
}

type coupledStepper struct {
	*setting
	descent *forest.Descent
}

// Step implements Stepper.
func (c coupledStepper) Step(ctx context.Context, dropped []int, groups [][]int) (Step, error) {
	coupled, err := c.descent.Couple(ctx, dropped, groups, c.workers)
	if err != nil {
		return Step{}, err
	}
	return c.step(coupled.Base, 1, groups, func() (Result, error) { return c.coupledResult(ctx, coupled) })
}
