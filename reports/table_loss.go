package reports

import "slices"

// lossTable lists data sets down and methods across: the loss summed over the
// steps of an elimination.
func (s Summary) lossTable(g group, o Overview) Table {
	t := Table{Caption: "Cumulative loss. " + s.caption(g), Columns: []Column{{Name: "data", Left: true}}, Notes: s.tableNotes(g.cells)}
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
			for _, printed := range []bool{true, false} {
				switch {
				case printed && !published:
				case at < 0:
					row.Cells = append(row.Cells, none)
				default:
					row.Cells = append(row.Cells, s.number(head{cell: line.cells[at], printed: printed}, quantity{statistic: statCumulative}, o))
				}
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
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
