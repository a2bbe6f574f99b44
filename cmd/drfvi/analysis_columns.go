package main

import (
	"fmt"
	"slices"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/importance"
	"drfvi/importance/answer"
)

// aloneColumns have the explained share of each input by itself, in parentheses where it is not
// established that there is any, and its p-values.
func (e *analysis) aloneColumns() []report.Column {
	share := report.Computed("alone", e.Alone, func(t importance.Alone) float64 { return t.Share })
	if len(e.Alone) > 1 { // a single input explains what is explained
		share.Title, share.Text = "alone", func(j int) string {
			text := roughPercent(e.Alone[j].Share) + " %"
			if !e.significantAlone(j) {
				text = "(" + text + ")"
			}
			return text
		}
	}
	p := report.Computed("alone_p", e.Alone, func(t importance.Alone) float64 { return t.P })
	return []report.Column{
		share, p,
		report.Computed("alone_p_adjusted", e.aloneAnswers(), func(t *answer.Alone) float64 { return t.Adjusted }),
	}
}

// aloneAnswers are those of the inputs by themselves; nil without.
func (e *analysis) aloneAnswers() []*answer.Alone {
	if e.Alone == nil {
		return nil
	}
	return collect(e.Answers.Inputs, func(i answer.Input) *answer.Alone { return i.Alone })
}

// rankColumn has the ranks that inputs may have, for all together; without cells if there are none.
func (e *analysis) rankColumn() report.Column {
	return report.Computed("rank_interval", e.inference().Ranks, func(r importance.RankInterval) importance.Interval {
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
		return report.Object{
			{"more", e.Variables[c.More]}, {"less", e.Variables[c.Less]}, {"difference", c.Difference},
			{"interval", report.Ends(c.Interval)}, {"se", c.SE}, {"p", c.P}, {"p_adjusted", c.Adjusted},
		}
	}))
}
