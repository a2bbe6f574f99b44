package estimation

import (
	"fmt"

	"drfvi/cmd/drfvi/internal/estimate"
	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/importance/inference"
	"drfvi/internal/format"
	"drfvi/methods"
)

// checkSample returns what is wrong with the size of samples whatever the table.
func (f *Flags) checkSample(preset string, c forest.Config) error {
	least, leaves := c.MinNodeSize+1, ""
	if c.Honesty {
		least, leaves = int(float64(c.MinNodeSize)/c.HonestyFraction)+1, ", and half of its rows fill the leaves"
	}
	if drawn := f.SampleSize.Value; 0 < drawn && drawn < least {
		return fmt.Errorf("--sample-size is %d, expected at least %d: a tree of preset %s splits only nodes of more than %d rows%s",
			drawn, least, preset, c.MinNodeSize, leaves)
	}
	return nil
}

// bounds returns what the work on a table of n rows is bounded by: under preset auto,
// unless the user wants all of it.
func (f *Flags) bounds(method methods.Method, n int) (inference.Bounds, bool) {
	if f.Exact || f.Preset.Value != methods.Auto || !method.UsesPreset {
		return inference.Bounds{}, false
	}
	clusters := n
	if f.Rows.Clusters != nil {
		clusters = f.Rows.Count
	}
	b, large := inference.BoundsOf(n, clusters)
	if large && b.Rows < 2*f.SampleSize.Value {
		b.Rows = min(2*f.SampleSize.Value, n)
		b.Halves.Rows = b.Rows
	}
	return b, large
}

// Begin returns an estimate with all that is known before its values, and the settings
// of the method. On a large table the work is bounded, in what the user has not chosen,
// and the bounds are not nil.
func (f *Flags) Begin(method methods.Method, problem *datasets.Problem) (*estimate.Estimate, methods.Settings, *inference.Bounds, error) {
	n, _ := problem.X.Dims()
	bounds, large := f.bounds(method, n)
	if large && !f.Given("trees") {
		f.Trees.Value = bounds.Trees
	}
	if large && !f.Given("evaluate") && method.UsesKernel {
		f.Evaluate.Value = bounds.Rows
	}
	s := f.Settings()
	e, err := f.Describe(method, problem)
	if err != nil {
		return nil, s, nil, err
	}
	if large {
		e.Bounded, s.Trial, s.Fixed.MostRows = bounds.Rows, bounds.Trial, &bounds.Rows
	}
	if method.UsesPreset {
		s, err = f.Sampled(s, n)
	}
	if !large {
		return e, s, nil, err
	}
	return e, s, &bounds, err
}

// Drawn returns the number of rows that a tree draws of n.
func (f *Flags) Drawn(c forest.Config, n int) int {
	if f.SampleSize.Value > 0 {
		return f.SampleSize.Value
	}
	return c.DrawnRows(n)
}

// Sampled returns the settings under which trees on n rows draw as many of them
// as the flag says.
func (f *Flags) Sampled(of methods.Settings, n int) (methods.Settings, error) {
	drawn := f.SampleSize.Value
	if drawn == 0 {
		return of, nil
	}
	if drawn >= n {
		return of, fmt.Errorf("--sample-size is %d, but forests are grown from %s, expected at most %d: each tree must leave rows out-of-bag",
			drawn, format.Plural(n, "row"), n-1)
	}
	if most := of.Fixed.MostRows; most != nil {
		n = min(n, *most)
	}
	// Half a row more, so that rounding never makes it one row less.
	of.SampleFraction = (float64(drawn) + 0.5) / float64(n)
	return of, nil
}
