package effect

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference"
)

// AverageP is the name of Answers.AverageP among the further values of a Result.
const AverageP = "average_p"

// Estimator asks for effects in the manner of other estimators, as experiments do. A task has two
// responses: the outcome, and 1 for treated rows and 0 for the others. The propensity is learnt.
//
// Inference.Explained.P of a result is Answers.SameP, and P of inputs are those of Answers.
type Estimator struct {
	Stacked inference.Stacked
	Kind    Kind
}

// Name returns "effect" or "effect-mean".
func (e Estimator) Name() string {
	if e.Kind == Mean {
		return "effect-mean"
	}
	return "effect"
}

// Estimate implements importance.Estimator.
func (e Estimator) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	n, d := task.Y.Dims()
	if d != 2 {
		return importance.Result{}, fmt.Errorf("%s: %d responses, expected an outcome and a treatment", e.Name(), d)
	}
	study := Study{Task: task, Treated: make([]bool, n)}
	study.Task.Y = mat.DenseCopyOf(task.Y.Slice(0, n, 0, 1))
	for i := range n {
		treatment := task.Y.At(i, 1)
		if treatment != 0 && treatment != 1 {
			return importance.Result{}, fmt.Errorf("%s: the treatment of row %d is %v, expected 0 or 1", e.Name(), i+1, treatment)
		}
		study.Treated[i] = treatment == 1
	}
	answers, err := Ask(ctx, e.Stacked, study, e.Kind)
	if err != nil {
		return importance.Result{}, err
	}
	result := answers.Result
	result.Inference.Explained.P = answers.SameP
	result.Extra = map[string]float64{AverageP: answers.AverageP}
	result.Warnings = append(result.Warnings, answers.Warnings...)
	return result, nil
}

// Cost implements importance.Estimator: the propensity, the arms, and the importances of the effect.
func (e Estimator) Cost(size importance.Size) importance.Cost {
	estimate := e.Stacked.Cost(size)
	return importance.Cost{Work: 2 * estimate.Work, Bytes: estimate.Bytes}
}
