package importance

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"drfvi/forest"
	"drfvi/mmd"
)

// setting is shared by the estimators on one task: the data prepared for growing and an
// aggregator for the evaluation rows.
type setting struct {
	*aggregator
	grower      *forest.Grower
	columns     *forest.Columns
	sampledFrom int // number of rows from which the evaluation rows are drawn
	// entries is the kernel matrix by entries, once needed beside gram.
	entries  *mmd.Dense
	warnings []error  // of the responses
	coverage Coverage // of intervals
	// withoutErrors omits the jackknife and the explained share.
	withoutErrors bool
}

// newSetting prepares a task for an aggregation with the given steps.
func newSetting(ctx context.Context, task Task, c forest.Config, steps aggregation) (*setting, error) {
	return newSettingWith(task, c, task.byKernel(func(a *aggregator) error { return a.exactly(ctx, c, steps) }))
}

// byKernel returns the preparation of an aggregator for the task's kernel: by random
// features if the task asks for them, otherwise exact.
func (t Task) byKernel(exact func(*aggregator) error) func(*aggregator) error {
	return func(a *aggregator) (err error) {
		if a.kernel, err = t.ResolveKernel(); err != nil {
			return err
		}
		if t.Fourier > 0 {
			a.useFourier(t.FourierFactor(t.Y, a.kernel, t.Fourier))
			return nil
		}
		return exact(a)
	}
}

// newSettingWith prepares a task, and its aggregator by ready.
func newSettingWith(task Task, c forest.Config, ready func(*aggregator) error) (*setting, error) {
	if err := task.Prepare("importance"); err != nil {
		return nil, err
	}
	columns, err := task.Sample().Columns()
	if err != nil {
		return nil, err
	}
	s := &setting{columns: columns, warnings: task.Doubts(), coverage: task.Coverage}
	if s.grower, err = forest.NewGrower(columns, task.Y, c); err != nil {
		return nil, err
	}
	eval, err := task.Evaluation(columns)
	if err != nil {
		return nil, err
	}
	if s.sampledFrom = columns.Rows(); task.Eval != nil {
		s.sampledFrom, _ = task.Eval.Dims()
	}
	s.aggregator = newAggregator(task.Y, eval, task.Workers)
	if err := ready(s.aggregator); err != nil {
		return nil, err
	}
	if task.Eval == nil {
		s.design = columns.Design().Choose(eval.Training())
	}
	return s, nil
}

// OnlyInput is the warning of tables with a single input.
var OnlyInput = errors.New("there is only one input: its importance compares the forest with one that has " +
	"no input at all, so the only input explains everything that is explained")

// base returns the base forest's prediction, V, and a Result with everything but the
// values: denominator, kernel, aggregation and warnings. It returns an error if the inputs
// explain nothing at all.
func (s *setting) base(ctx context.Context, f *forest.Forest) (prediction, amount, Result, error) {
	if !f.Splits() {
		return prediction{}, amount{}, Result{}, fmt.Errorf("importance: no tree of the forest splits, so the " +
			"inputs explain nothing to take a share of; expected inputs that vary")
	}
	base, err := s.predict(ctx, f)
	if err != nil {
		return prediction{}, amount{}, Result{}, err
	}
	v, err := s.variation(ctx, base)
	if err != nil {
		return prediction{}, amount{}, Result{}, err
	}
	r := Result{Denominator: v.sum, Gamma: s.kernel.Gamma, Aggregation: s.name, Warnings: slices.Clone(s.warnings)}
	unpredicted := 0
	for _, trees := range base.trees {
		if trees == 0 {
			unpredicted++
		}
	}
	switch {
	case unpredicted == len(base.trees):
		return prediction{}, amount{}, Result{}, fmt.Errorf("importance: no row is out-of-bag in any of the %d "+
			"trees; expected more trees or a smaller sample fraction", f.Config.Trees)
	case unpredicted > 0:
		r.Warnings = append(r.Warnings, fmt.Errorf("%d of %d rows are out-of-bag in no tree and are left out; "+
			"more trees would include them", unpredicted, len(base.trees)))
	}
	if s.columns.Inputs() == 1 {
		r.Warnings = append(r.Warnings, OnlyInput)
	}
	r.Explained, err = s.explained(ctx, base)
	return base, v, r, err
}
