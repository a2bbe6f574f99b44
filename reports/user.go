package reports

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/format"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// ofUser reports whether all experiments are the user's.
func ofUser(summaries []summary.Summary) bool {
	return len(summaries) > 0 && !slices.ContainsFunc(summaries, func(s summary.Summary) bool { return !s.Experiment.OfUser() })
}

// userTitle is the title of a report on the user's experiments.
func userTitle(summaries []summary.Summary) string {
	if len(summaries) == 1 {
		return summaries[0].Experiment.Title
	}
	return "Importance of inputs"
}

// tableText says what a user's table is, and what repetitions have of it.
func tableText(e results.Experiment) string {
	t := e.Table
	text := fmt.Sprintf("The table has %s, %s and the %s %s; the SHA-256 of its file is %s.",
		format.Plural(t.Rows, "row"), format.Plural(t.Inputs, "input"), format.Noun(len(t.Targets), "target"), strings.Join(t.Targets, ", "), t.SHA256)
	rows := fmt.Sprintf("%d random rows", t.Used)
	if t.Used == t.Rows {
		rows = "all rows"
	}
	switch {
	case t.Halves:
		return text + fmt.Sprintf(" Each repetition parts %s into random halves: forests are grown on one, and their losses are measured on the other. ", rows) + texts.Of("user table, halves")[0]
	case t.Used == t.Rows:
		return text + " All rows are used."
	}
	return text + fmt.Sprintf(" Each repetition has %s, none of them twice. ", rows) + texts.Of("user table, rows")[0]
}
