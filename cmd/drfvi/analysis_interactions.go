package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/importance/answer"
	"drfvi/internal/mention"
)

// interacting is the method that tests pairs of inputs.
const interacting = "stacked"

// checkInteractions returns an error if pairs of inputs cannot be tested on the rows, which have
// to be independent, to count the same, and to be measured all.
func (e *estimation) checkInteractions() error {
	const name = mention.Interactions
	n, _ := e.problem.X.Dims()
	switch {
	case len(e.problem.Variables) < 2:
		return fmt.Errorf("%v: found a single input, expected two or more", name)
	case e.rows.Cluster != "":
		return fmt.Errorf("%v needs independent rows, expected no %v beside it", name, mention.Cluster)
	case e.rows.Block > 0:
		return fmt.Errorf("%v needs independent rows, expected no %v beside it", name, mention.Block)
	case e.rows.Weights != nil || e.rows.Clusters != nil:
		return fmt.Errorf("%v needs rows that count the same, expected no %v beside it", name, mention.Weights)
	case e.bounds != nil:
		return fmt.Errorf(
			"%v measures all rows, found %d, of which %d are measured; expected %v", name, n, e.bounds.Rows, mention.Exact,
		)
	case e.evaluated > 0 && e.evaluated < n:
		return fmt.Errorf("%v measures all rows, expected no %v beside it", name, mention.Evaluate)
	}
	return nil
}

// pairNames are the inputs of a pair.
func (e *analysis) pairNames(i answer.Interaction) []string {
	return []string{e.Variables[i.Inputs[0]], e.Variables[i.Inputs[1]]}
}

// significantPairs are the interactions that are significant, the largest first; those of the
// spread come last.
func (e *analysis) significantPairs() []answer.Interaction {
	pairs := having(e.Answers.Interactions, func(i answer.Interaction) bool { return i.Significant })
	slices.SortStableFunc(pairs, func(a, b answer.Interaction) int {
		if a.OnMean == b.OnMean {
			return 0
		}
		return map[bool]int{true: -1, false: 1}[a.OnMean]
	})
	return pairs
}

// interactionFacts are the interactions for other programs; nil if not asked for.
func (e *analysis) interactionFacts() any {
	return report.Some(collect(e.Answers.Interactions, func(i answer.Interaction) report.Object {
		return report.Object{
			{"inputs", e.pairNames(i)}, {"gain", i.Gain}, {"gain_interval", report.Ends(i.Interval)},
			{"explained_share", i.Explained}, {"p", i.P}, {"p_adjusted", i.Adjusted}, {"affects", affected(i)},
			{"found", i.Significant},
		}
	}))
}

// affected is what an interaction moves.
func affected(i answer.Interaction) string {
	if i.OnMean {
		return "mean"
	}
	return "spread"
}

// partnersColumn has the inputs that the effect of each depends on; without cells if that was
// not asked.
func (e *analysis) partnersColumn() report.Column {
	if e.Answers.Interactions == nil {
		return report.Column{}
	}
	return report.Column{Name: "depends_on", Join: "; ", Cell: func(j int) any {
		var partners []string
		for _, i := range e.significantPairs() {
			if k := slices.Index(i.Inputs[:], j); k >= 0 {
				partners = append(partners, e.Variables[i.Inputs[1-k]])
			}
		}
		return report.Some(partners)
	}}
}

// interactions is the section of the pairs of inputs that act together.
func (e *analysis) interactions() report.Section {
	s := report.Section{
		Title:   "Which inputs act together",
		Caption: "Pairs of inputs: the effect of one depends on the other",
		Figures: e.Explained.Pairs,
	}
	pairs := e.significantPairs()
	if len(pairs) > 0 {
		s.Table = e.pairTable(pairs)
	}
	s.Notes = []string{e.interactionSentence()}
	return s
}

// interactionSentence says which pair of inputs acts together, or that none is significant.
func (e *analysis) interactionSentence() string {
	tested, pairs := e.Answers.Interactions, e.significantPairs()
	if tested == nil {
		return ""
	}
	shown := slices.MinFunc(tested, func(a, b answer.Interaction) int { return cmp.Compare(a.P, b.P) })
	if len(pairs) > 0 {
		shown = pairs[0]
	}
	names := e.pairNames(shown)
	return say("interaction", slots{
		"First": inSentence(names[0]), "Second": inSentence(names[1]), "P": shown.Adjusted,
		"Targets": e.targetNames(), "Several": len(e.Responses) > 1, "Significant": len(pairs), "Tested": len(tested),
		"OnMean": shown.OnMean, "Gain": percent(max(shown.Gain, 0)), "Explained": percent(max(shown.Explained, shown.Gain)),
	})
}

// pairTable lists pairs of inputs with what is lost without their interaction.
func (e *analysis) pairTable(pairs []answer.Interaction) report.Table {
	names := report.Computed("", pairs, func(i answer.Interaction) string { return strings.Join(e.pairNames(i), ", ") })
	names = names.Shown("inputs that act together", report.Text).Words()
	names.Long = true
	lost := report.Computed("", pairs, func(i answer.Interaction) string {
		if !i.OnMean {
			return ""
		}
		return roughPercent(i.Gain) + " %"
	}).Shown("variance lost without it", report.Text)
	interval := report.Computed("", pairs, func(i answer.Interaction) string {
		if !i.OnMean {
			return ""
		}
		return roughPercent(i.Interval.Low) + " to " + roughPercent(i.Interval.High) + " %"
	}).Shown(pairs[0].Interval.Coverage.Title(), report.Text)
	p := report.Computed("", pairs, func(i answer.Interaction) float64 { return i.Adjusted })
	return report.Table{Rows: len(pairs), Cut: true, Noun: "pair", Columns: []report.Column{
		names, lost, interval, p.Shown(e.pTitle(), report.Probability),
		report.Computed("", pairs, affected).Shown("affects", report.Text).Words(),
	}}
}
