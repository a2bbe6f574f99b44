package main

import (
	"slices"
	"strings"

	"drfvi/datasets"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/mention"
)

// inColumns are the words of a test for what other commands call inputs and targets.
var inColumns = strings.NewReplacer(
	`input "`, `column "`, "inputs ", "columns ", `target "`, `column "`, ": its importance cannot be told",
	"", "expected responses that vary", "expected columns that vary",
)

// unfit tells whether a warning of importances says nothing of a test: that there is one input,
// that nothing is explained, or that responses are tied where all that differ are equally far
// apart.
func (e *estimation) unfit(warning string) bool {
	switch warning {
	case mention.Marked(importance.OnlyInput), mention.Marked(inference.NothingExplained):
		return true
	case mention.Marked(importance.Tied):
		return e.scaleless()
	}
	return false
}

// scaleless tells whether all responses that differ are equally far apart, so that shares are
// the same on each scale of the kernel.
func (e *estimation) scaleless() bool {
	return len(e.problem.Targets) == 1 && (e.problem.Targets[0].Categorical || e.twoValued())
}

// twoValued tells whether there is one column of responses, with two values.
func (e *estimation) twoValued() bool {
	n, d := e.problem.Y.Dims()
	var values []float64
	for i := 0; i < n && len(values) < 3; i++ {
		if v := e.problem.Y.At(i, 0); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return d == 1 && len(values) == 2
}

// gaps is the warning that given columns lack values, among which the others depend on each other.
func (e *estimation) gaps(conditions []string) string {
	lacking := collect(having(e.problem.Inputs, func(in datasets.Input) bool {
		return in.Missing &&
			slices.Contains(conditions, in.Name)
	}),
		func(in datasets.Input) string { return in.Name })
	if lacking == nil {
		return ""
	}
	return say("given columns lack values", slots{
		"Given": enumeratedNames(lacking), "Single": len(lacking) == 1, "Drop": mention.Missing.To("drop"),
	})
}
