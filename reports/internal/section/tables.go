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
	width := 0
	for _, c := range columns {
		width += len(s.heads(c))
	}
	return width
}

// head is what a column of numbers shows: printed numbers, or ours, of a cell.
type head struct {
	name    string
	cell    summary.Cell
	printed bool
}

// heads returns the columns of numbers that a column of cells takes.
func (s Undrawn) heads(c summary.Twins) []head {
	var heads []head
	for _, variant := range summary.Distinct(s.Cells, results.KeyVariant) {
		cell, ok := c.Cells[variant]
		if !ok {
			continue
		}
		if s.Published(cell) {
			heads = append(heads, head{"printed", cell, true})
		}
		name := s.Ours()
		if s.Experiment.OfUser() && len(summary.Distinct(s.Cells, results.KeyVariant)) > 1 {
			name = variant
		} else if variant == results.VariantTextbook && !s.Experiment.OfUser() {
			name = "textbook"
		}
		heads = append(heads, head{name, cell, false})
	}
	return heads
}

func (s Undrawn) table(columns []summary.Twins) page.Table {
	var cells []summary.Cell
	var heads []head
	t := page.Table{Columns: []page.Column{{Name: "input", Left: true}}}
	for _, c := range columns {
		for _, h := range s.heads(c) {
			heads = append(heads, h)
			t.Columns = append(t.Columns, page.Column{Group: c.Label, Name: h.name})
			if !h.printed {
				cells = append(cells, h.cell)
			}
		}
	}
	t.Caption = summary.Titled(s.Experiment, summary.Without(summary.Shared(cells), results.KeyVariant, results.KeyPreset, results.KeyKernel))
	t.Notes = s.TableNotes(cells, true, true)
	own, rest := s.parted(s.Cells)
	decimals := make([]int, len(heads))
	for i, h := range heads {
		decimals[i] = 3
		if slices.ContainsFunc(own, func(name string) bool { return math.Abs(h.cell.Importance(name).Mean) >= 1 }) {
			decimals[i] = 2
		}
	}
	add := func(label string, mark page.Mark, of func(h head) summary.Quantity) {
		row := page.Row{Cells: []string{label}, Mark: mark}
		for i, h := range heads {
			if h.printed {
				row.Cells = append(row.Cells, s.Printed(h.cell, of(h)))
			} else {
				row.Cells = append(row.Cells, s.number(h.cell, of(h), decimals[i]))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	for _, name := range own {
		mark := page.Plain
		if slices.Contains(s.Experiment.Relevant, name) {
			mark = page.Relevant
		}
		add(name, mark, func(head) summary.Quantity { return summary.ImportanceOf(name) })
	}
	ranked := slices.ContainsFunc(cells, func(c summary.Cell) bool {
		return slices.ContainsFunc(s.Statistics(c), func(q summary.Quantity) bool { return q.Statistic.Rank() == 1 })
	})
	if rest != nil && !ranked {
		add(noiseRow, page.Plain, func(h head) summary.Quantity {
			if largest, ok := s.largestPrinted(h.cell, rest); ok && h.printed {
				return summary.ImportanceOf(largest.Variable)
			}
			return summary.ImportanceOf(largestOf(h.cell, rest))
		})
	}
	var further []summary.Quantity
	for _, c := range cells {
		for _, q := range append(s.Statistics(c), s.Named(c)...) {
			if !slices.Contains(further, q) {
				further = append(further, q)
				add(q.Label(), page.Plain, func(head) summary.Quantity { return q })
			}
		}
	}
	return t
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
