package baselines

import (
	"context"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/par"
)

// SobolMDA is the Sobol-MDA of Bénard, Da Veiga and Scornet (Biometrika 109, 2022): the
// rise of a regression forest's out-of-bag error when its splits on an input are forgotten
// (forest.Projector), as a share of the response's variance:
//
//	Raw_j = (MSE⁽⁻ʲ⁾ − MSE) / Var(y),  Var with n − 1.
//
// It estimates the total Sobol index: the explained variance lost without the input.
type SobolMDA struct {
	Config forest.RegressionConfig
}

var _ importance.Estimator = SobolMDA{}

// Name returns "sobol-mda".
func (SobolMDA) Name() string { return "sobol-mda" }

// Estimate implements importance.Estimator. The result's Denominator is Var(y), its Extra
// "explained_variance", 1 − MSE/Var(y). The task's kernel is not used.
func (s SobolMDA) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	return estimateRegression(
		ctx, s.Name(), task, s.Config,
		func(f *forest.RegressionForest, y []float64, variance float64) (*outOfBag, importance.Result, error) {
			sums, shifts, err := project(ctx, f, y, task.Variables(), task.Workers)
			if err != nil {
				return nil, importance.Result{}, err
			}
			result, mse := importance.Result{Denominator: variance}, sums.mse(nil)
			for _, shift := range shifts {
				result.Raw = append(result.Raw, (sums.mse(shift)-mse)/variance)
			}
			return sums, result, nil
		},
	)
}

// Cost implements importance.Estimator.
func (s SobolMDA) Cost(size importance.Size) importance.Cost {
	return regressionCost(s.Config, size)
}

// project sums a forest's out-of-bag predictions, and returns their shifts when each group is
// forgotten, by group and row; nil where no tree splits on the group.
func project(
	ctx context.Context, f *forest.RegressionForest, y []float64, groups [][]int, workers int,
) (sums *outOfBag, shifts [][]float64, err error) {
	sums, shifts = newOutOfBag(y), make([][]float64, len(groups))
	projectors := par.Scratch(workers, func() *treeProjector {
		return &treeProjector{
			Projector: forest.NewProjector(f.Columns, f.Columns.OutOfBag(), groups),
			y:         y, bag: make([]bagged, len(y)), predicted: make([]float64, len(y)),
		}
	})
	err = treeByTree(ctx, workers, len(f.Trees), func(worker, tree int, projection *treeProjection) {
		projectors(worker).project(projection, &f.Trees[tree])
	}, func(s *treeProjection) {
		sums.add(s.predictions)
		begin := 0
		for _, end := range s.ends {
			if shifts[end.group] == nil {
				shifts[end.group] = make([]float64, len(y))
			}
			shift := shifts[end.group]
			for _, m := range s.moves[begin:end.end] {
				shift[m.row] += m.shift
			}
			begin = end.end
		}
	})
	return sums, shifts, err
}

// treeProjection is the contribution of one tree.
type treeProjection struct {
	predictions treePredictions
	moves       []move // group by group
	ends        []groupEnd
}

// move is the difference of a row's projected prediction from the tree's own.
type move struct {
	shift float64
	row   int32
}

// groupEnd is the end of a group's moves.
type groupEnd struct {
	group int32
	end   int
}

// treeProjector projects one tree after another, for one worker.
type treeProjector struct {
	*forest.Projector
	y         []float64
	bag       []bagged  // by row, valid for in-bag rows
	predicted []float64 // by row, valid for out-of-bag rows
}

// bagged is the multiplicity of a row in the bag, and that times its response.
type bagged struct{ count, sum float64 }

// project stores the tree's contribution in dst.
func (p *treeProjector) project(dst *treeProjection, t *forest.RegressionTree) {
	for k, row := range t.Drawn {
		count := float64(t.Counts[k])
		p.bag[row] = bagged{count, count * p.y[row]}
	}
	p.Route(&t.Tree, t.Drawn)
	dst.predictions.set(p.Projector, t)
	for k, row := range dst.predictions.rows {
		p.predicted[row] = dst.predictions.predictions[k]
	}
	dst.moves, dst.ends = dst.moves[:0], dst.ends[:0]
	visit := func(query, populate []int32) {
		count, sum := 0.0, 0.0
		for _, row := range populate {
			count += p.bag[row].count
			sum += p.bag[row].sum
		}
		mean := sum / count
		for _, row := range query {
			dst.moves = append(dst.moves, move{mean - p.predicted[row], row})
		}
	}
	for _, group := range p.Present() {
		p.Cells(group, visit)
		dst.ends = append(dst.ends, groupEnd{group, len(dst.moves)})
	}
}
