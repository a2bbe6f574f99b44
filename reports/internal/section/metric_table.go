package section

import (
	"strconv"

	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// metricTable lists metrics of cells: rows are designs or sizes, columns estimators and
// metrics.
type metricTable struct {
	page.Table
	columns []metricColumn
	counted bool // whether the second column has the number of repetitions
}

// metricColumn shows a metric of the first cell of a row that a selector finds.
type metricColumn struct {
	of     map[string]string
	metric func(summary.Cell) string
}

// newMetricTable is an empty table whose rows are named by the first of its columns, and
// counted by the second if there is one.
func newMetricTable(caption string, notes []string, columns ...page.Column) *metricTable {
	return &metricTable{Table: page.Table{Caption: caption, Notes: notes, Columns: columns}, counted: len(columns) > 1}
}

// column adds a column.
func (t *metricTable) column(head page.Column, of map[string]string, metric func(summary.Cell) string) {
	t.Columns, t.columns = append(t.Columns, head), append(t.columns, metricColumn{of, metric})
}

// estimatorTable is a table with a column for each estimator.
func estimatorTable(s Base, what, rows string, notes []string, metric func(summary.Cell) string) *metricTable {
	t := newMetricTable(summary.Title(s.Experiment)+": "+what, notes, page.Column{Name: rows, Left: true}, page.Column{Name: "tables"})
	t.Long = true
	for _, e := range estimators(s.Cells) {
		t.column(page.Column{Group: summary.MethodLabel(e[results.KeyMethod]), Name: e[results.KeyPreset]}, e, metric)
	}
	return t
}

// row adds what the columns show of cells, nothing of those that were not run.
func (t *metricTable) row(name string, cells []summary.Cell) {
	var entries []string
	most := 0
	for _, column := range t.columns {
		c, ok := summary.Find(cells, column.of)
		switch {
		case !ok:
			entries = append(entries, format.None)
		case c.Repetitions == 0:
			entries = append(entries, c.Missing())
		default:
			most, entries = max(most, c.Repetitions), append(entries, column.metric(c))
		}
	}
	head := []string{name}
	if t.counted {
		count := format.None
		if most > 0 {
			count = strconv.Itoa(most)
		}
		head = append(head, count)
	}
	t.Rows = append(t.Rows, page.Row{Cells: append(head, entries...)})
}

// ofMethod selects the cells of a method.
func ofMethod(name string) map[string]string { return map[string]string{results.KeyMethod: name} }
