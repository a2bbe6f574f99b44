package inference

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// CheckFit returns a warning if trees of a configuration cannot split twice as it is, or if its
// forests explain clearly less than those of Config: by a twentieth of what these explain, and by three
// standard errors of the paired losses. The task has to be one that an estimator takes.
func CheckFit(ctx context.Context, task importance.Task, c forest.Config) (warning, err error) {
	n, _ := task.X.Dims()
	if able := Splittable(c, n); able != c {
		return fmt.Errorf("trees on %d rows cannot split twice with a minimum node size of %d: it is lowered to %d, and more for halves of the rows", n, c.MinNodeSize, able.MinNodeSize), nil
	}
	if err := task.Prepare("importance"); err != nil {
		return nil, err
	}
	kernel, err := task.ResolveKernel()
	if err != nil {
		return nil, err
	}
	factor, err := mmd.Principal(ctx, task.Y, kernel, boundedTolerance, boundedRank, task.Workers)
	if err != nil {
		return nil, err
	}
	sample, root, usual := task.Sample(), rng.New(task.Seed).Named("check"), Config(checkTrees)
	if b, large := BoundsOf(n, sample.Design.Units(n)); large {
		usual.MostRows = b.Rows
	}
	c.Trees = wholeGroups(c, checkTrees)
	var on [2]*ensemble
	var share [2]float64
	for k, config := range []forest.Config{usual, c} {
		e, err := growing{config: config, workers: task.Workers}.couple(ctx, sample, root.Named("forest"))
		if err != nil {
			return nil, err
		}
		if e, err = e.route(ctx, e.columns.OutOfBagSample(checkedRows, uint64(root.Named("rows"))), nil, task.Workers); err != nil {
			return nil, err
		}
		if on[k], err = e.on(ctx, factor.L, task.Workers); err != nil {
			return nil, err
		}
		_, total := on[k].phi.variation()
		share[k] = on[k].full.explained / (total + factor.Residual)
	}
	d, differences := on[0].phi.design, slices.Clone(on[0].full.rows)
	floats.Sub(differences, on[1].full.rows)
	if share[1] >= 0.95*share[0] || d.Mean(differences) <= 3*d.StandardError(differences) {
		return nil, nil
	}
	return fmt.Errorf("these forests explain %.0f %% of the variation out-of-bag, those of preset auto %.0f %%: importances of forests that fit too little are wrong, and tests find too much",
		100*max(share[1], 0), 100*share[0]), nil
}
