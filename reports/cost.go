package reports

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/format"
	"drfvi/internal/method"
	"drfvi/reports/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// costCurve is what estimators cost as one number grows: cells that agree in all
// but it and the method.
type costCurve struct {
	key   string            // results.KeyN or results.KeyP
	fixed map[string]string // what the cells share
	sizes []string          // values of the key, ascending
	cells []CellSummary
}

// curves returns a curve against n and one against p for whatever else the
// cells agree in, where there are at least two sizes.
func (s cost) curves() []costCurve {
	var all []costCurve
	for _, key := range []string{results.KeyN, results.KeyP} {
		for _, g := range groupCells(s.Cells, key, results.KeyMethod) {
			curve := costCurve{key: key, fixed: g.common, sizes: distinct(g.cells, key), cells: g.cells}
			slices.SortStableFunc(curve.sizes, compareNumbers)
			if len(curve.sizes) > 1 {
				all = append(all, curve)
			}
		}
	}
	return all
}

// name is what the curve is against: "against n, p = 10".
func (v costCurve) name() string {
	other := results.KeyP
	if v.key == results.KeyP {
		other = results.KeyN
	}
	return fmt.Sprintf("against %s, %s = %s", v.key, other, v.fixed[other])
}

// cell returns the cell of a size and a method.
func (v costCurve) cell(size, method string) (CellSummary, bool) {
	at := slices.IndexFunc(v.cells, func(c CellSummary) bool { return c.Cell[v.key] == size && c.Cell[results.KeyMethod] == method })
	if at < 0 {
		return CellSummary{}, false
	}
	return v.cells[at], true
}

// costMeasures are what is shown of a cell: its work, its time and its error, one
// value for each repetition.
var costMeasures = []struct {
	name   string // in figures
	group  string // in tables
	values func(CellSummary) []float64
}{
	{"work, forests", "work, forests", func(c CellSummary) []float64 { return firstOf(c.values[results.ValueForests]) }},
	{"seconds on one core", "seconds on one core", func(c CellSummary) []float64 { return c.coreSeconds }},
	{"error", "error", CellSummary.populationErrors},
}

// firstOf returns the first entry of each row.
func firstOf(rows [][]float64) []float64 {
	first := make([]float64, len(rows))
	for i, row := range rows {
		first[i] = row[0]
	}
	return first
}

// tables list work, time and error, a table per curve.
func (s cost) tables() []page.Table {
	var tables []page.Table
	for _, v := range s.curves() {
		methods := distinct(v.cells, results.KeyMethod)
		t := page.Table{
			Caption: fmt.Sprintf("%s %s", experimentTitle(s.Experiment), v.name()),
			Columns: []page.Column{{Name: v.key}},
		}
		if len(tables) == 0 {
			t.Notes = []string{"Means over repetitions. Work in fits of a forest on all variables. Seconds on one core: time of a repetition times the cores it was given, on the machine under “Work and versions”; other work on that machine lengthens it. " +
				"Error: root of the mean square over variables of the estimate, not clamped, less the population value."}
		}
		for _, measure := range costMeasures {
			for _, name := range methods {
				t.Columns = append(t.Columns, page.Column{Group: measure.group, Name: method.Of(name).ShortLabel})
			}
		}
		for _, size := range v.sizes {
			row := page.Row{Cells: []string{size}}
			for _, measure := range costMeasures {
				for _, method := range methods {
					text := format.None
					if c, ok := v.cell(size, method); ok {
						if text = "not run"; c.Repetitions > 0 {
							text = format.Significant(stat.New(measure.values(c)).Mean, 2)
						}
					}
					row.Cells = append(row.Cells, text)
				}
			}
			t.Rows = append(t.Rows, row)
		}
		tables = append(tables, t)
	}
	return tables
}

// text says in words how time grows, and how errors compare.
func (s cost) text() []page.Block {
	var blocks []page.Block
	for _, v := range s.curves() {
		var growth []string
		for _, method := range distinct(v.cells, results.KeyMethod) {
			var first, last CellSummary
			for _, size := range v.sizes {
				if c, ok := v.cell(size, method); ok && len(c.coreSeconds) > 0 {
					if first.Repetitions == 0 {
						first = c
					}
					last = c
				}
			}
			if first.Cell[v.key] == last.Cell[v.key] {
				continue
			}
			growth = append(growth, fmt.Sprintf("%s %s times from %s = %s to %s, to %s forests", methodLabel(method),
				format.Significant(stat.New(last.coreSeconds).Mean/stat.New(first.coreSeconds).Mean, 2), v.key, first.Cell[v.key], last.Cell[v.key],
				format.Significant(last.Forests.Mean, 2)))
		}
		if len(growth) > 0 {
			name := v.name()
			blocks = append(blocks, page.Paragraph(strings.ToUpper(name[:1])+name[1:]+", the time grows by these factors: "+strings.Join(growth, "; ")+"."))
		}
	}
	return blocks
}
