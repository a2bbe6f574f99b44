package reports

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/methods/method"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/reports/internal/view"
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
	if t.Halves {
		text += fmt.Sprintf(" Each repetition parts %s into random halves: forests are grown on one, and their losses are measured on the other.", rowsText(t))
		return text + " " + texts.Of("user table, halves")[0]
	}
	if t.Used == t.Rows {
		return text + " All rows are used."
	}
	return text + fmt.Sprintf(" Each repetition has %s, none of them twice. ", rowsText(t)) + texts.Of("user table, rows")[0]
}

// rowsText says which rows of a table a repetition has.
func rowsText(t *results.Table) string {
	if t.Used == t.Rows {
		return "all rows"
	}
	return fmt.Sprintf("%d random rows", t.Used)
}

// userConventions explains what the user's experiments use, and nothing else.
func userConventions(summaries []summary.Summary, o verdict.Overview) []document.Block {
	var cells []summary.Cell
	losses := false
	for _, s := range summaries {
		cells = append(cells, s.Cells...)
		losses = losses || slices.Contains([]results.FigureKind{results.FigurePaths, results.FigureSwitches, results.FigureFrozenSets}, s.Experiment.Figure) ||
			s.Experiment.Table != nil && s.Experiment.Table.Halves
	}
	var methods document.Facts
	for _, name := range summary.Distinct(cells, results.KeyMethod) {
		f := method.Of(name)
		if f.External() {
			f.About = externalText(summaries, name)
		}
		if of, rest := strings.CutSuffix(name, "-per-output"); rest {
			f.About = method.Of(of).About + "; " + f.About
		}
		methods = append(methods, [2]string{f.Label, f.About})
	}
	return filled(userText, map[string]any{
		"Bars":    !onlyLeaderboards(summaries),
		"Methods": methods, "Kernels": kernelFacts(cells, losses), "Kinds": kindsText(cells), "Clamped": view.Clamped(cells), "Claims": len(o.Claims) > 0,
		"Noise": slices.ContainsFunc(o.Cells, func(c verdict.CellCheck) bool { return c.Expected.Variable == results.Noise }),
	})
}

// kindsText says which methods estimate the importance and which do not.
func kindsText(cells []summary.Cell) string {
	var parts []string
	estimate := summary.MethodLabels(cells, func(f method.Facts) bool { return f.Shares })
	others := summary.MethodLabels(cells, func(f method.Facts) bool { return !f.Shares })
	if len(estimate) > 0 {
		verb := "estimate"
		if len(estimate) == 1 {
			verb += "s"
		}
		parts = append(parts, "It is what "+format.Enumerated(estimate)+" "+verb+".")
	}
	if len(others) > 0 {
		parts = append(parts, "Values of "+format.Enumerated(others)+" are on scales of their own.")
	}
	return strings.Join(parts, " ")
}

// kernelFacts explains the kernels of cells, and that of losses if there are any.
func kernelFacts(cells []summary.Cell, losses bool) document.Facts {
	var facts document.Facts
	for _, kernel := range summary.Distinct(cells, results.KeyKernel) {
		switch kernel {
		case "":
		case "median":
			facts = append(facts, [2]string{kernel, "γ = 1 / (2m²), m the median over pairs of ‖Yi − Yj‖"})
		case "authors":
			facts = append(facts, [2]string{kernel, "γ = mh, the median over pairs i < j of √(‖Yi − Yj‖ / 2)"})
		default:
			facts = append(facts, [2]string{kernel, "γ = " + kernel})
		}
	}
	if losses {
		facts = append(facts, [2]string{"losses", "γ = 1 / mh², mh the median over pairs of training responses of √(‖Yi − Yj‖ / 2)"})
	}
	return facts
}
