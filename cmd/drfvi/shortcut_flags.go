package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/experiments"
	"drfvi/forest"
	"drfvi/importance"
)

// shortcutFlags make an estimation on many rows cheaper: trees of fewer rows,
// fewer rows to evaluate on, an approximate kernel.
type shortcutFlags struct {
	sampleSize, evaluate *flag.RowCount
	aggregation          *flag.Aggregation
}

// addShortcuts adds the flags to a command.
func addShortcuts(cmd *cobra.Command) *shortcutFlags {
	return &shortcutFlags{
		sampleSize:  flag.AddRowCount(cmd, "sample-size", flag.PresetRows, 0, 2, `random rows that each tree is grown from, or "preset" (half of them)`),
		evaluate:    flag.AddRowCount(cmd, "evaluate", flag.AllRows, 0, 2, `random out-of-bag rows that importance is measured on, or "all"`),
		aggregation: flag.AddAggregation(cmd),
	}
}

// checkSample returns what is wrong with the size of samples whatever the table.
func (s *shortcutFlags) checkSample(preset string, c forest.Config) error {
	least, leaves := c.MinNodeSize+1, ""
	if c.Honesty {
		least, leaves = int(float64(c.MinNodeSize)/c.HonestyFraction)+1, ", and half of its rows fill the leaves"
	}
	if drawn := s.sampleSize.Value; 0 < drawn && drawn < least {
		return fmt.Errorf("--sample-size is %d, expected at least %d: a tree of preset %s splits only nodes of more than %d rows%s",
			drawn, least, preset, c.MinNodeSize, leaves)
	}
	return nil
}

// drawn returns the number of rows that a tree draws of n.
func (s *shortcutFlags) drawn(c forest.Config, n int) int {
	if s.sampleSize.Value > 0 {
		return s.sampleSize.Value
	}
	return c.DrawnRows(n)
}

// sampled returns the settings under which trees on n rows draw as many of them
// as the flag says.
func (s *shortcutFlags) sampled(of experiments.Settings, n int) (experiments.Settings, error) {
	drawn := s.sampleSize.Value
	if drawn == 0 {
		return of, nil
	}
	if drawn >= n {
		return of, fmt.Errorf("--sample-size is %d, but forests are grown from %s, expected at most %d: each tree must leave rows out-of-bag",
			drawn, terminal.Counted(n, "row"), n-1)
	}
	// Half a row more, so that rounding never makes it one row less.
	of.SampleFraction = (float64(drawn) + 0.5) / float64(n)
	return of, nil
}

// fixedSample is an eliminator whose trees draw the same number of rows from
// every table, such as a half and the whole of one.
type fixedSample struct {
	method   experiments.Method
	settings func(n int) (experiments.Settings, error)
}

var _ importance.Eliminator = fixedSample{}

func (s fixedSample) Name() string { return s.method.Name }

func (s fixedSample) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	n, _ := task.X.Dims()
	e, err := s.on(n)
	if err != nil {
		return importance.Result{}, err
	}
	return e.Estimate(ctx, task)
}

func (s fixedSample) Begin(ctx context.Context, task importance.Task) (importance.Stepper, error) {
	n, _ := task.X.Dims()
	e, err := s.on(n)
	if err != nil {
		return nil, err
	}
	return e.Begin(ctx, task)
}

// Cost implements importance.Estimator.
func (s fixedSample) Cost(size importance.Size) importance.Cost {
	e, err := s.on(size.Rows)
	if err != nil {
		return importance.Cost{} // the estimation will tell
	}
	return e.Cost(size)
}

// on returns the eliminator for tasks of so many rows.
func (s fixedSample) on(n int) (importance.Eliminator, error) {
	settings, err := s.settings(n)
	if err != nil {
		return nil, err
	}
	estimator, err := s.method.New(settings)
	if err != nil {
		return nil, err
	}
	eliminator, ok := estimator.(importance.Eliminator)
	if !ok {
		panic("drfvi: the method " + s.method.Name + " was offered for eliminations")
	}
	return eliminator, nil
}
