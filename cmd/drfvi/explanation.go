package main

import (
	"drfvi/cmd/drfvi/internal/finding"
	"drfvi/importance/aspects"
)

// explanation is what has been asked for beside importances.
type explanation struct {
	Variables []string
	Aspects   *aspects.Report // nil if not asked for
	Rows      *rowTerms       // likewise
}

// asked tells whether there is anything in it.
func (x *explanation) asked() bool { return x != nil && (x.Aspects != nil || x.Rows != nil) }

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
func (x *explanation) facts() finding.Object {
	if x == nil || x.Aspects == nil {
		return nil
	}
	var all, curves []finding.Object
	moved := x.moved()
	for k, f := range x.Aspects.Findings {
		var targets []string
		for _, response := range f.Of {
			targets = append(targets, x.Aspects.Responses[response].Name)
		}
		var variables []finding.Object
		for j := range x.Variables {
			variables = append(variables, moved.Object(k*len(x.Variables)+j))
		}
		a := finding.Object{{"aspect", f.Name(x.Aspects.Responses)}, {"kind", f.Kind}, {"targets", targets}, {"explained_share", f.Explained.Value}, {"explained_share_interval", finding.Ends(f.Explained.Interval)}}
		all = append(all, a.Add("explained_p", finding.Known(f.Explained.P)).Add("variables", variables))
	}
	for _, c := range x.Aspects.Curves {
		var variables []finding.Object
		for k, name := range x.Variables {
			variables = append(variables, finding.Object{{"name", name}, {"crps", c.CRPS[k]}, {"lost", c.Lost[k]}})
		}
		curves = append(curves, finding.Object{{"target", x.Aspects.Responses[c.Response].Name}, {"thresholds", c.At}, {"variables", variables}})
	}
	facts := finding.Object{{"aspects", all}}
	if curves != nil {
		facts = facts.Add("curves", curves)
	}
	return facts
}
