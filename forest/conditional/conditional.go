// Package conditional estimates the law of a response at given inputs by a forest: the training
// rows with the forest's weights w_l(x), which sum to 1,
//
//	F̂(t | x) = Σ_l w_l(x) 1{Y_l ≤ t},   mean Σ_l w_l(x) Y_l,
//	quantile at α: the smallest t with F̂(t | x) ≥ α.
//
// Calibration compares out-of-bag laws with the responses, and Conformal corrects intervals
// by them.
//
// Means and intervals at two new rows (errors ignored):
//
//	f, err := forest.Fit(ctx, x, y, config, 1, workers) // inputs, n×p; responses, n×d
//	at, err := f.Columns.On(mat.NewDense(2, 2, []float64{0.2, 0.5, 0.8, 0.5}))
//	evaluated, err := conditional.Of(ctx, f, at, workers)
//	law := evaluated.For(mat.Col(nil, 0, y)) // of the first response
//	means, err := law.Means(ctx, workers)
//	quantiles, err := law.Quantiles(ctx, []float64{0.1, 0.9}, workers)
//	for i, mean := range means {
//		fmt.Printf("mean %.2f, 80 %% between %.2f and %.2f\n", mean, quantiles.At(i, 0), quantiles.At(i, 1))
//	}
package conditional

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/par"
	"drfvi/internal/rank"
)

// Law holds the estimated laws of one response at evaluation rows.
type Law struct {
	At
	y     []float64
	order []int // training rows by their response
}

// At is a set of evaluation rows with their leaves.
type At struct {
	forest *forest.Forest
	leaves [][]int32
	rows   int
}

// Of returns the evaluation rows, for use with For. It returns ctx's error if cancelled, as do
// the methods of Law.
func Of(ctx context.Context, f *forest.Forest, e forest.Evaluation, workers int) (At, error) {
	leaves, err := f.Leaves(ctx, e, workers)
	return At{f, leaves, e.Rows()}, err
}

// For returns the laws of a response, given by training row. It panics if the length of y is
// not the number of training rows.
func (a At) For(y []float64) *Law {
	if n := a.forest.Columns.Rows(); len(y) != n {
		panic(fmt.Sprintf("conditional: For of %d responses, expected those of the forest's %d training rows", len(y), n))
	}
	return &Law{a, y, rank.Ascending(y)}
}

// forEachRow calls f with the weights of each row; nil where no tree predicts it. Calls for
// different rows may overlap.
func (l *Law) forEachRow(ctx context.Context, workers int, f func(row int, weights []float64)) error {
	scratch := par.Scratch(workers, func() []float64 { return make([]float64, len(l.y)) })
	return par.Do(ctx, workers, l.rows, func(w, i int) {
		weights := scratch(w)
		clear(weights)
		if l.forest.AddWeights(weights, l.leaves, i, 1) == 0 {
			weights = nil
		}
		f(i, weights)
	})
}

// Means returns the means Σ_l w_l(x) Y_l by row, in the units of the response; NaN where no
// tree predicts.
func (l *Law) Means(ctx context.Context, workers int) ([]float64, error) {
	means := make([]float64, l.rows)
	err := l.forEachRow(ctx, workers, func(i int, weights []float64) {
		if weights == nil {
			means[i] = math.NaN()
			return
		}
		for row, w := range weights {
			means[i] += float64(w * l.y[row])
		}
	})
	return means, err
}

// slack is the rounding error allowed between sums of weights and a level.
const slack = 1e-9

// Quantiles returns the quantiles at the given levels from 0 to 1, m×levels; NaN where no tree
// predicts. It returns an error for other levels.
func (l *Law) Quantiles(ctx context.Context, levels []float64, workers int) (*mat.Dense, error) {
	for _, level := range levels {
		if !(level >= 0 && level <= 1) {
			return nil, fmt.Errorf("conditional: quantile at level %v, expected levels between 0 and 1", level)
		}
	}
	quantiles := mat.NewDense(l.rows, len(levels), nil)
	upwards := rank.Ascending(levels)
	err := l.forEachRow(ctx, workers, func(i int, weights []float64) {
		rowQuantiles := quantiles.RawRowView(i)
		if weights == nil {
			for k := range rowQuantiles {
				rowQuantiles[k] = math.NaN()
			}
			return
		}
		sum, last, next := 0.0, 0.0, 0
		for _, row := range l.order {
			w := weights[row]
			if w == 0 {
				continue
			}
			sum, last = sum+w, l.y[row]
			for next < len(upwards) && sum >= levels[upwards[next]]-slack {
				rowQuantiles[upwards[next]] = last
				next++
			}
		}
		for ; next < len(upwards); next++ {
			rowQuantiles[upwards[next]] = last
		}
	})
	return quantiles, err
}
