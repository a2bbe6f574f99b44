package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/experiments"
	"drfvi/experiments/spec"
	"drfvi/forest"
	"drfvi/importance/inference"
)

// shortcutFlags make an estimation on many rows cheaper: trees of fewer rows,
// fewer rows to evaluate on, an approximate kernel.
type shortcutFlags struct {
	sampleSize, evaluate *flag.RowCount
	aggregation          *flag.Aggregation
	exact                bool // no bounds on large tables
}

// addShortcuts adds the flags to a command.
func addShortcuts(cmd *cobra.Command) *shortcutFlags {
	s := &shortcutFlags{
		sampleSize:  flag.AddRowCount(cmd, "sample-size", flag.PresetRows, 0, 2, `random rows that each tree is grown from, or "preset" (half of them)`),
		evaluate:    flag.AddRowCount(cmd, "evaluate", flag.AllRows, 0, 2, `random out-of-bag rows that importance is measured on, or "all"`),
		aggregation: flag.AddAggregation(cmd),
	}
	help.Group(cmd, help.Forests, "sample-size")
	help.Group(cmd, help.Importance, "evaluate", "aggregation")
	return s
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

// bounds returns what the work on a table of n rows is bounded by: under preset auto,
// unless the user wants all of it.
func (f *estimationFlags) bounds(method experiments.Method, n int) (inference.Bounds, bool) {
	if f.exact || f.preset.Value != spec.AutoPreset || !method.UsesPreset {
		return inference.Bounds{}, false
	}
	clusters := n
	if f.rows.Clusters != nil {
		clusters = f.rows.Count
	}
	b, large := inference.BoundsOf(n, clusters)
	if large && b.Rows < 2*f.sampleSize.Value {
		b.Rows = min(2*f.sampleSize.Value, n)
		b.Halves.Rows = b.Rows
	}
	return b, large
}

// bound puts bounds in the place of what the user has not chosen.
func (f *estimationFlags) bound(b inference.Bounds, method experiments.Method) {
	if !f.given("trees") {
		f.trees.Value = b.Trees
	}
	if !f.given("evaluate") && method.UsesKernel {
		f.evaluate.Value = b.Rows
	}
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
	if most := of.Fixed.MostRows; most != nil {
		n = min(n, *most)
	}
	// Half a row more, so that rounding never makes it one row less.
	of.SampleFraction = (float64(drawn) + 0.5) / float64(n)
	return of, nil
}
