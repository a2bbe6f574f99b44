package inference

import (
	"context"
	"fmt"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// CheckFit returns a warning if trees of a configuration cannot split twice as it is, or if its
// forests explain clearly less than those of Config: by a twentieth of what these explain, and by three
// standard errors of the paired losses. The task has to be one that an estimator takes.
func CheckFit(ctx context.Context, task importance.Task, c forest.Config) (warning string, err error) {
	n, _ := task.X.Dims()
	if able := Splittable(c, n); able != c {
		return fmt.Sprintf("trees on %d rows cannot split twice with a minimum node size of %d: it is lowered to %d, and more for halves of the rows", n, c.MinNodeSize, able.MinNodeSize), nil
	}
	if err := task.Prepare("importance"); err != nil {
		return "", err
	}
	sample, usual := task.Sample(), Config(checkTrees)
	columns, err := sample.Columns()
	if err != nil {
		return "", err
	}
	kernel, err := task.ResolveKernel()
	if err != nil {
		return "", err
	}
	if b, large := BoundsOf(n, sample.Design.Units(n)); large {
		usual.MostRows = b.Rows
	}
	factor, err := mmd.Principal(ctx, task.Y, kernel, boundedTolerance, boundedRank, task.Workers)
	if err != nil {
		return "", err
	}
	root := rng.New(task.Seed).Named("check")
	eval := columns.OutOfBagSample(checkedRows, uint64(root.Named("rows")))
	c.Trees = checkTrees
	var explained [2][]float64 // by row
	var share [2]float64
	for k, c := range []forest.Config{usual, c} {
		grower, err := forest.NewGrower(columns, sample.Y, Splittable(c, n))
		if err != nil {
			return "", err
		}
		grown, err := grower.Fit(ctx, nil, uint64(root.Named("forest")), task.Workers)
		if err != nil {
			return "", err
		}
		routes, err := routesOf(ctx, grown, eval, task.Workers)
		if err != nil {
			return "", err
		}
		p, err := routes.predict(ctx, factor.L, task.Workers)
		if err != nil {
			return "", err
		}
		use := make([]bool, eval.Rows())
		for i, units := range routes.units {
			use[i] = units >= 2
		}
		t := newTarget(linalg.Rows(factor.L, eval.Training()), use, columns.Design().Choose(eval.Training()))
		if t.count < 2 {
			return "", nil
		}
		_, total := t.variation()
		plain := t.plain(p.full)
		explained[k], share[k] = plain.rows, plain.explained/(total+factor.Residual)
	}
	differences := make([]float64, eval.Rows())
	for i := range differences {
		differences[i] = explained[0][i] - explained[1][i]
	}
	d := columns.Design().Choose(eval.Training())
	if share[1] >= 0.95*share[0] || d.Mean(differences) <= 3*d.StandardError(differences) {
		return "", nil
	}
	return fmt.Sprintf("these forests explain %.0f %% of the variation out-of-bag, those of preset auto %.0f %%: importances of forests that fit too little are wrong, and tests find too much",
		100*max(share[1], 0), 100*share[0]), nil
}
