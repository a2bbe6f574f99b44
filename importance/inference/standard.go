// Package inference estimates importance with intervals and tests: by Stacked, the default
// method, by Loco and by Cross, from coupled forests on all rows and on random halves of
// them, whose configuration Auto chooses by the data. docs/inference.md explains how.
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
	"drfvi/importance"
)

// Standard returns the default method: Stacked with forests of the given number of trees and
// StandardHalves, under the configuration that Auto chooses by forests of at most 150 trees.
// More trees leave less to chance; 500 are enough for most tables. It panics if trees is
// below 1.
func Standard(trees int) Auto {
	if trees < 1 {
		panic("inference: Standard of fewer than one tree")
	}
	const trial = 150
	steady := true // said here to be in the record
	halves := StandardHalves()
	return Auto{
		Trees: trees, Trial: min(trees, trial), Fixed: forest.Override{Steady: &steady}, Halves: halves,
		New: func(c forest.Config) importance.Estimator { return Stacked{Config: c, Halves: halves} },
	}
}

// estimator returns what New makes of a configuration.
func (a Auto) estimator(c forest.Config) importance.Estimator {
	if a.New == nil {
		panic("inference: Auto without New, which makes the estimator of a configuration; Standard returns one that has it")
	}
	return a.New(c)
}

// stackedConfigs returns the configurations of a stack: the given one, and smooth or, if that is
// the zero value, what Smooth makes of the first.
func stackedConfigs(c, smooth forest.Config) []forest.Config {
	if smooth == (forest.Config{}) {
		smooth = Smooth(c)
	}
	return []forest.Config{c, smooth}
}
