package section

import (
	"fmt"
	"slices"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Effects is the section of experiments that compare Shapley effects with those of the
// population.
type Effects struct{ Base }

// effectsName names a design with its numbers of rows and inputs.
func effectsName(cell map[string]string) string {
	return summary.Describe(summary.Only(cell, results.KeyScenario, results.KeyN, results.KeyP))
}

// Finding says how many bands hold.
func (s Effects) Finding() string { return s.held() }

// Text says for each estimator how many values are within two standard errors.
func (s Effects) Text() []document.Block {
	var items []string
	for _, e := range estimators(s.Cells) {
		var all stat.Count
		for _, c := range summary.Selected(s.Cells, e) {
			all = all.Plus(c.AllWithin())
		}
		if all.N > 0 {
			items = append(items, fmt.Sprintf("%s: %s of %d values are within two standard errors of the population's.",
				estimatorName(e), all.Percent(), all.N))
		}
	}
	return Bullets(items)
}

// Rows are shares of values within two standard errors.
func (s Effects) Rows() []summary.Row {
	var rows []summary.Row
	for _, c := range s.Cells {
		for j, name := range c.Variables {
			if v := c.Within(j); v.N > 0 {
				rows = append(rows, summary.Row{Cell: c.Cell, Quantity: "within_2_se", Variable: name, Relevant: slices.Contains(c.Effective(), j), Value: v.Share()})
			}
		}
	}
	return rows
}

// Figures draws errors by design, and how many values are within two standard errors.
func (s Effects) Figures() []chart.Figure {
	f := s.Figure(texts.Of("effects figure")[0])
	drawQuantities(&f, summary.Designs(s.Cells), effectsName, quantity{heading: "root mean square error", of: summary.Cell.TypicalError},
		quantity{heading: "within two standard errors", lines: []float64{0.95}, of: func(c summary.Cell) stat.Stat { return c.AllWithin().Share() }})
	return []chart.Figure{f}
}
