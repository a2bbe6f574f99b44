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

// tables sets the view as a table, or as several that each have room on a page.
func (e *evaluation) tables() []document.Table {
	rows := e.rows()
	columns := slices.DeleteFunc(slices.Concat(summary.Grouped(e.columns(), func(c column) string { return c.group })...), func(c column) bool {
		return e.Records > 0 && len(c.By) == 0 && !slices.ContainsFunc(rows, func(r row) bool { return e.text(r, c) != format.None })
	})
	t := document.Table{Number: e.Number(), Caption: e.caption(), Notes: e.notes()}
	t.Columns = []document.Column{{Name: e.rowHead(), Left: true}}
	for i, c := range columns {
		t.Columns = append(t.Columns, document.Column{Group: c.group, Name: c.name})
		if c.Show == "importance" && slices.ContainsFunc(c.cells, largeValues) {
			columns[i].form = fixed(2)
		}
	}
	if e.Sorted {
		first := func(r row) float64 {
			if q, ok := e.at(r, columns[0]); ok {
				if v := columns[0].value(q, false); v.N > 0 {
					return v.Mean
				}
			}
			return math.Inf(1)
		}
		slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(first(a), first(b)) })
	}
	for _, r := range rows {
		if r.heading != "" {
			t.Rows = append(t.Rows, document.Row{Heading: r.heading})
		}
		line := document.Row{Cells: []string{r.name}}
		for _, c := range columns {
			line.Cells = append(line.Cells, e.text(r, c))
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

// largeValues reports whether a value of a cell needs fewer decimals.
func largeValues(c summary.Cell) bool {
	return slices.ContainsFunc(c.Means(summary.Importance), func(s stat.Stat) bool { return s.Mean >= 1 || s.Mean <= -1 })
}

// text is the cell of a table.
func (e *evaluation) text(r row, c column) string {
	q, ok := e.at(r, c)
	switch {
	case !ok:
		return format.None
	case c.printed:
		if x, ok := q.printed(r); ok {
			return verdict.PrintedText(x)
		}
		return format.None
	case c.of == nil:
		return format.None
	}
	value := c.value(q, false)
	if r.quantity != nil {
		value, _ = q.Estimate(q.cell(), *r.quantity) // "–" for none
	}
	if value.N == 0 && q.cell().Repetitions == 0 && len(c.By) > 0 {
		return q.cell().Missing()
	}
	text := c.form(value)
	if x, printed := q.printed(r); printed && value.N > 1 && max(x.Digits, x.SEDigits) > usualDecimals {
		text = stat.Fixed(value, max(x.Digits, x.SEDigits)) // as finely as it is printed
	}
	if c.flagged != nil && c.flagged(q) {
		text += "*"
	}
	if x, printed := q.printed(r); printed && slices.Contains(e.differing(q.cell()), summary.QuantityOf(x)) {
		text += " †"
	}
	return text
}

// rowHead names the rows.
func (e *evaluation) rowHead() string {
	switch head := e.Rows[len(e.Rows)-1]; {
	case slices.Contains(e.Rows, results.KeyScenario):
		return "design"
	case head == dimEstimator || head == results.KeyMethod:
		return "measure"
	default:
		return head
	}
}

// name is the name of the view's files.
func (e *evaluation) name() string {
	return strings.TrimSuffix(e.Experiment.Name+"-"+e.Name, "-")
}

// caption names experiment, source, what the cells share and what the view shows.
func (e *evaluation) caption() string {
	var shared map[string]string
	switch table := e.Picture == results.PictureTable; {
	case table && e.Experiment.OfUser(): // columns name the others
		shared = summary.Without(summary.Shared(e.cells), results.KeyVariant, results.KeyMethod)
	case table:
		shared = summary.Without(summary.Shared(e.cells), summary.EstimationKeys...)
	}
	parts := []string{summary.Title(e.Experiment)}
	if e.Number() != "" && e.Experiment.Source != "" {
		parts[0] = e.Experiment.Title
	}
	if e.Title != "" {
		parts = append(parts, e.Title)
	}
	facts := []string{summary.Describe(shared)}
	if e.Picture == results.PictureTable && e.withErrors() && len(e.cells) > 0 {
		facts = append(facts, repetitions(e.cells))
	}
	if text := strings.Trim(strings.Join(facts, ", "), ", "); text != "" {
		parts = append(parts, text)
	}
	return strings.Join(parts, ": ")
}

// Number is that of the paper's table or figure that the view shows with our numbers: the first
// of the experiment's source, for a view without a name in that form.
func (e *evaluation) Number() string {
	kind := "Table"
	if e.Picture != results.PictureTable {
		kind = "Figure"
	}
	first, _, _ := strings.Cut(e.Experiment.Source, " and ")
	if e.View.Name == "" && strings.HasPrefix(first, kind+" ") && !strings.Contains(e.Experiment.Source, ",") && !e.BeyondPaper() {
		return first
	}
	return e.View.Number
}

// below is the view's own text, or the usual one.
func (e *evaluation) below() string {
	if e.Text != "" || e.Note == "" {
		return e.Text
	}
	text := texts.Of(e.Note)[0]
	if e.Note == "importances figure" && !e.Experiment.OfUser() {
		text += " " + texts.Of("importances figure, published")[0]
	}
	return text
}

// notes are those under a table of importances or losses, and the view's own.
func (e *evaluation) notes() (notes []string) {
	if e.withErrors() {
		notes = texts.Of("importances")
		if slices.Contains(e.Rows, dimInput) && len(e.Experiment.Relevant) > 0 {
			notes = append(notes, texts.Of("importances, relevant")...)
		}
		if text := Clamped(e.cells); text != "" && e.Columns[0].Show == "importance" {
			if !e.Experiment.OfUser() {
				text = texts.Of("importances, clamped")[0]
			}
			notes = append(notes, text)
		}
		if slices.ContainsFunc(e.cells, func(c summary.Cell) bool { return e.differing(c) != nil }) {
			notes = append(notes, texts.Of("importances, published")...)
		}
		if shown, p := len(e.Shown(e.Cells)), summary.MostVariables(e.cells); slices.Contains(e.Rows, dimInput) && shown < p {
			notes = append(notes, fmt.Sprintf("%d of %d inputs are shown; the CSV file has all.", shown, p))
		}
	}
	if text := e.below(); text != "" {
		notes = append(notes, text)
	}
	if !e.withErrors() {
		return notes
	}
	for _, c := range e.cells {
		if c.Failed > 0 && c.Repetitions > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s; means are over the other repetitions.", summary.Describe(c.Cell), c.Missing()))
		}
	}
	return notes
}

// withErrors reports whether the numbers of the view are means with standard errors.
func (e *evaluation) withErrors() bool {
	return slices.ContainsFunc(e.Columns, func(c results.ViewColumn) bool { return c.Show == "importance" || c.Show == "cumulative" })
}

// differing are the quantities of a cell that are marked.
func (e *evaluation) differing(c summary.Cell) []summary.Quantity {
	return e.overview.Differing(e.Experiment.Name, c)
}

// Clamped says which methods' values are not below zero, empty if none's.
func Clamped(cells []summary.Cell) string {
	var labels []string
	for _, name := range summary.Distinct(cells, results.KeyMethod) {
		if f := method.Of(name); f.Clamped {
			labels = append(labels, f.Label)
		}
	}
	if len(labels) == 0 {
		return ""
	}
	return fmt.Sprintf("Values of %s are cut off at zero in each repetition, before they are averaged.", format.Enumerated(labels))
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
