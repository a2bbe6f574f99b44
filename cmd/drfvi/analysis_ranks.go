package main

import (
	"fmt"
	"slices"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/importance"
)

// rankColumn has the ranks that inputs may have, for all together; without cells if there are none.
func (e *analysis) rankColumn() report.Column {
	ranks := e.inference().Ranks
	if ranks == nil {
		return report.Column{}
	}
	return report.Computed("rank_interval", ranks, func(r importance.RankInterval) importance.Interval {
		return importance.Interval{Low: float64(r.Low), High: float64(r.High)}
	})
}

// shownRanks has the ranks for reading, such as 1 and 2–3, if anything is known of any.
func (e *analysis) shownRanks() report.Column {
	ranks := e.inference().Ranks
	if !slices.ContainsFunc(ranks, func(r importance.RankInterval) bool { return r.High-r.Low < len(ranks)-1 }) {
		return report.Column{}
	}
	return report.Each("", ranks).Shown("rank", func(cell any) string {
		r := cell.(importance.RankInterval)
		if r.Low == r.High {
			return fmt.Sprint(r.Low)
		}
		return fmt.Sprintf("%d–%d", r.Low, r.High)
	})
}

// contrasts are the differences between the importances of any two of the most important inputs,
// for other programs; nil if there are none, as of groups of a tree.
func (e *analysis) contrasts() any {
	if len(e.inference().P) != len(e.Variables) {
		return nil
	}
	return report.Some(collect(e.inference().Contrasts, func(c importance.Contrast) report.Object {
		return report.Object{{"more", e.Variables[c.More]}, {"less", e.Variables[c.Less]}, {"difference", c.Difference}, {"interval", report.Ends(c.Interval)}, {"se", c.SE}, {"p", c.P}, {"p_adjusted", c.Adjusted}}
	}))
}
