package reports

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

const (
	howEstimated = "Means over repetitions, standard errors (sd/√R) in parentheses. Relevant variables stand out."
	howClamped   = "Values of retrain, coupled and projected are clamped at zero in each repetition, as in the paper."
	howDagger    = "† differs from print at the 1 % level, adjusted for all published cells."
)

// Tables returns the tables of an experiment: ours beside the printed numbers,
// for each variant (the published convention and its textbook twin), sample
// size and so on a table of its own. Numbers that the overview finds different
// from print bear a dagger.
func (s Summary) Tables(o Overview) []Table {
	var tables []Table
	switch s.Experiment.Figure {
	case "scaling":
		for _, g := range groupCells(s.Cells, keyN) {
			tables = append(tables, s.scalingTable(g))
		}
	case "paths":
		for _, g := range s.byVariant() {
			tables = append(tables, s.lossTable(g, o))
		}
	default:
		for _, g := range groupCells(s.Cells, keyMethod, keyPreset, keyKernel) {
			tables = append(tables, s.importanceTable(g, o))
		}
	}
	for i := range tables {
		tables[i].Label = labelOf(s.Experiment.Name, i, len(tables))
	}
	return tables
}

// labelOf numbers the labels of an experiment's tables if it has several.
func labelOf(name string, i, of int) string {
	if of == 1 {
		return name
	}
	return name + "-" + string(rune('a'+i%26))
}

// byVariant groups cells that agree in their variant.
func (s Summary) byVariant() []group {
	var others []string
	for _, c := range s.Cells {
		for key := range c.Cell {
			if key != keyVariant {
				others = append(others, key)
			}
		}
	}
	return groupCells(s.Cells, others...)
}

// shown returns the names of the variables to show for cells: in the paper's
// order as far as that goes, then by decreasing mean in the first cell that
// was run if only the top ones are shown, in their own order otherwise.
func (s Summary) shown(cells []CellSummary) []string {
	e := s.Experiment
	at := slices.IndexFunc(cells, func(c CellSummary) bool { return len(c.Compared) > 0 })
	if at < 0 {
		names := slices.Clone(e.Ordering)
		for _, x := range e.Expected {
			if x.Statistic == statMean && !slices.Contains(names, x.Variable) {
				names = append(names, x.Variable)
			}
		}
		return names
	}
	c := cells[at]
	var names, rest []string
	for _, name := range e.Ordering {
		if slices.Contains(c.Variables, name) {
			names = append(names, name)
		}
	}
	for _, name := range c.Variables {
		if !slices.Contains(names, name) {
			rest = append(rest, name)
		}
	}
	if e.Top == 0 {
		return append(names, rest...)
	}
	slices.SortStableFunc(rest, func(a, b string) int {
		return cmp.Compare(c.compared(b).Mean, c.compared(a).Mean)
	})
	names = append(names, rest...)
	return names[:min(e.Top, len(names))]
}

// compared returns the importance of a variable, with N = 0 if there is none.
func (c CellSummary) compared(variable string) Stat {
	j := slices.Index(c.Variables, variable)
	if j < 0 || j >= len(c.Compared) {
		return Stat{}
	}
	return c.Compared[j]
}

// importanceTable compares methods side by side, variables down.
func (s Summary) importanceTable(g group, o Overview) Table {
	t := Table{
		Caption: s.caption(g),
		Columns: []Column{{Name: "variable", Left: true}},
		Notes:   s.tableNotes(g),
	}
	labels := columnLabels(g.cells)
	var statistics []string
	for i, c := range g.cells {
		if s.published(c) {
			t.Columns = append(t.Columns, Column{Group: labels[i], Name: "printed"})
		}
		t.Columns = append(t.Columns, Column{Group: labels[i], Name: "ours"})
		for _, e := range s.Experiment.Expected {
			if e.Variable == noise && matches(e.Cell, c.Cell) && !slices.Contains(statistics, e.Statistic) {
				statistics = append(statistics, e.Statistic)
			}
		}
	}
	for _, name := range s.shown(g.cells) {
		row := Row{Cells: []string{name}}
		if slices.Contains(s.Experiment.Relevant, name) {
			row.Mark = Relevant
		}
		row.Cells = append(row.Cells, s.compare(g.cells, name, statMean, o)...)
		t.Rows = append(t.Rows, row)
	}
	for _, statistic := range statistics {
		cells := append([]string{quantityLabel(noise, statistic)}, s.compare(g.cells, noise, statistic, o)...)
		t.Rows = append(t.Rows, Row{Cells: cells})
	}
	return t
}

// compare returns printed (where the cell has any published number) and ours
// for every cell.
func (s Summary) compare(cells []CellSummary, variable, statistic string, o Overview) []string {
	var texts []string
	for _, c := range cells {
		at, decimals := s.expected(c, variable, statistic), 0
		if at >= 0 {
			decimals = s.Experiment.Expected[at].Digits
		}
		if s.published(c) {
			text := none
			if at >= 0 {
				text = printedText(s.Experiment.Expected[at])
			}
			texts = append(texts, text)
		}
		text := none
		if stat, err := c.estimate(variable, statistic, s.Experiment.Relevant); err == nil {
			text = estimateText(stat, decimals)
		} else if c.Repetitions == 0 {
			text = "not run"
		}
		if o.differs(s.Experiment.Name, c, variable, statistic) {
			text += " †"
		}
		texts = append(texts, text)
	}
	return texts
}

// differs reports whether the overview finds a number different from print.
func (o Overview) differs(experiment string, c CellSummary, variable, statistic string) bool {
	return slices.ContainsFunc(o.Cells, func(check CellCheck) bool {
		return check.Verdict == Differs && check.Experiment == experiment && check.Info.Slug == c.Slug &&
			check.Expected.Statistic == statistic && (check.Expected.Variable == variable || statistic == statCumulative)
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

// columnLabels names cells by their method, and by preset and kernel where
// the method alone does not tell them apart.
func columnLabels(cells []CellSummary) []string {
	labels := make([]string, len(cells))
	for i, c := range cells {
		labels[i] = methodLabel(c.Cell[keyMethod])
		for k, other := range cells {
			if k != i && other.Cell[keyMethod] == c.Cell[keyMethod] {
				labels[i] = describe(only(c.Cell, keyMethod, keyPreset, keyKernel))
				break
			}
		}
	}
	return labels
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

// caption names experiment, source, the keys the cells share, and the preset
// and kernel if all cells that have one agree.
func (s Summary) caption(g group) string {
	shared := maps.Clone(g.common)
	for _, key := range []string{keyPreset, keyKernel} {
		var values []string
		for _, c := range g.cells {
			if v, ok := c.Cell[key]; ok && !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		if len(values) == 1 {
			shared[key] = values[0]
		}
	}
	text := s.Experiment.Title
	if variant, ok := shared[keyVariant]; ok {
		text += ", " + variantLabel(variant)
		delete(shared, keyVariant)
	}
	if s.Experiment.Source != "" {
		text += " (" + s.Experiment.Source + ")"
	}
	if rest := describe(shared); rest != "" {
		text += ": " + rest
	}
	return text
}

// tableNotes are the notes under a table of importances or losses.
func (s Summary) tableNotes(g group) []string {
	notes := []string{howEstimated}
	if slices.ContainsFunc(g.cells, func(c CellSummary) bool { return isClamped(c.Cell[keyMethod]) && len(c.Compared) > 0 }) {
		notes = append(notes, howClamped)
	}
	if slices.ContainsFunc(g.cells, s.published) {
		notes = append(notes, howDagger)
	}
	return []string{strings.Join(notes, " ")}
}

// scalingTable lists sample sizes down and variables across.
func (s Summary) scalingTable(g group) Table {
	t := Table{Caption: s.caption(g), Columns: []Column{{Name: "n"}}, Notes: s.tableNotes(g)}
	names := s.shown(g.cells)
	for _, name := range names {
		t.Columns = append(t.Columns, Column{Name: name})
	}
	t.Columns = append(t.Columns, Column{Name: "repetitions"})
	for _, c := range g.cells {
		row := Row{Cells: []string{c.Cell[keyN]}}
		for _, name := range names {
			row.Cells = append(row.Cells, estimateText(c.compared(name), 0))
		}
		row.Cells = append(row.Cells, plainCount(c.Repetitions))
		t.Rows = append(t.Rows, row)
	}
	return t
}

// lossTable lists data sets down and methods across: the loss summed over the
// steps of an elimination.
func (s Summary) lossTable(g group, o Overview) Table {
	t := Table{Caption: "Cumulative loss. " + s.caption(g), Columns: []Column{{Name: "data", Left: true}}, Notes: s.tableNotes(g)}
	var methods []string
	for _, c := range g.cells {
		if m := c.Cell[keyMethod]; !slices.Contains(methods, m) {
			methods = append(methods, m)
		}
	}
	published := slices.ContainsFunc(g.cells, s.published)
	for _, m := range methods {
		if published {
			t.Columns = append(t.Columns, Column{Group: methodLabel(m), Name: "printed"})
		}
		t.Columns = append(t.Columns, Column{Group: methodLabel(m), Name: "ours"})
	}
	for _, line := range groupCells(g.cells, keyVariant, keyMethod, keyPreset, keyKernel) {
		row := Row{Cells: []string{describe(line.common)}}
		for _, m := range methods {
			at := slices.IndexFunc(line.cells, func(c CellSummary) bool { return c.Cell[keyMethod] == m })
			texts := []string{none}
			if at >= 0 {
				texts = s.compare(line.cells[at:at+1], "", statCumulative, o)
			}
			if published && len(texts) == 1 {
				texts = append([]string{none}, texts...)
			}
			row.Cells = append(row.Cells, texts...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// plainCount is the number, or "not run" for 0.
func plainCount(n int) string {
	if n == 0 {
		return "not run"
	}
	return fixed(float64(n), 0)
}
