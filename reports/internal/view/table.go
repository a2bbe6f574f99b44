package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/methods/method"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// usualDecimals are those of importances and losses.
const usualDecimals = 3

// column is a column of a table: a value of some cells, or what is printed of it.
type column struct {
	measure
	value       string
	group, head string
	cells       []summary.Cell
	keyed       bool // one of several, by keys
	printed     bool
}

// pivot sets a pivot table, or several that each have room on a page.
func (l *layout) pivot() []document.Table {
	keys := l.Table.Rows
	var rows []row
	for _, group := range summary.Grouped(l.rows(keys, l.Table.Relevant), func(r row) string { return r.cells[0].Slug }) {
		rows = append(rows, group...)
		if slices.Contains(keys, dimInput) && slices.ContainsFunc(l.Table.Values, ofPaper) {
			rows = append(rows, l.publishedRows(group[0].cells)...)
		}
	}
	columns := l.columns()
	if l.Table.Sorted {
		first := func(r row) float64 {
			if v := l.value(columns[0].value, r.input, common(r.cells, columns[0].cells)...); v.N > 0 {
				return v.Mean
			}
			return math.Inf(1)
		}
		slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(first(a), first(b)) })
	}
	return l.table(rowHead(keys), rows, columns)
}

// rowHead names the rows.
func rowHead(keys []string) string {
	switch last := keys[len(keys)-1]; {
	case slices.Contains(keys, results.KeyScenario):
		return "design"
	case last == dimEstimator || last == results.KeyMethod:
		return "measure"
	default:
		return last
	}
}

// ofPaper reports whether a value is of those that the paper prints.
func ofPaper(value string) bool { return value == "importance" || value == "cumulative" }

// columns returns those of each value for each combination of keys.
func (l *layout) columns() (list []column) {
	keys := l.Table.Columns
	for _, value := range l.Table.Values {
		m := measureOf(value)
		if len(keys) == 0 || m.fact {
			list = append(list, column{measure: m, value: value, head: m.label, cells: l.cells})
			continue
		}
		for _, cells := range l.grouped(l.cells, keys) {
			c := column{measure: m, value: value, cells: cells, keyed: true}
			switch last := len(keys) - 1; {
			case last > 0 && keys[last] == results.KeyVariant:
				c.group, c.head = l.label(cells[0], keys[:last]), l.ours(cells[0])
			case len(l.Table.Values) > 1:
				c.group, c.head = l.label(cells[0], keys), m.label
			default:
				c.head = l.label(cells[0], keys)
			}
			list = append(list, l.besidePrint(c)...)
		}
	}
	return list
}

// besidePrint returns a column behind that of the printed numbers, if there are any.
func (l *layout) besidePrint(c column) []column {
	if !ofPaper(c.value) || !l.hasPrint(c.cells) {
		return []column{c}
	}
	p := c
	if p.head, p.printed = "printed", true; p.group == "" {
		p.group, c.group = c.head, c.head
	}
	if c.head == p.group || c.head == c.label {
		c.head = l.ours(c.cells[0])
	}
	return []column{p, c}
}

// ours is what our numbers under the convention of a cell are called.
func (l *layout) ours(c summary.Cell) string {
	switch {
	case l.Experiment.OfUser() && len(summary.Distinct(l.cells, results.KeyVariant)) > 1:
		return c.Cell[results.KeyVariant]
	case l.Experiment.OfUser():
		return "mean"
	case c.Cell[results.KeyVariant] == results.VariantTextbook:
		return "textbook"
	}
	return "ours"
}

// publishedRows are the rows of what is printed besides importances.
func (l *layout) publishedRows(cells []summary.Cell) (list []row) {
	var quantities []summary.Quantity
	for _, c := range cells {
		quantities = summary.Union(quantities, l.Statistics(c)...)
		for _, x := range l.Printed(c) {
			if x.Quantity != "" {
				quantities = summary.Union(quantities, summary.QuantityOf(x))
			}
		}
	}
	for _, q := range quantities {
		list = append(list, row{name: q.Label(), cells: cells, quantity: &q})
	}
	return list
}

// setFacts are the measures that say what a data set is.
var setFacts = []string{"rows", "inputs", "responses"}

// losses sets the losses of eliminations: for each method what it saves, those of the paper first.
func (l *layout) losses() []document.Table {
	rows := l.rows([]string{results.KeyData}, false)
	var columns []column
	for _, value := range setFacts {
		m := measureOf(value)
		columns = append(columns, column{measure: m, value: value, head: m.label, cells: l.cells})
	}
	methods := l.grouped(l.cells, []string{results.KeyMethod})
	printed := summary.Having(methods, l.hasPrint)
	others := summary.Having(methods, func(cells []summary.Cell) bool { return !l.hasPrint(cells) })
	for _, cells := range append(printed, others...) {
		group := l.label(cells[0], []string{results.KeyMethod})
		ofMethod := func(value, head string) column {
			return column{measure: measureOf(value), value: value, group: group, head: head, cells: cells, keyed: true}
		}
		columns = append(columns, l.besidePrint(ofMethod("cumulative", l.ours(cells[0])))...)
		if !results.Matches(splitCounts, cells[0].Cell) {
			columns = append(columns, ofMethod("gap", "saved"), ofMethod("gap_t", "t"))
		}
	}
	return l.table(results.KeyData, rows, columns)
}

// hasPrint reports whether the paper prints numbers of cells.
func (l *layout) hasPrint(cells []summary.Cell) bool {
	return slices.ContainsFunc(cells, func(c summary.Cell) bool { return len(l.Printed(c)) > 0 })
}

// table sets rows and columns, without columns of facts that no row has.
func (l *layout) table(head string, rows []row, columns []column) []document.Table {
	columns = slices.Concat(summary.Grouped(columns, func(c column) string { return c.group })...)
	columns = slices.DeleteFunc(columns, func(c column) bool {
		hasText := func(r row) bool { return l.text(r, c) != format.None }
		return l.Records > 0 && !c.keyed && !slices.ContainsFunc(rows, hasText)
	})
	withErrors := slices.ContainsFunc(columns, func(c column) bool { return ofPaper(c.value) })
	t := document.Table{Number: l.number(), Caption: l.caption(withErrors), Notes: l.notes(columns, rows)}
	t.Columns = []document.Column{{Name: head, Left: true}}
	for i, c := range columns {
		t.Columns = append(t.Columns, document.Column{Group: c.group, Name: c.head})
		if c.value == "importance" && slices.ContainsFunc(c.cells, hasLargeValues) {
			columns[i].form = fixed(2)
		}
	}
	for _, r := range rows {
		if r.heading != "" {
			t.Rows = append(t.Rows, document.Row{Heading: r.heading})
		}
		line := document.Row{Cells: []string{r.name}}
		for _, c := range columns {
			line.Cells = append(line.Cells, l.text(r, c))
		}
		if r.relevant {
			line.Mark = document.Relevant
		}
		if !slices.ContainsFunc(r.cells, func(c summary.Cell) bool { return c.Repetitions > 0 }) && r.input == "" {
			line.Mark, line.Marked = document.Alarm, max(0, slices.Index(line.Cells, r.cells[0].Missing()))
		}
		t.Rows = append(t.Rows, line)
	}
	return t.Parts()
}

// hasLargeValues reports whether an importance of a cell needs fewer decimals.
func hasLargeValues(c summary.Cell) bool {
	return slices.ContainsFunc(c.Means(summary.Importance), func(s stat.Stat) bool { return s.Mean >= 1 || s.Mean <= -1 })
}

// text is the cell of a table.
func (l *layout) text(r row, c column) string {
	cells := common(r.cells, c.cells)
	if len(cells) == 0 {
		return format.None
	}
	x, isPrinted := l.printed(cells[0], r, c.value)
	switch {
	case c.printed && isPrinted:
		return verdict.PrintedText(x)
	case c.printed || c.form == nil:
		return format.None
	case c.value == "cells":
		return c.form(l.counted(cells))
	}
	value := l.value(c.value, r.input, cells...)
	if r.quantity != nil {
		value, _ = l.Estimate(cells[0], *r.quantity) // "–" for none
	}
	if value.N == 0 && cells[0].Repetitions == 0 && c.keyed {
		return cells[0].Missing()
	}
	text := c.form(value)
	if isPrinted && value.N > 1 && max(x.Digits, x.SEDigits) > usualDecimals {
		text = stat.Fixed(value, max(x.Digits, x.SEDigits)) // as finely as it is printed
	}
	if c.flagged != nil && c.flagged(cells) {
		text += "*"
	}
	if isPrinted && slices.Contains(l.differing(cells[0]), summary.QuantityOf(x)) {
		text += " †"
	}
	return text
}

// counted is how many of the cells have a result in another column.
func (l *layout) counted(cells []summary.Cell) stat.Stat {
	withResults := summary.Having(cells, func(c summary.Cell) bool {
		return slices.ContainsFunc(l.Table.Values, func(value string) bool {
			return !measureOf(value).fact && l.value(value, "", c).N > 0
		})
	})
	count := number(float64(len(withResults)), len(withResults))
	l.addPooled(cells, "cells", count)
	return count
}

// fileName is the name of the view's files.
func (l *layout) fileName() string { return strings.TrimSuffix(l.Experiment.Name+"-"+l.Name, "-") }

// isTable reports whether the view is a table, a pivot or a named one.
func (l *layout) isTable() bool { return l.IsTable() || l.named.table != nil }

// caption names experiment, source, what the cells share and what the view shows.
func (l *layout) caption(withErrors bool) string {
	parts := []string{summary.Title(l.Experiment)}
	if l.number() != "" && l.Experiment.Source != "" {
		parts[0] = l.Experiment.Title
	}
	if l.Title != "" {
		parts = append(parts, l.Title)
	}
	var facts []string
	if l.isTable() {
		columns := summary.EstimationKeys // they name the others
		if l.Experiment.OfUser() {
			columns = []string{results.KeyVariant, results.KeyMethod}
		}
		facts = append(facts, summary.Describe(summary.Without(summary.Shared(l.cells), columns...)))
	}
	if withErrors && len(l.cells) > 0 {
		facts = append(facts, repetitions(l.cells))
	}
	if text := strings.Trim(strings.Join(facts, ", "), ", "); text != "" {
		parts = append(parts, text)
	}
	return strings.Join(parts, ": ")
}

// number is that of the paper's table or figure that the view shows with our numbers: the first
// of the experiment's source, for a view without a name in that form.
func (l *layout) number() string {
	kind := "Figure"
	if l.isTable() {
		kind = "Table"
	}
	first, _, _ := strings.Cut(l.Experiment.Source, " and ")
	isFirst := strings.HasPrefix(first, kind+" ") && !strings.Contains(l.Experiment.Source, ",")
	if l.Name == "" && isFirst && !l.BeyondPaper() {
		return first
	}
	return l.Number
}

// notes are those under a table of importances or losses, and the view's own.
func (l *layout) notes(columns []column, rows []row) (notes []string) {
	withErrors := slices.ContainsFunc(columns, func(c column) bool { return ofPaper(c.value) })
	ofInputs := slices.ContainsFunc(rows, func(r row) bool { return r.input != "" })
	if withErrors {
		notes = texts.Of("importances")
		if ofInputs && len(l.Experiment.Relevant) > 0 {
			notes = append(notes, texts.Of("importances, relevant")...)
		}
		if text := Clamped(l.cells); text != "" && columns[0].value == "importance" {
			if !l.Experiment.OfUser() {
				text = texts.Of("importances, clamped")[0]
			}
			notes = append(notes, text)
		}
		if slices.ContainsFunc(l.cells, func(c summary.Cell) bool { return l.differing(c) != nil }) {
			notes = append(notes, texts.Of("importances, published")...)
		}
		if shown, p := len(l.Shown(l.Cells)), summary.MostVariables(l.cells); ofInputs && shown < p {
			notes = append(notes, fmt.Sprintf("%d of %d inputs are shown; the CSV file has all.", shown, p))
		}
	}
	if l.Text != "" {
		notes = append(notes, l.Text)
	}
	if !withErrors {
		return notes
	}
	for _, c := range l.cells {
		if c.Failed > 0 && c.Repetitions > 0 {
			text := fmt.Sprintf("%s: %s; means are over the other repetitions.", summary.Describe(c.Cell), c.Missing())
			notes = append(notes, text)
		}
	}
	return notes
}

// differing are the quantities of a cell that are marked.
func (l *layout) differing(c summary.Cell) []summary.Quantity {
	return l.overview.Differing(l.Experiment.Name, c)
}

// Clamped says which methods' values are not below zero, empty if none's.
func Clamped(cells []summary.Cell) string {
	var labels []string
	for _, name := range summary.Distinct(cells, results.KeyMethod) {
		if facts := method.Of(name); facts.Clamped {
			labels = append(labels, facts.Label)
		}
	}
	if len(labels) == 0 {
		return ""
	}
	return fmt.Sprintf(
		"Values of %s are cut off at zero in each repetition, before they are averaged.",
		format.Enumerated(labels),
	)
}

// repetitions says over how many repetitions cells are, of which there is one at least.
func repetitions(cells []summary.Cell) string {
	low, high := cells[0].Repetitions, cells[0].Repetitions
	for _, c := range cells {
		low, high = min(low, c.Repetitions), max(high, c.Repetitions)
	}
	if low == high {
		return format.Plural(low, "repetition")
	}
	return fmt.Sprintf("%d to %d repetitions", low, high)
}
