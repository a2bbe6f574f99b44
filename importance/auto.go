package importance

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/forest"
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
	// New makes the estimator of a configuration.
	New func(forest.Config) Estimator `json:"-"`
}

var _ Estimator = Auto{}

// Chosen is the configuration that Auto has taken.
type Chosen struct {
	Config forest.Config
	// Explained is the share of the variation that the forest explains
	// out-of-bag; Paper that of the preset "paper", NaN where it cannot be grown.
	Explained, Paper float64
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
func (a Auto) Estimate(ctx context.Context, task Task) (Result, error) {
	chosen, err := a.Choose(ctx, task)
	if err != nil {
		return Result{}, err
	}
	result, err := a.New(chosen.Config).Estimate(ctx, task)
	result.Chosen = &chosen
	return result, err
}

// chooseRank is the largest rank of the factor by which losses are compared: what
// it leaves out of the kernel is out of all of them. chooseRows is the largest
// number of rows that they are compared on.
const (
	chooseRank = 128
	chooseRows = 2000
)

// Choose returns the configuration that suits the task's data best.
func (a Auto) Choose(ctx context.Context, task Task) (Chosen, error) {
	if err := task.Check("importance"); err != nil {
		return Chosen{}, err
	}
	columns, err := forest.NewColumns(task.X, task.Levels)
	if err != nil {
		return Chosen{}, err
	}
	kernel, err := task.kernel()
	if err != nil {
		return Chosen{}, err
	}
	root := rng.New(task.Seed).Named("auto")
	factor, _ := mmd.Cholesky(task.Y, kernel, 1e-3, chooseRank)
	eval := columns.OutOfBagSample(chooseRows, uint64(root.Named("rows")))
	phi := rowsOf(factor.L, eval.Training())
	var best *lossOf
	compared := math.NaN()
	var losses []*lossOf
	for _, c := range a.grid(columns.Inputs()) {
		grower, err := forest.NewGrower(columns, task.Y, c)
		if err != nil {
			continue // too few rows for trees of this kind
		}
		f, err := grower.Fit(ctx, nil, uint64(root.Named("forest")), task.Workers)
		if err != nil {
			return Chosen{}, err
		}
		loss := &lossOf{config: c}
		if loss.rows, loss.explained, err = outOfBagLoss(ctx, f, factor.L, phi, eval, task.Workers); err != nil {
			return Chosen{}, err
		}
		if losses = append(losses, loss); best == nil || loss.explained > best.explained {
			best = loss
		}
		if c == paper(c.Trees) {
			compared = loss.explained
		}
	}
	if best == nil {
		n := columns.Rows()
		return Chosen{}, fmt.Errorf("importance: %d rows are too few to grow any forest of preset auto; expected more rows", n)
	}
	for _, loss := range losses {
		differences := make([]float64, len(loss.rows))
		for i := range differences {
			differences[i] = loss.rows[i] - best.rows[i]
		}
		if stat.Mean(differences, nil) <= standardError(differences) {
			best = loss
			break
		}
	}
	best.config.Trees = a.Trees
	return Chosen{Config: best.config, Explained: best.explained, Paper: compared}, nil
}

// lossOf is the out-of-bag loss of a forest.
type lossOf struct {
	config    forest.Config
	rows      []float64
	explained float64
}

// outOfBagLoss returns ‖φ(Y_i) − μ̂(x_i)‖² of the rows, 0 for those that no tree has
// a say on, and the share of ‖φ(Y_i) − mean φ‖² by which they are smaller.
func outOfBagLoss(ctx context.Context, f *forest.Forest, factor, phi *mat.Dense, e forest.Evaluation, workers int) (rows []float64, explained float64, err error) {
	mean, trees, err := f.Embed(ctx, factor, e, workers)
	if err != nil {
		return nil, 0, err
	}
	use := make([]bool, e.Rows())
	for i, n := range trees {
		use[i] = n > 0
	}
	t := newTarget(phi, use)
	rows = make([]float64, e.Rows())
	difference := make([]float64, len(t.mean))
	left, all := 0.0, 0.0
	for i, ok := range use {
		if !ok {
			continue
		}
		simd.Subtract(difference, phi.RawRowView(i), mean.RawRowView(i))
		rows[i] = simd.Dot(difference, difference)
		simd.Subtract(difference, phi.RawRowView(i), t.mean)
		left, all = left+rows[i], all+simd.Dot(difference, difference)
	}
	return rows, 1 - left/all, nil
}
