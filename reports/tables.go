package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/method"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

const (
	howEstimated = "Means over repetitions, standard errors (sd/√R) in parentheses."
	howMarked    = "Relevant variables are starred or bold."
	howClamped   = "Values of retrain, coupled and projected are clamped at zero in each repetition, as in the paper."
	howCoupled   = "Printed importances are compared with retrain; coupled is another estimate of the same quantity."
	howDagger    = "† differs from print at the 1 % level, adjusted for all published cells."
)

// mostListed is the largest number of variables that are ever shown.
const mostListed = 40

// shown returns the names of the variables to show for cells: in the paper's
// order as far as that goes, then by decreasing mean in the first cell that
// was run if only the top ones are shown, in their own order otherwise. Of more
// than 40 variables only the top ones are ever shown.
func (s Summary) shown(cells []CellSummary) []string {
	e := s.Experiment
	at := slices.IndexFunc(cells, func(c CellSummary) bool { return len(c.Compared) > 0 })
	if at < 0 {
		names := slices.Clone(e.Ordering)
		for _, x := range e.Expected {
			if x.Quantity == "" && x.Statistic == results.StatisticMean && !slices.Contains(names, x.Variable) {
				names = append(names, x.Variable)
			}
		}
		return names
	}
	c := cells[at]
	var names []string
	for _, name := range e.Ordering {
		if slices.Contains(c.Variables, name) {
			names = append(names, name)
		}
	}
	var rest []int
	for j, name := range c.Variables {
		if !slices.Contains(names, name) {
			rest = append(rest, j)
		}
	}
	top := e.Top
	if top == 0 && len(c.Variables) > mostListed {
		top = mostListed
	}
	if top > 0 {
		slices.SortStableFunc(rest, func(a, b int) int { return cmp.Compare(c.Compared[b].Mean, c.Compared[a].Mean) })
	}
	for _, j := range rest {
		names = append(names, c.Variables[j])
	}
	if top > 0 {
		names = names[:min(top, len(names))]
	}
	return names
}

// compared returns the importance of a variable, with N = 0 if there is none.
func (c CellSummary) compared(variable string) stat.Stat {
	j := slices.Index(c.Variables, variable)
	if j < 0 || j >= len(c.Compared) {
		return stat.Stat{}
	}
	return c.Compared[j]
}

// expected returns the published number of a quantity in a cell.
func (s Summary) expected(c CellSummary, q quantity) (results.Expected, bool) {
	for _, e := range s.Experiment.Expected {
		if quantityOf(e) == q && matches(e.Cell, c.Cell) {
			return e, true
		}
	}
	return results.Expected{}, false
}

// statistics returns what is published of a cell besides importances of single
// variables and losses, in the order of publication.
func (s Summary) statistics(c CellSummary) []quantity {
	var list []quantity
	for _, e := range s.Experiment.Expected {
		q := quantityOf(e)
		if q.name == "" && q.variable == results.Noise && matches(e.Cell, c.Cell) && !slices.Contains(list, q) {
			list = append(list, q)
		}
	}
	return list
}

// differs reports whether the overview finds a number different from print.
func (o Overview) differs(experiment string, c CellSummary, q quantity) bool {
	return slices.ContainsFunc(o.Cells, func(check CellCheck) bool {
		return check.Verdict == Differs && check.Experiment == experiment && check.Info.Slug == c.Slug && quantityOf(check.Expected) == q
	})
}

// published reports whether any published number speaks of the cell.
func (s Summary) published(c CellSummary) bool {
	for _, e := range s.Experiment.Expected {
		if matches(e.Cell, c.Cell) {
			return true
		}
	}
	return false
}

// only returns the given keys of a cell.
func only(cell map[string]string, keys ...string) map[string]string {
	part := make(map[string]string)
	for _, key := range keys {
		if value, ok := cell[key]; ok {
			part[key] = value
		}
	}
	return part
}

// caption names experiment, source and the keys the cells share.
func (s experiment) caption(g group) string {
	text := experimentTitle(s.Experiment)
	if rest := describe(without(g.common, results.KeyPreset, results.KeyKernel)); rest != "" {
		text += ": " + rest
	}
	return text
}

// tableNotes are the notes under a table of importances or losses.
func (s experiment) tableNotes(cells []CellSummary) []string {
	notes := []string{howEstimated}
	if len(s.Experiment.Relevant) > 0 && s.Experiment.Figure != results.FigureScaling {
		notes[0] += " " + howMarked
	}
	if slices.ContainsFunc(cells, func(c CellSummary) bool { return method.Of(c.Cell[results.KeyMethod]).Clamped && len(c.Compared) > 0 }) {
		notes[0] += " " + howClamped
	}
	published := slices.ContainsFunc(cells, s.published)
	if methods := distinct(cells, results.KeyMethod); slices.Contains(methods, "retrain") && slices.Contains(methods, "coupled") && published && s.Experiment.Figure != results.FigurePaths {
		notes[0] += " " + howCoupled
	}
	if published {
		notes[0] += " " + howDagger
	}
	if shown, p := len(s.shown(s.Cells)), variablesOf(cells); s.Experiment.Figure != results.FigurePaths && shown < p {
		notes[0] += fmt.Sprintf(" %d of %d variables are shown; the CSV file has all.", shown, p)
	}
	if settings := settingsText(cells); settings != "" {
		notes = append(notes, settings)
	}
	return notes
}

// variablesOf is the largest number of variables of a cell.
func variablesOf(cells []CellSummary) int {
	p := 0
	for _, c := range cells {
		p = max(p, len(c.Variables))
	}
	return p
}

// settingsText says with which presets and kernels the variants were made:
// "Published convention: preset drf-1.1.0, kernel authors."
func settingsText(cells []CellSummary) string {
	var parts []string
	for _, variant := range distinct(cells, results.KeyVariant) {
		var of []CellSummary
		for _, c := range cells {
			if c.Cell[results.KeyVariant] == variant {
				of = append(of, c)
			}
		}
		var settings []string
		for _, key := range []string{results.KeyPreset, results.KeyKernel} {
			values := slices.DeleteFunc(distinct(of, key), func(v string) bool { return v == "" })
			if len(values) == 1 {
				settings = append(settings, key+" "+values[0])
			}
		}
		if len(settings) == 0 {
			continue
		}
		text := strings.Join(settings, ", ") + "."
		if label := variantLabel(variant); label != "" {
			text = strings.ToUpper(label[:1]) + label[1:] + ": " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}
