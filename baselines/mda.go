package baselines

import (
	"context"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/par"
	"drfvi/internal/rng"
)

// MDA is Breiman's mean decrease in accuracy (Machine Learning 45, 2001), unscaled: the
// rise of a regression tree's mean squared error on its out-of-bag rows when the input is
// permuted among them, averaged over trees. Its unit is the square of the response's. The
// columns of a group are permuted together.
type MDA struct {
	Config forest.RegressionConfig
}

var _ importance.Estimator = MDA{}

// Name returns "mda".
func (MDA) Name() string { return "mda" }

// Estimate implements importance.Estimator. The result's Extra has "explained_variance",
// 1 − (out-of-bag MSE of the forest)/Var(y). The task's kernel is not used.
func (m MDA) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	return estimateRegression(
		ctx, m.Name(), task, m.Config,
		func(f *forest.RegressionForest, y []float64, _ float64) (*outOfBag, importance.Result, error) {
			sums, decrease, err := permute(ctx, f, y, task.Variables(), task.Seed, task.Workers)
			return sums, importance.Result{Raw: decrease}, err
		},
	)
}

// Cost implements importance.Estimator.
func (m MDA) Cost(s importance.Size) importance.Cost {
	return regressionCost(m.Config, s)
}

// permute returns the sums of the forest's out-of-bag predictions and, by group, the mean
// rise of a tree's error under permutation, over the trees with out-of-bag rows.
func permute(
	ctx context.Context, f *forest.RegressionForest, y []float64, groups [][]int, seed uint64, workers int,
) (*outOfBag, []float64, error) {
	root := rng.New(seed).Named("permutations")
	sums, decrease := newOutOfBag(y), make([]float64, len(groups))
	permuters := par.Scratch(workers, func() *treePermuter { return newTreePermuter(f.Columns, y, groups) })
	trees := 0
	err := treeByTree(ctx, workers, len(f.Trees), func(worker, tree int, decrease *treeDecrease) {
		permuters(worker).permute(decrease, &f.Trees[tree], root.At(tree))
	}, func(s *treeDecrease) {
		sums.add(s.predictions)
		for k, group := range s.groups {
			decrease[group] += s.decrease[k]
		}
		if len(s.predictions.rows) > 0 {
			trees++
		}
	})
	for group := range decrease {
		decrease[group] /= float64(max(trees, 1))
	}
	return sums, decrease, err
}

// treeDecrease is the contribution of one tree.
type treeDecrease struct {
	predictions treePredictions
	groups      []int32 // the groups that evaluated paths split on
	decrease    []float64
}

// treePermuter permutes the inputs of one tree after another, for one worker.
type treePermuter struct {
	*forest.Projector
	columns   [][]float64
	y         []float64
	groups    [][]int
	predicted []float64 // by row, valid for out-of-bag rows
	donor     []int32   // by row: the row whose values it gets
	order     []int32
	inGroup   []bool // by column
}

func newTreePermuter(columns *forest.Columns, y []float64, groups [][]int) *treePermuter {
	return &treePermuter{
		Projector: forest.NewProjector(columns, columns.OutOfBag(), groups),
		columns:   columns.Values, y: y, groups: groups,
		predicted: make([]float64, len(y)), donor: make([]int32, len(y)), order: make([]int32, len(y)),
		inGroup: make([]bool, len(columns.Values)),
	}
}

// permute stores the tree's contribution in dst. A row whose path does not split on a
// group keeps its prediction when the group is permuted; the others are followed from the
// first node that splits on it.
func (p *treePermuter) permute(dst *treeDecrease, t *forest.RegressionTree, seed rng.Seed) {
	p.Route(&t.Tree, nil)
	dst.predictions.set(p.Projector, t)
	rows := dst.predictions.rows
	for k, row := range rows {
		p.predicted[row] = dst.predictions.predictions[k]
	}
	dst.groups, dst.decrease = append(dst.groups[:0], p.Present()...), dst.decrease[:0]
	sum := 0.0
	visit := func(node int32, query []int32) {
		for _, row := range query {
			before, after := p.predicted[row]-p.y[row], t.Means[p.leaf(&t.Tree, node, row)]-p.y[row]
			sum += float64(after*after) - float64(before*before)
		}
	}
	for _, group := range dst.groups {
		order := p.order[:len(rows)]
		seed.At(int(group)).Source().Perm(order)
		for k, row := range rows {
			p.donor[row] = rows[order[k]]
		}
		for _, j := range p.groups[group] {
			p.inGroup[j] = true
		}
		sum = 0
		p.Starts(group, visit)
		for _, j := range p.groups[group] {
			p.inGroup[j] = false
		}
		dst.decrease = append(dst.decrease, sum/float64(len(rows)))
	}
}

// leaf returns the leaf that a row reaches from the given node, with the current group's
// values taken from the row's donor.
func (p *treePermuter) leaf(t *forest.Tree, reached, row int32) int32 {
	for {
		node := &t.Nodes[reached]
		if node.Var == forest.Leaf {
			return reached
		}
		from := row
		if p.inGroup[node.Var] {
			from = p.donor[row]
		}
		next := node.Right
		if p.columns[node.Var][from] <= node.Threshold {
			next = node.Left
		}
		reached = next
	}
}
