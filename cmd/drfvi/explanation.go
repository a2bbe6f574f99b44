package main

import (
	"encoding/json"
	"fmt"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/forest/design"
	"drfvi/importance/aspects"
	"drfvi/internal/linalg"
)

// explanation is what has been asked for beside importances.
type explanation struct {
	Variables []string
	Aspects   *aspects.Report // nil if not asked for
	Rows      *rowTerms       // likewise
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
	if x == nil || x.Aspects == nil {
		return nil
	}
	var all, curves []report.Object
	moved := x.moved()
	for k, f := range x.Aspects.Findings {
		targets := collect(f.Of, func(response int) string { return x.Aspects.Responses[response].Name })
		var variables []report.Object
		for j := range x.Variables {
			variables = append(variables, moved.Object(k*len(x.Variables)+j))
		}
		a := report.Object{{"aspect", f.Name(x.Aspects.Responses)}, {"kind", f.Kind}, {"targets", targets}, {"explained_share", f.Explained.Value}, {"explained_share_interval", report.Ends(f.Explained.Interval)}}
		all = append(all, a.Add("explained_p", report.Known(f.Explained.P)).Add("variables", variables))
	}
	for _, c := range x.Aspects.Curves {
		var variables []report.Object
		for k, name := range x.Variables {
			variables = append(variables, report.Object{{"name", name}, {"crps", c.CRPS[k]}, {"lost", c.Lost[k]}})
		}
		curves = append(curves, report.Object{{"target", x.Aspects.Responses[c.Response].Name}, {"thresholds", c.At}, {"variables", variables}})
	}
	return report.Object{{"aspects", all}}.Add("curves", report.Some(curves))
}

// tables returns the numbers of pictures, by name of the file without extension.
func (x *explanation) tables() map[string]report.Table {
	all := map[string]report.Table{}
	if x.Aspects != nil {
		all["aspects"], all["curves"] = x.moved(), x.lost()
	}
	if x.Rows != nil {
		all["rows"] = x.Rows.table(x.Variables)
	}
	return all
}

// moved has a row for each aspect and input.
func (x *explanation) moved() report.Table {
	n := len(x.Variables)
	each := func(value func(f aspects.Finding, j int) any) func(int) any {
		return func(row int) any { return value(x.Aspects.Findings[row/n], row%n) }
	}
	return report.Table{Rows: n * len(x.Aspects.Findings), Columns: []report.Column{
		{CSV: []string{"aspect"}, Cell: each(func(f aspects.Finding, _ int) any { return f.Name(x.Aspects.Responses) })},
		{CSV: []string{"explained_share"}, Cell: each(func(f aspects.Finding, _ int) any { return f.Explained.Value })},
		{CSV: []string{"explained_p"}, Cell: each(func(f aspects.Finding, _ int) any { return report.Known(f.Explained.P) })},
		{Name: "name", CSV: []string{"variable"}, Cell: each(func(_ aspects.Finding, j int) any { return x.Variables[j] })},
		{Name: "raw", Cell: each(func(f aspects.Finding, j int) any { return f.Raw[j] })},
		{Name: "interval", CSV: report.LowHigh("interval"), Cell: each(func(f aspects.Finding, j int) any { return report.Element(f.Intervals, j) })},
		{Name: "p", Cell: each(func(f aspects.Finding, j int) any { return report.Element(f.P, j) })},
		{Name: "p_adjusted", Cell: each(func(f aspects.Finding, j int) any { return report.Element(f.Adjusted, j) })}, // for all inputs and aspects
		{Name: "area", Cell: each(func(f aspects.Finding, j int) any { return f.Area[j] })},
		{Name: "found", Cell: each(func(f aspects.Finding, j int) any { return f.Found(j) })},
	}}
}

// lost has a row for each threshold and input.
func (x *explanation) lost() report.Table {
	targets, variables, thresholds, lost := []string{}, []string{}, []float64{}, []float64{}
	for _, c := range x.Aspects.Curves {
		for k, t := range c.At {
			for j, name := range x.Variables {
				targets, variables = append(targets, x.Aspects.Responses[c.Response].Name), append(variables, name)
				thresholds, lost = append(thresholds, t), append(lost, c.Lost[j][k])
			}
		}
	}
	return report.Table{Rows: len(lost), Columns: []report.Column{
		report.Each("target", targets), report.Each("threshold", thresholds), report.Each("variable", variables), report.Each("lost", lost),
	}}
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

// sum adds up terms of the rows, times their weights.
func (r *rowTerms) sum(terms []float64) float64 {
	if r.Weights == nil {
		return linalg.Sum(terms)
	}
	return linalg.Dot(terms, r.Weights)
}

// shares are the terms of the rows for a variable as shares of what is explained in the mean.
func (r *rowTerms) shares(j int) []float64 {
	mean := design.Design{Weights: r.Weights}.Mean(r.V)
	return collect(r.U[j], func(term float64) float64 { return term / mean })
}

// json returns the terms of the rows, with their sums times weights: the denominator of
// importances, and the numerators by variable.
func (r *rowTerms) json(variables []string) ([]byte, error) {
	numerators := collect(r.U, r.sum)
	t := r.table(nil)
	t.Columns = append(t.Columns, report.Column{Name: "terms", Cell: func(row int) any {
		return collect(r.U, func(terms []float64) float64 { return terms[row] })
	}})
	text, err := json.Marshal(report.Object{{"variables", variables}, {"denominator", r.sum(r.V)}, {"numerators", numerators}, {"rows", t}})
	if err != nil {
		return nil, fmt.Errorf("cannot write the rows: %w", err)
	}
	return append(text, '\n'), nil
}
