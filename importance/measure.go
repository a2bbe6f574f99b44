package importance

import (
	"context"

	"drfvi/forest"
	"drfvi/internal/linalg"
)

// Measured is what one coupled forest tells under a configuration: importances
// as Coupled.Estimate gives them, without standard errors, the forest on all
// inputs that they are of, and its MMD loss.
type Measured struct {
	Result
	Forest *forest.Forest
	// Loss is the mean over the test rows, with the kernel that LossGamma
	// belongs to.
	Loss, LossGamma float64
	LossAggregation string
}

// Measurer is an Estimator that measures the forest it estimates by.
type Measurer interface {
	Measure(context.Context, Task, Test) (Measured, error)
}

// Measure estimates importances like Estimate, from the same forests, and
// measures the loss of the forest on all inputs on a test sample. It returns
// the errors of Estimate and those of a test sample that does not fit.
func (c Coupled) Measure(ctx context.Context, task Task, test Test) (Measured, error) {
	if err := c.check(); err != nil {
		return Measured{}, err
	}
	if err := checkElimination(task, &test); err != nil {
		return Measured{}, err
	}
	s, coupled, err := c.couple(ctx, task)
	if err != nil {
		return Measured{}, err
	}
	s.withoutErrors = true
	m := Measured{Forest: coupled.Base, LossGamma: test.Kernel.Gamma}
	if m.Result, err = s.coupledResult(ctx, coupled); err != nil {
		return Measured{}, err
	}
	task.Report(0.9)
	meter, err := newLossMeter(ctx, m.Forest, task, test, 1)
	if err != nil {
		return Measured{}, err
	}
	m.LossAggregation = meter.name
	losses, err := meter.of(ctx, m.Forest)
	if err != nil {
		return Measured{}, err
	}
	m.Loss = linalg.Mean(losses)
	return m, nil
}
