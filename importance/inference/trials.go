package inference

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
	"drfvi/mmd"
)

// trials grow forests to compare their out-of-bag losses on the same rows, from the
// same random numbers.
type trials struct {
	task    importance.Task
	columns *forest.Columns
	factor  mmd.Factor
	eval    forest.Evaluation
	phi     *target
	seed    uint64
	grower  *forest.Grower                   // of the last configuration; nil before the first
	grid    []forest.Config                  // to be tried
	grown   map[forest.Config]*forest.Forest // beside others
	looked  map[forest.Config]*forest.Forest // of lookTrees
}

func (a Auto) newTrials(ctx context.Context, task importance.Task) (*trials, error) {
	columns, err := task.Sample().Columns()
	if err != nil {
		return nil, err
	}
	kernel, err := task.ResolveKernel()
	if err != nil {
		return nil, err
	}
	root := rng.New(task.Seed).Named("auto")
	t := &trials{task: task, columns: columns, seed: uint64(root.Named("forest")), looked: map[forest.Config]*forest.Forest{}}
	if n, _ := task.Y.Dims(); a.bound(n) {
		if t.factor, err = mmd.Principal(ctx, task.Y, kernel, chooseTolerance, boundedRank, task.Workers); err != nil {
			return nil, err
		}
	} else {
		t.factor, _ = mmd.Cholesky(task.Y, kernel, chooseTolerance, chooseRank)
	}
	t.eval = columns.OutOfBagSample(chooseRows, uint64(root.Named("rows")))
	t.phi = newTarget(linalg.Rows(t.factor.L, t.eval.Training()), slices.Repeat([]bool{true}, t.eval.Rows()), columns.Design().Choose(t.eval.Training()))
	return t, nil
}

// try returns the loss of a forest of a configuration, estimated from at most that many of
// its trees.
func (t *trials) try(ctx context.Context, c forest.Config, trees int) (*lossOf, error) {
	whole := c.Trees
	c.Trees = min(trees, whole)
	grower, err := growerOn(t.grower, t.columns, t.task.Y, c)
	if err != nil {
		return nil, err
	}
	t.grower = grower
	f, err := t.fit(ctx, c)
	if err != nil {
		return nil, err
	}
	if c.Trees == lookTrees {
		t.looked[c] = f
	}
	c.Trees = whole
	return t.loss(ctx, f, c)
}

// fit returns the forest of the last configuration, c. With it are grown those of the grid that
// differ only in their leaves.
func (t *trials) fit(ctx context.Context, c forest.Config) (*forest.Forest, error) {
	if f := t.grown[c]; f != nil {
		delete(t.grown, c)
		return f, nil
	}
	sizes := []int{c.MinNodeSize}
	for _, other := range t.grid {
		size := other.MinNodeSize
		if other.Trees, other.MinNodeSize = c.Trees, c.MinNodeSize; other == c && size < c.MinNodeSize {
			sizes = append(sizes, size)
		}
	}
	var before []*forest.Forest
	for _, size := range sizes {
		look := c
		look.Trees, look.MinNodeSize = lookTrees, size
		if f := t.looked[look]; f != nil && c.Trees > lookTrees {
			before = append(before, f)
		}
	}
	if len(before) < len(sizes) {
		before = nil
	}
	forests, err := t.grower.FitNested(ctx, sizes, before, t.seed, t.task.Workers)
	if err != nil {
		return nil, err
	}
	for k, size := range sizes[1:] {
		c.MinNodeSize = size
		t.grown[c] = forests[k+1]
	}
	return forests[0], nil
}

// growerOn returns the grower of a configuration, from that of another one if there is one.
func growerOn(before *forest.Grower, columns *forest.Columns, y *mat.Dense, c forest.Config) (*forest.Grower, error) {
	if before == nil {
		return forest.NewGrower(columns, y, c)
	}
	return before.With(c)
}

// lossOf is the out-of-bag loss of a forest.
type lossOf struct {
	config    forest.Config
	design    design.Design // of the rows
	rows      []float64     // ‖φ(Y_i) − μ̂(x_i)‖²
	explained float64       // the share of ‖φ(Y_i) − mean φ‖² by which the losses are smaller
}

// above returns by how many standard errors a loss is above another one; at most 0 if it
// is not larger.
func (l *lossOf) above(other *lossOf) float64 {
	differences := make([]float64, len(l.rows))
	for i := range differences {
		differences[i] = l.rows[i] - other.rows[i]
	}
	mean, se := l.design.Mean(differences), l.design.StandardError(differences)
	if mean <= 0 || se == 0 {
		return min(mean, 0)
	}
	return mean / se
}

// loss returns the loss of a configuration's forest, given one with possibly fewer trees. Rows
// that fewer than two trees predict have the mean as prediction.
func (t *trials) loss(ctx context.Context, f *forest.Forest, c forest.Config) (*lossOf, error) {
	ways, err := routesOf(ctx, f, t.eval, t.task.Workers)
	if err != nil {
		return nil, err
	}
	p, err := ways.predict(ctx, t.factor.L, t.task.Workers)
	if err != nil {
		return nil, err
	}
	predicted, phi := p.full, t.phi
	rows := make([]float64, t.eval.Rows())
	difference := make([]float64, len(phi.mean))
	gained, all := 0.0, t.factor.Residual*phi.total
	spread := float64(len(f.Trees)) / float64(c.Trees) // of the trees, what is left of it
	for i := range rows {
		v := phi.values.RawRowView(i)
		simd.Subtract(difference, v, phi.mean)
		variation := simd.Dot(difference, difference)
		if rows[i] = variation; ways.units[i] >= 2 {
			mean, square := predicted.mean.RawRowView(i), predicted.square[i]
			rows[i] = simd.Dot(v, v) - 2*simd.Dot(v, mean) + square + float64(spread*(simd.Dot(mean, mean)-square))
		}
		w := phi.design.Weight(i)
		gained, all = gained+float64(w*variation)-float64(w*rows[i]), all+float64(w*variation)
	}
	return &lossOf{c, phi.design, rows, gained / all}, nil
}
