package main

import (
	"context"
	"fmt"

	"drfvi/cmd/drfvi/internal/finding"
	"drfvi/importance"
)

// alone is what each input tells by itself, with its p-values adjusted as the others are.
type alone struct {
	of       []importance.Alone
	adjusted []float64
}

// testAlone tests each input by itself, beside the tests of what it adds to the others.
func (e *estimation) testAlone(ctx context.Context, about *estimate) error {
	of, err := importance.Marginal(ctx, e.task(nil))
	if err != nil {
		return err
	}
	var p []float64
	for _, a := range of {
		p = append(p, a.P)
	}
	about.Alone = &alone{of, adjusted(p, about.Adjustment)}
	return nil
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
func (a *alone) found(i int) bool { return a.adjusted[i] <= importance.Level }

// columns have the explained share of each input by itself, in parentheses where it is not
// established that there is any, and its p-values.
func (a *alone) columns() []finding.Column {
	if a == nil {
		return nil
	}
	share := finding.Column{Name: "alone", Title: "alone", Cell: func(i int) any { return a.of[i].Share }, Text: func(i int) string {
		text := roughPercent(a.of[i].Share) + " %"
		if !a.found(i) {
			text = "(" + text + ")"
		}
		return text
	}}
	p := finding.Column{Name: "alone_p", Cell: func(i int) any { return a.of[i].P }}
	return []finding.Column{share, p, finding.Each("alone_p_adjusted", a.adjusted)}
}

// meaningOfAlone says what the column is.
func (e *estimate) meaningOfAlone() string {
	if e.Alone == nil {
		return ""
	}
	return fmt.Sprintf("alone: the share of the variation of the %s that the input explains by itself, through smooth functions of it or its levels; in parentheses where it is not established (%s above %v).", e.distribution(), e.pTitle(), importance.Level)
}
