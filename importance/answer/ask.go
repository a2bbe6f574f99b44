package answer

import (
	"context"
	"fmt"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/importance/hierarchy"
	"drfvi/importance/inference"
	"drfvi/importance/shapley"
	"drfvi/mmd"
)

// Questions say what is asked beside importances.
type Questions struct {
	Alone      bool               // test each input without regard to the others too
	Aspects    []aspects.Response // whose aspects are asked for; nil for none
	Groups     bool               // of inputs that move together
	Effects    *shapley.Effects   // how Shapley effects are asked for; nil for none
	Rows       bool               // the terms of single rows
	Adjustment Adjustment         // of the p-values of single inputs and of pairs, "" for Holm
	// Interactions asks which pairs of inputs act together.
	Interactions bool
	// Scores, of a task whose responses are coordinates, are tested in their place by
	// inference.Stacked (LearnScores); nil for the responses.
	Scores *inference.Scores
}

// onlyImportances reports whether nothing is asked that needs a fit of inference.
func (q Questions) onlyImportances() bool {
	return q.Aspects == nil && !q.Groups && q.Effects == nil && !q.Rows && !q.Interactions && q.Scores == nil
}

// Measurement is all that was measured of a table.
type Measurement struct {
	Evidence
	// Fit and Terms are what importances were measured by and their terms of single rows; nil and
	// empty if only importances were asked for.
	Fit   *inference.Fit
	Terms inference.Answers
	// Effects are the Shapley effects; nil if not asked for.
	Effects *shapley.Result
}

// Ask measures what is asked of a task, and decides. Importances, and what inputs explain alone,
// can be asked of any estimator, the rest of inference.Stacked or Loco.
func Ask(
	ctx context.Context, estimator importance.Estimator, task importance.Task, questions Questions,
) (Answers, error) {
	measured, err := Measure(ctx, estimator, task, questions)
	if err != nil {
		return Answers{}, err
	}
	return Decide(measured.Evidence), nil
}

// Measure measures what is asked of a task; Decide then decides. Under mmd.Linear, which is about
// means alone, it returns an error if aspects are asked for.
func Measure(
	ctx context.Context, estimator importance.Estimator, task importance.Task, questions Questions,
) (Measurement, error) {
	if questions.Aspects != nil && task.Kernel == mmd.Linear {
		return Measurement{}, fmt.Errorf("answer: kernel %q is about means alone, expected no Questions.Aspects", task.Kernel)
	}
	rows, _ := task.X.Dims()
	m := Measurement{
		Evidence: Evidence{Adjustment: questions.Adjustment, Units: task.Design().Units(rows), LackValues: lackValues(task)},
	}
	if err := m.estimate(ctx, estimator, task, questions); err != nil {
		return Measurement{}, err
	}
	m.Linked = linked(task, m.Result)
	if !questions.Alone || m.inference().P == nil {
		return m, nil
	}
	task.Progress = nil
	var err error
	m.Alone, err = importance.Marginal(ctx, task)
	return m, err
}

// estimate measures importances, and what is measured by the same fit.
func (m *Measurement) estimate(
	ctx context.Context, estimator importance.Estimator, task importance.Task, questions Questions,
) (err error) {
	if questions.onlyImportances() {
		m.Result, err = estimator.Estimate(ctx, task)
		return err
	}
	if m.Fit, err = m.learn(ctx, estimator, task, questions); err != nil {
		return err
	}
	if questions.Aspects == nil {
		m.Terms, err = m.Fit.Infer(ctx)
	} else {
		m.Aspects = new(aspects.Report)
		m.Terms, *m.Aspects, err = aspects.Infer(ctx, m.Fit, questions.Aspects)
	}
	if err != nil {
		return err
	}
	m.Result, m.Sets = m.Terms.Result, m.Terms.Sets
	if questions.Interactions && m.inference().P != nil {
		if m.Interactions, err = m.Fit.Interactions(ctx); err != nil {
			return err
		}
	}
	if questions.Effects != nil {
		m.Effects = new(shapley.Result)
		*m.Effects, err = questions.Effects.Divide(ctx, m.Fit, m.Result, task.Report)
	}
	return err
}

// learn grows the forests, for all sets of inputs that are asked for.
func (m *Measurement) learn(
	ctx context.Context, estimator importance.Estimator, task importance.Task, questions Questions,
) (*inference.Fit, error) {
	if questions.Effects != nil {
		return questions.Effects.Learn(ctx, estimator, task)
	}
	if questions.Groups {
		m.Tree = hierarchy.Cluster(task.X, task.Levels, task.Variables())
	}
	if questions.Scores != nil {
		return estimator.(inference.Stacked).LearnScores(ctx, task, *questions.Scores, hierarchy.Sets(m.Tree)...)
	}
	return inference.Learn(ctx, estimator, task, hierarchy.Sets(m.Tree)...)
}

// lackValues returns which inputs of a task lack values; nil if levels are unknown.
func lackValues(task importance.Task) []bool {
	if task.Levels == nil {
		return nil
	}
	return mapped(task.Variables(), func(columns []int) bool {
		for _, column := range columns {
			if task.Levels[column] == forest.Incomplete {
				return true
			}
		}
		return false
	})
}

// linkedFrom is the absolute rank correlation from which on inputs that the others may predict
// count as linked.
const linkedFrom = 0.3

// linked returns the inputs that each is linked with, of those that the others may predict; nil
// if there are none.
func linked(task importance.Task, result importance.Result) [][]int {
	if result.Inference == nil {
		return nil
	}
	var candidates []int
	for j, may := range result.Inference.StandsIn {
		if may {
			candidates = append(candidates, j)
		}
	}
	if candidates == nil {
		return nil
	}
	links := make([][]int, len(result.Raw))
	for k, others := range hierarchy.Linked(task.X, task.Levels, task.Variables(), candidates, linkedFrom) {
		links[candidates[k]] = others
	}
	return links
}
