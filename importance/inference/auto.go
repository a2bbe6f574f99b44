package inference

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
	"drfvi/mmd"
)

// Auto grows its forests as the data want it: of a number of configurations it
// takes the one whose forest has the smallest out-of-bag loss, and estimates with
// that. Differences below one standard error, of the paired losses of the rows,
// count as none; of such configurations the one that comes first is taken, which is
// the smoothest. The choice looks at losses of forests on all variables alone,
// before any importance is known.
type Auto struct {
	// Trees of the forests that the estimate is made from, Trial of those that the
	// choice is made by.
	Trees int `json:"trees"`
	Trial int `json:"trial_trees"`
	// Fixed are choices that are not left to the data.
	Fixed forest.Override `json:"fixed,omitzero"`
	// Halves are those of the estimators that New makes, here to be recorded; zero
	// for estimators without.
	Halves Halves `json:"halves,omitzero"`
	// New makes the estimator of a configuration.
	New func(forest.Config) importance.Estimator `json:"-"`
}

var _ importance.Estimator = Auto{}

// Fix returns what is chosen in the place of choices of the preset "paper".
func (a Auto) Fix(chosen importance.Chosen) forest.Override {
	c, fixed := chosen.Config, a.Fixed
	fixed.Honesty, fixed.SampleFraction, fixed.MinNodeSize, fixed.MTry = &c.Honesty, &c.SampleFraction, &c.MinNodeSize, &c.MTry
	return fixed
}

// grid returns the configurations to choose from for p inputs, smooth ones first:
// with and without honesty, minimum node sizes of 40, 15 or 5, trees of a quarter,
// half or four fifths of the rows, and with all inputs as candidates of every split
// where that is more than the preset "paper" has. All else is that of the preset.
func (a Auto) grid(p int) []forest.Config {
	base := paper(a.Trial)
	tries := []forest.MTry{base.MTry}
	if base.MTry.Of(p) < p {
		tries = append(tries, forest.MTryAll)
	}
	var grid []forest.Config
	for _, honest := range []bool{true, false} {
		for _, node := range []int{40, 15, 5} {
			for _, fraction := range []float64{0.25, 0.5, 0.8} {
				for _, mtry := range tries {
					c := base
					c.Honesty, c.SampleFraction, c.MinNodeSize, c.MTry = honest, fraction, node, mtry
					if c = a.Fixed.Apply(c); !slices.Contains(grid, c) {
						grid = append(grid, c)
					}
				}
			}
		}
	}
	return grid
}

// paper returns the preset of that name.
func paper(trees int) forest.Config {
	c, err := forest.Preset("paper", trees)
	if err != nil {
		panic("importance: the preset that others stand on is gone: " + err.Error())
	}
	return c
}

// Name returns the name of the estimator that it makes.
func (a Auto) Name() string { return a.New(paper(a.Trees)).Name() }

// Estimate implements Estimator.
func (a Auto) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	chosen, err := a.Choose(ctx, task)
	if err != nil {
		return importance.Result{}, err
	}
	if report := task.Progress; report != nil {
		task.Progress = func(share float64) { report(choosing + (1-choosing)*share) }
	}
	result, err := a.New(chosen.Config).Estimate(ctx, task)
	result.Chosen = &chosen
	return result, err
}

// choosing is about the share of the work that is the choice.
const choosing = 0.15

// chooseRank is the largest rank of the factor by which losses are compared: what
// it leaves out of the kernel is out of all of them. chooseRows is the largest
// number of rows that they are compared on.
const (
	chooseRank = 128
	chooseRows = 2000
)

// Choose returns the configuration that suits the task's data best.
func (a Auto) Choose(ctx context.Context, task importance.Task) (importance.Chosen, error) {
	if err := task.Check("importance"); err != nil {
		return importance.Chosen{}, err
	}
	columns, err := forest.NewColumns(task.X, task.Levels)
	if err != nil {
		return importance.Chosen{}, err
	}
	kernel, err := task.ResolveKernel()
	if err != nil {
		return importance.Chosen{}, err
	}
	root := rng.New(task.Seed).Named("auto")
	factor, _ := mmd.Cholesky(task.Y, kernel, 1e-3, chooseRank)
	eval := columns.OutOfBagSample(chooseRows, uint64(root.Named("rows")))
	phi := rowsOf(factor.L, eval.Training())
	trial := func(c forest.Config) (*lossOf, error) {
		grower, err := forest.NewGrower(columns, task.Y, c)
		if err != nil {
			return nil, err
		}
		f, err := grower.Fit(ctx, nil, uint64(root.Named("forest")), task.Workers)
		if err != nil {
			return nil, err
		}
		loss := &lossOf{config: c}
		loss.rows, loss.explained, err = outOfBagLoss(ctx, f, factor, phi, eval, task.Workers)
		return loss, err
	}
	var losses []*lossOf
	var best, usual *lossOf
	var refused error
	grid := a.grid(columns.Inputs())
	for k, c := range grid {
		task.Report(choosing * float64(k) / float64(len(grid)))
		loss, err := trial(c)
		if ctx.Err() != nil {
			return importance.Chosen{}, ctx.Err()
		}
		if err != nil {
			refused = err // too few rows, as a rule; the last one needs the fewest
			continue
		}
		if losses = append(losses, loss); best == nil || loss.explained > best.explained {
			best = loss
		}
		if c == paper(a.Trial) {
			usual = loss
		}
	}
	if best == nil {
		return importance.Chosen{}, fmt.Errorf("importance: preset auto can grow no forest: %w", refused)
	}
	if usual == nil {
		if usual, err = trial(paper(a.Trial)); err != nil {
			usual = &lossOf{explained: math.NaN()}
		}
	}
	for _, loss := range losses {
		differences := make([]float64, len(loss.rows))
		for i := range differences {
			differences[i] = loss.rows[i] - best.rows[i]
		}
		if stat.Mean(differences, nil) <= importance.StandardError(differences) {
			best = loss
			break
		}
	}
	best.config.Trees = a.Trees
	return importance.Chosen{Config: best.config, Explained: best.explained, Paper: usual.explained}, ctx.Err()
}

// lossOf is the out-of-bag loss of a forest.
type lossOf struct {
	config    forest.Config
	rows      []float64
	explained float64
}

// outOfBagLoss returns ‖φ(Y_i) − μ̂(x_i)‖² of the rows, for those that no tree
// predicts with the mean in the place of the prediction, and the share of
// ‖φ(Y_i) − mean φ‖² by which they are smaller.
func outOfBagLoss(ctx context.Context, f *forest.Forest, factor mmd.Factor, phi *mat.Dense,
	e forest.Evaluation, workers int) (rows []float64, explained float64, err error) {
	predicted, trees, err := f.Embed(ctx, factor.L, e, workers)
	if err != nil {
		return nil, 0, err
	}
	mean := newTarget(phi, slices.Repeat([]bool{true}, e.Rows())).mean
	rows = make([]float64, e.Rows())
	difference := make([]float64, len(mean))
	gained, all := 0.0, factor.Residual*float64(len(rows))
	for i := range rows {
		simd.Subtract(difference, phi.RawRowView(i), mean)
		variation := simd.Dot(difference, difference)
		if rows[i] = variation; trees[i] > 0 {
			simd.Subtract(difference, phi.RawRowView(i), predicted.RawRowView(i))
			rows[i] = simd.Dot(difference, difference)
		}
		gained, all = gained+variation-rows[i], all+variation
	}
	return rows, gained / all, nil
}
