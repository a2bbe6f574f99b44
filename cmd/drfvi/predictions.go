package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/forest/conditional"
	"drfvi/internal/format"
	"drfvi/internal/linalg"
	"drfvi/internal/mention"
)

// predictions are those for the rows of a table, as requested.
type predictions struct {
	request
	analysis *analysis // settings and names
	rows     int
	targets  []prediction
	weights  []forest.WeightRow // of the training rows at each row; nil unless wanted
	checks   []targetCheck
	kept     report.Object // the file that the forest was written to; nil for none
}

// prediction has the predictions of one target: means and quantiles of a number, or the
// probabilities of the categories.
type prediction struct {
	name          string
	means         []float64
	quantiles     *mat.Dense // rows × levels
	intervals     *mat.Dense // rows × 2 coverages, their ends; nil for none
	categories    []string
	probabilities [][]float64 // by category and row; of two categories that of the last
	labels        []string    // of all categories
}

// targetCheck compares out-of-bag predictions of a target with the training rows.
type targetCheck struct {
	target string
	conditional.Calibration
	corrections []conditional.Conformal // of intervals
}

// mostChecked is the largest number of training rows that predictions are checked on.
const mostChecked = 2000

// model is what predicts.
type model struct {
	analysis *analysis // settings and names
	problem  *datasets.Problem
	reading  datasets.Options // of the training table
	forest   *forest.Forest
}

// request is what to predict: new rows, the training rows out-of-bag, or neither, with quantiles
// of some levels, corrected intervals of some coverages, and with weights or without.
type request struct {
	x                 *mat.Dense             // the new rows; nil for none
	skipped           []datasets.UnseenLevel // of new rows, which have no predictions
	outOfBag          bool
	levels, coverages []float64
	weighted          bool
}

// predict checks predictions of training rows, and returns those that are wanted.
func (m *model) predict(ctx context.Context, r request, workers int) (*predictions, error) {
	result := &predictions{request: r, analysis: m.analysis}
	if err := result.check(ctx, m, workers); err != nil || r.x == nil && !r.outOfBag {
		return result, err
	}
	eval := m.forest.Columns.OutOfBag()
	if !r.outOfBag {
		var err error
		if eval, err = m.forest.Columns.On(r.x); err != nil {
			return nil, err
		}
	}
	result.rows = eval.Rows()
	laws, err := conditional.Of(ctx, m.forest, eval, workers)
	if err != nil {
		return nil, err
	}
	for _, t := range m.problem.Targets {
		target, err := result.predictTarget(ctx, laws, m.problem, t, workers)
		if err != nil {
			return nil, err
		}
		result.targets = append(result.targets, target)
	}
	if r.weighted {
		if result.weights, err = m.forest.SparseWeights(ctx, eval, workers); err != nil {
			return nil, err
		}
	}
	result.skip()
	return result, nil
}

// skip leaves the predictions of rows with unknown levels empty.
func (p *predictions) skip() {
	empty := func(m *mat.Dense, row int) {
		if m != nil {
			for k := range m.RawRowView(row) {
				m.Set(row, k, math.NaN())
			}
		}
	}
	for _, u := range p.skipped {
		for _, t := range p.targets {
			empty(t.quantiles, u.Row)
			empty(t.intervals, u.Row)
			for _, values := range append(slices.Clone(t.probabilities), t.means) {
				if values != nil {
					values[u.Row] = math.NaN()
				}
			}
		}
		if p.weights != nil {
			p.weights[u.Row] = forest.WeightRow{}
		}
	}
}

// skippedRows are the rows with unknown levels, from 1.
func (r *request) skippedRows() []int {
	rows := collect(r.skipped, func(u datasets.UnseenLevel) int { return u.Row + 1 })
	slices.Sort(rows)
	return slices.Compact(rows)
}

// withoutPrediction says how many of the new rows have none for their levels; "" if all have one.
func (r *request) withoutPrediction() string {
	rows := r.skippedRows()
	if len(rows) == 0 {
		return ""
	}
	first, n := r.skipped[0], r.x.RawMatrix().Rows
	return say("unseen levels", slots{
		"Skipped": len(rows), "Rows": format.Plural(n, "new row"), "Row": first.Row + 1,
		"Column": inSentence(first.Column), "Level": first.Level,
	})
}

// predictTarget returns the predictions of a target.
func (wanted *predictions) predictTarget(
	ctx context.Context, laws conditional.At, p *datasets.Problem, t datasets.Target, workers int,
) (prediction, error) {
	predicted := prediction{name: t.Name}
	if t.Categorical {
		predicted.labels = t.Levels
		for _, column := range t.Columns {
			indicator := linalg.Indicator(mat.Col(nil, column, p.Y), func(v float64) bool { return v > 0 })
			probabilities, err := laws.For(indicator).Means(ctx, workers)
			if err != nil {
				return predicted, err
			}
			predicted.categories, predicted.probabilities = append(
				predicted.categories, p.YNames[column],
			), append(predicted.probabilities, probabilities)
		}
		return predicted, nil
	}
	law := laws.For(response(p, t))
	var err error
	if predicted.means, err = law.Means(ctx, workers); err != nil {
		return predicted, err
	}
	if predicted.quantiles, err = law.Quantiles(ctx, wanted.levels, workers); err != nil || wanted.coverages == nil {
		return predicted, err
	}
	place := slices.IndexFunc(wanted.checks, func(c targetCheck) bool { return c.target == t.Name })
	predicted.intervals, err = law.Intervals(ctx, wanted.checks[place].corrections, workers)
	return predicted, err
}

// statistics returns the probabilities of all categories in a row, in their order.
func (t prediction) statistics(row int) []float64 {
	shares := collect(t.probabilities, func(byRow []float64) float64 { return byRow[row] })
	if len(shares) == 1 && len(t.labels) == 2 {
		return []float64{1 - shares[0], shares[0]}
	}
	return shares
}

// response returns a target that is a number, in its own unit.
func response(p *datasets.Problem, t datasets.Target) []float64 {
	return t.Own(mat.Col(nil, t.Columns[0], p.Y))
}

// check compares predictions of the training rows, out-of-bag, with what came.
func (p *predictions) check(ctx context.Context, m *model, workers int) error {
	columns := m.forest.Columns
	eval := columns.OutOfBagSample(mostChecked, m.analysis.Seed)
	laws, err := conditional.Of(ctx, m.forest, eval, workers)
	if err != nil {
		return err
	}
	for _, t := range m.problem.Targets {
		if t.Categorical {
			continue
		}
		y := response(m.problem, t)
		came := picked(y, eval.Training())
		law, sampled := laws.For(y), columns.Design().Choose(eval.Training())
		c, err := law.Calibrate(ctx, came, sampled, workers)
		if err != nil {
			return err
		}
		var corrections []conditional.Conformal
		if p.coverages != nil {
			if corrections, err = law.Conform(ctx, came, p.coverages, sampled, workers); err != nil {
				return fmt.Errorf("target %q: %w", t.Name, err)
			}
		}
		p.checks = append(p.checks, targetCheck{t.Name, c, corrections})
	}
	if p.coverages != nil && p.checks == nil {
		return fmt.Errorf("every target is categorical, and %v is about intervals: expected a number among the "+
			"targets, or no %v", mention.Conformal, mention.Conformal)
	}
	return nil
}
