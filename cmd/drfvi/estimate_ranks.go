package main

import (
	"drfvi/cmd/drfvi/internal/finding"
	"drfvi/importance"
)

// rankColumn has the ranks that inputs may have, for all together; without cells if there are none.
func (e *estimate) rankColumn() finding.Column {
	ranks := e.inference().Ranks
	if ranks == nil {
		return finding.Column{}
	}
	return finding.Column{Name: "rank_interval", CSV: []string{"rank_low", "rank_high"}, Cell: func(j int) any {
		return importance.Interval{Low: float64(ranks[j].Low), High: float64(ranks[j].High)}
	}}
}

// contrasts are the differences between the importances of any two of the most important inputs,
// for other programs; nil if there are none, as of groups of a tree.
func (e *estimate) contrasts() any {
	if len(e.inference().P) != len(e.Variables) {
		return nil
	}
	var all []finding.Object
	for _, c := range e.inference().Contrasts {
		all = append(all, finding.Object{{"more", e.Variables[c.More]}, {"less", e.Variables[c.Less]}, {"difference", c.Difference}, {"interval", finding.Ends(c.Interval)}, {"se", c.SE}, {"p", c.P}, {"p_adjusted", c.Adjusted}})
	}
	if all == nil {
		return nil
	}
	return all
}
