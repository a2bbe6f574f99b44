package baselines

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rng"
)

// Permute is permutation importance (Breiman 2001) for the whole distribution: one
// Distributional Random Forest predicts the out-of-bag rows as they are and with an input
// permuted among all rows; the importance is half the squared MMD between the predictions
// as a share of V (importance.Moved). With independent inputs this is the importance by
// dropping. With dependent ones the permuted rows lie where there are no data, and an input
// that others can replace appears to matter as if they could not. Nothing corrects the
// bias, so irrelevant inputs have values above 0. A group's columns are permuted together.
type Permute struct {
	Config forest.Config
}

var _ importance.Estimator = Permute{}

// Name returns "permute".
func (Permute) Name() string { return "permute" }

// Estimate implements importance.Estimator.
func (p Permute) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	if err := check(p.Name(), &task); err != nil {
		return importance.Result{}, err
	}
	groups := task.Variables()
	return importance.Moved(ctx, task, p.Config, false, func(columns *forest.Columns, j int) ([][]float64, error) {
		return permuted(columns, groups[j], permutation(task, j)), nil
	})
}

// permuted returns the values of a group's columns taken from each row's donor.
func permuted(columns *forest.Columns, group []int, order []int32) [][]float64 {
	var values [][]float64
	for _, column := range group {
		others := make([]float64, len(order))
		for i, from := range order {
			others[i] = columns.Values[column][from]
		}
		values = append(values, others)
	}
	return values
}

// Cost implements importance.Estimator.
func (p Permute) Cost(s importance.Size) importance.Cost { return importance.MovedCost(p.Config, s) }

// permutation returns the donor of each row's values of an input.
func permutation(task importance.Task, variable int) []int32 {
	n, _ := task.X.Dims()
	order := make([]int32, n)
	rng.New(task.Seed).Named("permutation").At(variable).Source().Perm(order)
	return order
}

// PermuteConditional is Permute with values drawn approximately from the law of the input
// given the others (Strobl et al. 2008; by residuals as in Fisher, Rudin and Dominici 2019):
//
//	x_ij′ = m_j(x_i⁽⁻ʲ⁾) + ( x_πj − m_j(x_π⁽⁻ʲ⁾) ),   π = π(i) a permutation of the rows.
//
// Here m_j is the out-of-bag prediction of a regression forest of x_j on the columns of the
// other inputs. Residuals are assumed to be independent of these. A categorical or two-valued
// column has a forest for the indicator of each value and takes the value with the largest sum
// of prediction and residual. Residuals of a group's columns are permuted together.
type PermuteConditional struct {
	Config forest.Config
	// Inputs grows the forests of each input on the others.
	Inputs forest.RegressionConfig
}

var _ importance.Estimator = PermuteConditional{}

// Name returns "permute-conditional".
func (PermuteConditional) Name() string { return "permute-conditional" }

// Estimate implements importance.Estimator. Forests counts only the distributional one.
func (p PermuteConditional) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	if err := check(p.Name(), &task); err != nil {
		return importance.Result{}, err
	}
	if err := p.Inputs.Validate(); err != nil {
		return importance.Result{}, err
	}
	x, groups := newCoded(task), task.Variables()
	return importance.Moved(ctx, task, p.Config, false, func(_ *forest.Columns, j int) ([][]float64, error) {
		others := x.except(groups[j])
		if others == nil {
			return nil, fmt.Errorf("%s: input %d is all the columns, expected others to predict it from", p.Name(), j+1)
		}
		order, seed := permutation(task, j), rng.New(task.Seed).Named("inputs").At(j)
		var values [][]float64
		for k, column := range groups[j] {
			var sums [][]float64
			for l, y := range x.lists[column] {
				predicted, err := predictOutOfBag(ctx, others, y, p.Inputs, uint64(seed.At(k).At(l)), task.Workers)
				if err != nil {
					return nil, fmt.Errorf("%s: forest of column %d: %w", p.Name(), column+1, err)
				}
				sum := make([]float64, len(y))
				for i, from := range order {
					sum[i] = predicted[i] + y[from] - predicted[from]
				}
				sums = append(sums, sum)
			}
			values = append(values, x.value(column, sums))
		}
		return values, nil
	})
}

// Cost implements importance.Estimator.
func (p PermuteConditional) Cost(s importance.Size) importance.Cost {
	single := regressionCost(p.Inputs, s)
	single.Work *= float64(s.Inputs)
	return importance.MovedCost(p.Config, s).Plus(single)
}

// coded holds inputs as numbers: numeric columns as they are, categorical and two-valued
// ones as indicators.
type coded struct {
	lists  [][][]float64 // by column: its values, or each indicator's, by row
	values [][]float64   // by column: the value behind each indicator; nil for numbers
}

func newCoded(task importance.Task) coded {
	_, p := task.X.Dims()
	c := coded{make([][][]float64, p), make([][]float64, p)}
	for j := range p {
		column := mat.Col(nil, j, task.X)
		distinct := slices.Compact(slices.Sorted(slices.Values(column)))
		if len(distinct) != 2 && (task.Levels == nil || task.Levels[j] <= 2) {
			c.lists[j] = [][]float64{column}
			continue
		}
		c.values[j] = distinct
		for _, level := range distinct {
			c.lists[j] = append(c.lists[j], linalg.Indicator(column, func(v float64) bool { return v == level }))
		}
	}
	return c
}

// except returns all columns but the given ones, nil if none are left. One of two
// complementary indicators is enough.
func (c coded) except(columns []int) *mat.Dense {
	var lists [][]float64
	for j, indicators := range c.lists {
		if !slices.Contains(columns, j) {
			if len(indicators) == 2 {
				indicators = indicators[:1]
			}
			lists = append(lists, indicators...)
		}
	}
	if lists == nil {
		return nil
	}
	return linalg.FromColumns(lists)
}

// value decodes a column from its numbers or indicators.
func (c coded) value(column int, lists [][]float64) []float64 {
	if c.values[column] == nil {
		return lists[0]
	}
	values := make([]float64, len(lists[0]))
	for i := range values {
		best := 0
		for l, list := range lists {
			if list[i] > lists[best][i] {
				best = l
			}
		}
		values[i] = c.values[column][best]
	}
	return values
}

// predictOutOfBag returns the out-of-bag predictions of a regression forest of y on x; all
// trees predict a row that is out-of-bag for none.
func predictOutOfBag(
	ctx context.Context, x *mat.Dense, y []float64, c forest.RegressionConfig, seed uint64, workers int,
) ([]float64, error) {
	f, err := forest.FitRegression(ctx, x, y, c, seed, workers)
	if err != nil {
		return nil, err
	}
	sums := newOutOfBag(y)
	projectors := par.Scratch(
		workers, func() *forest.Projector { return forest.NewProjector(f.Columns, f.Columns.OutOfBag(), nil) },
	)
	err = treeByTree(ctx, workers, len(f.Trees), func(worker, tree int, predictions *treePredictions) {
		projector := projectors(worker)
		projector.Route(&f.Trees[tree].Tree, nil)
		predictions.set(projector, &f.Trees[tree])
	}, func(predictions *treePredictions) { sums.add(*predictions) })
	predicted := make([]float64, len(y))
	for i, trees := range sums.trees {
		if trees > 0 {
			predicted[i] = sums.sum[i] / float64(trees)
			continue
		}
		for t := range f.Trees {
			tree := &f.Trees[t]
			predicted[i] += tree.Means[tree.LeafOfRow(f.Columns.Values, int32(i))] / float64(len(f.Trees))
		}
	}
	return predicted, err
}
