package main

import (
	"context"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/methods"
)

// fixedSampleEliminator is an eliminator whose trees draw the same number of rows from
// every table, such as a half and the whole of one.
type fixedSampleEliminator struct {
	method   methods.Method
	settings methods.Settings
	drawn    int                // rows of a tree, 0 for the settings' own share
	chosen   *importance.Chosen // forests for all rows, which parts of them may be too few for; nil for none
}

var _ importance.Eliminator = fixedSampleEliminator{}

// Name implements importance.Estimator.
func (f fixedSampleEliminator) Name() string { return f.method.Name }

// Estimate implements importance.Estimator.
func (f fixedSampleEliminator) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	n, _ := task.X.Dims()
	e, err := f.on(n)
	if err != nil {
		return importance.Result{}, err
	}
	return e.Estimate(ctx, task)
}

// Begin implements importance.Eliminator.
func (f fixedSampleEliminator) Begin(ctx context.Context, task importance.Task) (importance.Stepper, error) {
	n, _ := task.X.Dims()
	e, err := f.on(n)
	if err != nil {
		return nil, err
	}
	return e.Begin(ctx, task)
}

// Cost implements importance.Estimator.
func (f fixedSampleEliminator) Cost(size importance.Size) importance.Cost {
	e, err := f.on(size.Rows)
	if err != nil {
		return importance.Cost{} // the estimation will tell
	}
	return e.Cost(size)
}

// on returns the eliminator for tasks of so many rows.
func (f fixedSampleEliminator) on(n int) (importance.Eliminator, error) {
	settings, err := sampledSettings(f.settings, f.drawn, n)
	if err != nil {
		return nil, err
	}
	if f.chosen != nil {
		c := f.chosen.Config
		if settings.SampleFraction > 0 {
			c.SampleFraction = settings.SampleFraction
		}
		node := inference.Splittable(c, n).MinNodeSize
		settings.Fixed.MinNodeSize = &node
	}
	estimator, err := f.method.New(settings)
	if err != nil {
		return nil, err
	}
	eliminator, ok := estimator.(importance.Eliminator)
	if !ok {
		panic("drfvi: the method " + f.method.Name + " was offered for eliminations")
	}
	return eliminator, nil
}
