// Package predictions holds what the predict command tells: conditional means, quantiles
// and weights at new rows, and how far out-of-bag predictions can be believed; as text,
// CSV, JSON and pictures.
package predictions

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/cmd/drfvi/internal/estimate"
	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/forest/conditional"
)

// Predictions are those for the rows of a table.
type Predictions struct {
	About   *estimate.Estimate // settings and names
	Levels  []float64          // of the quantiles
	Rows    int
	Targets []Target
	// Weights are those of the training rows at each row, nil unless wanted.
	Weights []forest.WeightRow
	Checks  []Check
}

// Target holds the predictions of one target: means and quantiles of a number, or the
// probabilities of the categories.
type Target struct {
	Name          string
	Means         []float64
	Quantiles     *mat.Dense // rows × levels
	Categories    []string
	Probabilities [][]float64 // by category and row
}

// Check compares out-of-bag predictions of a target with the training rows.
type Check struct {
	Target string `json:"target"`
	conditional.Calibration
}

// mostChecked is the largest number of training rows that predictions are checked on.
const mostChecked = 2000

// Wish is what is to be predicted.
type Wish struct {
	Quantiles []float64
	Weights   bool
	Seed      uint64 // of the rows that are checked
	Workers   int
}

// Of returns the predictions at new rows, none for nil, and checks those of the training
// rows.
func (w Wish) Of(ctx context.Context, f *forest.Forest, p *datasets.Problem, rows *mat.Dense) (*Predictions, error) {
	all := &Predictions{Levels: w.Quantiles}
	if rows != nil {
		eval, err := f.Columns.On(rows)
		if err != nil {
			return nil, err
		}
		all.Rows = eval.Rows()
		if err := w.predict(ctx, all, f, p, eval); err != nil {
			return nil, err
		}
		if w.Weights {
			if all.Weights, err = f.SparseWeights(ctx, eval, w.Workers); err != nil {
				return nil, err
			}
		}
	}
	return all, w.check(ctx, all, f, p)
}

// predict fills in the predictions of all targets.
func (w Wish) predict(ctx context.Context, all *Predictions, f *forest.Forest, p *datasets.Problem, eval forest.Evaluation) error {
	at, err := conditional.Of(ctx, f, eval, w.Workers)
	if err != nil {
		return err
	}
	for _, t := range p.Targets {
		predicted := Target{Name: t.Name}
		if t.Categorical {
			for _, column := range t.Columns {
				indicator := mat.Col(nil, column, p.Y)
				for i, v := range indicator {
					if v > 0 {
						indicator[i] = 1
					}
				}
				probabilities, err := at.For(indicator).Means(ctx, w.Workers)
				if err != nil {
					return err
				}
				predicted.Categories, predicted.Probabilities = append(predicted.Categories, p.YNames[column]), append(predicted.Probabilities, probabilities)
			}
			all.Targets = append(all.Targets, predicted)
			continue
		}
		of := at.For(response(p, t))
		if predicted.Means, err = of.Means(ctx, w.Workers); err != nil {
			return err
		}
		if predicted.Quantiles, err = of.Quantiles(ctx, w.Quantiles, w.Workers); err != nil {
			return err
		}
		all.Targets = append(all.Targets, predicted)
	}
	return nil
}

// response returns a target that is a number, in its own unit.
func response(p *datasets.Problem, t datasets.Target) []float64 {
	y := mat.Col(nil, t.Columns[0], p.Y)
	for i, v := range y {
		y[i] = math.Ldexp(v, p.Exponent)
	}
	return y
}

// check compares predictions of the training rows, out-of-bag, with what came.
func (w Wish) check(ctx context.Context, all *Predictions, f *forest.Forest, p *datasets.Problem) error {
	eval := f.Columns.OutOfBagSample(mostChecked, w.Seed)
	at, err := conditional.Of(ctx, f, eval, w.Workers)
	if err != nil {
		return err
	}
	for _, t := range p.Targets {
		if t.Categorical {
			continue
		}
		y := response(p, t)
		came := make([]float64, eval.Rows())
		for k, row := range eval.Training() {
			came[k] = y[row]
		}
		c, err := at.For(y).Calibrate(ctx, came, f.Columns.Design().Choose(eval.Training()), w.Workers)
		if err != nil {
			return err
		}
		all.Checks = append(all.Checks, Check{t.Name, c})
	}
	return nil
}
