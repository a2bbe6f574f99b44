package reports

import (
	"fmt"
	"slices"
	"strconv"
)

// baseline is the method that the losses of the others are compared with.
const baseline = "vimp-drf"

const (
	howSummed   = "Losses are summed over the steps down to a single variable, at most the 100 smallest sets."
	howPaired   = "Differences are paired: means over the repetitions that both have, in which they see the same rows."
	howBold     = "Data sets are in bold (or starred) where the loss by %s is below that by %s by more than the sum of their standard errors, the paper's rule."
	howUntwined = "“Less published” is the loss less that under the published convention; below zero means that forests grown as the papers say predict better."
)

// lossTable lists data sets down and methods across: the loss summed over the
// steps of an elimination, and paired differences.
func (s Summary) lossTable(g group, o Overview) Table {
	t := Table{
		Caption: "Cumulative loss. " + s.caption(g), Columns: []Column{{Name: "data", Left: true}, {Name: "p"}},
		Notes: append(s.tableNotes(g.cells), howSummed, howPaired),
	}
	methods := distinct(g.cells, keyMethod)
	main := methods[0]
	if slices.Contains(methods, baseline) && main != baseline {
		t.Notes = append(t.Notes, fmt.Sprintf(howBold, methodLabel(main), methodLabel(baseline)))
	}
	lines := groupCells(g.cells, keyVariant, keyMethod, keyPreset, keyKernel)
	var columns []lossColumn
	for _, m := range methods {
		of := slices.DeleteFunc(slices.Clone(g.cells), func(c CellSummary) bool { return c.Cell[keyMethod] != m })
		if slices.ContainsFunc(of, s.published) {
			columns = append(columns, lossColumn{Column{Group: methodLabel(m), Name: "printed"}, s.lossCell(m, o, true)})
		}
		columns = append(columns, lossColumn{Column{Group: methodLabel(m), Name: "ours"}, s.lossCell(m, o, false)})
	}
	if first := s.byVariant()[0].common[keyVariant]; g.common[keyVariant] != first {
		columns = append(columns, lossColumn{Column{Group: methodLabel(main), Name: "less published"}, func(cells []CellSummary) string {
			return s.lossDifference(cells, main, map[string]string{keyVariant: first})
		}})
		t.Notes = append(t.Notes, howUntwined)
	}
	for _, m := range methods[1:] {
		columns = append(columns, lossColumn{Column{Group: methodLabel(main), Name: "less " + methodLabel(m)}, func(cells []CellSummary) string {
			return s.lossDifference(cells, main, map[string]string{keyMethod: m})
		}})
	}
	for _, c := range columns {
		t.Columns = append(t.Columns, c.head)
	}
	for _, line := range lines {
		row := Row{Cells: []string{describe(line.common), variableCount(line.cells)}}
		for _, c := range columns {
			row.Cells = append(row.Cells, c.cell(line.cells))
		}
		if s.isBold(line.cells, main) {
			row.Mark = Relevant
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// lossColumn is a column of a loss table: its head, and its entry for the cells
// of a data set.
type lossColumn struct {
	head Column
	cell func(cells []CellSummary) string
}

// ofMethod returns the first cell of a method.
func ofMethod(cells []CellSummary, method string) (CellSummary, bool) {
	at := slices.IndexFunc(cells, func(c CellSummary) bool { return c.Cell[keyMethod] == method })
	if at < 0 {
		return CellSummary{}, false
	}
	return cells[at], true
}

// lossCell returns what shows the cumulative loss of a method, as printed or
// ours.
func (s Summary) lossCell(method string, o Overview, printed bool) func([]CellSummary) string {
	return func(cells []CellSummary) string {
		c, ok := ofMethod(cells, method)
		if !ok {
			return none
		}
		return s.number(head{cell: c, printed: printed}, quantity{statistic: statCumulative}, o)
	}
}

// lossDifference shows the paired difference between the losses of a method
// and of the cell that differs from it by the given keys.
func (s Summary) lossDifference(cells []CellSummary, method string, than map[string]string) string {
	c, ok := ofMethod(cells, method)
	if !ok {
		return none
	}
	// Presets and kernels belong to the variant.
	if _, other := than[keyVariant]; other {
		c.Cell = without(c.Cell, keyPreset, keyKernel)
		than = map[string]string{keyVariant: than[keyVariant], keyMethod: method}
	}
	other, ok := s.partner(c, than)
	if !ok {
		return none
	}
	return estimateText(pairedLoss(c, other), 0)
}

// isBold tells whether the losses of a method and of the baseline differ by more
// than the sum of their standard errors.
func (s Summary) isBold(cells []CellSummary, method string) bool {
	a, ours := ofMethod(cells, method)
	b, theirs := ofMethod(cells, baseline)
	return ours && theirs && method != baseline && a.Cumulative.N > 1 && b.Cumulative.N > 1 &&
		a.Cumulative.Mean+a.Cumulative.SE < b.Cumulative.Mean-b.Cumulative.SE
}

// variableCount is the number of variables of cells on one data set.
func variableCount(cells []CellSummary) string {
	for _, c := range cells {
		if len(c.Variables) > 0 {
			return strconv.Itoa(len(c.Variables))
		}
	}
	return none
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
