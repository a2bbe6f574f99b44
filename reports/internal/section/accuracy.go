package section

import (
	"fmt"
	"slices"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Accuracy is the section of experiments that compare estimators by their errors
// against population values.
type Accuracy struct{ Base }

// paperEstimator is what others are compared with.
var paperEstimator = map[string]string{results.KeyMethod: "coupled", results.KeyPreset: "paper"}

// ratio is that of a cell's error to that of the paper's estimator on the same design.
func (s Accuracy) ratio(c summary.Cell) (ratio stat.Stat, ok bool) {
	for _, r := range summary.ErrorRatios(s.Cells, c.Cell, paperEstimator) {
		if r.Cell.Slug == c.Slug {
			return r.Ratio, true
		}
	}
	return ratio, false
}

// Tables list ratios of errors to those of the paper's estimator; the CSV file has the errors
// and biases themselves.
func (s Accuracy) Tables() []document.Table {
	others := slices.DeleteFunc(estimators(s.Cells), func(e map[string]string) bool { return summary.Matches(paperEstimator, e) })
	list := func(what, rows string, notes []string, all []map[string]string, text func(c summary.Cell, _ int) string) document.Listing[metricRow] {
		t := newMetricTable(summary.Title(s.Experiment)+": "+what, notes, document.Column{Name: rows, Left: true})
		t.Column(document.Column{Name: "tables"}, repeated)
		for _, e := range all {
			t.Column(document.Column{Group: summary.MethodLabel(e[results.KeyMethod]), Name: e[results.KeyPreset]}, metric(e, text))
		}
		t.Long = true
		return t
	}
	ratios := list("errors as shares of those of "+estimatorName(paperEstimator), "design", texts.Of("accuracy ratios"), others, func(c summary.Cell, _ int) string {
		ratio, _ := s.ratio(c)
		return stat.Fixed(ratio, 3)
	})
	for _, g := range s.known() {
		ratios.Row(metricRow{name: caseName(g.Common), cells: g.Cells})
	}
	mean, worst := []string{"geometric mean", ""}, []string{"largest", ""}
	for _, e := range others {
		if c, ok := s.compare(e); ok {
			mean, worst = append(mean, stat.Fixed(c.mean, 3)), append(worst, format.Fixed(c.worst.Ratio.Mean, 3))
		} else {
			mean, worst = append(mean, format.None), append(worst, format.None)
		}
	}
	ratios.Rows = append(ratios.Rows, document.Row{Cells: mean}, document.Row{Cells: worst})
	drifts := summary.Drifts(s.Cells)
	if len(drifts) == 0 {
		return []document.Table{ratios.Table}
	}
	// How far estimates on rows of data sets move with the number of rows.
	moved := list("from some rows of a data set to more", "data set", texts.Of("accuracy drifts"), estimators(s.Cells), func(c summary.Cell, _ int) string {
		at := slices.IndexFunc(drifts, func(d summary.Drift) bool { return d.Cell.Slug == c.Slug })
		return stat.Fixed(drifts[at].By, 3)
	})
	name := func(d summary.Drift) string {
		return fmt.Sprintf("%s, from n = %s to %s", d.Cell.Cell[results.KeyScenario], d.Cell.Cell[results.KeyN], d.Largest.Cell[results.KeyN])
	}
	for _, of := range summary.Grouped(drifts, name) {
		var cells []summary.Cell
		for _, d := range of {
			cells = append(cells, d.Cell)
		}
		moved.Row(metricRow{name: name(of[0]), cells: cells})
	}
	return []document.Table{ratios.Table, moved.Table}
}

// known are the designs with population values.
func (s Accuracy) known() []summary.Group {
	return slices.DeleteFunc(summary.Designs(s.Cells), func(g summary.Group) bool {
		return slices.ContainsFunc(g.Cells, summary.Cell.Unknown)
	})
}

// Finding says how the best estimator compares with the paper's.
func (s Accuracy) Finding() string {
	list := s.compared()
	if len(list) == 0 {
		return ""
	}
	// Only those that were run on the most designs can be compared.
	best := bestOf(list)
	return fmt.Sprintf("%s has %s of the error of %s", estimatorName(best.of), format.Percent(best.mean.Mean, 1, 0), estimatorName(paperEstimator))
}

// Text says in words how estimators compare, and where they do worse.
func (s Accuracy) Text() []document.Block {
	var items []string
	for _, c := range s.compared() {
		items = append(items, fmt.Sprintf("%s: %s, at most %s (%s), above 1 on %d of %d.",
			estimatorName(c.of), stat.Fixed(c.mean, 3), format.Fixed(c.worst.Ratio.Mean, 2), caseName(c.worst.Cell.Cell), c.larger(), len(c.all)))
	}
	if items == nil {
		return nil
	}
	return append([]document.Block{document.Paragraph("Errors as shares of that of " + estimatorName(paperEstimator) + ", geometric means over designs and sizes:")}, Bullets(items)...)
}

// comparison is an estimator beside the paper's.
type comparison struct {
	of    map[string]string
	all   []summary.ErrorRatio
	mean  stat.Stat // geometric
	worst summary.ErrorRatio
}

// compare sets an estimator beside the paper's, if it has a ratio wherever it was asked.
func (s Accuracy) compare(estimator map[string]string) (comparison, bool) {
	all := summary.ErrorRatios(s.Cells, estimator, paperEstimator)
	mean, worst, err := summary.GeometricMean(all)
	if err != nil || len(all) == 0 {
		return comparison{}, false
	}
	return comparison{estimator, all, mean, all[worst]}, true
}

// compared returns all estimators but the paper's.
func (s Accuracy) compared() []comparison {
	var list []comparison
	for _, e := range estimators(s.Cells) {
		if c, ok := s.compare(e); ok && !summary.Matches(paperEstimator, e) {
			list = append(list, c)
		}
	}
	return list
}

// ratios are those of the cells of which something is true.
func (s Accuracy) ratios(heading string, is func(cell map[string]string) bool) quantity {
	return quantity{heading: heading, lines: []float64{1}, of: func(c summary.Cell) (ratio stat.Stat) {
		if is(c.Cell) && !summary.Matches(paperEstimator, c.Cell) {
			ratio, _ = s.ratio(c)
		}
		return ratio
	}}
}

// draw draws ratios side by side, and returns how far they reach.
func (s Accuracy) draw(f *chart.Figure, ratios ...quantity) chart.Range {
	reach := drawQuantities(f, s.known(), caseName, ratios...)
	for _, p := range f.Plots[0] {
		p.X.Label.Text = "error / that of " + estimatorName(paperEstimator)
	}
	return reach
}

// Rows are errors, their ratios and biases.
func (s Accuracy) Rows() []summary.Row {
	var rows []summary.Row
	drifts := summary.Drifts(s.Cells)
	for _, c := range s.Cells {
		add := func(name string, value stat.Stat) {
			rows = append(rows, summary.Row{Cell: c.Cell, Quantity: name, Value: value})
		}
		for _, d := range drifts {
			if d.Cell.Slug == c.Slug {
				add("drift", d.By)
			}
		}
		if c.TypicalError().N == 0 {
			continue
		}
		add("typical_error", c.TypicalError())
		add("bias_relevant", c.RelevantBias())
		add("bias_null", c.NullBias())
		if ratio, ok := s.ratio(c); ok {
			add("error_ratio", ratio)
		}
	}
	return rows
}

// Figures draws the ratios, a panel for each preset.
func (s Accuracy) Figures() []chart.Figure {
	f := s.Figure(texts.Of("accuracy figure")[0])
	var ratios []quantity
	for _, preset := range summary.Distinct(s.Cells, results.KeyPreset) {
		ratios = append(ratios, s.ratios("preset "+preset, func(cell map[string]string) bool { return cell[results.KeyPreset] == preset }))
	}
	if reach := s.draw(&f, ratios...); reach.Set {
		for _, p := range f.Plots[0] {
			p.X.Min, p.X.Max = reach.Padded()
		}
	}
	return []chart.Figure{f}
}
