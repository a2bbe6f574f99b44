package importance

import (
	"context"
	"slices"
	"sync"

	"drfvi/forest"
	"drfvi/internal/par"
	"drfvi/internal/rng"
)

// Retrain is the paper's estimator (equation 5, VIn), which grows a forest without each
// input:
//
//	V     = Σ_i ‖μ(x_i) − mean μ‖²;
//	Raw_j = Σ_i ‖μ(x_i) − μ⁽⁻ʲ⁾(x_i)‖² / V − I(0).
//
// Here I(0) is the same share for a second forest on all inputs. It grows p + 2 forests.
type Retrain struct {
	Config forest.Config
}

var _ Estimator = Retrain{}

// Name returns "retrain".
func (Retrain) Name() string { return "retrain" }

// Estimate implements Estimator.
func (r Retrain) Estimate(ctx context.Context, task Task) (Result, error) {
	groups := task.Variables()
	s, err := newSetting(ctx, task, r.Config, forestsSteps(len(groups)+2))
	if err != nil {
		return Result{}, err
	}
	root := rng.New(task.Seed).Named("retrain")
	base, err := s.grower.Fit(ctx, nil, uint64(root.Named("base")), task.Workers)
	if err != nil {
		return Result{}, err
	}
	return s.retrain(ctx, root, base, nil, groups, task.Report)
}

// Cost implements Estimator.
func (r Retrain) Cost(s Size) Cost {
	return forestsSteps(s.CountVariables()+2).cost(r.Config, s, float64(s.CountVariables()+2))
}

// workersOfForest is the number of workers that one forest keeps busy: of more workers several
// forests are grown together, and memory is for as many.
const workersOfForest = 8

// retrain computes the importances of the groups for a base forest without the columns in
// dropped from forests with seeds derived from root.
func (s *setting) retrain(
	ctx context.Context, root rng.Seed, f *forest.Forest, dropped []int, groups [][]int,
	report func(share float64),
) (Result, error) {
	base, v, result, err := s.base(ctx, f)
	if err != nil {
		return Result{}, err
	}
	// Of the second forest on all inputs, then of those without each group.
	distances, done, mutex := make([]amount, len(groups)+1), 2, sync.Mutex{}
	err = par.All(par.Shared(ctx, s.workers), max(s.workers/workersOfForest, 1), len(distances), func(_, k int) error {
		omitted, seed := dropped, root.Named("again")
		if k > 0 {
			omitted, seed = slices.Concat(dropped, groups[k-1]), root.Named("without").At(k-1)
		}
		f, err := s.grower.Fit(ctx, omitted, uint64(seed), s.workers)
		if err != nil {
			return err
		}
		reduced, err := s.predict(ctx, f)
		if err != nil {
			return err
		}
		if distances[k], err = s.distance(ctx, base, reduced); err != nil {
			return err
		}
		mutex.Lock()
		defer mutex.Unlock()
		done++
		report(float64(done) / float64(len(groups)+2))
		return nil
	})
	if err != nil {
		return Result{}, err
	}
	moved := distances[0]
	bias := moved.sum / v.sum
	result.Bias = &bias
	var numerators []amount
	for _, distance := range distances[1:] {
		if s.approximate() {
			numerators = append(numerators, distance.minus(moved, 1))
		}
		raw := distance.sum/v.sum - bias
		result.Raw, result.Clamped = append(result.Raw, raw), append(result.Clamped, max(raw, 0))
	}
	result.Forests = float64(len(groups) + 2)
	s.note(&result, numerators, v)
	return result, nil
}

var _ Eliminator = Retrain{}

// Begin implements Eliminator. Every step grows its forests from its own seeds, as in the
// paper's experiments: a path of p inputs takes p(p+5)/2 forests. The first step is
// Estimate.
func (r Retrain) Begin(ctx context.Context, task Task) (Stepper, error) {
	path := pathSteps(len(task.Variables()), func(remaining int) aggregation { return forestsSteps(remaining + 2) })
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
	return r.step(base, groups, func() (Result, error) {
		return r.retrain(ctx, root, base, dropped, groups, func(float64) {})
	})
}

// step returns a step with the given base forest and the importances returned by estimate;
// zeros if the forest does not split at all.
func (s *setting) step(base *forest.Forest, groups [][]int, estimate func() (Result, error)) (Step, error) {
	step := Step{Forest: base, Forests: 1, Gamma: s.kernel.Gamma, Aggregation: s.name}
	if !base.Splits() {
		step.Values = make([]float64, len(groups))
		return step, nil
	}
	result, err := estimate()
	step.Values, step.Forests, step.Warnings = result.Clamped, result.Forests, result.Warnings
	return step, err
}
