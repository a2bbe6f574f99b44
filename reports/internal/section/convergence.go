package section

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Convergence is the section of experiments on how errors fall with the number
// of rows.
type Convergence struct{ Base }

// designTitle names what is estimated on by some keys, "univariate, p = 10", with the
// variant where the experiment has several.
func (s Convergence) designTitle(cell map[string]string, keys ...string) string {
	name := summary.Describe(summary.Only(cell, keys...))
	if len(summary.Distinct(s.Cells, results.KeyVariant)) > 1 {
		name += ", " + s.VariantTitle(cell)
	}
	return name
}

// Tables lists slopes by design, and errors by the number of rows, design by design.
func (s Convergence) Tables() []page.Table {
	methods := summary.Distinct(s.Cells, results.KeyMethod)
	t := newMetricTable(summary.Title(s.Experiment), texts.Of("convergence table"), page.Column{Name: "n"}, page.Column{Name: "repetitions"})
	t.Long = true
	slopes := page.Table{Caption: summary.Title(s.Experiment) + ": slopes", Columns: []page.Column{{Name: "design", Left: true}}, Notes: texts.Of("convergence slopes")}
	for _, method := range methods {
		head := page.Column{Name: summary.MethodLabel(method)}
		t.column(head, ofMethod(method), func(c summary.Cell) string { return stat.Text(stat.New(c.PopulationErrors()), 0) })
		slopes.Columns = append(slopes.Columns, head)
	}
	for _, g := range summary.Groups(s.Cells, results.KeyN, results.KeyMethod) {
		t.Rows = append(t.Rows, page.Row{Heading: s.designTitle(g.Common, results.KeyScenario, results.KeyP)})
		for _, size := range summary.BySize(g.Cells, results.KeyN) {
			t.row(size[0].Cell[results.KeyN], size)
		}
		row := page.Row{Cells: []string{s.designTitle(g.Common, results.KeyScenario, results.KeyP)}}
		for _, method := range methods {
			text := format.None
			for _, of := range summary.Groups(g.Cells, results.KeyN) {
				if v, ok := summary.TrendOf(of); ok && of.Common[results.KeyMethod] == method {
					text = slopeText(v)
				}
			}
			row.Cells = append(row.Cells, text)
		}
		slopes.Rows = append(slopes.Rows, row)
	}
	return []page.Table{slopes, t.Table}
}

// Text says in words which errors fall, and what the others are made
// of, a paragraph per method.
func (s Convergence) Text() []page.Block {
	var blocks []page.Block
	all := s.Trends()
	for _, method := range summary.Distinct(s.Cells, results.KeyMethod) {
		var falling, turning, others []string
		for _, v := range all {
			if v.Common[results.KeyMethod] != method {
				continue
			}
			text := fmt.Sprintf("%s, slope %s", s.designTitle(v.Common, results.KeyScenario, results.KeyP), slopeText(v))
			n, turns := v.Turn()
			switch {
			case turns:
				turning = append(turning, fmt.Sprintf("%s, least at n = %s%s", text, n, remainder(v)))
			case v.Fit.Falls():
				falling = append(falling, text)
			default:
				others = append(others, text+remainder(v))
			}
		}
		var sentences []string
		say := func(what string, of []string) {
			if len(of) > 0 {
				sentences = append(sentences, "The error "+what+" ("+strings.Join(of, "; ")+").")
			}
		}
		say("falls with n", falling)
		say("is larger at the largest n than before", turning)
		say("does not fall by more than two standard errors of the slope", others)
		if sentences != nil {
			blocks = append(blocks, page.Paragraph(summary.MethodLabel(method)+": "+strings.Join(sentences, " ")))
		}
	}
	return blocks
}

// slopeText is the slope of errors that fall or rise along a line.
func slopeText(v summary.Trend) string {
	if !v.Fit.Straight() {
		return "bent"
	}
	return format.TrueMinus(v.Fit.Text())
}

// remainder says which input the error at the largest n is mostly of.
func remainder(v summary.Trend) string {
	c := v.Cells[len(v.Cells)-1]
	worst, at := stat.Stat{}, -1
	for j := range c.Variables {
		if e := c.Excess(j); at < 0 || math.Abs(e.Mean) > math.Abs(worst.Mean) {
			worst, at = e, j
		}
	}
	if at < 0 {
		return ""
	}
	how := "too much"
	if worst.Mean < 0 {
		how = "too little"
	}
	return fmt.Sprintf(", and at n = %s the value of %s is %s %s", c.Cell[results.KeyN], c.Variables[at], format.Significant(math.Abs(worst.Mean), 2), how)
}

// Rows are the slopes.
func (s Convergence) Rows() []summary.Row {
	var rows []summary.Row
	for _, v := range s.Trends() {
		rows = append(rows, summary.Row{Cell: v.Common, Quantity: "slope", Value: stat.Stat{Mean: v.Fit.Slope, SD: math.NaN(), SE: v.Fit.SE, N: v.Fit.Points}})
	}
	return rows
}

// Figures draws errors against the number of rows with the fitted
// lines, a panel per design.
func (s Convergence) Figures() []chart.Figure {
	f := s.Figure(texts.Of("convergence figure")[0])
	var panels []*plot.Plot
	common := new(chart.Range)
	all := s.Trends()
	for _, g := range summary.Groups(s.Cells, results.KeyN, results.KeyMethod) {
		var lines chart.Lines
		for _, v := range all {
			if !summary.Matches(g.Common, v.Common) {
				continue
			}
			l := chart.MethodLine(v.Common[results.KeyMethod])
			l.Beside = slopeText(v)
			for _, c := range v.Cells {
				l.X, l.Y = append(l.X, summary.SizeOf(c, results.KeyN)), append(l.Y, Drawn(stat.Logs(c.PopulationErrors())))
			}
			lines = append(lines, l)
			for _, y := range l.Y {
				common.Include(y.Value, y.Value)
			}
		}
		label := "error"
		if len(panels)%mostDesigns > 0 {
			label = ""
		}
		// The number of inputs is in the table.
		p := chart.MethodPanel(s.designTitle(g.Common, results.KeyScenario), "rows n", label, lines)
		panels = append(panels, p)
	}
	for _, p := range panels {
		if common.Set {
			// That of the points, with room for the slopes: few error bars go far beyond.
			air := 0.06 * (common.High - common.Low)
			p.Y.Min, p.Y.Max = common.Low-air, common.High+5*air
		}
	}
	f.Plots = chart.InRows(panels, mostDesigns)
	f.Height = vg.Length(len(f.Plots))*210 + 50
	f.Legend = chart.MethodLegend(summary.Distinct(s.Cells, results.KeyMethod), chart.MethodShape)
	return []chart.Figure{f}
}

// mostDesigns is how many panels of designs stand side by side.
const mostDesigns = 3
