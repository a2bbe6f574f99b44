package reports

import (
	"slices"

	"drfvi/internal/format"
	"drfvi/reports/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// mostValues is how many columns of numbers stand side by side in a table.
const mostValues = 7

// tables compare methods side by side, variables down: for each
// method, and each sample size if there are several, what is printed, ours
// under the published convention, and ours in the textbook twin. Sample sizes
// have tables of their own if they do not fit into one.
func (s experiment) tables() []page.Table {
	if columns := twinsOf(s.Cells); s.widthOf(columns...) <= mostValues {
		return []page.Table{s.table(columns)}
	}
	var tables []page.Table
	for _, g := range groupCells(s.Cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		var columns []twins
		for _, c := range twinsOf(g.cells) {
			if len(columns) > 0 && s.widthOf(append(columns, c)...) > mostValues {
				tables = append(tables, s.table(columns))
				columns = nil
			}
			columns = append(columns, c)
		}
		tables = append(tables, s.table(columns))
	}
	return tables
}

// widthOf is how many columns of numbers columns of cells take.
func (s experiment) widthOf(columns ...twins) int {
	width := 0
	for _, c := range columns {
		width += len(s.heads(c))
	}
	return width
}

// head is what a column of numbers shows: printed numbers, or ours, of a cell.
type head struct {
	name    string
	cell    CellSummary
	printed bool
}

// heads returns the columns of numbers that a column of cells takes.
func (s experiment) heads(c twins) []head {
	var heads []head
	for _, variant := range distinct(s.Cells, results.KeyVariant) {
		cell, ok := c.cells[variant]
		if !ok {
			continue
		}
		if s.published(cell) {
			heads = append(heads, head{"printed", cell, true})
		}
		name := "ours"
		if variant == results.VariantTextbook {
			name = "textbook"
		}
		heads = append(heads, head{name, cell, false})
	}
	return heads
}

func (s experiment) table(columns []twins) page.Table {
	var cells []CellSummary
	var heads []head
	t := page.Table{Columns: []page.Column{{Name: "variable", Left: true}}}
	for _, c := range columns {
		for _, h := range s.heads(c) {
			heads = append(heads, h)
			t.Columns = append(t.Columns, page.Column{Group: c.label, Name: h.name})
			if !h.printed {
				cells = append(cells, h.cell)
			}
		}
	}
	t.Caption = experimentTitle(s.Experiment)
	if rest := describe(without(shared(cells), results.KeyVariant, results.KeyPreset, results.KeyKernel)); rest != "" {
		t.Caption += ": " + rest
	}
	t.Notes = s.tableNotes(cells)
	add := func(q quantity, mark page.Mark) {
		row := page.Row{Cells: []string{q.label()}, Mark: mark}
		for _, h := range heads {
			row.Cells = append(row.Cells, s.number(h, q))
		}
		t.Rows = append(t.Rows, row)
	}
	for _, name := range s.shown(s.Cells) {
		mark := page.Plain
		if slices.Contains(s.Experiment.Relevant, name) {
			mark = page.Relevant
		}
		add(importanceOf(name), mark)
	}
	var further []quantity
	for _, c := range cells {
		for _, q := range append(s.statistics(c), s.named(c)...) {
			if !slices.Contains(further, q) {
				further = append(further, q)
				add(q, page.Plain)
			}
		}
	}
	return t
}

// named returns what is published of a cell besides importances.
func (s Summary) named(c CellSummary) []quantity {
	var list []quantity
	for _, e := range s.Experiment.Expected {
		if e.Quantity != "" && matches(e.Cell, c.Cell) {
			list = append(list, quantityOf(e))
		}
	}
	return list
}

// number formats a printed number or ours.
func (s experiment) number(h head, q quantity) string {
	printed, ok := s.expected(h.cell, q)
	if h.printed {
		if !ok {
			return format.None
		}
		return printedText(printed)
	}
	if h.cell.Repetitions == 0 {
		return "not run"
	}
	value, err := h.cell.estimate(q, s.Experiment.Relevant)
	if err != nil {
		return format.None
	}
	text := stat.Text(value, printed.Digits)
	if s.overview.differs(s.Experiment.Name, h.cell, q) {
		text += " †"
	}
	return text
}
