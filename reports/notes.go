package reports

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/method"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// caption names experiment, source and the keys the cells share.
func (s experiment) caption(g summary.Group) string {
	text := summary.Title(s.Experiment)
	if rest := summary.Describe(summary.Without(g.Common, results.KeyPreset, results.KeyKernel)); rest != "" {
		text += ": " + rest
	}
	return text
}

// tableNotes are the notes under a table of importances, with a row for each, or
// of losses.
func (s experiment) tableNotes(cells []summary.Cell, importances, rows bool) []string {
	notes := texts.Of("importances")
	if len(s.Experiment.Relevant) > 0 && rows {
		notes[0] += " " + texts.Of("importances, relevant")[0]
	}
	if slices.ContainsFunc(cells, func(c summary.Cell) bool { return method.Of(c.Cell[results.KeyMethod]).Clamped && len(c.Compared) > 0 }) {
		notes[0] += " " + texts.Of("importances, clamped")[0]
	}
	published := slices.ContainsFunc(cells, s.Published)
	if methods := summary.Distinct(cells, results.KeyMethod); slices.Contains(methods, "retrain") && slices.Contains(methods, "coupled") && published && importances {
		notes[0] += " " + texts.Of("importances, coupled")[0]
	}
	if published {
		notes[0] += " " + texts.Of("importances, published")[0]
	}
	if shown, p := len(s.Shown(s.Cells)), summary.MostVariables(cells); importances && shown < p {
		notes[0] += fmt.Sprintf(" %d of %d variables are shown; the CSV file has all.", shown, p)
	}
	if settings := settingsText(cells); settings != "" {
		notes = append(notes, settings)
	}
	return notes
}

// settingsText says with which presets and kernels the variants were made:
// "Published convention: preset drf-1.1.0, kernel authors."
func settingsText(cells []summary.Cell) string {
	var parts []string
	for _, variant := range summary.Distinct(cells, results.KeyVariant) {
		var of []summary.Cell
		for _, c := range cells {
			if c.Cell[results.KeyVariant] == variant {
				of = append(of, c)
			}
		}
		var settings []string
		for _, key := range []string{results.KeyPreset, results.KeyKernel} {
			values := slices.DeleteFunc(summary.Distinct(of, key), func(v string) bool { return v == "" })
			if len(values) == 1 {
				settings = append(settings, key+" "+values[0])
			}
		}
		if len(settings) == 0 {
			continue
		}
		text := strings.Join(settings, ", ") + "."
		if label := summary.VariantLabel(variant); label != "" {
			text = strings.ToUpper(label[:1]) + label[1:] + ": " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}
