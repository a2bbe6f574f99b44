package inference

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"drfvi/forest"
	"drfvi/importance"
)

// Auto chooses the configuration of its forests by the data: it takes the one whose forest
// has the smallest out-of-bag loss, and estimates with that. Differences below one standard
// error of the rows' paired losses count as none; among such configurations the first is
// taken, which is the smoothest. The choice looks only at losses of forests on all
// variables, before any importance is known.
type Auto struct {
	// Trees is the number of trees of the estimate's forests, Trial that of the forests
	// that are compared.
	Trees int `json:"trees"`
	Trial int `json:"trial_trees"`
	// Fixed are choices that are not left to the data.
	Fixed forest.Override `json:"fixed,omitzero"`
	// Halves are those of the estimators that New makes, here to be recorded only; zero
	// for estimators without.
	Halves Halves `json:"halves,omitzero"`
	// Chose, if not nil, is called with the choice before the estimation begins.
	Chose func(chosen importance.Chosen) `json:"-"`
	// New makes the estimator of a configuration. Estimate, Cost and Name panic without.
	New func(forest.Config) importance.Estimator `json:"-"`
}

var _ importance.Estimator = Auto{}

// Fix returns the choices that replace those of the preset "paper".
func (a Auto) Fix(chosen importance.Chosen) forest.Override {
	c, fixed := chosen.Config, a.Fixed
	fixed.Honesty, fixed.SampleFraction, fixed.MinNodeSize, fixed.MTry = &c.Honesty, &c.SampleFraction, &c.MinNodeSize, &c.MTry
	fixed.Steady = &c.Steady
	return fixed
}

// grid returns the configurations to choose from, smooth ones first. All inputs are candidates of
// every split: with fewer, losses may fall, but an input without influence stands in for one that
// it moves with (see docs/inference.md). All else is that of the preset "paper".
func (a Auto) grid() []forest.Config {
	var grid []forest.Config
	for _, honest := range []bool{true, false} {
		for _, node := range []int{smoothNode, 15, 5} {
			for _, fraction := range []float64{0.25, 0.5, 0.8} {
				c := paper(a.Trial)
				c.Honesty, c.SampleFraction, c.MinNodeSize, c.MTry = honest, fraction, node, forest.MTryAll
				if c = a.Fixed.Apply(c); !slices.Contains(grid, c) {
					grid = append(grid, c)
				}
			}
		}
	}
	return grid
}

// bound reports whether a table of n rows is one whose work is bounded.
func (a Auto) bound(n int) bool { return a.Fixed.MostRows != nil && *a.Fixed.MostRows < n }

// on returns the choice on a table of n rows in so many clusters, bounded if that is large.
func (a Auto) on(n, clusters int) Auto {
	if b, large := BoundsOf(n, clusters); large {
		a.Trial, a.Fixed.MostRows = min(a.Trial, b.Trial), &b.Rows
	}
	return a
}

// usual returns the preset "paper" for the choice.
func (a Auto) usual() forest.Config {
	return forest.Override{MostRows: a.Fixed.MostRows}.Apply(paper(a.Trial))
}

// paper returns the preset of that name, with forests that are steady: estimates are not
// to depend on the units of the responses.
func paper(trees int) forest.Config {
	c, err := forest.Preset("paper", trees)
	if err != nil {
		panic("inference: the preset that others stand on is gone: " + err.Error())
	}
	c.Steady = true
	return c
}

// Name returns the name of the estimator that it makes.
func (a Auto) Name() string { return a.estimator(paper(a.Trees)).Name() }

// Estimate implements Estimator.
func (a Auto) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	chosen, task, err := a.chosen(ctx, task)
	if err != nil {
		return importance.Result{}, err
	}
	result, err := a.estimator(chosen.Config).Estimate(ctx, task)
	result.Chosen = &chosen
	return result, err
}

// chosen chooses, and returns the task with what is left of its progress.
func (a Auto) chosen(ctx context.Context, task importance.Task) (importance.Chosen, importance.Task, error) {
	report, before := task.Progress, 0.0
	if report != nil {
		size := task.Size()
		if size.Fourier == 0 {
			size.Kernel = importance.SpectrumOf(task.Y, task.Kernel)
		}
		before = a.ChoiceCost(size).Nanoseconds / a.Cost(size).Nanoseconds
		task.Progress = func(share float64) { report(before * share) }
	}
	chosen, err := a.Choose(ctx, task)
	if err == nil && a.Chose != nil {
		a.Chose(chosen)
	}
	if report != nil {
		task.Progress = func(share float64) { report(before + float64((1-before)*share)) }
	}
	return chosen, task, err
}

// chooseTolerance and chooseRank are the tolerance and the largest rank of the factor by
// which losses are compared: what it leaves out of the kernel is out of all of them.
// chooseRows is the largest number of rows that they are compared on.
const (
	chooseTolerance = 1e-3
	chooseRank      = 128
	chooseRows      = 2000
)

// Choose returns the configuration that suits the task's data best.
func (a Auto) Choose(ctx context.Context, task importance.Task) (chosen importance.Chosen, err error) {
	if err := task.Prepare("importance"); err != nil {
		return chosen, err
	}
	if r, err := relearningOf(a.estimator(paper(a.Trees))); err == nil && r.halves.Splits > 0 {
		if err := task.Sample().CheckHalves(); err != nil {
			return chosen, err
		}
	}
	t, err := a.newTrials(ctx, task)
	if err != nil {
		return chosen, err
	}
	best, usual, err := a.choose(ctx, t)
	if err != nil {
		return chosen, err
	}
	best.config.Trees = a.Trees
	return importance.Chosen{Config: best.config, Explained: best.explained, Paper: usual.explained}, ctx.Err()
}

// Losses more than beaten standard errors above the smallest are clearly worse. A first look,
// with lookTrees trees, leaves out configurations that have them. Where losses differ that much, large trees,
// which take longest, are among the best or the worst.
const (
	lookTrees = 30
	beaten    = 3
)

// looks reports whether there is a first look: where it is a third of the work at most.
func (a Auto) looks() bool { return a.Trial >= 3*lookTrees }

// choose returns the losses of the forest that suits the data best, and of the usual one.
func (a Auto) choose(ctx context.Context, t *trials) (best, usual *lossOf, err error) {
	grid, looked := a.grid(), 0.0
	if a.looks() {
		looked = 0.3
		losses, err := t.losses(ctx, grid, lookTrees, 0, looked)
		if err != nil {
			return nil, nil, err
		}
		least := smallest(losses)
		grid = grid[:0]
		for _, l := range losses {
			if l.above(least) <= beaten {
				grid = append(grid, l.config)
			}
		}
	}
	losses, err := t.losses(ctx, grid, a.Trial, looked, 1)
	if err != nil {
		return nil, nil, err
	}
	for _, loss := range losses {
		if loss.config == a.usual() {
			usual = loss
		}
	}
	if usual == nil {
		if usual, err = t.try(ctx, a.usual(), a.Trial); err != nil {
			usual = &lossOf{explained: math.NaN()}
		}
	}
	best = smallest(losses)
	for _, loss := range losses {
		if loss.above(best) <= 1 {
			return loss, usual, nil
		}
	}
	return best, usual, nil
}

// losses returns the losses of the configurations by which forests can be grown, and an error
// if there are none. from and to are the shares of progress at its beginning and end.
func (t *trials) losses(ctx context.Context, grid []forest.Config, trees int, from, to float64) ([]*lossOf, error) {
	var losses []*lossOf
	var refused error
	t.grid, t.grown = grid, map[forest.Config]*forest.Forest{}
	for k, c := range grid {
		t.task.Report(from + float64((to-from)*float64(k)/float64(len(grid))))
		loss, err := t.try(ctx, c, trees)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			refused = err // too few rows, as a rule; the last one needs the fewest
			continue
		}
		losses = append(losses, loss)
	}
	if losses == nil {
		return nil, fmt.Errorf("importance: preset auto can grow no forest: %w", refused)
	}
	return losses, nil
}

// smallest returns the loss that explains most, the first of equals.
func smallest(losses []*lossOf) *lossOf {
	return slices.MaxFunc(losses, func(a, b *lossOf) int { return cmp.Compare(a.explained, b.explained) })
}

// CheckFit returns a warning if trees of a configuration cannot split twice as it is, or if its
// forests explain clearly less than those that Auto would take, on a large table within Bounds: by
// a twentieth of what these explain, and by three standard errors of the paired losses. The task
// has to be one that an estimator takes.
func (a Auto) CheckFit(ctx context.Context, task importance.Task, c forest.Config) (warning string, err error) {
	n, _ := task.X.Dims()
	a = a.on(n, task.Design().Units(n))
	if able := Splittable(c, n); able != c {
		return fmt.Sprintf("trees on %d rows cannot split twice with a minimum node size of %d: it is lowered to %d, and more for halves of the rows", n, c.MinNodeSize, able.MinNodeSize), nil
	}
	t, err := a.newTrials(ctx, task)
	if err != nil {
		return "", err
	}
	best, _, err := a.choose(ctx, t)
	if err != nil {
		return "", err
	}
	c.Trees = a.Trial
	own, err := t.try(ctx, c, a.Trial)
	if err != nil {
		return "", err
	}
	if own.explained >= 0.95*best.explained || own.above(best) <= beaten {
		return "", nil
	}
	return fmt.Sprintf("these forests explain %.0f %% of the variation out-of-bag, those of preset auto %.0f %%: importances of forests that fit too little are wrong, and tests find too much",
		100*max(own.explained, 0), 100*best.explained), nil
}
