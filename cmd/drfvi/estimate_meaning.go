package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"drfvi/importance"
	"drfvi/internal/format"
	"drfvi/internal/rank"
)

// meaning says in words what the numbers are.
func (e *estimate) meaning() []string {
	if e.sharesNothing() {
		return []string{"JSON and CSV have the importances all the same."}
	}
	var sentences []string
	if !e.nothing() {
		// The largest value that can be a share stands for all.
		order := rank.Descending(e.Result.Raw)
		example := order[0]
		for _, i := range order {
			if e.Result.Clamped[i] <= 1 {
				example = i
				break
			}
		}
		value := e.Result.Clamped[example]
		sentences = append(sentences, strings.NewReplacer("{targets}", e.targetNames(), "{input}", e.Variables[example],
			"{value}", strconv.FormatFloat(value, 'f', format.Decimals(value, 3, 3, 9), 64), "{percent}", percent(min(value, 1))).Replace(e.Method.Reading))
	}
	if together := e.redundant(); together != "" {
		sentences = append(sentences, together)
	}
	if e.Method.Shares && slices.Max(e.Result.Clamped) > 1 {
		sentences = append(sentences, "A value above 1 means what 1 means, that all of it is lost: what is above is error of the estimate.")
	}
	if e.Method.Clamped && slices.Min(e.Result.Raw) < 0 {
		sentences = append(sentences, "Estimates below 0 are shown as 0; JSON and CSV have them.")
	}
	if e.Result.Inference != nil {
		grown := format.Plural(e.N, "row")
		if e.Bounded > 0 {
			grown += fmt.Sprintf(" by trees of %d", e.SampleSize)
		}
		sentences = append(sentences, fmt.Sprintf("Intervals hold, for 95 of 100 tables, the importance for forests grown on %s; the bias of such forests is not included (docs/inference.md).", grown))
		if e.disagrees() {
			sentences = append(sentences, "p tests whether an input adds anything to the others in the population, and is the more cautious: where it is large beside an interval above 0, that is open.")
		}
	}
	if e.Result.SE != nil {
		sentences = append(sentences, treesTitle+": by about how much other trees on the same data would change a value; other data would change it more.")
	}
	if e.Result.AggregationSE != nil {
		sentences = append(sentences, approximateTitle+": the standard error that evaluating some rows, or an approximate kernel, adds.")
	}
	return sentences
}

// disagrees tells whether an interval is above 0 beside a p-value that is not small.
func (e *estimate) disagrees() bool {
	in := e.inference()
	for i, p := range in.Adjusted {
		if !e.nothing() && p > importance.Level && in.Intervals != nil && in.Intervals[i].Low > 0 {
			return true
		}
	}
	return false
}

// redundant says that importances add up to little, since inputs can stand in for each
// other; "" if they do not. Those of inputs that are independent add up to 1 or more.
func (e *estimate) redundant() string {
	const little = 0.5
	sum := floats.Sum(e.Result.Clamped)
	if e.share() == nil || e.nothing() || !e.Method.Shares || sum >= little {
		return ""
	}
	return fmt.Sprintf("Importances add up to %s: most of what is explained can be told by more than one input, so that each alone can be spared. drfvi groups tests them together, drfvi shapley divides it among them.",
		strconv.FormatFloat(sum, 'f', 2, 64))
}
