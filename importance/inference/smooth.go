package inference

import (
	"gonum.org/v1/gonum/mat"

	"drfvi/importance/inference/internal/ridge"
	"drfvi/internal/rank"
)

// smoothScores predicts the scores of the responses without a group, for tests on all rows, by
// stacks that also have a Gaussian process of the other inputs where this can help. A wave of many
// periods is in the responses before it is in an input that follows it weakly; unlearnt there, it
// would count as an effect of that input.
type smoothScores struct {
	*targetStack
	tests *rowTests
	// linear and shrunken are predictions without a group by lines alone.
	linear, shrunken func(group int) *mat.Dense
}

// newSmoothScores returns the stacks of scores that learners of all rows predict.
func (t *rowTests) newSmoothScores(stack *targetStack) smoothScores {
	rows, seed, values := rank.Numbers[int32](t.sample.Rows()), t.seed.Named("lines"), stack.phi.values
	return smoothScores{
		stack, t,
		ridge.Linear(t.sample, t.groups, seed).View(rows, t.sample.X).On(values),
		ridge.Shrunken(t.sample, t.groups, seed).View(rows, t.sample.X).On(values),
	}
}

// mayHelp reports whether a process of the inputs without a group may help: the submodel explains
// leastCurved of the scores more than lines do.
func (s smoothScores) mayHelp(group int, reduced submodel) bool {
	if len(s.tests.groups[group]) == s.tests.sample.X.RawMatrix().Cols {
		return false
	}
	_, total := s.phi.variation()
	lines := s.phi.stack([]*moments{{mean: s.linear(group)}, {mean: s.shrunken(group)}})
	return reduced.explained-max(lines.explained, 0) >= leastCurved*total
}

// withProcess returns the submodel without a group that has a process too, which predicts each row
// by rows of other folds.
func (s smoothScores) withProcess(group int) submodel {
	n, width := s.phi.values.Dims()
	components := min(width, ridge.Components)
	sample := inputsOf(s.tests.sample, others(s.tests.sample.X.RawMatrix().Cols, s.tests.groups[group]))
	sample.Y = mat.DenseCopyOf(s.phi.values.Slice(0, n, 0, components))
	mean := mat.NewDense(n, width, nil)
	mean.Slice(0, n, 0, components).(*mat.Dense).Copy(smoothOf(sample, components, s.tests.seed))
	return s.phi.stack(append(s.dropped(group), &moments{mean: mean}))
}
