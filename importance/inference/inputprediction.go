package inference

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/importance/inference/internal/ridge"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/process"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// An input that follows a function of the others, which the regressions on the others learn
// badly from the responses, tells what they have not learnt: it stands in for them. Its
// prediction x̂ by the others, learnt from the inputs alone, is a function of them too, so that
// Y given X⁽⁻ʲ⁾ may be predicted by it, and I(j) stays what it is. So the stack without the
// input has regressions on x̂ beside the other members. It also takes the others' part off the
// input in tests on all rows.

// inputPrediction is what the other inputs predict of a group of inputs. It is learnt from the
// inputs alone and predicts rows that it was not learnt from.
type inputPrediction struct {
	functions            // f of the group
	predicted *mat.Dense // f̂
	left      *mat.Dense // f − f̂
	share     float64    // of the variation of the group that is predicted
	curved    float64    // how much of it is not by a linear regression
}

// choose returns the prediction at some of the rows.
func (f *inputPrediction) choose(rows []int32) *inputPrediction {
	chosen := *f
	chosen.values, chosen.predicted, chosen.left = linalg.Rows(f.values, rows), linalg.Rows(f.predicted, rows),
		linalg.Rows(f.left, rows)
	return &chosen
}

// xhat returns x̂, which regressions without the group may learn from: predictions of the
// scores of numbers and of indicators, or their leading components; nil if nothing is
// predicted.
func (f *inputPrediction) xhat() *mat.Dense {
	if f == nil || f.share < clearShare {
		return nil
	}
	return ridge.Leading(linalg.Columns(f.predicted, f.lines), ridge.Components)
}

// inputPredictions predicts the given groups of inputs from the others; nil for the rest.
func (g growing) inputPredictions(
	ctx context.Context, s importance.Sample, variables []int, seed rng.Seed,
) ([]*inputPrediction, error) {
	predictions := make([]*inputPrediction, len(g.groups))
	r, err := g.relate(ctx, s, variables, seed.Named("relations"))
	if err != nil {
		return nil, err
	}
	return predictions, par.All(ctx, g.workers, len(variables), func(_, k int) (err error) {
		predictions[variables[k]], err = g.predictInput(ctx, s, variables[k], r, seed.Named("foretell").At(g.groups[variables[k]][0]))
		return err
	})
}

// predictInput predicts the functions of group j from the other inputs, by a forest, by lines, and,
// where the forest adds to the lines, by a process.
func (g growing) predictInput(
	ctx context.Context, s importance.Sample, j int, r *relations, seed rng.Seed,
) (*inputPrediction, error) {
	n, p := s.X.Dims()
	f := &inputPrediction{functions: functionsOf(s, g.groups[j])}
	_, m := f.values.Dims()
	f.predicted, f.left = mat.NewDense(n, m, nil), mat.DenseCopyOf(f.values)
	if len(g.groups[j]) == p || !mmd.Varies(f.values) {
		return f, nil
	}
	wide := padded(f.values)
	byLines := func(v views) *mat.Dense {
		prediction := average(v, func(v *ridge.View) *mat.Dense { return v.Regress(wide, j) })
		return mat.DenseCopyOf(prediction.Slice(0, n, 0, m))
	}
	predictions := []*mat.Dense{byLines(r.linear), byLines(r.shrunken)}
	sample := r.sample(j, predictions[0])
	sample.Y = f.values
	for _, trees := range []int{scoutTrees, inputTrees * max(g.divisions, 1)} {
		mean, use, err := g.byForest(ctx, sample, wide, trees, seed.Named("forest"))
		if err != nil {
			return nil, err
		}
		linear := f.stackFunctions(s.Design, use, predictions...)
		f.share = f.stackFunctions(s.Design, use, append(predictions, mean)...)
		f.curved = f.share - linear
		switch {
		case f.curved < leastPromise:
			f.share, f.curved = f.stackFunctions(s.Design, use, predictions...), 0
			return f, nil
		case trees > scoutTrees && f.share >= clearShare && f.curved >= leastCurved:
			smooth := average(g.seeds(seed), func(seed rng.Seed) *mat.Dense {
				return newSmoothLearner(sample, f.values, seed).fit(process.Options{Lead: m}).OutOfFold()
			})
			f.share = f.stackFunctions(s.Design, use, append(predictions, mean, smooth)...)
			f.curved = f.share - linear
		}
	}
	return f, nil
}

// byForest returns what a forest predicts of functions of an input out-of-bag, and of which rows.
func (g growing) byForest(
	ctx context.Context, sample importance.Sample, values *mat.Dense, trees int, seed rng.Seed,
) (mean *mat.Dense, use []bool, err error) {
	c := Config(trees)
	c.MinNodeSize, c.MostRows = inputNode, inputRows
	grown, err := forestOf(ctx, sample, c, seed, g.workers)
	if err != nil {
		return nil, nil, err
	}
	mean, counts, err := grown.Embed(ctx, values, grown.Columns.OutOfBag(), g.workers)
	for _, count := range counts {
		use = append(use, count > 0)
	}
	return mean, use, err
}

// stackFunctions stacks predictions of the functions, keeps them, and returns the share that
// they explain of the variation of the group as it is, or of its scores if that is larger: of
// heavy tails a few rows are nearly all of the variation.
func (f *inputPrediction) stackFunctions(d design.Design, use []bool, predictions ...*mat.Dense) float64 {
	var explained, whole [2]float64 // of numbers as they are, and of their scores
	for k := range f.values.RawMatrix().Cols {
		t, stack := stackColumn(f.values, predictions, k, use, d)
		centred := t.prediction(stack)
		for i := range use {
			f.predicted.Set(i, k, t.mean[0]+centred.At(i, 0))
			f.left.Set(i, k, f.values.At(i, k)-f.predicted.At(i, k))
		}
		for scale, columns := range [2][]int{f.raw, f.lines} {
			if slices.Contains(columns, k) {
				_, total := t.variation()
				explained[scale], whole[scale] = explained[scale]+stack.explained, whole[scale]+total
			}
		}
	}
	share := 0.0
	for scale, total := range whole {
		if total > 0 {
			share = max(share, explained[scale]/total)
		}
	}
	return share
}

// seeds returns those of the divisions into folds, of which the first is seed itself.
func (g growing) seeds(seed rng.Seed) []rng.Seed {
	seeds := []rng.Seed{seed}
	for k := 1; k < g.divisions; k++ {
		seeds = append(seeds, seed.At(k))
	}
	return seeds
}

// relations tell from which a variable may be predicted: linearly from all others and, by a
// forest, in tables of many inputs from those related to it most and from the linear
// prediction. A function of few inputs shows in the former, one of many in the latter, if at
// all.
type relations struct {
	of     importance.Sample
	groups [][]int
	// linear are regressions on all others, shrunken such that many inputs of which each explains
	// little predict better.
	linear, shrunken views
	related          map[int][]int // by variable; nil with few inputs
}

// relate returns the relations of some variables.
func (g growing) relate(ctx context.Context, s importance.Sample, variables []int, seed rng.Seed) (*relations, error) {
	n, p := s.X.Dims()
	r := &relations{of: s, groups: g.groups}
	for _, divisionSeed := range g.seeds(seed) {
		r.linear = append(r.linear, ridge.Linear(s, g.groups, divisionSeed).View(rank.Numbers[int32](n), s.X))
		r.shrunken = append(r.shrunken, ridge.Shrunken(s, g.groups, divisionSeed).View(rank.Numbers[int32](n), s.X))
	}
	if p <= mostRelated || len(variables) == 0 {
		return r, nil
	}
	r.related = map[int][]int{}
	var functions []*mat.Dense
	for _, j := range variables {
		functions = append(functions, unitColumns(functionsOf(s, g.groups[j]).values))
	}
	allFunctions := linalg.Beside(functions...)
	scores := make([][]float64, p) // by input and variable, the largest correlation of two functions
	err := par.Do(ctx, g.workers, p, func(_, input int) {
		inputColumns := unitColumns(functionsOf(s, []int{input}).values)
		correlations, offset := linalg.Times(mat.DenseCopyOf(inputColumns.T()), allFunctions), 0
		for _, f := range functions {
			k, largest := f.RawMatrix().Cols, 0.0
			for i := range correlations.RawMatrix().Rows {
				for _, v := range correlations.RawRowView(i)[offset : offset+k] {
					largest = max(largest, math.Abs(v))
				}
			}
			scores[input] = append(scores[input], largest)
			offset += k
		}
	})
	for k, j := range variables {
		inputs := others(p, g.groups[j])
		slices.SortStableFunc(inputs, func(a, b int) int { return cmp.Compare(scores[b][k], scores[a][k]) })
		r.related[j] = inputs[:min(mostRelated, len(inputs))]
	}
	return r, err
}

// sample returns what a forest predicts a variable from, given its linear prediction.
func (r *relations) sample(variable int, linear *mat.Dense) importance.Sample {
	_, p := r.of.X.Dims()
	if r.related == nil {
		return inputsOf(r.of, others(p, r.groups[variable]))
	}
	s := inputsOf(r.of, r.related[variable])
	s.X = linalg.Beside(s.X, linear)
	if s.Levels != nil {
		s.Levels = append(s.Levels, make([]int, linear.RawMatrix().Cols)...)
	}
	return s
}
