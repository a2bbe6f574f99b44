package answer

import (
	"context"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/importance/hierarchy"
	"drfvi/importance/inference"
)

// Questions say what is asked beside importances.
type Questions struct {
	Alone      bool               // test each input without regard to the others too
	Aspects    []aspects.Response // whose aspects are asked for; nil for none
	Groups     bool               // of inputs that move together
	Adjustment Adjustment         // of the p-values of single inputs, "" for Holm
}

// linkedFrom is the absolute rank correlation from which inputs that may stand in for others
// count as linked.
const linkedFrom = 0.3

// Ask estimates importances by an estimator with tests, inference.Stacked or Loco, and answers.
func Ask(ctx context.Context, estimator importance.Estimator, task importance.Task, q Questions) (Answers, error) {
	e := Evidence{Shares: true, Adjustment: q.Adjustment, Missing: Missing(task)}
	rows, _ := task.X.Dims()
	e.Units = task.Design().Units(rows)
	var sets [][]int
	if q.Groups {
		e.Tree = hierarchy.Cluster(task.X, task.Levels, task.Variables())
		sets = hierarchy.Sets(e.Tree)
	}
	fit, err := inference.Learn(ctx, estimator, task, sets...)
	if err != nil {
		return Answers{}, err
	}
	var measured inference.Answers
	if q.Aspects != nil {
		e.Aspects = new(aspects.Report)
		measured, *e.Aspects, err = aspects.Infer(ctx, fit, q.Aspects)
	} else {
		measured, err = fit.Infer(ctx)
	}
	if err != nil {
		return Answers{}, err
	}
	e.Result, e.Sets = measured.Result, measured.Sets
	if q.Alone && e.inference().P != nil {
		if e.Alone, err = importance.Marginal(ctx, task); err != nil {
			return Answers{}, err
		}
	}
	e.Linked = Linked(task, e.Result)
	return Decide(e), nil
}

// Missing returns which inputs of a task lack values; nil if none does.
func Missing(task importance.Task) []bool {
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

// Linked returns the inputs that each is correlated with, of those that may stand in for
// others; nil if none may.
func Linked(task importance.Task, result importance.Result) [][]int {
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
	all := make([][]int, len(result.Raw))
	for k, linked := range hierarchy.Linked(task.X, task.Levels, task.Variables(), candidates, linkedFrom) {
		all[candidates[k]] = linked
	}
	return all
}
