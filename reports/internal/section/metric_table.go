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
}

// metricColumn shows a metric of the first cell of a row that a selector finds.
type metricColumn struct {
	of     map[string]string
	metric func(summary.Cell) string
}

// newMetricTable is an empty table whose rows have heads of their own in some columns.
func newMetricTable(caption string, notes []string, heads ...page.Column) *metricTable {
	return &metricTable{Table: page.Table{Caption: caption, Notes: notes, Columns: heads}}
}

// column adds a column.
func (t *metricTable) column(head page.Column, of map[string]string, metric func(summary.Cell) string) {
	t.Columns, t.columns = append(t.Columns, head), append(t.columns, metricColumn{of, metric})
}

// row adds heads and what the columns show of cells, nothing of those that were not run.
func (t *metricTable) row(cells []summary.Cell, heads ...string) {
	for _, column := range t.columns {
		text := format.None
		if c, ok := summary.Find(cells, column.of); ok && c.Repetitions == 0 {
			text = c.Missing()
		} else if ok {
			text = column.metric(c)
		}
		heads = append(heads, text)
	}
	t.Rows = append(t.Rows, page.Row{Cells: heads})
}

// tablesOf is the number of repetitions of the cell that has the most, "–" of none.
func tablesOf(cells []summary.Cell) string {
	if most := mostRun(cells).Repetitions; most > 0 {
		return strconv.Itoa(most)
	}
	return format.None
}

// ofMethod selects the cells of a method.
func ofMethod(name string) map[string]string { return map[string]string{results.KeyMethod: name} }
