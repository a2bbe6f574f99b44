package inference

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/process"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// ownPrediction is what the other inputs predict of a group of inputs. It is learnt from the inputs
// alone and predicts rows that it was not learnt from.
type ownPrediction struct {
	functions            // f of the group
	predicted *mat.Dense // f̂
	left      *mat.Dense // f − f̂
	share     float64    // of the variation of the group that is predicted
	curved    float64    // how much of it is not by a linear regression
}

// functions are those of a group of inputs at the rows of a sample: of each number its normal
// score and a curve of its midranks; indicators of levels and of missing values. They do not depend
// on units or scales of the inputs.
type functions struct {
	values        *mat.Dense
	lines, curves []int // columns: scores and indicators; curves
	raw           []int // numbers as they are, and indicators
}

// mostLevels is the largest number of levels of an input that have functions: the most frequent.
const mostLevels = 24

// functionsOf returns the functions of a group.
func functionsOf(s importance.Sample, group []int) functions {
	var f functions
	var columns [][]float64
	add := func(column []float64, kinds ...*[]int) {
		for _, kind := range kinds {
			*kind = append(*kind, len(columns))
		}
		columns = append(columns, column)
	}
	for _, j := range group {
		values := mat.Col(nil, j, s.X)
		coded := encode(s, j, 0)
		slices.SortStableFunc(coded, func(a, b encoded) int { return cmp.Compare(b.centre, a.centre) })
		for k, c := range coded {
			if c.kind == number {
				add(standard(values), &f.raw)
				add(rank.NormalScores(values), &f.lines)
				add(curve(values), &f.curves)
			} else if k < mostLevels {
				column := make([]float64, len(values))
				for i, v := range values {
					column[i] = c.of(v)
				}
				add(column, &f.lines, &f.raw)
			}
		}
	}
	f.values = linalg.FromColumns(columns)
	return f
}

// itself are the columns that a group is known by: numbers as they are and their scores, and indicators.
func (f functions) itself() []int {
	columns := slices.Concat(f.raw, f.lines)
	slices.Sort(columns)
	return slices.Compact(columns)
}

// standard returns numbers with mean 0 and variance 1, 0 for missing ones.
func standard(values []float64) []float64 {
	known := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	mean, deviation := moments2(known, design.Design{})
	scaled := make([]float64, len(values))
	for i, v := range values {
		if !math.IsNaN(v) && deviation > 0 {
			scaled[i] = (v - mean) / deviation
		}
	}
	return scaled
}

// curve returns the Legendre polynomial of degree 2 of the midranks of numbers, of variance 1, and 0
// for missing ones.
func curve(values []float64) []float64 {
	ranks, known := rank.Of(values), float64(rank.Known(values))
	of, sum := make([]float64, len(values)), 0.0
	for i, v := range values {
		if !math.IsNaN(v) {
			u := (ranks[i]+ranks[i]-1)/known - 1 // between −1 and 1
			of[i] = float64(math.Sqrt(5) * (float64(3*u*u) - 1) / 2)
			sum += of[i]
		}
	}
	for i, v := range values {
		if !math.IsNaN(v) {
			of[i] -= sum / known // which is not 0 with ties
		}
	}
	return of
}

const (
	// inputTrees is the number of trees of a forest that predicts an input, and inputRows its
	// MostRows.
	inputTrees, inputRows = 60, 2000
	// leastCurved is what a forest has to add to a linear regression for a process to be worth its
	// time.
	leastCurved = 0.02
)

// predictInput predicts the functions of group j from the other inputs, in tables of many inputs from
// those of r, by a forest and linearly.
func (g growing) predictInput(ctx context.Context, s importance.Sample, j int, r *relations, seed rng.Seed) (*ownPrediction, error) {
	n, p := s.X.Dims()
	f := &ownPrediction{functions: functionsOf(s, g.groups[j])}
	_, m := f.values.Dims()
	f.predicted, f.left = mat.NewDense(n, m, nil), mat.DenseCopyOf(f.values)
	if len(g.groups[j]) == p || !mmd.Varies(f.values) {
		return f, nil
	}
	others := inputsOf(s, without(p, g.groups[j]))
	if r != nil {
		others = r.sample(j, f.values)
	}
	others.Y = f.values
	grown, err := forestOf(ctx, others, inputForest(), seed.Named("forest"), g.workers)
	if err != nil {
		return nil, err
	}
	wide, use := padded(f.values), make([]bool, n)
	mean, trees, err := grown.Embed(ctx, wide, grown.Columns.OutOfBag(), g.workers)
	if err != nil {
		return nil, err
	}
	for i, count := range trees {
		use[i] = count > 0
	}
	lines := newLinear(others, nil, seed.Named("linear")).own(rank.Numbers[int32](n)).predict(wide).without(-1).mean
	linear := f.stack(s.Design, use, lines)
	if f.share = f.stack(s.Design, use, lines, mean); f.share >= clearShare && f.share-linear >= leastCurved {
		f.share = f.stack(s.Design, use, lines, mean, smoothOf(others, m, seed))
	}
	f.curved = f.share - linear
	return f, nil
}

// stack stacks predictions of the functions, keeps them, and returns the share that they explain of
// the variation of the group as it is, or of its scores if that is larger: of heavy tails a few rows
// are nearly all of the variation.
func (f *ownPrediction) stack(d design.Design, use []bool, predictions ...*mat.Dense) float64 {
	var explained, whole [2]float64 // of numbers as they are, and of their scores
	for k := range f.values.RawMatrix().Cols {
		t, stack := stackColumn(f.values, predictions, k, use, d)
		centred := t.prediction(stack)
		for i := range use {
			f.predicted.Set(i, k, t.mean[0]+centred.At(i, 0))
			f.left.Set(i, k, f.values.At(i, k)-f.predicted.At(i, k))
		}
		for of, columns := range [2][]int{f.raw, f.lines} {
			if slices.Contains(columns, k) {
				_, total := t.variation()
				explained[of], whole[of] = explained[of]+stack.explained, whole[of]+total
			}
		}
	}
	share := 0.0
	for of, total := range whole {
		if total > 0 {
			share = max(share, explained[of]/total)
		}
	}
	return share
}

// inputForest is the configuration of the forests.
func inputForest() forest.Config {
	c := paper(inputTrees)
	c.Honesty, c.MinNodeSize, c.MTry, c.MostRows = false, 5, forest.MTryAll, inputRows
	return c
}

// forestOf grows a forest on a sample.
func forestOf(ctx context.Context, s importance.Sample, c forest.Config, seed rng.Seed, workers int) (*forest.Forest, error) {
	columns, err := s.Columns()
	if err != nil {
		return nil, err
	}
	grower, err := forest.NewGrower(columns, s.Y, Splittable(c, s.Rows()))
	if err != nil {
		return nil, err
	}
	return grower.Fit(ctx, nil, uint64(seed), workers)
}

// scoresOf returns the normal scores of responses, standardised; of more than components those of
// their leading components.
func scoresOf(y *mat.Dense) *mat.Dense {
	scores := mat.DenseCopyOf(leading(y, components))
	for k := range scores.RawMatrix().Cols {
		scores.SetCol(k, rank.NormalScores(mat.Col(nil, k, scores)))
	}
	return padded(standardised(scores))
}

// smoothOf returns predictions of the responses of a sample by a Gaussian process that the first so many
// of them choose, each row by rows of other folds.
func smoothOf(s importance.Sample, lead int, seed rng.Seed) *mat.Dense {
	coded := newEncoding(s, nil, shape{}, nil)
	of := make([]int, len(coded.columns)) // inputs
	for k, c := range coded.columns {
		of[k] = c.input
	}
	o := process.Options{Groups: of, Lead: lead}
	return process.Fit(coded.rows(s.X), s.Y, foldsOf(s, processFolds, seed), s.Design.Weights, o, seed.Named("process")).OutOfFold()
}

const processFolds = 10
