package main

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"drfvi/cmd/drfvi/internal/finding"
	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/forest/conditional"
)

// predictions are those for the rows of a table.
type predictions struct {
	about   *estimate // settings and names
	levels  []float64 // of the quantiles
	rows    int
	targets []prediction
	// weights are those of the training rows at each row, nil unless wanted.
	weights []forest.WeightRow
	checks  []targetCheck
	// kept is the file that the forest was written to, nil for none.
	kept finding.Object
}

// prediction has the predictions of one target: means and quantiles of a number, or the
// probabilities of the categories.
type prediction struct {
	name          string
	means         []float64
	quantiles     *mat.Dense // rows × levels
	categories    []string
	probabilities [][]float64 // by category and row
}

// targetCheck compares out-of-bag predictions of a target with the training rows.
type targetCheck struct {
	target string
	conditional.Calibration
}

// mostChecked is the largest number of training rows that predictions are checked on.
const mostChecked = 2000

// model is what predicts.
type model struct {
	about   *estimate // settings and names
	problem *datasets.Problem
	reading datasets.Options // of the training table
	forest  *forest.Forest
}

// predict returns the predictions at new rows, none for nil, with quantiles of some levels
// and with weights or without, and checks those of training rows.
func (m *model) predict(ctx context.Context, rows *mat.Dense, levels []float64, weights bool, workers int) (*predictions, error) {
	all := &predictions{about: m.about, levels: levels}
	if rows != nil {
		eval, err := m.forest.Columns.On(rows)
		if err != nil {
			return nil, err
		}
		all.rows = eval.Rows()
		at, err := conditional.Of(ctx, m.forest, eval, workers)
		if err != nil {
			return nil, err
		}
		for _, t := range m.problem.Targets {
			predicted, err := predictTarget(ctx, at, m.problem, t, levels, workers)
			if err != nil {
				return nil, err
			}
			all.targets = append(all.targets, predicted)
		}
		if weights {
			if all.weights, err = m.forest.SparseWeights(ctx, eval, workers); err != nil {
				return nil, err
			}
		}
	}
	return all, all.check(ctx, m, workers)
}

// predictTarget returns the predictions of a target.
func predictTarget(ctx context.Context, at conditional.At, p *datasets.Problem, t datasets.Target, levels []float64, workers int) (prediction, error) {
	predicted := prediction{name: t.Name}
	if t.Categorical {
		for _, column := range t.Columns {
			indicator := mat.Col(nil, column, p.Y)
			for i, v := range indicator {
				if v > 0 {
					indicator[i] = 1
				}
			}
			probabilities, err := at.For(indicator).Means(ctx, workers)
			if err != nil {
				return predicted, err
			}
			predicted.categories, predicted.probabilities = append(predicted.categories, p.YNames[column]), append(predicted.probabilities, probabilities)
		}
		return predicted, nil
	}
	of := at.For(response(p, t))
	var err error
	if predicted.means, err = of.Means(ctx, workers); err != nil {
		return predicted, err
	}
	predicted.quantiles, err = of.Quantiles(ctx, levels, workers)
	return predicted, err
}

// response returns a target that is a number, in its own unit.
func response(p *datasets.Problem, t datasets.Target) []float64 {
	return scaledBack(mat.Col(nil, t.Columns[0], p.Y), p.Exponent)
}

// check compares predictions of the training rows, out-of-bag, with what came.
func (p *predictions) check(ctx context.Context, m *model, workers int) error {
	columns := m.forest.Columns
	eval := columns.OutOfBagSample(mostChecked, m.about.Seed)
	at, err := conditional.Of(ctx, m.forest, eval, workers)
	if err != nil {
		return err
	}
	for _, t := range m.problem.Targets {
		if t.Categorical {
			continue
		}
		y := response(m.problem, t)
		came := make([]float64, eval.Rows())
		for k, row := range eval.Training() {
			came[k] = y[row]
		}
		c, err := at.For(y).Calibrate(ctx, came, columns.Design().Choose(eval.Training()), workers)
		if err != nil {
			return err
		}
		p.checks = append(p.checks, targetCheck{t.Name, c})
	}
	return nil
}
