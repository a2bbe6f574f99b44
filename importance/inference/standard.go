// Package inference estimates importance with intervals and tests: by Stacked, the default
// method, and by Loco, from forests on all rows and on random halves of them. docs/inference.md
// explains how.
//
// With inputs x, n×p, and responses y, n×d, errors left out:
//
//	result, err := inference.Standard(100).Estimate(context.Background(), importance.Task{
//		X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2,
//	})
//	in := result.Inference
//	for j, value := range result.Clamped {
//		fmt.Printf("x%d %.2f, %.2f to %.2f, p = %.3f\n", j+1, value, in.Intervals[j].Low, in.Intervals[j].High, in.Adjusted[j])
//	}
package inference

import (
	"drfvi/forest"
)

// Version names the algorithms of the package. It is raised when the same task no longer gives the
// same values.
const Version = "12"

// Standard returns the default method: Stacked with the forests of Config and StandardHalves. More
// trees leave less to chance; 500 are enough for most tables. It panics if trees is below 1.
func Standard(trees int) Stacked {
	if trees < 1 {
		panic("inference: Standard of fewer than one tree")
	}
	return Stacked{Config: Config(trees), Halves: StandardHalves()}
}

// Config returns the forests of the preset auto: trees of half of the rows, whose nodes of up to 15
// rows are not split, without honesty. All inputs are candidates of every split: with fewer, losses
// may fall, but an input without influence stands in for one that it moves with. Values do not
// depend on the units of the responses. All else is as in the preset "paper".
func Config(trees int) forest.Config {
	c, err := forest.Preset("paper", trees)
	if err != nil {
		panic("inference: the preset that the default stands on is gone: " + err.Error())
	}
	c.Steady, c.Honesty, c.MTry = true, false, forest.MTryAll
	c.SampleFraction, c.MinNodeSize = usualFraction, usualNode
	return c
}

// StandardHalves returns splits and trees enough to make errors and p-values steady.
func StandardHalves() Halves {
	return Halves{Splits: usualSplits, Trees: usualHalfTrees, Tests: true, Stops: true}
}

// Halves says how errors and tests are obtained from random halves of the rows.
type Halves struct {
	// Splits is the number of divisions of the rows into halves; 0 for neither intervals nor tests.
	Splits int `json:"splits"`
	// Trees is the number of trees of the forests of a half.
	Trees int `json:"trees"`
	// Tests reports whether hypotheses are tested.
	Tests bool `json:"tests"`
	// Stops tells whether variables whose p-value is above a half after a split are tested
	// no further.
	Stops bool `json:"stops,omitempty"`
	// Rows, if positive, is the number of random rows of larger tables that are divided:
	// those that importance is measured on, if these are as many.
	Rows int `json:"rows,omitempty"`
	// IndexRows, if positive, is the number of random rows of larger tables that the regressions are
	// learnt from, beside those that importance is measured on and those that are divided.
	IndexRows int `json:"index_rows,omitempty"`
}

// bound reports whether the work on a table of n rows is bounded.
func (h Halves) bound(n int) bool { return 0 < h.Rows && h.Rows < n }
