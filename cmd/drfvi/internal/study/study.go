// Package study holds what the importance command tells beside importances: what about
// the targets moves with the inputs, what single rows tell, and predicted quantiles along
// inputs; as text, CSV, JSON and pictures.
package study

import (
	"drfvi/cmd/drfvi/internal/encode"
	"drfvi/importance/aspects"
)

// Study is what has been asked for beside importances.
type Study struct {
	Variables []string
	Aspects   *aspects.Report // nil if not asked for
	Rows      *Rows           // likewise
}

// Asked tells whether there is anything in it.
func (s *Study) Asked() bool { return s != nil && (s.Aspects != nil || s.Rows != nil) }

// Rows are what single rows tell. The sum of U[j], weighted by the rows' weights, is the
// numerator of the importance of variable j, and that of V the denominator.
type Rows struct {
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
	Fans []Fan
}

// fanLevels are those of the quantiles of a Fan: 10, 50 and 90 %.
var fanLevels = []float64{0.1, 0.5, 0.9}

// Fan holds predicted quantiles of a target.
type Fan struct {
	Target string
	// Quantiles are by level (10, 50, 90 %) and row, NaN for rows that no tree predicts;
	// Values are those of the variables at these rows.
	Quantiles [][]float64
	Values    [][]float64
}

// AspectJSON is an aspect for other programs.
type AspectJSON struct {
	Aspect    string      `json:"aspect"`
	Kind      string      `json:"kind"`
	Targets   []string    `json:"targets"`
	Explained float64     `json:"explained_share"` // R², below 0 where predictions are worse than the mean
	Interval  [2]float64  `json:"explained_share_interval"`
	P         *float64    `json:"explained_p,omitempty"`
	Variables []MovedJSON `json:"variables"`
}

// MovedJSON is what an aspect has to do with an input.
type MovedJSON struct {
	Name     string      `json:"name"`
	Raw      float64     `json:"raw"` // importance, a share of what is explained of the aspect
	Interval *[2]float64 `json:"interval,omitempty"`
	P        *float64    `json:"p,omitempty"`
	Adjusted *float64    `json:"p_adjusted,omitempty"` // for all inputs and aspects
	Area     float64     `json:"area"`                 // explained_share times importance, not below 0
	Found    bool        `json:"found"`
}

// CurveJSON tells where along a target inputs matter.
type CurveJSON struct {
	Target     string     `json:"target"`
	Thresholds []float64  `json:"thresholds"`
	Variables  []LostJSON `json:"variables"`
}

// LostJSON is what is lost without an input.
type LostJSON struct {
	Name string    `json:"name"`
	CRPS float64   `json:"crps"` // integral of lost
	Lost []float64 `json:"lost"` // by threshold
}

// AspectsJSON and CurvesJSON return the aspects for other programs, nil without.
func (s *Study) AspectsJSON() []AspectJSON {
	if s == nil || s.Aspects == nil {
		return nil
	}
	var list []AspectJSON
	for _, f := range s.Aspects.Findings {
		a := AspectJSON{
			Aspect: f.Name(s.Aspects.Responses), Kind: string(f.Kind),
			Explained: f.Explained.Value, Interval: encode.Ends(f.Explained.Interval), P: encode.Known(f.Explained.P),
		}
		for _, k := range f.Of {
			a.Targets = append(a.Targets, s.Aspects.Responses[k].Name)
		}
		for j, name := range s.Variables {
			a.Variables = append(a.Variables, MovedJSON{
				Name: name, Raw: f.Raw[j], Interval: encode.EndsAt(f.Intervals, j), P: encode.At(f.P, j), Adjusted: encode.At(f.Adjusted, j), Area: f.Area[j], Found: f.Found(j),
			})
		}
		list = append(list, a)
	}
	return list
}

// CurvesJSON returns the curves of the aspects.
func (s *Study) CurvesJSON() []CurveJSON {
	if s == nil || s.Aspects == nil {
		return nil
	}
	var list []CurveJSON
	for _, c := range s.Aspects.Curves {
		j := CurveJSON{Target: s.Aspects.Responses[c.Response].Name, Thresholds: c.At}
		for k, name := range s.Variables {
			j.Variables = append(j.Variables, LostJSON{name, c.CRPS[k], c.Lost[k]})
		}
		list = append(list, j)
	}
	return list
}
