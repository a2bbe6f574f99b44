package reports

import (
	"drfvi/results"
	"maps"
	"slices"
	"strings"
)

// twins are cells that differ in their variant only, or in what a variant
// stands for: the published convention and its textbook twin. They share a
// column of panels in figures and a group of columns in tables.
type twins struct {
	label string
	cells map[string]CellSummary // by variant
}

// twinsOf puts cells in columns. A method that stands in one variant twice
// (with two kernels, say) has a column for each.
func twinsOf(cells []CellSummary) []twins {
	var columns []twins
	methods := distinct(cells, results.KeyMethod)
	several := len(groupCells(cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel)) > 1
	for _, g := range groupCells(cells, results.KeyVariant, results.KeyPreset, results.KeyKernel) {
		start := len(columns)
		labels := panelLabels(g.cells)
		next := make(map[string]int) // by variant
		for k, c := range g.cells {
			variant := c.Cell[results.KeyVariant]
			at := start + next[variant]
			next[variant]++
			if at == len(columns) {
				label := labels[k]
				if several {
					label = describe(without(varying(cells, c), results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel))
					if len(methods) > 1 {
						label = labels[k] + ", " + label
					}
				}
				columns = append(columns, twins{label: label, cells: make(map[string]CellSummary)})
			}
			columns[at].cells[variant] = c
		}
	}
	return columns
}

// varying returns the keys of a cell whose values differ among cells.
func varying(cells []CellSummary, c CellSummary) map[string]string {
	part := make(map[string]string)
	for key, value := range c.Cell {
		if len(distinct(cells, key)) > 1 {
			part[key] = value
		}
	}
	return part
}

// shared returns the keys that all cells have with one value.
func shared(cells []CellSummary) map[string]string {
	part := maps.Clone(cells[0].Cell)
	for key := range varying(cells, cells[0]) {
		delete(part, key)
	}
	return part
}

// distinct returns the different values of a key in the order of the cells.
func distinct(cells []CellSummary, key string) []string {
	var values []string
	for _, c := range cells {
		if !slices.Contains(values, c.Cell[key]) {
			values = append(values, c.Cell[key])
		}
	}
	return values
}

// columnLabels names cells by their method, and by preset and kernel where
// the method alone does not tell them apart.
func columnLabels(cells []CellSummary) []string {
	labels := make([]string, len(cells))
	for i, c := range cells {
		labels[i] = methodLabel(c.Cell[results.KeyMethod])
		for k, other := range cells {
			if k != i && other.Cell[results.KeyMethod] == c.Cell[results.KeyMethod] {
				labels[i] = describe(only(c.Cell, results.KeyMethod, results.KeyPreset, results.KeyKernel))
				break
			}
		}
	}
	return labels
}

// where names a cell in words, its preset and kernel only where the rest does
// not tell cells apart: "published convention, n = 500, p = 10, retrain".
func (s Summary) where(c CellSummary) string {
	at := slices.IndexFunc(s.Cells, func(other CellSummary) bool { return other.Slug == c.Slug })
	label := panelLabels(s.Cells)[at]
	rest := describe(without(c.Cell, results.KeyMethod, results.KeyPreset, results.KeyKernel))
	return strings.Trim(rest+", "+label, ", ")
}

// panelLabels names cells as columnLabels does, within those that agree in all
// other keys.
func panelLabels(cells []CellSummary) []string {
	labels := make([]string, len(cells))
	for _, g := range groupCells(cells, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		for i, label := range columnLabels(g.cells) {
			at := slices.IndexFunc(cells, func(c CellSummary) bool { return c.Slug == g.cells[i].Slug })
			labels[at] = label
		}
	}
	return labels
}
