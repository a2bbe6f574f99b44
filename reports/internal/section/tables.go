package section

import (
	"math"
	"slices"

	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Undrawn is the section of experiments that are not drawn.
type Undrawn struct{ Base }

// Tables compare methods side by side, inputs down: for each
// method, and each sample size if there are several, what is printed, ours
// under the published convention, and ours in the textbook twin. Sample sizes
// have tables of their own if they do not fit into one.
func (s Undrawn) Tables() []page.Table {
	if columns := summary.TwinsOf(s.Cells); s.widthOf(columns...) <= MostValues {
		return []page.Table{s.table(columns)}
	}
	var tables []page.Table
	for _, g := range summary.Groups(s.Cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		var columns []summary.Twins
		for _, c := range summary.TwinsOf(g.Cells) {
			if len(columns) > 0 && s.widthOf(append(columns, c)...) > MostValues {
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
func (s Undrawn) widthOf(columns ...summary.Twins) int {
	heads, _ := s.heads(columns)
	return len(heads)
}

// head is what a column of numbers shows of a quantity, and of which input in the row of the
// largest of those that do nothing.
type head struct {
	page.Column
	text    func(summary.Quantity) string
	largest func(others) string
}

// ours is a column of our numbers of a cell.
func (s Undrawn) ours(of page.Column, c summary.Cell, decimals int) head {
	return head{of, func(q summary.Quantity) string { return s.number(c, q, decimals) }, func(rest others) string { return largestOf(c, rest) }}
}

// heads returns the columns of numbers that columns of cells take, and the cells that are
// shown in them.
func (s Undrawn) heads(columns []summary.Twins) (heads []head, cells []summary.Cell) {
	variants := summary.Distinct(s.Cells, results.KeyVariant)
	own, _ := s.parted(s.Cells)
	for _, column := range columns {
		for _, variant := range variants {
			cell, ok := column.Cells[variant]
			if !ok {
				continue
			}
			if s.Published(cell) {
				heads = append(heads, head{page.Column{Group: column.Label, Name: "printed"}, func(q summary.Quantity) string { return s.Printed(cell, q) }, func(rest others) string {
					if largest, ok := s.largestPrinted(cell, rest); ok {
						return largest.Variable
					}
					return largestOf(cell, rest)
				}})
			}
			name := s.Ours()
			if s.Experiment.OfUser() && len(variants) > 1 {
				name = variant
			} else if variant == results.VariantTextbook && !s.Experiment.OfUser() {
				name = "textbook"
			}
			decimals := 3
			if slices.ContainsFunc(own, func(name string) bool { return math.Abs(cell.Importance(name).Mean) >= 1 }) {
				decimals = 2
			}
			heads, cells = append(heads, s.ours(page.Column{Group: column.Label, Name: name}, cell, decimals)), append(cells, cell)
		}
	}
	return heads, cells
}

// table is that of columns of cells.
func (s Undrawn) table(columns []summary.Twins) page.Table {
	heads, cells := s.heads(columns)
	caption := summary.Titled(s.Experiment, summary.Without(summary.Shared(cells), results.KeyVariant, results.KeyPreset, results.KeyKernel))
	own, rest := s.parted(s.Cells)
	ranked := slices.ContainsFunc(cells, func(c summary.Cell) bool {
		return slices.ContainsFunc(s.Statistics(c), func(q summary.Quantity) bool { return q.Statistic.Rank() == 1 })
	})
	if ranked {
		rest = nil // the largest is printed
	}
	t := s.list(caption, s.TableNotes(cells, true, true), heads, own, rest)
	var further []summary.Quantity
	for _, c := range cells {
		for _, q := range append(s.Statistics(c), s.Named(c)...) {
			if !slices.Contains(further, q) {
				further = append(further, q)
				name := q.Label()
				if q.Statistic.Rank() == 1 {
					name = noiseRow // as where it is not printed
				}
				t.Rows = append(t.Rows, page.Row{Cells: rowOf(name, heads, func(head) summary.Quantity { return q })})
			}
		}
	}
	return t
}

// list is a table with a row for each of its own inputs, and one for the largest of the rest.
func (s Undrawn) list(caption string, notes []string, heads []head, own []string, rest others) page.Table {
	t := page.Table{Caption: caption, Notes: notes, Columns: []page.Column{{Name: "input", Left: true}}}
	for _, h := range heads {
		t.Columns = append(t.Columns, h.Column)
	}
	for _, name := range own {
		row := page.Row{Cells: rowOf(name, heads, func(head) summary.Quantity { return summary.ImportanceOf(name) })}
		if slices.Contains(s.Experiment.Relevant, name) {
			row.Mark = page.Relevant
		}
		t.Rows = append(t.Rows, row)
	}
	if rest != nil {
		t.Rows = append(t.Rows, page.Row{Cells: rowOf(noiseRow, heads, func(h head) summary.Quantity { return summary.ImportanceOf(h.largest(rest)) })})
	}
	return t
}

// rowOf are a label and what the columns show of a quantity.
func rowOf(label string, heads []head, of func(head) summary.Quantity) []string {
	cells := []string{label}
	for _, h := range heads {
		cells = append(cells, h.text(of(h)))
	}
	return cells
}

// number is our number with so many decimals, marked where it differs from the printed one.
func (s Undrawn) number(c summary.Cell, q summary.Quantity, decimals int) string {
	if c.Repetitions == 0 {
		return c.Missing()
	}
	value, err := c.Estimate(q, s.Experiment.Relevant)
	if err != nil {
		return format.None
	}
	text := stat.Fixed(value, decimals)
	if s.Overview.Differs(s.Experiment.Name, c, q) {
		text += " †"
	}
	return text
}
