package section

import (
	"math"
	"slices"

	"drfvi/internal/document"
	"drfvi/internal/format"
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
func (s Undrawn) Tables() []document.Table {
	if columns := summary.TwinsOf(s.Cells); s.widthOf(columns...) <= MostValues {
		return []document.Table{s.table(columns)}
	}
	var tables []document.Table
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

// inputRow is a row of a table of inputs: a quantity or, of the null inputs, the
// largest.
type inputRow struct {
	name     string
	quantity summary.Quantity
	largest  others
}

// head is a column of numbers.
type head struct {
	document.Column
	text func(inputRow) string
}

// ours is a column of our numbers of a cell.
func (s Base) ours(of document.Column, c summary.Cell, decimals int) head {
	return head{of, func(r inputRow) string {
		if r.largest != nil {
			r.quantity = summary.ImportanceOf(largestOf(c, r.largest))
		}
		return s.number(c, r.quantity, decimals)
	}}
}

// printed is a column of the published numbers of a cell.
func (s Base) printed(group string, c summary.Cell) head {
	return head{document.Column{Group: group, Name: "printed"}, func(r inputRow) string {
		if r.largest != nil {
			r.quantity = summary.ImportanceOf(largestOf(c, r.largest))
			if e, ok := s.largestPrinted(c, r.largest); ok {
				r.quantity.Variable = e.Variable
			}
		}
		return s.Printed(c, r.quantity)
	}}
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
				heads = append(heads, s.printed(column.Label, cell))
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
			heads, cells = append(heads, s.ours(document.Column{Group: column.Label, Name: name}, cell, decimals)), append(cells, cell)
		}
	}
	return heads, cells
}

// table is that of columns of cells.
func (s Undrawn) table(columns []summary.Twins) document.Table {
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
		further = summary.Union(summary.Union(further, s.Statistics(c)...), s.Named(c)...)
	}
	for _, q := range further {
		name := q.Label()
		if q.Statistic.Rank() == 1 {
			name = noiseRow // as where it is not printed
		}
		t.Row(inputRow{name: name, quantity: q})
	}
	return t.Table
}

// list is a table with a row for each of its own inputs, and one for the largest of the rest.
func (s Undrawn) list(caption string, notes []string, heads []head, own []string, rest others) document.Listing[inputRow] {
	t := document.Listing[inputRow]{Table: document.Table{Caption: caption, Notes: notes}}
	t.Column(document.Column{Name: "input", Left: true}, func(r inputRow) string { return r.name })
	for _, h := range heads {
		t.Column(h.Column, h.text)
	}
	for _, name := range own {
		row := t.Row(inputRow{name: name, quantity: summary.ImportanceOf(name)})
		if slices.Contains(s.Experiment.Relevant, name) {
			row.Mark = document.Relevant
		}
	}
	if rest != nil {
		t.Row(inputRow{name: noiseRow, largest: rest})
	}
	return t
}

// number is our number with so many decimals, marked where it differs from the printed one.
func (s Base) number(c summary.Cell, q summary.Quantity, decimals int) string {
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
