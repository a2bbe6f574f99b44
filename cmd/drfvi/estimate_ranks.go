package main

import (
	"fmt"
	"slices"

	"drfvi/cmd/drfvi/internal/finding"
	"drfvi/importance"
)

// rankColumn has the ranks that inputs may have, for all together; without cells if there are none.
func (e *estimate) rankColumn() finding.Column {
	ranks := e.inference().Ranks
	if ranks == nil {
		return finding.Column{}
	}
	return finding.Computed("rank_interval", ranks, func(r importance.RankInterval) importance.Interval {
		return importance.Interval{Low: float64(r.Low), High: float64(r.High)}
	})
}

// shownRanks has the ranks for reading, such as 1 and 2–3, if anything is known of any.
func (e *estimate) shownRanks() finding.Column {
	ranks := e.inference().Ranks
	if !slices.ContainsFunc(ranks, func(r importance.RankInterval) bool { return r.High-r.Low < len(ranks)-1 }) {
		return finding.Column{}
	}
	return finding.Each("", ranks).Shown("rank", func(cell any) string {
		r := cell.(importance.RankInterval)
		if r.Low == r.High {
			return fmt.Sprint(r.Low)
		}
		return fmt.Sprintf("%d–%d", r.Low, r.High)
	})
}

// contrasts are the differences between the importances of any two of the most important inputs,
// for other programs; nil if there are none, as of groups of a tree.
func (e *estimate) contrasts() any {
	if len(e.inference().P) != len(e.Variables) {
		return nil
	}
	return finding.Some(collect(e.inference().Contrasts, func(c importance.Contrast) finding.Object {
		return finding.Object{{"more", e.Variables[c.More]}, {"less", e.Variables[c.Less]}, {"difference", c.Difference}, {"interval", finding.Ends(c.Interval)}, {"se", c.SE}, {"p", c.P}, {"p_adjusted", c.Adjusted}}
	}))
}
