package section

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Cost is the section of experiments on work, time and error.
type Cost struct{ Base }

// costCurve is what estimators cost as one number grows: cells that agree in all
// but it and the method.
type costCurve struct {
	key   string            // results.KeyN or results.KeyP
	fixed map[string]string // what the cells share
	cells []summary.Cell
}

// curves returns a curve against n and one against p for whatever else the
// cells agree in, where there are at least two sizes.
func (s Cost) curves() []costCurve {
	var all []costCurve
	for _, key := range []string{results.KeyN, results.KeyP} {
		for _, g := range summary.Groups(s.Cells, key, results.KeyMethod) {
			if curve := (costCurve{key, g.Common, g.Cells}); len(curve.sizes()) > 1 {
				all = append(all, curve)
			}
		}
	}
	return all
}

// sizes are the values of the key, ascending.
func (v costCurve) sizes() []string {
	return slices.SortedStableFunc(slices.Values(summary.Distinct(v.cells, v.key)), summary.CompareNumbers)
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
func (v costCurve) cell(size, method string) (summary.Cell, bool) {
	return summary.Find(v.cells, map[string]string{v.key: size, results.KeyMethod: method})
}

// costMeasures are what is shown of a cell: its work, its time and its error, one
// value for each repetition.
var costMeasures = []struct {
	name   string
	values func(summary.Cell) []float64
}{
	{"work, forests", func(c summary.Cell) []float64 { return stat.Column(c.Recorded[results.ValueForests], 0) }},
	{"seconds on one core", func(c summary.Cell) []float64 { return c.CoreSeconds }},
	{"error", summary.Cell.PopulationErrors},
}

// mean writes the mean of a measure of a cell.
func mean(c summary.Cell, values func(summary.Cell) []float64) string {
	return format.Significant(stat.New(values(c)).Mean, 2)
}

// Finding compares the work of coupled and retrained forests where retraining takes most.
func (s Cost) Finding() string {
	for _, v := range s.curves() {
		if size, retrained, coupled, ok := v.largest(); ok && v.key == results.KeyP {
			return fmt.Sprintf("with %s inputs coupled forests take the work of %s, retrained ones of %s", size, mean(coupled, costMeasures[0].values), mean(retrained, costMeasures[0].values))
		}
	}
	return ""
}

// Advice compares the work of the estimators where retraining takes most, and draws what
// matters most: work against the number of variables, and error against that of rows.
func (s Cost) Advice() (items []string, figures []chart.Figure) {
	f := s.Figure("")
	f.Caption = texts.Of("cost excerpt")[0]
	f.Name += "-excerpt"
	var row []*plot.Plot
	for _, v := range s.curves() {
		measure := costMeasures[0]
		if v.key == results.KeyN {
			measure = costMeasures[2]
		}
		p, _ := v.panel(measure.name, measure.values)
		row = append([]*plot.Plot{p}, row...)
		if v.key == results.KeyP {
			items = append(items, v.saving()...)
		}
	}
	s.draw(&f, [][]*plot.Plot{row})
	f.Height = 160
	return items, []chart.Figure{f}
}

// draw puts rows of panels into a figure.
func (s Cost) draw(f *chart.Figure, rows [][]*plot.Plot) {
	if len(rows[0]) == 0 {
		rows = [][]*plot.Plot{{chart.MethodPanel("", "", "", nil)}}
	}
	f.Plots, f.Height = rows, vg.Length(len(rows))*125+50
	f.Legend = chart.MethodLegend(summary.Distinct(s.Cells, results.KeyMethod), chart.MethodShape)
}

// largest returns the largest size at which both retrained and coupled forests were grown.
func (v costCurve) largest() (size string, retrained, coupled summary.Cell, ok bool) {
	for _, size := range slices.Backward(v.sizes()) {
		retrained, a := v.cell(size, "retrain")
		coupled, b := v.cell(size, "coupled")
		if a && b && retrained.Repetitions > 0 && coupled.Repetitions > 0 {
			return size, retrained, coupled, true
		}
	}
	return "", retrained, coupled, false
}

// saving compares the coupled with the retrained importance at that size.
func (v costCurve) saving() []string {
	size, retrained, coupled, ok := v.largest()
	if !ok {
		return nil
	}
	of := func(c summary.Cell, k int) string { return mean(c, costMeasures[k].values) }
	return []string{fmt.Sprintf("The importance itself by coupled forests: with %s inputs the work of %s forests instead of %s (%s s instead of %s s), with a root mean square error of %s instead of %s.",
		size, of(coupled, 0), of(retrained, 0), of(coupled, 1), of(retrained, 1), of(coupled, 2), of(retrained, 2))}
}

// growthLine is the line of a method: the decimal logarithms of values of its cells against
// the number that a key holds.
func growthLine(cells []summary.Cell, key string, values func(summary.Cell) []float64) chart.Line {
	l := chart.MethodLine(cells[0].Cell[results.KeyMethod])
	for _, of := range summary.BySize(cells, key) {
		if v := stat.Logs(values(of[0])); v.N > 0 {
			l.X, l.Y = append(l.X, summary.SizeOf(of[0], key)), append(l.Y, Drawn(v))
		}
	}
	return l
}

// panel draws a measure along the curve, and reports whether there is anything to draw.
func (v costCurve) panel(name string, values func(summary.Cell) []float64) (*plot.Plot, bool) {
	var lines chart.Lines
	for _, of := range summary.Grouped(v.cells, func(c summary.Cell) string { return c.Cell[results.KeyMethod] }) {
		if l := growthLine(of, v.key, values); len(l.X) > 0 {
			lines = append(lines, l)
		}
	}
	return chart.MethodPanel(v.name(), v.key, name, lines), len(lines) > 0
}

// Figures draws work, time and error below each other, a column per number
// that grows.
func (s Cost) Figures() []chart.Figure {
	f := s.Figure(texts.Of("cost figure")[0])
	var rows [][]*plot.Plot
	for _, measure := range costMeasures {
		var row, drawn []*plot.Plot
		for i, v := range s.curves() {
			label := measure.name
			if i > 0 {
				label = ""
			}
			p, any := v.panel(label, measure.values)
			if any {
				drawn = append(drawn, p)
			}
			row = append(row, p)
		}
		chart.ShareY(row, drawn)
		rows = append(rows, row)
	}
	s.draw(&f, rows)
	return []chart.Figure{f}
}
