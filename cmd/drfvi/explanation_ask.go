package main

import (
	"context"
	"fmt"
	"slices"

	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/forest/conditional"
	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/importance/inference"
	"drfvi/internal/nearest"
	"drfvi/internal/rank"

	"gonum.org/v1/gonum/mat"
)

// questions are what is asked for beside importances.
type questions struct {
	untested   bool   // whether to leave out p-values
	adjustment string // of p-values
	alone      bool   // tests of each input by itself
	tree       bool   // tests of a tree of groups, whose p-values are adjusted later
	aspects    bool
	rows       bool
	along      []string // inputs that are drawn one by one; nil for the most important ones
}

// usualAlong is the number of inputs that are drawn one by one unless they are named,
// mostFanRows the largest number of rows that quantiles are predicted for, and mostFans
// that of targets.
const (
	usualAlong  = 4
	mostFanRows = 2000
	mostFans    = 4
)

// check returns what is wrong with questions about a problem.
func (q questions) check(p *datasets.Problem) error {
	if q.aspects && len(p.Targets) > aspects.MostResponses {
		return fmt.Errorf("--aspects takes at most %d targets, found %d: name those of interest in --targets", aspects.MostResponses, len(p.Targets))
	}
	for _, name := range q.along {
		j := slices.IndexFunc(p.Variables, func(v datasets.Variable) bool { return v.Name == name })
		if j < 0 {
			return nearest.Unknown("input", name, p.VariableNames())
		}
		if len(p.Variables[j].Columns) > 1 {
			return fmt.Errorf("--along: input %q is a group of columns, expected one that has a single value in each row", name)
		}
	}
	return nil
}

// targetResponses are the targets, with the laws of their values.
func targetResponses(p *datasets.Problem) []aspects.Response {
	var all []aspects.Response
	for _, t := range p.Targets {
		r := aspects.Response{Name: t.Name, Columns: t.Columns, Levels: t.Categorical}
		if !t.Categorical {
			r.Law = aspects.LawOf(mat.Col(nil, t.Columns[0], p.Y))
		}
		all = append(all, r)
	}
	return all
}

// ask runs an estimator and keeps the answers to the questions. It returns an error for one that
// has none.
func (q questions) ask(ctx context.Context, e importance.Estimator, task importance.Task, p *datasets.Problem) (importance.Result, *explanation, error) {
	s := &explanation{Variables: p.VariableNames()}
	if !q.aspects && !q.rows {
		result, err := e.Estimate(ctx, task)
		return result, s, err
	}
	fit, err := inference.Learn(ctx, e, task)
	if err != nil {
		return importance.Result{}, nil, err
	}
	var answers inference.Answers
	if q.aspects {
		s.Aspects = new(aspects.Report)
		answers, *s.Aspects, err = aspects.Infer(ctx, fit, targetResponses(p))
		for k, c := range s.Aspects.Curves {
			t := p.Targets[c.Response]
			s.Aspects.Curves[k].At, s.Aspects.Curves[k].CRPS = t.Own(c.At, p.Exponent), t.Own(c.CRPS, p.Exponent)
		}
	} else {
		answers, err = fit.Infer(ctx)
	}
	if err == nil && q.rows {
		s.Rows, err = q.answerRows(ctx, answers, fit.Forest(), task, p)
	}
	return answers.Result, s, err
}

// answerRows returns what the answers tell of single rows.
func (q questions) answerRows(ctx context.Context, a inference.Answers, grown *forest.Forest, task importance.Task, p *datasets.Problem) (*rowTerms, error) {
	r := &rowTerms{
		Numbers: collect(a.Rows, func(row int32) int { return int(row) + 1 }), Weights: task.Design().Choose(a.Rows).Weights,
		V: a.V, U: a.U, Values: inputsAt(p, a.Rows), Order: rank.Descending(a.Raw),
	}
	for _, v := range p.Variables {
		var levels []string
		if len(v.Columns) == 1 {
			levels = p.LevelNames(v.Columns[0])
		}
		r.Levels = append(r.Levels, levels)
	}
	for _, name := range q.along {
		r.Along = append(r.Along, slices.Index(p.VariableNames(), name))
	}
	for _, j := range r.Order {
		if q.along == nil && len(r.Along) < usualAlong && r.Values[j] != nil {
			r.Along = append(r.Along, j)
		}
	}
	return r, r.predictFans(ctx, grown, task, p)
}

// predictFans predicts quantiles of the targets that are numbers, out-of-bag, for the same rows
// or some of them.
func (r *rowTerms) predictFans(ctx context.Context, grown *forest.Forest, task importance.Task, p *datasets.Problem) error {
	columns := grown.Columns
	eval := columns.OutOfBagSample(min(mostFanRows, columns.Rows()), task.Seed)
	at, err := conditional.Of(ctx, grown, eval, task.Workers)
	if err != nil {
		return err
	}
	for _, t := range p.Targets {
		if t.Categorical || len(r.Fans) == mostFans {
			continue
		}
		quantiles, err := at.For(mat.Col(nil, t.Columns[0], p.Y)).Quantiles(ctx, fanLevels, task.Workers)
		if err != nil {
			return err
		}
		f := fan{Target: t.Name}
		for k := range fanLevels {
			f.Quantiles = append(f.Quantiles, t.Own(mat.Col(nil, k, quantiles), p.Exponent))
		}
		f.Values = inputsAt(p, eval.Training())
		r.Fans = append(r.Fans, f)
	}
	return nil
}

// inputsAt are the values of each input at some rows; nil for a group of columns.
func inputsAt(p *datasets.Problem, rows []int32) [][]float64 {
	var values [][]float64
	for _, v := range p.Variables {
		if len(v.Columns) > 1 {
			values = append(values, nil)
			continue
		}
		values = append(values, picked(mat.Col(nil, v.Columns[0], p.X), rows))
	}
	return values
}
