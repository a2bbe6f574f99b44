package main

import (
	"context"
	"fmt"
	"slices"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/importance"
)

// alone is what each input tells by itself, with its p-values adjusted as the others are.
type alone struct {
	tests    []importance.Alone
	adjusted []float64
}

// testAlone tests each input by itself, beside the tests of what it adds to the others.
func (e *estimation) testAlone(ctx context.Context, a *analysis) error {
	tests, err := importance.Marginal(ctx, e.task(nil))
	a.Alone = &alone{tests, adjusted(collect(tests, func(t importance.Alone) float64 { return t.P }), a.Adjustment)}
	return err
}

// adjusted returns p-values adjusted for their number.
func adjusted(p []float64, adjustment string) []float64 {
	switch adjustment {
	case adjustBY:
		return importance.BenjaminiYekutieli(p)
	case adjustHolm:
		return importance.Holm(p)
	}
	return p
}

// found tells whether it is established that an input tells something by itself.
func (a *alone) found(i int) bool { return significant(a.adjusted[i]) }

// columns have the explained share of each input by itself, in parentheses where it is not
// established that there is any, and its p-values.
func (a *alone) columns() []report.Column {
	if a == nil {
		return nil
	}
	share := report.Computed("alone", a.tests, func(t importance.Alone) float64 { return t.Share })
	share.Title, share.Text = "alone", func(i int) string {
		text := roughPercent(a.tests[i].Share) + " %"
		if !a.found(i) {
			text = "(" + text + ")"
		}
		return text
	}
	p := report.Computed("alone_p", a.tests, func(t importance.Alone) float64 { return t.P })
	return []report.Column{share, p, report.Each("alone_p_adjusted", a.adjusted)}
}

// meaningOfAlone says what the column is.
func (e *analysis) meaningOfAlone() string {
	return when(e.Alone != nil, fmt.Sprintf("alone: the share of the variation of the %s that the input explains by itself, through smooth functions of it or its levels; in parentheses where it is not established (%s above %v).", e.distribution(), e.pTitle(), importance.Level))
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
		return report.Object{{"more", e.Variables[c.More]}, {"less", e.Variables[c.Less]}, {"difference", c.Difference}, {"interval", report.Ends(c.Interval)}, {"se", c.SE}, {"p", c.P}, {"p_adjusted", c.Adjusted}}
	}))
}

// establishedColumn tells for other programs of which inputs it is established that they add something.
func (e *analysis) establishedColumn() report.Column {
	return report.Computed("established", e.openValues(), func(open bool) bool { return !open })
}
