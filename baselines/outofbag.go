package baselines

import (
	"context"
	"fmt"

	"drfvi/forest"
	"drfvi/internal/par"
)

// outOfBag sums the predictions of a forest's trees for their out-of-bag rows.
type outOfBag struct {
	y     []float64
	sum   []float64 // by row, over the trees for which it is out-of-bag
	trees []int32   // by row, the number of these
}

func newOutOfBag(y []float64) *outOfBag {
	return &outOfBag{y: y, sum: make([]float64, len(y)), trees: make([]int32, len(y))}
}

// add adds a tree's predictions.
func (o *outOfBag) add(tree treePredictions) {
	for k, row := range tree.rows {
		o.sum[row] += tree.predictions[k]
		o.trees[row]++
	}
}

// mse returns the mean squared error of the forest's out-of-bag prediction, the mean over
// trees, with shift[row] added to the sum of predictions (nil for zeros). Rows that are
// out-of-bag for no tree are left out.
func (o *outOfBag) mse(shift []float64) float64 {
	total, rows := 0.0, 0
	for i, trees := range o.trees {
		if trees == 0 {
			continue
		}
		sum := o.sum[i]
		if shift != nil {
			sum += shift[i]
		}
		residual := sum/float64(trees) - o.y[i]
		total += float64(residual * residual)
		rows++
	}
	return total / float64(rows)
}

// missing returns a warning if some rows are out-of-bag for no tree, and an error if all
// are.
func (o *outOfBag) missing(name string, trees int) (warnings []error, err error) {
	unpredicted := 0
	for _, count := range o.trees {
		if count == 0 {
			unpredicted++
		}
	}
	switch unpredicted {
	case 0:
		return nil, nil
	case len(o.y):
		return nil, fmt.Errorf("%s: no row is out-of-bag in any of the %d trees; expected more trees or more "+
			"rows", name, trees)
	}
	return []error{fmt.Errorf("%d of %d rows are out-of-bag in no tree and are left out; more trees would "+
		"include them", unpredicted, len(o.y))}, nil
}

// batch is the number of trees whose results are kept until they are added. It does not
// change the sums, always taken in the order of trees.
const batch = 32

// treeByTree calls compute for all trees, on several workers, to store the result of a tree, and
// add with each result, one at a time in the order of trees. The space of a result is used again
// for another tree.
func treeByTree[T any](
	ctx context.Context, workers, trees int, compute func(worker, tree int, result *T), add func(result *T),
) error {
	slots := make([]T, batch)
	for first := 0; first < trees; first += batch {
		count := min(batch, trees-first)
		err := par.Do(ctx, workers, count, func(worker, k int) { compute(worker, first+k, &slots[k]) })
		if err != nil {
			return err
		}
		for k := range count {
			add(&slots[k])
		}
	}
	return nil
}

// treePredictions collects a tree's predictions for its out-of-bag rows.
type treePredictions struct {
	rows        []int32
	predictions []float64
}

// set collects the predictions of the tree that p was routed down.
func (o *treePredictions) set(p *forest.Projector, t *forest.RegressionTree) {
	o.rows, o.predictions = o.rows[:0], o.predictions[:0]
	p.Leaves(func(leaf int32, query, _ []int32) {
		o.rows = append(o.rows, query...)
		for range query {
			o.predictions = append(o.predictions, t.Means[leaf])
		}
	})
}
