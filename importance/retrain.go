package importance

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// Version names the algorithms of this package. It is raised when the same
// task no longer gives the same values.
const Version = "1"

// Retrain is the paper's estimator (equation 5, VIn): for every variable a
// forest is grown anew without it,
//
//	Raw_j = Σ_i ‖μ(x_i) − μ⁽⁻ʲ⁾(x_i)‖² / V − I(0),   V = Σ_i ‖μ(x_i) − mean μ‖²,
//
// where I(0) is the same share for a forest grown anew on all variables. It
// grows p + 2 forests.
type Retrain struct {
	Config forest.Config
}

var _ Estimator = Retrain{}

// Name returns "retrain".
func (Retrain) Name() string { return "retrain" }

// Estimate implements Estimator.
func (r Retrain) Estimate(ctx context.Context, task Task) (Result, error) {
	groups := task.groups()
	s, err := newSetting(ctx, task, r.Config, forestsCost(len(groups)+2))
	if err != nil {
		return Result{}, err
	}
	root := rng.New(task.Seed).Named("retrain")
	base, err := s.grower.Fit(ctx, nil, uint64(root.Named("base")), task.Workers)
	if err != nil {
		return Result{}, err
	}
	return s.retrain(ctx, root, base, nil, groups, task.report)
}

// retrain computes the importances of the groups for a base forest without the
// columns in dropped, by growing forests with seeds derived from root.
func (s *setting) retrain(ctx context.Context, root rng.Seed, f *forest.Forest, dropped []int, groups [][]int, report func(share float64)) (Result, error) {
	predict := func(dropped []int, seed rng.Seed) (prediction, error) {
		f, err := s.grower.Fit(ctx, dropped, uint64(seed), s.workers)
		if err != nil {
			return prediction{}, err
		}
		return s.predict(ctx, f)
	}
	base, v, result, err := s.base(ctx, f)
	if err != nil {
		return Result{}, err
	}
	again, err := predict(dropped, root.Named("again"))
	if err != nil {
		return Result{}, err
	}
	moved, err := s.distance(ctx, base, again)
	if err != nil {
		return Result{}, err
	}
	bias := moved.sum / v.sum
	result.Bias = &bias
	var numerators []amount
	for j, group := range groups {
		without, err := predict(slices.Concat(dropped, group), root.Named("without").At(j))
		if err != nil {
			return Result{}, err
		}
		distance, err := s.distance(ctx, base, without)
		if err != nil {
			return Result{}, err
		}
		term := distance.sum / v.sum
		if s.approximate() {
			numerators = append(numerators, distance.minus(moved))
		}
		result.Raw = append(result.Raw, term-bias)
		result.Clamped = append(result.Clamped, max(term-bias, 0))
		report(float64(j+3) / float64(len(groups)+2))
	}
	result.Forests = float64(len(groups) + 2)
	s.note(&result, numerators, v)
	return result, nil
}

// setting is what the estimators on one task share: the data prepared for
// growing and an aggregator for the evaluation rows.
type setting struct {
	*aggregator
	grower  *forest.Grower
	columns *forest.Columns
	of      int // rows that the evaluation rows are drawn from, or are
	// entries is the kernel matrix by entries, once it was needed beside gram.
	entries *mmd.Dense
	// withoutErrors leaves the jackknife out.
	withoutErrors bool
}

// newSetting prepares a task whose aggregation has the given cost.
func newSetting(ctx context.Context, task Task, c forest.Config, cost aggregationCost) (*setting, error) {
	if err := task.check(); err != nil {
		return nil, err
	}
	columns, err := forest.NewColumns(task.X)
	if err != nil {
		return nil, err
	}
	s := &setting{columns: columns}
	if s.grower, err = forest.NewGrower(columns, task.Y, c); err != nil {
		return nil, err
	}
	kernel, err := task.Kernel.Resolve(task.Y)
	if err != nil {
		return nil, err
	}
	eval, err := task.evaluation(columns)
	if err != nil {
		return nil, err
	}
	if s.of = columns.Rows(); task.Eval != nil {
		s.of, _ = task.Eval.Dims()
	}
	if task.Fourier > 0 {
		s.aggregator = &aggregator{eval: eval, workers: task.Workers, n: columns.Rows(), y: task.Y, kernel: kernel}
		s.useFourier(task.Y, task.Fourier, rng.New(task.Seed).Named("fourier"))
		return s, nil
	}
	s.aggregator, err = chooseAggregator(ctx, task.Y, kernel, c, eval, cost, task.Workers)
	return s, err
}

// base returns the base forest's prediction, V, and a Result with everything
// but the values: denominator, kernel, aggregation and the warnings that
// follow. It returns an error if the inputs explain nothing at all.
func (s *setting) base(ctx context.Context, f *forest.Forest) (prediction, amount, Result, error) {
	if !f.Splits() {
		return prediction{}, amount{}, Result{}, fmt.Errorf("importance: no tree of the forest splits, so the inputs explain nothing to take a share of; expected inputs that vary")
	}
	base, err := s.predict(ctx, f)
	if err != nil {
		return prediction{}, amount{}, Result{}, err
	}
	v, err := s.variation(ctx, base)
	if err != nil {
		return prediction{}, amount{}, Result{}, err
	}
	r := Result{Denominator: v.sum, Gamma: s.kernel.Gamma, Aggregation: s.name}
	without := 0
	for _, trees := range base.trees {
		if trees == 0 {
			without++
		}
	}
	switch {
	case without == len(base.trees):
		return prediction{}, amount{}, Result{}, fmt.Errorf("importance: no row is out-of-bag in any of the %d trees; expected more trees or a smaller sample fraction", f.Config.Trees)
	case without > 0:
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d of %d rows are out-of-bag in no tree and are left out; more trees would include them", without, len(base.trees)))
	}
	if s.columns.Inputs() == 1 {
		r.Warnings = append(r.Warnings, "there is only one input: its importance compares the forest with one that has no input at all, so the only input explains everything that is explained")
	}
	return base, v, r, nil
}

// groups returns the sets of columns dropped together.
func (t Task) groups() [][]int {
	if t.Groups != nil {
		return t.Groups
	}
	_, p := t.X.Dims()
	groups := make([][]int, p)
	for j := range groups {
		groups[j] = []int{j}
	}
	return groups
}

// evaluation returns the rows to evaluate on.
func (t Task) evaluation(columns *forest.Columns) (forest.Evaluation, error) {
	eval := t.Eval
	if eval == nil {
		if t.Subsample > 0 {
			return columns.OutOfBagSample(t.Subsample, t.Seed), nil
		}
		return columns.OutOfBag(), nil
	}
	if m, p := eval.Dims(); t.Subsample > 0 && t.Subsample < m {
		perm := make([]int32, m)
		rng.New(t.Seed).Named("evaluation rows").Source().Perm(perm)
		sample := mat.NewDense(t.Subsample, p, nil)
		for i := range t.Subsample {
			sample.SetRow(i, eval.RawRowView(int(perm[i])))
		}
		eval = sample
	}
	return columns.On(eval)
}

// report tells the task's owner how much is done.
func (t Task) report(share float64) {
	if t.Progress != nil {
		t.Progress(share)
	}
}

// check panics on a malformed task and returns an error for data that no
// estimator can use.
func (t Task) check() error {
	if t.Workers < 1 {
		panic("importance: Task with fewer than one worker")
	}
	n, p := t.X.Dims()
	if m, _ := t.Y.Dims(); m != n {
		return fmt.Errorf("importance: %d rows of inputs but %d rows of responses", n, m)
	}
	for g, group := range t.Groups {
		if len(group) == 0 {
			return fmt.Errorf("importance: group %d has no columns", g+1)
		}
		for _, j := range group {
			if j < 0 || j >= p {
				return fmt.Errorf("importance: group %d has column %d, expected 1 to %d", g+1, j+1, p)
			}
		}
	}
	return nil
}
