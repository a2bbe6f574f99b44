package inference

import (
	"context"

	"drfvi/importance"
	"drfvi/internal/rng"
)

// Shares are how much of the variation of φ(Y) is predicted out-of-bag: by a forest as it is, which
// predicts new rows, and by the stack that importances are measured with.
type Shares struct{ Forest, Stack float64 }

// clearlyLess is how much less of the variation a forest explains than its stack where this is
// worth saying: a tenth of all variation, or half of what the stack explains and a twentieth.
const clearlyLess, halfLess = 0.1, 0.05

// ForestLags reports whether the forest explains clearly less than the stack: its predictions may
// contradict the importances then, as of an interaction that the regression learns.
func (s Shares) ForestLags() bool {
	lag := s.Stack - s.Forest
	return lag >= clearlyLess || lag >= halfLess && s.Forest <= s.Stack/2
}

// shares returns those of a stack of φ(Y), whose factor leaves out residual of the variation.
func (e *targetStack) shares(residual float64) Shares {
	_, total := e.phi.variation()
	total += residual
	return Shares{e.phi.plain(e.full.predictions[0]).explained / total, e.full.explained / total}
}

// Shares returns what the forest on all variables and the stack explain.
func (f *Fit) Shares(ctx context.Context) (Shares, error) {
	if f.measured == nil {
		if err := f.measure(ctx); err != nil {
			return Shares{}, err
		}
	}
	return f.embedded.shares(f.problem.factor.Residual), nil
}

// Shares returns what the forest of Stacked.Forest and its stack with regressions explain of a
// task. It costs about as much as that forest, and less than Learn.
func (s Stacked) Shares(ctx context.Context, task importance.Task) (Shares, error) {
	r := s.relearning()
	n, _ := task.X.Dims()
	r.halves.Splits = 0
	p, err := r.prepare(ctx, task, r.halves.bound(n))
	if err != nil {
		return Shares{}, err
	}
	r.kernel, r.workers = task.Kernel, task.Workers
	f := &Fit{relearning: r, task: task, seed: rng.New(task.Seed).Named(r.name), problem: p}
	eval, err := task.Evaluation(p.columns)
	if err != nil {
		return Shares{}, err
	}
	f.regressionRows = f.drawn(eval.Training())
	if err := f.growOn(ctx, eval); err != nil {
		return Shares{}, err
	}
	stack, err := f.learnt.stackOf(ctx, p.factor.L, f.workers)
	if err != nil {
		return Shares{}, err
	}
	return stack.shares(p.factor.Residual), nil
}
