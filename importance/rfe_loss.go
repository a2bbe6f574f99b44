package importance

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/mmd"
)

// lossMeter measures the MMD loss (mmd.Loss) on one test sample of forests grown from the
// same rows,
//
//	wᵢᵀ K wᵢ − 2 wᵢᵀ k(Y'ᵢ)   at test row i.
//
// The first term is a squared length, from an aggregator over the training responses. The
// second term is an inner product if Y'ᵢ has coordinates, too. This holds if the aggregator is
// of low rank, and a joint factor of both samples has hardly a higher rank. Otherwise it is summed
// over the training rows with a weight, from their kernel values with one test row at a time.
type lossMeter struct {
	*aggregator
	test Test
	// training is the design of the rows that forests are grown from.
	training design.Design
	joint    *mat.Dense // coordinates of the test responses, m×r, or nil
}

// newLossMeter prepares measuring about the given number of forests like f, which was grown
// from the task's rows.
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
				return nil, fmt.Errorf(
					"importance: test response in row %d, column %d is %v, expected a finite number", i+1, k+1, v,
				)
			}
		}
	}
	if err := test.Kernel.Check(task.Y, mmd.FaintestLoss); err != nil {
		return nil, err
	}
	a := newAggregator(task.Y, eval, task.Workers)
	a.kernel = test.Kernel
	if err := a.exactly(ctx, f.Config, forestsSteps(forests)); err != nil {
		return nil, err
	}
	l := &lossMeter{aggregator: a, test: test, training: f.Columns.Design()}
	if a.gram == nil {
		joint := mat.NewDense(n+m, d, nil)
		joint.Stack(task.Y, test.Y)
		_, rank := a.factor.L.Dims()
		if a.factor.Shifted {
			rank = n + m // sums of kernel values would not be shifted
		}
		if factor, ok := mmd.Cholesky(joint, test.Kernel, mmd.FactorTolerance, rank+extraRank(f.Config)); ok {
			_, r := factor.L.Dims()
			l.joint = factor.L.Slice(n, n+m, 0, r).(*mat.Dense)
			a.factor = mmd.Factor{L: factor.L.Slice(0, n, 0, r).(*mat.Dense), Residual: factor.Residual, Shifted: factor.Shifted}
			a.name = factor.String()
			return l, nil
		}
	}
	return l, nil
}

// values returns, for each of the workers, a function that returns k(Yⱼ, Y'ᵢ) of all training
// rows j.
func (l *lossMeter) values() func(worker, i int) []float64 {
	space := par.Scratch(l.workers, func() []float64 { return make([]float64, l.n) })
	return func(worker, i int) []float64 {
		values := space(worker)
		for j := range values {
			values[j] = l.test.Kernel.At(l.y.RawRowView(j), l.test.Y.RawRowView(i))
		}
		return values
	}
}

// extraRank is the rise in rank up to which a joint factor is cheaper than summing weights.
func extraRank(c forest.Config) int {
	return leafShare * perWeight * c.MinNodeSize
}

// losses returns the losses of a forest at the test rows.
func (l *lossMeter) losses(ctx context.Context, f *forest.Forest) ([]float64, error) {
	p, err := l.predict(ctx, f)
	if err != nil {
		return nil, err
	}
	for i, trees := range p.trees {
		if trees == 0 {
			return nil, fmt.Errorf("importance: test row %d falls into an empty leaf of every tree, expected a "+
				"configuration with pruning", i+1)
		}
	}
	losses, err := l.squares(ctx, func(dst []float64, i int) { l.add(dst, p, i, 1) })
	if err != nil {
		return nil, err
	}
	if l.joint != nil {
		for i := range losses {
			losses[i] -= 2 * l.inner(p.vectors.RawRowView(i), i)
		}
	} else {
		leaves := p.leaves
		if leaves == nil {
			if leaves, err = f.Leaves(ctx, l.eval, l.workers); err != nil {
				return nil, err
			}
		}
		values := l.values()
		err = par.Do(ctx, l.workers, len(losses), func(w, i int) {
			losses[i] -= 2 * cross(f, leaves, i, values(w, i)) / float64(p.trees[i])
		})
	}
	return losses, err
}

// inner returns the inner product of a prediction μ with φ(Y'ᵢ) in joint coordinates. From
// shifted ones, of μ − φ₀ and φ(Y'ᵢ) − φ₀, it is the one that gives the same loss with the
// square of μ − φ₀.
func (l *lossMeter) inner(prediction []float64, i int) float64 {
	product := linalg.Dot(prediction, l.joint.RawRowView(i))
	if l.factor.Shifted {
		product += 0.5 + l.joint.At(i, 0)
	}
	return product
}

// empty returns the losses of predicting every test row by all training rows alike.
func (l *lossMeter) empty(ctx context.Context) ([]float64, error) {
	mean := make([]float64, l.width())
	total := l.training.Total(l.n)
	for j := range l.n {
		l.addResponse(mean, int32(j), l.training.Weight(j)/total)
	}
	square, _ := l.image(mean)
	losses, values := make([]float64, l.eval.Rows()), l.values()
	err := par.Do(ctx, l.workers, len(losses), func(w, i int) {
		inner := 0.0
		if l.joint != nil {
			inner = l.inner(mean, i)
		} else {
			inner = l.training.Mean(values(w, i))
		}
		losses[i] = square - 2*inner
	})
	return losses, err
}

// cross returns Σ_t mean_j k(Yⱼ, Y'ᵢ) over the trees and the rows j of test row i's leaf, from
// the values of the kernel.
func cross(f *forest.Forest, leaves [][]int32, i int, values []float64) float64 {
	total := 0.0
	for t, treeLeaves := range leaves {
		if treeLeaves[i] < 0 {
			continue
		}
		rows, sum := f.Trees[t].LeafRows(treeLeaves[i]), 0.0
		for _, j := range rows {
			sum += float64(f.RowWeight(j) * values[j])
		}
		total += sum / f.Mass(rows)
	}
	return total
}
