package reports

import (
	"fmt"
	"slices"

	"drfvi/internal/format"
	"drfvi/reports/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// tables lists a table for each variant and whatever else differs.
func (s scaling) tables() []page.Table {
	var tables []page.Table
	for _, g := range groupCells(s.Cells, results.KeyN, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		tables = append(tables, s.table(g))
	}
	return tables
}

// table lists sample sizes down, and variables across for each method.
func (s scaling) table(g group) page.Table {
	t := page.Table{Caption: s.caption(g), Columns: []page.Column{{Name: "n"}}, Notes: s.tableNotes(g.cells)}
	names := s.shown(g.cells)
	columns := groupCells(g.cells, results.KeyN)
	var all []CellSummary
	for _, of := range columns {
		all = append(all, of.cells[0])
	}
	for _, label := range columnLabels(all) {
		for _, name := range names {
			t.Columns = append(t.Columns, page.Column{Group: label, Name: name})
		}
	}
	for _, n := range distinct(g.cells, results.KeyN) {
		row := page.Row{Cells: []string{n}}
		for _, of := range columns {
			at := slices.IndexFunc(of.cells, func(c CellSummary) bool { return c.Cell[results.KeyN] == n })
			for _, name := range names {
				switch {
				case at < 0:
					row.Cells = append(row.Cells, format.None)
				case of.cells[at].Repetitions == 0:
					row.Cells = append(row.Cells, "not run")
				default:
					row.Cells = append(row.Cells, stat.Text(of.cells[at].compared(name), 0))
				}
			}
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes[0] += " " + repetitionsText(g.cells)
	return t
}

// repetitionsText says over how many repetitions cells are.
func repetitionsText(cells []CellSummary) string {
	low, high := cells[0].Repetitions, cells[0].Repetitions
	for _, c := range cells {
		low, high = min(low, c.Repetitions), max(high, c.Repetitions)
	}
	if low == high {
		return format.Plural(low, "repetition") + "."
	}
	return fmt.Sprintf("%d to %d repetitions.", low, high)
}
