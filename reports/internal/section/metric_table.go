package section

import (
	"strconv"

	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// metricRow is a row of a table of metrics: cells of a design or a size, and one of their
// inputs where a table lists these.
type metricRow struct {
	name  string
	cells []summary.Cell
	input int
}

// newMetricTable is an empty table of metrics whose rows have names.
func newMetricTable(caption string, notes []string, names document.Column) document.Listing[metricRow] {
	t := document.Listing[metricRow]{Table: document.Table{Caption: caption, Notes: notes}}
	t.Column(names, func(r metricRow) string { return r.name })
	return t
}

// metric shows a metric of the first cell of a row that a selector finds; why there is none
// of one that was not run.
func metric(of map[string]string, text func(c summary.Cell, input int) string) func(metricRow) string {
	return func(r metricRow) string {
		switch c, ok := summary.Find(r.cells, of); {
		case !ok:
			return format.None
		case c.Repetitions == 0:
			return c.Missing()
		default:
			return text(c, r.input)
		}
	}
}

// repeated is the number of repetitions of the cell of a row that has the most, "–" of none.
func repeated(r metricRow) string {
	if most := mostRun(r.cells).Repetitions; most > 0 {
		return strconv.Itoa(most)
	}
	return format.None
}

// ofMethod selects the cells of a method.
func ofMethod(name string) map[string]string { return map[string]string{results.KeyMethod: name} }
