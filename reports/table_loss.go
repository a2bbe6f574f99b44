package reports

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/format"
	"drfvi/reports/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

const (
	baseline = "vimp-drf" // the method that importances are compared with in eliminations

	howSummed = "Losses are summed over the steps down to a single variable, at most the 100 smallest sets; p: number of variables."
	howBold   = "Data sets are bold or starred where the gap between the two losses is larger than the sum of their standard errors, which is the paper's rule; the last column says in which numbers."
	howGap    = "Gap: mean over repetitions of the difference, both methods on the same halves of the data; t: that mean in standard errors. A positive gap speaks for the importance."
)

// tables are the losses of each variant, and their differences.
func (s elimination) tables() []page.Table {
	var tables []page.Table
	for _, g := range s.byVariant() {
		tables = append(tables, s.lossTable(g))
	}
	if t := s.lossDifferences(); len(t.Rows) > 0 {
		tables = append(tables, t)
	}
	return tables
}

// lossTable lists data sets down and methods across: the loss summed over the
// steps of an elimination, and the gap between the importance and the baseline.
func (s elimination) lossTable(g group) page.Table {
	t := page.Table{Caption: "Cumulative loss. " + s.caption(g), Columns: []page.Column{{Name: "data", Left: true}, {Name: "p"}}, Notes: s.tableNotes(g.cells)}
	t.Notes[0] += " " + howSummed
	methods := distinct(g.cells, results.KeyMethod)
	printed := make([]bool, len(methods))
	for k, m := range methods {
		printed[k] = slices.ContainsFunc(g.cells, func(c CellSummary) bool { return c.Cell[results.KeyMethod] == m && s.published(c) })
		if printed[k] {
			t.Columns = append(t.Columns, page.Column{Group: methodLabel(m), Name: "printed"})
		}
		t.Columns = append(t.Columns, page.Column{Group: methodLabel(m), Name: "ours"})
	}
	importance, judged := s.contender(g.cells)
	if judged {
		gap := methodLabel(baseline) + " − " + methodLabel(importance)
		t.Columns = append(t.Columns, page.Column{Group: gap, Name: "gap"}, page.Column{Group: gap, Name: "t"})
		t.Notes = append(t.Notes, howBold+" "+howGap)
	}
	t.Columns = append(t.Columns, page.Column{Name: "bold", Left: true})
	for _, line := range groupCells(g.cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		row := page.Row{Cells: []string{describe(line.common), format.None}}
		if p := variablesOf(line.cells); p > 0 {
			row.Cells[1] = strconv.Itoa(p)
		}
		for k, m := range methods {
			cell, ok := cellOfMethod(line.cells, m)
			for _, of := range []bool{true, false} {
				switch {
				case of && !printed[k]:
				case !ok:
					row.Cells = append(row.Cells, format.None)
				default:
					row.Cells = append(row.Cells, s.number(head{cell: cell, printed: of}, quantity{statistic: results.StatisticCumulative}))
				}
			}
		}
		if judged {
			s.judgeLine(&row, line.cells, importance)
		} else {
			row.Cells = append(row.Cells, format.None)
		}
		if reason := absence(line.cells); reason != "" {
			row.Mark, row.Cells[len(row.Cells)-1] = page.Alarm, reason
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// contender returns the method whose losses are compared with the baseline's:
// the published one of several.
func (s elimination) contender(cells []CellSummary) (string, bool) {
	if _, ok := cellOfMethod(cells, baseline); !ok {
		return "", false
	}
	var methods []string
	for _, c := range cells {
		switch m := c.Cell[results.KeyMethod]; {
		case m == baseline:
		case s.published(c):
			return m, true
		default:
			methods = append(methods, m)
		}
	}
	if len(methods) == 0 {
		return "", false
	}
	return methods[0], true
}

// absence says why no cell of a line was run; empty if one was.
func absence(cells []CellSummary) string {
	for _, c := range cells {
		if c.Repetitions > 0 {
			return ""
		}
	}
	for _, c := range cells {
		if c.NotRun != "" {
			return c.notRun().Error()
		}
	}
	return cells[0].notRun().Error()
}

// judgeLine adds the gap between importance and baseline to a row, and says in
// which numbers the paper's rule makes it bold.
func (s elimination) judgeLine(row *page.Row, cells []CellSummary, importance string) {
	ours, a := cellOfMethod(cells, importance)
	theirs, b := cellOfMethod(cells, baseline)
	if !a || !b {
		row.Cells = append(row.Cells, format.None, format.None, format.None)
		return
	}
	gap := pairedDifference(theirs, ours, CellSummary.cumulative)
	text := []string{stat.Text(gap, 0), format.None}
	if gap.N > 1 {
		text[1] = format.Signed(stat.T(gap))
	}
	var bold []string
	q := quantity{statistic: results.StatisticCumulative}
	x, okX := s.expected(ours, q)
	y, okY := s.expected(theirs, q)
	if okX && okY && x.SE != nil && y.SE != nil && math.Abs(y.Value-x.Value) > *x.SE+*y.SE {
		bold = append(bold, "printed")
	}
	if gap := theirs.Cumulative.Mean - ours.Cumulative.Mean; math.Abs(gap) > ours.Cumulative.SE+theirs.Cumulative.SE {
		row.Mark = page.Relevant
		if bold = append(bold, "ours"); gap < 0 {
			bold[len(bold)-1] += ", for " + methodLabel(baseline)
		}
	}
	if len(bold) == 0 {
		bold = []string{format.None}
	}
	row.Cells = append(row.Cells, text[0], text[1], strings.Join(bold, " and "))
}

// byVariant groups cells that agree in their variant.
func (s Summary) byVariant() []group {
	var others []string
	for _, c := range s.Cells {
		for key := range c.Cell {
			if key != results.KeyVariant {
				others = append(others, key)
			}
		}
	}
	return groupCells(s.Cells, others...)
}

// lossDifferences compares cumulative losses within repetitions: coupled with
// retrained importances, and each later variant with the first. It has no rows
// if there is nothing to compare.
func (s elimination) lossDifferences() page.Table {
	t := page.Table{
		Caption: "Cumulative losses compared within repetitions. " + experimentTitle(s.Experiment),
		Columns: []page.Column{{Name: "data", Left: true}, {Name: "repetitions"}, {Name: "difference"}, {Name: "t"}, {Name: "p"}},
		Notes:   []string{"Difference: mean over the repetitions that both have, on the same halves of the data, with its standard error; a negative one means that the first of the two loses less. t: that mean in standard errors; p: Student's two-sided test, not adjusted."},
	}
	add := func(heading string, first, second []CellSummary) {
		var rows []page.Row
		for _, a := range first {
			at := slices.IndexFunc(second, func(b CellSummary) bool { return b.Cell[results.KeyData] == a.Cell[results.KeyData] })
			if at < 0 {
				continue
			}
			if gap := pairedDifference(a, second[at], CellSummary.cumulative); gap.N > 1 {
				rows = append(rows, page.Row{Cells: []string{a.Cell[results.KeyData], strconv.Itoa(gap.N), stat.Text(gap, 0), format.Signed(stat.T(gap)), format.Probability(stat.PairedP(gap))}})
			}
		}
		if len(rows) > 0 {
			t.Rows = append(append(t.Rows, page.Row{Heading: heading}), rows...)
		}
	}
	variants := s.byVariant()
	for _, v := range variants {
		heading := methodLabel("coupled") + " − " + methodLabel("retrain")
		if label := variantLabel(v.common[results.KeyVariant]); label != "" {
			heading += ", " + label
		}
		add(heading, ofMethod(v.cells, "coupled"), ofMethod(v.cells, "retrain"))
	}
	for _, v := range variants[min(1, len(variants)):] {
		for _, m := range distinct(v.cells, results.KeyMethod) {
			heading := variantLabel(v.common[results.KeyVariant]) + " − " + variantLabel(variants[0].common[results.KeyVariant]) + ", " + methodLabel(m)
			add(heading, ofMethod(v.cells, m), ofMethod(variants[0].cells, m))
		}
	}
	return t
}

// ofMethod returns the cells of a method.
func ofMethod(cells []CellSummary, method string) []CellSummary {
	return slices.DeleteFunc(slices.Clone(cells), func(c CellSummary) bool { return c.Cell[results.KeyMethod] != method })
}
