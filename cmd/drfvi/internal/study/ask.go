package study

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/datasets"
	"drfvi/forest/conditional"
	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/importance/inference"
	"drfvi/internal/nearest"
	"drfvi/internal/rank"
)

// Wish is what a user asks for beside importances.
type Wish struct {
	Aspects bool
	Rows    bool
	Along   []string // inputs that are drawn one by one; nil for the most important ones
}

// usualAlong is the number of inputs that are drawn one by one unless they are named,
// mostFanRows the largest number of rows that quantiles are predicted for, and mostFans
// that of targets.
const (
	usualAlong  = 4
	mostFanRows = 2000
	mostFans    = 4
)

// Check returns what is wrong with a wish for a problem.
func (w Wish) Check(p *datasets.Problem) error {
	if w.Aspects && len(p.Targets) > aspects.MostResponses {
		return fmt.Errorf("--aspects tells of at most %d targets, found %d: name those of interest in --targets", aspects.MostResponses, len(p.Targets))
	}
	for _, name := range w.Along {
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

// Work is how many times the work of the estimation the wish is expected to be.
func (w Wish) Work(p *datasets.Problem) float64 {
	if !w.Aspects {
		return 1
	}
	return aspects.Work(responses(p))
}

// responses are the targets.
func responses(p *datasets.Problem) []aspects.Response {
	var all []aspects.Response
	for _, t := range p.Targets {
		all = append(all, aspects.Response{Name: t.Name, Columns: t.Columns, Levels: t.Categorical})
	}
	return all
}

// Estimate runs an estimator that answers questions and grants the wish. It returns an
// error for one that does not.
func (w Wish) Estimate(ctx context.Context, e importance.Estimator, task importance.Task, p *datasets.Problem) (importance.Result, *Study, error) {
	s := &Study{Variables: p.VariableNames()}
	if !w.Aspects && !w.Rows {
		result, err := e.Estimate(ctx, task)
		return result, s, err
	}
	var told inference.Answers
	questions := inference.Questions{Answer: func(a inference.Answers) { told = a }}
	var result importance.Result
	var err error
	if w.Aspects {
		s.Aspects = new(aspects.Report)
		result, *s.Aspects, err = aspects.Estimate(ctx, e, task, responses(p), questions)
	} else if asked, ok := inference.Ask(e, questions); ok {
		result, err = asked.Estimate(ctx, task)
	} else {
		return result, nil, fmt.Errorf("method %s tells nothing of single rows, expected stacked or loco", e.Name())
	}
	if err == nil && w.Rows {
		s.Rows, err = w.rows(ctx, told, result, task, p)
	}
	return result, s, err
}

// rows returns what the answers tell of single rows.
func (w Wish) rows(ctx context.Context, a inference.Answers, result importance.Result, task importance.Task, p *datasets.Problem) (*Rows, error) {
	r := &Rows{V: a.V, U: a.U}
	design := task.Design()
	for _, row := range a.Rows {
		r.Numbers = append(r.Numbers, int(row)+1)
		if design.Weights != nil {
			r.Weights = append(r.Weights, design.Weight(int(row)))
		}
	}
	for _, v := range p.Variables {
		if len(v.Columns) > 1 {
			r.Values, r.Levels = append(r.Values, nil), append(r.Levels, nil)
			continue
		}
		r.Values = append(r.Values, columnAt(p.X, v.Columns[0], a.Rows))
		r.Levels = append(r.Levels, p.LevelNames(v.Columns[0]))
	}
	r.Order = rank.Descending(result.Raw)
	for _, name := range w.Along {
		r.Along = append(r.Along, slices.Index(p.VariableNames(), name))
	}
	for _, j := range r.Order {
		if w.Along == nil && len(r.Along) < usualAlong && r.Values[j] != nil {
			r.Along = append(r.Along, j)
		}
	}
	return r, r.fan(ctx, a, task, p)
}

// fan predicts quantiles of the targets that are numbers, out-of-bag, for the same rows
// or some of them.
func (r *Rows) fan(ctx context.Context, a inference.Answers, task importance.Task, p *datasets.Problem) error {
	columns := a.Forest.Columns
	eval := columns.OutOfBagSample(min(mostFanRows, columns.Rows()), task.Seed)
	at, err := conditional.Of(ctx, a.Forest, eval, task.Workers)
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
		f := Fan{Target: t.Name}
		for k := range fanLevels {
			f.Quantiles = append(f.Quantiles, scaledBack(mat.Col(nil, k, quantiles), p.Exponent))
		}
		for _, v := range p.Variables {
			if len(v.Columns) > 1 {
				f.Values = append(f.Values, nil)
				continue
			}
			f.Values = append(f.Values, columnAt(p.X, v.Columns[0], eval.Training()))
		}
		r.Fans = append(r.Fans, f)
	}
	return nil
}

// scaledBack undoes a division by a power of two.
func scaledBack(values []float64, exponent int) []float64 {
	for i, v := range values {
		values[i] = math.Ldexp(v, exponent)
	}
	return values
}

// columnAt returns a column at some rows.
func columnAt(m *mat.Dense, column int, rows []int32) []float64 {
	values := make([]float64, len(rows))
	for k, row := range rows {
		values[k] = m.At(int(row), column)
	}
	return values
}
