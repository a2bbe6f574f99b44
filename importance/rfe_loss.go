package importance

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/forest"
)

// lossMeter measures the MMD loss (mmd.Loss) of forests grown from the same
// rows on one test sample. With K the kernel matrix of the training and the
// test responses together, and e_i the unit vector of test row i,
//
//	wᵢᵀ K wᵢ − 2 wᵢᵀ k(Y'ᵢ) = dᵢᵀ K dᵢ − 1,   dᵢ = wᵢ − eᵢ,
//
// so an aggregator over all these responses gives the loss exactly, by low rank
// or by weights, whichever costs less.
type lossMeter struct {
	*aggregator
	first int // of the test responses in the aggregator's
}

// newLossMeter prepares the measuring of about the given number of forests like
// f, which was grown from the task's rows.
func newLossMeter(ctx context.Context, f *forest.Forest, task Task, test Test, forests int) (*lossMeter, error) {
	eval, err := f.Columns.On(test.X)
	if err != nil {
		return nil, err
	}
	n, d := task.Y.Dims()
	m, _ := test.Y.Dims()
	for i := range m {
		for k, v := range test.Y.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("importance: test response in row %d, column %d is %v, expected a finite number", i+1, k+1, v)
			}
		}
	}
	joint := mat.NewDense(n+m, d, nil)
	joint.Stack(task.Y, test.Y)
	a, err := chooseAggregator(ctx, joint, test.Kernel, f.Config, eval, forestsCost(forests), task.Workers)
	return &lossMeter{aggregator: a, first: n}, err
}

// of returns the loss of a forest, the mean over the test rows, and its
// standard error.
func (l *lossMeter) of(ctx context.Context, f *forest.Forest) (loss, se float64, err error) {
	p, err := l.predict(ctx, f)
	if err != nil {
		return 0, 0, err
	}
	for i, trees := range p.trees {
		if trees == 0 {
			return 0, 0, fmt.Errorf("importance: test row %d falls into an empty leaf of every tree, expected a configuration with pruning", i+1)
		}
	}
	losses, err := l.squares(ctx, func(dst []float64, i int) {
		l.add(dst, p, i, 1)
		if l.gram == nil {
			floats.Sub(dst, l.observed(i))
		} else {
			dst[l.first+i]--
		}
	})
	if err != nil {
		return 0, 0, err
	}
	for i := range losses {
		if l.gram == nil {
			// k(Y'ᵢ, Y'ᵢ) as the factor has it, so that its residual cancels.
			losses[i] -= floats.Dot(l.observed(i), l.observed(i))
		} else {
			losses[i]--
		}
	}
	mean, sd := stat.MeanStdDev(losses, nil)
	return mean, sd / math.Sqrt(float64(len(losses))), nil
}

// observed returns the coordinates of test response i.
func (l *lossMeter) observed(i int) []float64 { return l.factor.L.RawRowView(l.first + i) }
