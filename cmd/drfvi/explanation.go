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
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/aspects"
	"drfvi/importance/inference"
	"drfvi/importance/shapley"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
	"drfvi/internal/rank"
)

// explanation is what has been asked for beside importances.
type explanation struct {
	Variables []string
	Aspects   *aspects.Report // nil if not asked for
	Answers   []answer.Aspect // about them
	Level     float64         // of tests
	Rows      *rowTerms       // likewise
	Shares    *shapley.Result // likewise
	Pairs     []report.Figure // of inputs that act together
}

// rowTerms are what single rows tell. The sum of U[j], weighted by the rows' weights, is the
// numerator of the importance of variable j, and that of V the denominator.
type rowTerms struct {
	Numbers []int     // of the rows among those used, from 1
	Weights []float64 // nil if all count the same
	V       []float64
	U       [][]float64 // by variable
	// Values are those of the variables, nil for groups of columns; Levels name them
	// where they are levels, 0, 1, ….
	Values [][]float64
	Levels [][]string
	// Order are the variables by decreasing importance, Along those that are drawn one
	// by one.
	Order, Along []int
	// Fans are the predicted quantiles of the targets that are numbers, for some rows.
	Fans []fan
}

// fanLevels are those of the quantiles of a fan: 10, 50 and 90 %.
var fanLevels = []float64{0.1, 0.5, 0.9}

// fan holds predicted quantiles of a target.
type fan struct {
	Target string
	// Quantiles are by level (10, 50, 90 %) and row, NaN for rows that no tree predicts;
	// Values are those of the variables at these rows.
	Quantiles [][]float64
	Values    [][]float64
}

// facts are the aspects and curves for other programs, none without.
func (x *explanation) facts() report.Object {
	if x.Aspects == nil {
		return nil
	}
	target := func(response int) string { return x.Aspects.Responses[response].Name }
	var aspectObjects, curves []report.Object
	for _, f := range x.Answers {
		effects := f.Inputs
		a := report.Object{
			{"aspect", f.Name(x.Aspects.Responses)}, {"kind", f.Kind}, {"targets", collect(f.Of, target)},
			{"explained_share", f.Explained.Value}, {"explained_share_interval", report.Ends(f.Explained.Interval)},
			{"explained", f.Notable},
		}
		aspectObjects = append(
			aspectObjects,
			a.Add("explained_p", report.Known(f.Explained.P)).Add(
				"variables",
				report.Table{Rows: len(x.Variables), Columns: []report.Column{
					report.Each("name", x.Variables),
					report.Computed("raw", effects, func(e answer.Effect) float64 { return e.Importance }),
					report.Computed("interval", effects, func(e answer.Effect) importance.Interval { return e.Interval }),
					report.Each("p", known(collect(effects, func(e answer.Effect) float64 { return e.P }))),
					// for all inputs and aspects
					report.Each("p_adjusted", known(collect(effects, func(e answer.Effect) float64 { return e.Adjusted }))),
					report.Computed("area", effects, func(e answer.Effect) float64 { return e.Area }),
					report.Computed("found", effects, func(e answer.Effect) bool { return e.Significant }),
				}},
			),
		)
	}
	for _, c := range x.Aspects.Curves {
		curves = append(
			curves,
			report.Object{
				{"target", target(c.Response)}, {"thresholds", c.At},
				{"variables", report.Table{Rows: len(x.Variables), Columns: []report.Column{
					report.Each("name", x.Variables), report.Each("crps", c.CRPS), report.Each("lost", c.Lost),
				}}},
			},
		)
	}
	return report.Object{{"aspects", aspectObjects}}.Add("curves", report.Some(curves))
}

// known returns values, nil if they are not known.
func known(values []float64) []float64 {
	if len(values) == 0 || math.IsNaN(values[0]) {
		return nil
	}
	return values
}

// table has the terms of the rows, those of the variables in columns.
func (r *rowTerms) table(variables []string) report.Table {
	t := report.Table{Rows: len(r.Numbers), Columns: []report.Column{
		report.Each("row", r.Numbers), report.Each("weight", r.Weights), report.Each("explained", r.V),
	}}
	for j, name := range variables {
		t.Columns = append(t.Columns, report.Column{CSV: []string{name}, Cell: func(row int) any { return r.U[j][row] }})
	}
	return t
}

// shares are the terms of the rows for a variable as shares of what is explained in the mean.
func (r *rowTerms) shares(j int) []float64 {
	mean := design.Design{Weights: r.Weights}.Mean(r.V)
	return collect(r.U[j], func(term float64) float64 { return term / mean })
}

// questions are what is asked for beside importances.
type questions struct {
	answer.Questions
	untested bool     // whether to leave out p-values
	aspects  bool     // whether to ask for the aspects of the leading responses
	along    []string // inputs that are drawn one by one; nil for the most important ones
}

// usualAlong is the number of inputs that are drawn one by one unless they are named. mostFanRows
// is the largest number of rows that quantiles are predicted for, and mostFans that of targets.
const (
	usualAlong  = 4
	mostFanRows = 2000
	mostFans    = 4
)

// check returns what is wrong with questions about a problem.
func (q questions) check(p *datasets.Problem) error {
	for _, name := range q.along {
		j := slices.IndexFunc(p.Variables, func(v datasets.Variable) bool { return v.Name == name })
		if j < 0 {
			return nearest.Unknown("input", name, p.VariableNames())
		}
		if len(p.Variables[j].Columns) > 1 {
			return fmt.Errorf(
				"%v: input %q is a group of columns, expected one that has a single value in each row", mention.Along,
				name,
			)
		}
	}
	return nil
}

// targetResponses are the targets, with the laws of their values.
func targetResponses(p *datasets.Problem) []aspects.Response {
	return collect(p.Targets, func(t datasets.Target) aspects.Response {
		r := aspects.Response{Name: t.Name, Columns: t.Columns, Levels: t.Categorical}
		if !t.Categorical {
			r.Law = aspects.LawOf(mat.Col(nil, t.Columns[0], p.Y), t.Unit)
		}
		if r.Law == aspects.Counts {
			r.Unit = t.Unit
		}
		return r
	})
}

// leadingResponses are the targets whose aspects are asked for: of many those that share most of
// the variation.
func leadingResponses(p *datasets.Problem) []aspects.Response {
	responses := targetResponses(p)
	return picked(responses, aspects.Leading(responses, p.Y))
}

// leading says which of many targets have aspects, "" where all have.
func (q questions) leading(p *datasets.Problem) string {
	if !q.aspects || len(p.Targets) <= aspects.MostResponses {
		return ""
	}
	names := collect(leadingResponses(p), func(r aspects.Response) string { return r.Name })
	return fmt.Sprintf("aspects are those of the %d of %d targets that share most of the variation of all: "+
		"%s; name others in %v", len(names), len(p.Targets), format.Enumerated(names), mention.Targets)
}

// explanation returns what was measured beside importances, curves in the targets' own units.
func (q questions) explanation(
	ctx context.Context, m answer.Measurement, task importance.Task, p *datasets.Problem,
) (x explanation, err error) {
	x = explanation{Variables: p.VariableNames(), Aspects: m.Aspects, Shares: m.Effects}
	if m.Aspects != nil {
		leading := aspects.Leading(targetResponses(p), p.Y)
		for k, curve := range m.Aspects.Curves {
			target := p.Targets[leading[curve.Response]]
			m.Aspects.Curves[k].At, m.Aspects.Curves[k].CRPS = target.Own(curve.At), target.Own(curve.CRPS)
		}
	}
	if q.Rows {
		x.Rows, err = q.answerRows(ctx, m.Terms, m.Fit.Forest(), task, p)
	}
	return x, err
}

// answerRows returns what the answers tell of single rows.
func (q questions) answerRows(
	ctx context.Context, a inference.Answers, grown *forest.Forest, task importance.Task, p *datasets.Problem,
) (*rowTerms, error) {
	r := &rowTerms{
		Numbers: collect(a.Rows, func(row int32) int { return int(row) + 1 }), Weights: task.Design().Choose(a.Rows).Weights,
		V: a.V, U: a.U, Values: inputsAt(p, a.Rows), Order: rank.Descending(a.Raw),
	}
	r.Levels = inputLevels(p)
	r.Along = collect(q.along, func(name string) int { return slices.Index(p.VariableNames(), name) })
	if q.along == nil {
		single := having(r.Order, func(j int) bool { return r.Values[j] != nil })
		r.Along = single[:min(len(single), usualAlong)]
	}
	return r, r.predictFans(ctx, grown, task, p)
}

// predictFans predicts quantiles of the leading targets that are numbers, out-of-bag, for the
// same rows or some of them.
func (r *rowTerms) predictFans(
	ctx context.Context, grown *forest.Forest, task importance.Task, p *datasets.Problem,
) error {
	columns := grown.Columns
	eval := columns.OutOfBagSample(min(mostFanRows, columns.Rows()), task.Seed)
	laws, err := conditional.Of(ctx, grown, eval, task.Workers)
	if err != nil {
		return err
	}
	for _, k := range aspects.Leading(targetResponses(p), p.Y) {
		t := p.Targets[k]
		if t.Categorical || len(r.Fans) == mostFans {
			continue
		}
		quantiles, err := laws.For(mat.Col(nil, t.Columns[0], p.Y)).Quantiles(ctx, fanLevels, task.Workers)
		if err != nil {
			return err
		}
		f := fan{Target: t.Name}
		for k := range fanLevels {
			f.Quantiles = append(f.Quantiles, t.Own(mat.Col(nil, k, quantiles)))
		}
		f.Values = inputsAt(p, eval.Training())
		r.Fans = append(r.Fans, f)
	}
	return nil
}

// inputsAt are the values of each input at some rows; nil for a group of columns.
func inputsAt(p *datasets.Problem, rows []int32) [][]float64 {
	return collect(p.Variables, func(v datasets.Variable) []float64 {
		if len(v.Columns) > 1 {
			return nil
		}
		return picked(mat.Col(nil, v.Columns[0], p.X), rows)
	})
}

// inputLevels are the names of the levels of each input; nil for numbers and groups of columns.
func inputLevels(p *datasets.Problem) [][]string {
	return collect(p.Variables, func(v datasets.Variable) []string {
		if len(v.Columns) > 1 {
			return nil
		}
		return p.LevelNames(v.Columns[0])
	})
}
