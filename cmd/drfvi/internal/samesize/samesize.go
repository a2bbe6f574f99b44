// Package samesize eliminates variables with trees of the same size on tables of any.
package samesize

import (
	"context"

	"drfvi/importance"
	"drfvi/methods"
)

// Eliminator is an eliminator whose trees draw the same number of rows from
// every table, such as a half and the whole of one.
type Eliminator struct {
	Method   methods.Method
	Settings func(n int) (methods.Settings, error)
}

var _ importance.Eliminator = Eliminator{}

// Name implements importance.Estimator.
func (s Eliminator) Name() string { return s.Method.Name }

// Estimate implements importance.Estimator.
func (s Eliminator) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	n, _ := task.X.Dims()
	e, err := s.On(n)
	if err != nil {
		return importance.Result{}, err
	}
	return e.Estimate(ctx, task)
}

// Begin implements importance.Eliminator.
func (s Eliminator) Begin(ctx context.Context, task importance.Task) (importance.Stepper, error) {
	n, _ := task.X.Dims()
	e, err := s.On(n)
	if err != nil {
		return nil, err
	}
	return e.Begin(ctx, task)
}

// Cost implements importance.Estimator.
func (s Eliminator) Cost(size importance.Size) importance.Cost {
	e, err := s.On(size.Rows)
	if err != nil {
		return importance.Cost{} // the estimation will tell
	}
	return e.Cost(size)
}

// On returns the eliminator for tasks of so many rows.
func (s Eliminator) On(n int) (importance.Eliminator, error) {
	settings, err := s.Settings(n)
	if err != nil {
		return nil, err
	}
	estimator, err := s.Method.New(settings)
	if err != nil {
		return nil, err
	}
	eliminator, ok := estimator.(importance.Eliminator)
	if !ok {
		panic("drfvi: the method " + s.Method.Name + " was offered for eliminations")
	}
	return eliminator, nil
}
