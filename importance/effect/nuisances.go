package effect

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rng"
)

// Nuisances are learnt, but not asked for: the propensity π̂, and what the inputs tell of the
// response in each arm (μ̂₁, μ̂₀) and in both (m̂). No prediction of a row is learnt from it.
// Inputs that are dropped for their importance stay in the nuisances, so that confounding is
// controlled for by all.
type Nuisances struct {
	*Arms
	// Propensity is that of each row, known or learnt. Clipped is how many learnt ones were
	// beyond the bounds.
	Propensity []float64
	Clipped    int
	stacked    inference.Stacked
	byArm      [2]*inference.Learner
	pooled     *inference.Learner
}

// Learn learns the nuisances by the forests and regressions of an estimator.
func (a *Arms) Learn(ctx context.Context, s inference.Stacked) (*Nuisances, error) {
	u := &Nuisances{Arms: a, Propensity: a.study.Propensity, stacked: s}
	workers, seed := a.study.Task.Workers, rng.New(a.study.Task.Seed).Named("effect")
	err := par.Steps(ctx, workers, func() (err error) {
		u.pooled, err = s.Learner(ctx, seeded(a.study.Task, seed.Named("pooled")), nil)
		return err
	}, func() (err error) {
		u.byArm[0], err = s.Learner(ctx, seeded(a.task(0), seed.At(0)), a.inputs(1))
		return err
	}, func() (err error) {
		u.byArm[1], err = s.Learner(ctx, seeded(a.task(1), seed.At(1)), a.inputs(0))
		return err
	}, func() error {
		if u.Propensity != nil {
			return nil
		}
		return u.learnPropensity(ctx, seed.Named("propensity"))
	})
	if err != nil {
		return nil, err
	}
	if rows := u.effectiveRows(); rows < fewestEffective {
		return nil, OverlapError{rows}
	}
	return u, nil
}

// seeded returns the task with another seed.
func seeded(task importance.Task, seed rng.Seed) importance.Task {
	task.Seed, task.Progress = uint64(seed), nil
	return task
}

// learnPropensity learns the propensity, and clips it.
func (u *Nuisances) learnPropensity(ctx context.Context, seed rng.Seed) error {
	task, column := seeded(u.study.Task, seed), mat.NewDense(len(u.w), 1, u.w)
	task.Y = column
	learner, err := u.stacked.Learner(ctx, task, nil)
	if err != nil {
		return err
	}
	predicted, _, err := learner.Predict(ctx, column)
	if err != nil {
		return err
	}
	u.Propensity = make([]float64, len(u.w))
	for i := range u.w {
		raw := predicted.At(i, 0)
		u.Propensity[i] = min(max(raw, clipped), 1-clipped)
		if u.Propensity[i] != raw {
			u.Clipped++
		}
	}
	return nil
}

// Weights returns the weights of the rows: nil in a trial, and otherwise π̂(1 − π̂), those of the
// rows that might as well have been in the other arm.
func (u *Nuisances) Weights() []float64 {
	if u.study.Propensity != nil {
		return nil
	}
	weights := make([]float64, len(u.Propensity))
	for i, p := range u.Propensity {
		weights[i] = p * (1 - p)
	}
	return weights
}

// effectiveRows is the number of rows of equal weight that are worth as much, (Σω)²/Σω².
func (u *Nuisances) effectiveRows() float64 {
	weights := u.Weights()
	if weights == nil {
		return float64(len(u.w))
	}
	sum := linalg.Sum(weights)
	return sum * sum / linalg.Dot(weights, weights)
}

// difference returns μ̂₁ − μ̂₀ of columns of numbers at all rows.
func (u *Nuisances) difference(ctx context.Context, columns *mat.Dense) (*mat.Dense, error) {
	n, width := columns.Dims()
	difference := mat.NewDense(n, width, nil)
	for arm, sign := range [2]float64{-1, 1} {
		inArm, elsewhere, err := u.byArm[arm].Predict(ctx, linalg.Rows(columns, u.rows[arm]))
		if err != nil {
			return nil, err
		}
		for side, predicted := range map[int]*mat.Dense{arm: inArm, 1 - arm: elsewhere} {
			for k, row := range u.rows[side] {
				linalg.AddScaled(difference.RawRowView(int(row)), sign, predicted.RawRowView(k))
			}
		}
	}
	return difference, nil
}

// residuals returns columns of numbers less what both arms together predict of them, φ − m̂.
func (u *Nuisances) residuals(ctx context.Context, columns *mat.Dense) (*mat.Dense, error) {
	predicted, _, err := u.pooled.Predict(ctx, columns)
	if err != nil {
		return nil, err
	}
	residuals := mat.DenseCopyOf(columns)
	residuals.Sub(residuals, predicted)
	return residuals, nil
}
