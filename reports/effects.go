package reports

import (
	"fmt"
	"strconv"

	"gonum.org/v1/plot"

	"drfvi/internal/chart"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// effects is the section of experiments that compare Shapley effects with those of the
// population.
type effects struct{ experiment }

// tables lists, for each input, how far estimates are from the population's effects.
func (s effects) tables() []page.Table {
	t := page.Table{
		Caption: summary.Title(s.Experiment), Long: true, Notes: texts.Of("effects table"),
		Columns: []page.Column{
			{Name: "estimator", Left: true}, {Name: "input", Left: true}, {Name: "tables"}, {Name: "population"}, {Name: "mean"},
			{Name: "error"}, {Name: "s.e."}, {Name: "within 2"},
		},
	}
	for _, g := range summary.Designs(s.Cells) {
		heading := effectsName(g.Common)
		for _, c := range g.Cells {
			for j := range c.Variables {
				v := c.Within(j)
				if v.Values == 0 {
					continue
				}
				if heading != "" {
					t.Rows, heading = append(t.Rows, page.Row{Heading: heading}), ""
				}
				t.Rows = append(t.Rows, page.Row{Cells: []string{
					estimatorName(c.Cell), c.Variables[j], strconv.Itoa(v.Values), significant(v.Population), significant(v.Mean),
					significant(v.Error), significant(v.SE), tenths(stat.Share(v.Within, v.Values).Mean),
				}})
			}
		}
	}
	return []page.Table{t}
}

// effectsName names a design with its numbers of rows and inputs.
func effectsName(cell map[string]string) string {
	return caseName(cell) + ", p = " + cell[results.KeyP]
}

// text says for each estimator how many values are within two standard errors.
func (s effects) text() []page.Block {
	var items []string
	for _, e := range s.estimators() {
		var all summary.Nearness
		for _, c := range s.Cells {
			if summary.Matches(e, c.Cell) {
				all = all.Plus(c.AllWithin())
			}
		}
		if all.Values > 0 {
			items = append(items, fmt.Sprintf("%s: %s of %d values are within two standard errors of the population's.",
				estimatorName(e), tenths(stat.Share(all.Within, all.Values).Mean), all.Values))
		}
	}
	if items == nil {
		return nil
	}
	return []page.Block{page.Bullets(items)}
}

// rows are shares of values within two standard errors.
func (s effects) rows() []summary.Row {
	var rows []summary.Row
	for _, c := range s.Cells {
		for j, name := range c.Variables {
			if v := c.Within(j); v.Values > 0 {
				rows = append(rows, summary.Row{
					Cell: c.Cell, Quantity: "within_2_se", Variable: name, Relevant: v.Population > 0,
					Value: stat.Share(v.Within, v.Values), Raw: stat.New(nil),
				})
			}
		}
	}
	return rows
}

// figures draws errors by design, and how many values are within two standard errors.
func (s effects) figures() []chart.Figure {
	f := s.emptyFigure(texts.Of("effects figure")[0])
	cases := summary.Designs(s.Cells)
	names := make([]string, len(cases))
	for i, g := range cases {
		names[i] = effectsName(g.Common)
	}
	var panels []*plot.Plot
	for _, of := range []struct {
		heading string
		lines   []float64
		value   func(c summary.Cell) stat.Stat
	}{
		{"root mean square error", nil, summary.Cell.TypicalError},
		{"within two standard errors", []float64{0.95}, func(c summary.Cell) stat.Stat {
			v := c.AllWithin()
			return stat.Share(v.Within, v.Values)
		}},
	} {
		marks := chart.RowMarks{Rows: make([][]chart.RowMark, len(cases)), Lines: of.lines}
		for i, g := range cases {
			for _, c := range g.Cells {
				if v := of.value(c); v.N > 0 {
					marks.Rows[i] = append(marks.Rows[i], chart.RowMark{Method: c.Cell[results.KeyMethod], At: drawn(v)})
				}
			}
		}
		panels = append(panels, chart.ListPanel(of.heading, names, marks, marks.Reach()))
	}
	chart.NameOnce(panels)
	f.Plots = [][]*plot.Plot{panels}
	f.Height = chart.RowMarksHeight(len(names))
	f.Legend = chart.MethodLegend(summary.Distinct(s.Cells, results.KeyMethod), chart.MethodShape)
	return []chart.Figure{f}
}
