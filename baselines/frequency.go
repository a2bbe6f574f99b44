package baselines

import (
	"context"
	"errors"
	"slices"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
)

// SplitFrequency is drf's importance: the share of splits on an input at each depth
// 1, …, 4 of the trees (the root has depth 1), averaged with weights depth⁻². Values sum
// to 1 if there are splits at every depth. A group's value is the sum over its columns.
type SplitFrequency struct {
	Config forest.Config
}

var _ importance.Estimator = SplitFrequency{}

// frequencyDepth is the greatest depth at which splits count.
const frequencyDepth = 4

// Name returns "vimp-drf".
func (SplitFrequency) Name() string { return "vimp-drf" }

// Estimate implements importance.Estimator. The task's kernel is not used.
func (s SplitFrequency) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	grower, err := s.grower(task)
	if err != nil {
		return importance.Result{}, err
	}
	f, err := grower.Fit(ctx, nil, task.Seed, task.Workers)
	if err != nil {
		return importance.Result{}, err
	}
	task.Kernel = nil // it has no part in the values, whatever it is
	result := importance.Result{Forests: 1, Raw: groupShares(f, task.Variables()), Warnings: task.Doubts()}
	result.Clamped = slices.Clone(result.Raw)
	if !f.Splits() {
		result.Warnings = append(result.Warnings, errors.New("no tree has a split, so all values are 0"))
	}
	task.Report(1)
	return result, nil
}

// Cost implements importance.Estimator.
func (s SplitFrequency) Cost(size importance.Size) importance.Cost {
	return importance.TreesCost(s.Config, size, 1)
}

// SplitShares returns the values of SplitFrequency for the inputs of a grown forest.
func SplitShares(f *forest.Forest) []float64 { return splitShares(f.SplitCounts(frequencyDepth)) }

// groupShares returns the sum of SplitShares over each group of columns.
func groupShares(f *forest.Forest, groups [][]int) []float64 {
	shares, sums := SplitShares(f), make([]float64, len(groups))
	for u, group := range groups {
		for _, j := range group {
			sums[u] += shares[j]
		}
	}
	return sums
}

// splitShares returns for each input j, over depths k:
//
//	Σ_k k⁻²·counts[k−1][j] / max(1, Σ_i counts[k−1][i])  /  Σ_k k⁻².
//
// Depths are k = 1, 2, …, and counts are those of splits by depth and input.
func splitShares(counts [][]int) []float64 {
	shares := make([]float64, len(counts[0]))
	weights := 0.0
	for depth, row := range counts {
		weight := 1 / float64((depth+1)*(depth+1))
		weights += weight
		splits := 0
		for _, count := range row {
			splits += count
		}
		for j, count := range row {
			shares[j] += weight * float64(count) / float64(max(1, splits))
		}
	}
	for j := range shares {
		shares[j] /= weights
	}
	return shares
}

// grower checks a task and prepares growing its forests.
func (s SplitFrequency) grower(task importance.Task) (*forest.Grower, error) {
	if err := check(s.Name(), &task); err != nil {
		return nil, err
	}
	columns, err := forest.NewColumns(task.X, task.Levels)
	if err != nil {
		return nil, err
	}
	return forest.NewGrower(columns, task.Y, s.Config)
}

var _ importance.Eliminator = SplitFrequency{}

// Begin implements importance.Eliminator. Every step grows a forest from its own seed; the
// first step is Estimate.
func (s SplitFrequency) Begin(_ context.Context, task importance.Task) (importance.Stepper, error) {
	grower, err := s.grower(task)
	return frequencySteps{grower, task.Seed, task.Workers}, err
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
	return importance.Step{Forest: f, Values: groupShares(f, groups), Forests: 1}, nil
}
