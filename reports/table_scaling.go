package reports

// scalingTable lists sample sizes down and variables across.
func (s Summary) scalingTable(g group) Table {
	t := Table{Caption: s.caption(g), Columns: []Column{{Name: "n"}}, Notes: s.tableNotes(g.cells)}
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

// plainCount is the number, or "not run" for 0.
func plainCount(n int) string {
	if n == 0 {
		return "not run"
	}
	return fixed(float64(n), 0)
}
