package main

import (
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/mention"
)

// messageParts returns a message for other programs, which have their own words for settings: a
// list of texts, which are safe to print, and of settings with the values that are proposed:
// {"setting": "missing", "value": "drop"}. They have no help on commands.
func messageParts(message string) any {
	parts := []any{}
	for _, p := range mention.Parts(message, func(s mention.Setting) bool { return s.Name != mention.Help }) {
		if s := p.Setting; s != nil {
			parts = append(parts, report.Object{{"setting", strings.ReplaceAll(string(s.Name), "-", "_")}}.
				Add("value", report.Nonzero(strings.Join(append(slices.Clone(s.Values), nonempty(s.Value)...), ","))))
		} else {
			parts = append(parts, terminal.Plainly(p.Text))
		}
	}
	return parts
}

// requestAnswer is what a command writes to answer a request, and the warnings among it.
type requestAnswer struct {
	strings.Builder
	warnings []string
}

// Warn implements report.Warned.
func (a *requestAnswer) Warn(warnings []string) { a.warnings = warnings }
