package view

import (
	"cmp"
	"fmt"
	"strings"

	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// csv renders the tidy table of an experiment for other programs, with what the views show besides.
func csv(s summary.Summary, views []*evaluation) string {
	var more []summary.Number
	shown := make(map[string]bool)
	for _, v := range views {
		for _, n := range v.shown() {
			if name := fmt.Sprintf("%q %q", n.Cell, n.Quantity); !shown[name] {
				shown[name] = true
				more = append(more, n)
			}
		}
	}
	return s.CSV(s.Numbers.RBind(s.Frame(more)))
}

// shown are the numbers of the view that the tidy table lacks: those of its rows, columns and series.
func (e *evaluation) shown() (list []summary.Number) {
	for _, r := range e.rows() {
		for _, c := range e.columns() {
			q, ok := e.at(r, c)
			if !ok || c.printed || c.of == nil {
				continue
			}
			quantity := c.Show
			if len(c.Against) > 0 {
				quantity += " against " + strings.ReplaceAll(summary.Describe(c.Against), ",", "")
			}
			for _, part := range e.parts(q.cells) {
				of := summary.Grouped(part.cells, func(cell summary.Cell) string { return cell.Slug })
				if c.pooled && len(of) > 1 {
					of = append(of, part.cells)
				}
				for _, q.cells = range of {
					input := cmp.Or(part.input, r.inputOf(q.cells[0]))
					q.input = input
					known := len(q.cells) == 1 && q.cell().Mean(results.ValueName(quantity), input).N > 0
					if v := c.value(q, false); v.N > 0 && !known {
						list = append(list, summary.NewNumber(summary.Shared(q.cells), summary.Quantity{Name: results.ValueName(quantity), Variable: input}, e.Active(q.cell(), input), v))
					}
				}
			}
		}
	}
	return list
}
