package baselines

import (
	"context"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
)

var _ importance.Eliminator = SplitFrequency{}

// Begin implements importance.Eliminator. Every step grows a forest from its own seed; the
// first step is Estimate.
func (s SplitFrequency) Begin(_ context.Context, task importance.Task) (importance.Stepper, error) {
	if err := check(s.Name(), task); err != nil {
		return nil, err
	}
	columns, err := forest.NewColumns(task.X, task.Levels)
	if err != nil {
		return nil, err
	}
	grower, err := forest.NewGrower(columns, task.Y, s.Config)
	if err != nil {
		return nil, err
	}
	return frequencySteps{grower, task.Seed, task.Workers}, nil
}

type frequencySteps struct {
	grower  *forest.Grower
	seed    uint64
	workers int
}

// Step implements importance.Stepper.
func (s frequencySteps) Step(ctx context.Context, dropped []int, groups [][]int) (importance.Step, error) {
	seed := s.seed
	if len(dropped) > 0 {
		seed = uint64(rng.New(seed).Named("step").At(len(dropped)))
	}
	f, err := s.grower.Fit(ctx, dropped, seed, s.workers)
	if err != nil {
		return importance.Step{}, err
	}
	return importance.Step{Forest: f, Values: groupShares(f.SplitCounts(frequencyDepth), groups), Forests: 1}, nil
}
