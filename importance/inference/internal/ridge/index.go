// Package ridge has the regressions of the stacks of package inference: ridge regressions of
// coordinates on the inputs and on functions of indices of them, which predict rows by
// regressions on others, with all inputs and without each group of them.
package ridge

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rng"
)

// Index is the member of a stack that learns without forests. On a sample and without some
// inputs it makes
//
//  1. indices, one for each response or for the leading components of more than four:
//     ridge regressions of the responses on the other inputs, with their squares and products,
//     or with piecewise linear functions of each, where these predict the responses of other
//     folds better;
//  2. ridge regressions of the coordinates to predict on these inputs, and on piecewise linear
//     functions of the indices.
//
// A forest splits on one input at a time, so that an input which is the sum of others is
// worth more to it than these together. An index can form that sum as well.
//
// With more columns than rows there are no indices: they would reproduce the responses that
// they are made from.
//
// Rows of the sample are predicted by regressions on the rows of the other folds, in both
// steps: leaving rows out of the second alone would keep what the first has learnt of them.
// Other rows are predicted by regressions on all rows of the sample.
type Index struct {
	sample    importance.Sample
	table     importance.Sample // that the sample is drawn from
	drawn     []int32           // its rows; nil for all
	folds     []int             // of the rows
	responses *mat.Dense        // standardised
	first     []firstStep       // none without indices; the best first
	chosen    []int             // among them, for each group that is left out; all inputs first
	slopes    [][]*mat.Dense    // of the chosen by group and fold, a row for each index
	inputs    *Encoding
	columns   *mat.Dense // of the inputs in the second step
	second    []ridge    // by fold that is left out; on all rows last
	means     [][]float64
	steps     [][indexFolds + 1]atomic.Pointer[secondStep] // by group and fold, where they are kept
}

// firstStep is a way to make indices; empty once it is not chosen.
type firstStep struct {
	inputs  *Encoding
	columns *mat.Dense
	// To choose by, nil afterwards.
	deviated *mat.Dense // the columns of each row less their means over the rows of other folds
	fits     []indexFit // by fold that is left out; on all rows last
	loss     float64    // with all inputs
}

// indexFit are regressions of the responses on the columns that are present.
type indexFit struct {
	ridge
	deviations // from the means of columns and responses
	present    []int
	slopes     *mat.Dense // of these columns
}

// New prepares the regressions on the given rows of a table, ascending, nil for all, without
// each of the groups too.
func New(
	ctx context.Context, table importance.Sample, drawn []int32, groups [][]int, seed rng.Seed, workers int,
) (*Index, error) {
	s := table
	if drawn != nil {
		s = table.Choose(drawn)
	}
	x := Linear(s, groups, seed)
	x.table, x.drawn = table, drawn
	if x.inputs.turn != nil {
		return x, nil
	}
	x.responses = Standardised(Leading(s.Y, Components))
	if s.Index != nil {
		x.responses = Standardised(s.Index)
	}
	lines, err := x.prepare(ctx, x.inputs, x.columns, nil, workers)
	x.first = []firstStep{lines}
	for _, f := range []functions{newCurves(s), newProducts(x.inputs, s, x.columns)} {
		if err == nil {
			err = x.addFunctions(ctx, lines, f, groups, workers)
		}
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(x.first, func(a, b firstStep) int { return cmp.Compare(a.loss, b.loss) })
	x.chosen, x.slopes = make([]int, len(groups)+1), make([][]*mat.Dense, len(groups)+1)
	err = par.Do(ctx, workers, len(groups)+1, func(_, i int) {
		x.chosen[i], x.slopes[i] = x.choose(i - 1)
	})
	for k, step := range x.first {
		if x.first[k] = (firstStep{}); slices.Contains(x.chosen, k) {
			x.first[k] = firstStep{inputs: step.inputs, columns: step.columns}
		}
	}
	return x, err
}

// Linear prepares the regressions without indices.
func Linear(s importance.Sample, groups [][]int, seed rng.Seed) *Index {
	return linear(s, groups, secondPenalty, seed)
}

// Shrunken is Linear with a penalty of shrinkage for each row. Of many inputs of which each
// explains little it predicts better.
func Shrunken(s importance.Sample, groups [][]int, seed rng.Seed) *Index {
	return linear(s, groups, shrinkage*float64(s.Rows()), seed)
}

// linear prepares the regressions without indices, with a penalty.
func linear(s importance.Sample, groups [][]int, penalty float64, seed rng.Seed) *Index {
	n := s.Rows()
	x := &Index{
		sample: s, folds: Folds(s, indexFolds, seed),
		steps: make([][indexFolds + 1]atomic.Pointer[secondStep], len(groups)+1),
	}
	order := make([]int32, n)
	seed.Named("landmarks").Source().Perm(order)
	x.inputs = newEncoding(s, groups, shape{}, order)
	x.columns = x.inputs.Rows(s.X)
	x.invert(penalty)
	return x
}

// invert prepares the regressions on the columns, with a penalty.
func (x *Index) invert(penalty float64) {
	products := cross(x.columns, x.columns, x.folds, x.sample.Design.Weight)
	for fold := range indexFolds + 1 {
		crossProducts := products.deviationsWithout(fold)
		x.second, x.means = append(x.second, newRidge(crossProducts.products, penalty)), append(x.means, crossProducts.columns)
	}
}

// OnPrediction returns the view of the same rows by regressions on piecewise linear functions
// of a prediction of inputs alone, given at the rows of the sample and at those of the view;
// nil if it is constant.
func (x *View) OnPrediction(atSample, atView *mat.Dense) *View {
	onXhat := &Index{
		sample: x.sample, table: x.table, drawn: x.drawn, folds: x.folds,
		steps: make([][indexFolds + 1]atomic.Pointer[secondStep], 1),
	}
	functions := onXhat.hinge(atSample, indexFolds)
	if onXhat.columns = functions.columns(atSample); onXhat.columns == nil {
		return nil
	}
	onXhat.invert(secondPenalty)
	return (&View{Index: onXhat}).reaching(x.rowFolds, functions.columns(atView))
}

// Folds returns random folds of the rows of a sample, so many of equal size, that keep clusters
// whole.
func Folds(s importance.Sample, count int, seed rng.Seed) []int {
	n := s.Rows()
	units := make([]int32, s.Design.Units(n))
	seed.Named("folds").Source().Perm(units)
	foldOf := make([]int, len(units))
	for k, unit := range units {
		foldOf[unit] = k % count
	}
	if s.Design.Clusters == nil {
		return foldOf
	}
	folds := make([]int, n)
	for i, c := range s.Design.Clusters {
		folds[i] = foldOf[c]
	}
	return folds
}

// prepare returns the first step with some columns whose penalty predicts the responses of other
// folds best. absent marks, by fold that is left out, columns that it does not have; nil for none.
func (x *Index) prepare(
	ctx context.Context, inputs *Encoding, columns *mat.Dense, absent [][]bool, workers int,
) (firstStep, error) {
	columnProducts := cross(columns, columns, x.folds, x.sample.Design.Weight)
	responseProducts := cross(columns, x.responses, x.folds, x.sample.Design.Weight)
	_, width := columns.Dims()
	products, folds := make([]*mat.Dense, indexFolds+1), make([]indexFit, indexFolds+1)
	for fold := range products {
		folds[fold].deviations = responseProducts.deviationsWithout(fold)
		for k := range width {
			if absent == nil || !absent[fold][k] {
				folds[fold].present = append(folds[fold].present, k)
			}
		}
		products[fold] = linalg.Rows(columnProducts.deviationsWithout(fold).products, folds[fold].present)
		products[fold] = linalg.Columns(products[fold], folds[fold].present)
	}
	step := firstStep{inputs: inputs, columns: columns, deviated: mat.DenseCopyOf(columns)}
	for i, fold := range x.folds {
		floats.Sub(step.deviated.RawRowView(i), folds[fold].columns)
	}
	steps := slices.Repeat([]firstStep{step}, len(firstPenalties))
	err := par.Do(ctx, workers, len(steps), func(_, k int) {
		step := &steps[k]
		step.fits = slices.Clone(folds)
		for fold := range step.fits {
			fit := &step.fits[fold]
			fit.ridge = newRidge(products[fold], firstPenalties[k])
			fit.slopes = fit.fit(linalg.Rows(fit.products, fit.present))
		}
		step.loss, _ = x.lossWithout(*step, -1, math.Inf(1))
	})
	return slices.MinFunc(steps, func(a, b firstStep) int { return cmp.Compare(a.loss, b.loss) }), err
}

// coefficientsWithout returns the coefficients of the indices without a group, -1 for none, a row for each.
func (f indexFit) coefficientsWithout(group []int) *mat.Dense {
	_, count := f.slopes.Dims()
	slopes, coefficients := f.slopes, mat.NewDense(count, len(f.columns), nil)
	var places []int
	for place, column := range f.present {
		if slices.Contains(group, column) {
			places = append(places, place)
		}
	}
	if places != nil {
		slopes = f.withoutSlopes(places, slopes)
	}
	for place, column := range f.present {
		for c, v := range slopes.RawRowView(place) {
			coefficients.Set(c, column, v)
		}
	}
	return coefficients
}

// lossWithout returns how much a first step without a group, -1 for none, leaves of the responses of
// other folds, and the coefficients of its indices by fold. It ends once the loss is the least
// known.
func (x *Index) lossWithout(step firstStep, group int, least float64) (loss float64, slopes []*mat.Dense) {
	var columns []int
	if group >= 0 {
		columns = step.inputs.Groups[group]
	}
	for fold, fit := range step.fits {
		if loss >= least {
			break
		}
		coefficients := fit.coefficientsWithout(columns)
		slopes = append(slopes, coefficients)
		for i, f := range x.folds {
			if f != fold {
				continue
			}
			for c, v := range x.responses.RawRowView(i) {
				d := v - fit.values[c] - linalg.Dot(coefficients.RawRowView(c), step.deviated.RawRowView(i))
				loss += float64(x.sample.Design.Weight(i) * d * d)
			}
		}
	}
	return loss, slopes
}

// choose returns the first step that predicts the responses of other folds best without a group,
// and the coefficients of its indices by fold. A step that predicts worse with all inputs than
// another does without the group is not tried.
func (x *Index) choose(group int) (best int, slopes []*mat.Dense) {
	least := math.Inf(1)
	for k, step := range x.first {
		if step.loss >= least {
			break
		}
		if loss, coefficients := x.lossWithout(step, group, least); loss < least {
			best, least, slopes = k, loss, coefficients
		}
	}
	return best, slopes
}

// Standardised returns the columns with mean 0 and variance 1, or 0 if they are constant.
func Standardised(y *mat.Dense) *mat.Dense {
	s := mat.DenseCopyOf(y)
	for k := range y.RawMatrix().Cols {
		values := mat.Col(nil, k, y)
		linalg.Standardise(values)
		s.SetCol(k, values)
	}
	return s
}

// Leading returns columns, or the leading principal components of more than count of them,
// by orthogonal iteration.
func Leading(y *mat.Dense, count int) *mat.Dense {
	n, d := y.Dims()
	if d <= count {
		return y
	}
	largest, centred := max(mat.Max(y), -mat.Min(y)), mat.NewDense(n, d, nil)
	for k := range d {
		column := mat.Col(nil, k, y)
		for i := range column {
			column[i] /= largest // products of very large ones would be infinite
		}
		mean := linalg.Mean(column)
		for i, v := range column {
			centred.Set(i, k, v-mean)
		}
	}
	src := rng.New(0).Named("components").Source()
	covariance, basis := linalg.Times(mat.DenseCopyOf(centred.T()), centred), mat.NewDense(count, d, nil)
	for a := range count {
		for k := range d {
			basis.Set(a, k, src.Normal())
		}
	}
	for range iterations {
		basis = linalg.Times(basis, covariance)
		for a := range count {
			row := basis.RawRowView(a)
			for b := range a {
				linalg.AddScaled(row, -linalg.Dot(row, basis.RawRowView(b)), basis.RawRowView(b))
			}
			if length := linalg.Norm(row); length > 0 {
				for k := range row {
					row[k] /= length
				}
			}
		}
	}
	return linalg.Times(centred, mat.DenseCopyOf(basis.T()))
}

// iterations is enough for components that differ by a tenth in what they explain; closer
// ones may be any that span the same.
const iterations = 40
