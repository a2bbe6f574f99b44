// Package inference estimates importance with intervals and tests: by Stacked, the default
// method, and by Loco, from forests on all rows and on random halves of them. docs/inference.md
// explains how. To read the code:
//
//   - An estimate and its interval: fit.go, where Estimate and Learn learn from all rows (prepare, grow, predict the
//     inputs). Fit.Infer then has whole (measure, compare, scores) beside divide (halves.go); targetInference.results puts
//     importances, standardErrors, intervals and ranks together.
//   - A p-value: halves.go (the terms of one half), evidence.go (their sum T and its law), direct.go and quadratic.go
//     (tests on all rows). targetInference.pValues combines these, targetInference.results adjusts them for the number of inputs. Package
//     answer makes one decision of them and of the tests of each input alone, of aspects and of groups.
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
	"math"

	"drfvi/forest"
)

// Version names the algorithms of the package. It is raised when the same task no longer gives the
// same values.
const Version = "13"

// Standard returns the default method: Stacked with the forests of Config and StandardHalves. More
// trees leave less to chance; 500 are enough for most tables. It panics if trees is below 1.
func Standard(trees int) Stacked {
	if trees < 1 {
		panic("inference: Standard of fewer than one tree")
	}
	return Stacked{Config: Config(trees), Halves: StandardHalves()}
}

// Config returns the forests of the preset auto: trees of half of the rows, whose nodes of up
// to 15 rows are not split, without honesty. MTry is all inputs: with fewer, losses may fall,
// but an input without influence stands in for one that it moves with. As the number of
// candidates is drawn (forest.Poisson), about half of the splits still lack some of them: of 4
// inputs 81 % are candidates on average, of 100 96 %. Values do not depend on the units of the
// responses. All else is as in the preset "paper".
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

// LargeTable is the number of rows above which work is bounded unless the exact result is
// asked for.
const LargeTable = 20000

// Bounds limit the work on a large table. They follow from its rows and clusters alone.
//
// The table is treated like one of Rows random rows: importance is measured on these, errors
// and tests are from halves of them, and trees are as large as they would be there. But the
// rows of each tree are drawn from the whole table, so that forests learn from all of it.
type Bounds struct {
	// Rows is a forest.Config's MostRows, Halves.Rows, and the number of rows to
	// measure on.
	Rows int
	// Trees is the number of trees, HalfTrees the largest number in the forests of a half. Trees
	// rarely share the rows that they draw from many, so that fewer of them tell as much.
	Trees, HalfTrees int
}

// Halves returns halves within the bounds.
func (b Bounds) Halves(h Halves) Halves {
	h.Trees, h.Rows, h.IndexRows = min(h.Trees, b.HalfTrees), b.Rows, max(b.Rows, LargeTable)
	return h
}

// BoundsOf returns the bounds for a table of n rows in the given number of clusters, n if
// the rows are independent; false if it has none. Rows are 5000 up to tables of 100 000 and grow
// like √n from there, but hold about 40 clusters: halves of fewer tell little.
func BoundsOf(n, clusters int) (b Bounds, large bool) {
	b = Bounds{
		Rows: max(5000, int(math.Sqrt(250*float64(n))), 2*manyClusters*((n-1)/max(clusters, 1)+1)), Trees: 200,
		HalfTrees: 50,
	}
	if n <= max(LargeTable, b.Rows) {
		return Bounds{}, false
	}
	return b, true
}

// Detectable returns roughly the share of the variation of the responses explained by all inputs
// that the default test finds at 5 % in half of the tables of that many independent rows,
//
//	R²(½) ≈ 6 (p/4)^¼ / n.
//
// A statistic of products over pairs of rows grows like n·R², and further inputs cost
// little, since the index is one direction. The factors are from tables of 54, 100 and 200
// rows with 4 and 10 inputs and a response whose mean is shifted, linearly or in a step, by
// inference version 5: n·R² was 4.7 to 7.6 at one half. Other effects may need more.
func Detectable(rows, inputs int) float64 {
	return min(6*math.Sqrt(math.Sqrt(float64(inputs)/4))/float64(rows), 1)
}
