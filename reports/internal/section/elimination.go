package section

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Elimination is that of experiments that eliminate variables one by one.
type Elimination struct{ Base }

// baseline is the method that importances are compared with in eliminations.
const baseline = "vimp-drf"

// cumulative is the loss summed over the steps.
var cumulative = summary.Quantity{Statistic: results.StatisticCumulative}

// Tables are the losses of each variant.
func (s Elimination) Tables() []page.Table {
	var tables []page.Table
	for _, g := range s.ByVariant() {
		tables = append(tables, s.lossTable(g))
	}
	return tables
}

// lossTable lists data sets down and methods across: the loss summed over the
// steps of an elimination, and the gap between the importance and the baseline.
func (s Elimination) lossTable(g summary.Group) page.Table {
	t := page.Table{Caption: "Cumulative loss. " + s.Caption(g), Columns: []page.Column{{Name: "data", Left: true}, {Name: "p"}}, Notes: s.TableNotes(g.Cells, false, true)}
	t.Notes[0] += " " + texts.Of("elimination losses")[0]
	methods := summary.Distinct(g.Cells, results.KeyMethod)
	printed := make([]bool, len(methods))
	for k, m := range methods {
		printed[k] = slices.ContainsFunc(g.Cells, func(c summary.Cell) bool { return c.Cell[results.KeyMethod] == m && s.Published(c) })
		if printed[k] {
			t.Columns = append(t.Columns, page.Column{Group: summary.MethodLabel(m), Name: "printed"})
		}
		t.Columns = append(t.Columns, page.Column{Group: summary.MethodLabel(m), Name: s.Ours()})
	}
	importance, judged := s.contender(g.Cells)
	if judged {
		gap := summary.MethodLabel(baseline) + " − " + summary.MethodLabel(importance)
		t.Columns = append(t.Columns, page.Column{Group: gap, Name: "gap"}, page.Column{Group: gap, Name: "t"})
		notes := texts.Of("elimination gap")
		if s.Experiment.OfUser() {
			notes = texts.Of("elimination gap, user")
		}
		t.Notes = append(t.Notes, notes...)
	}
	last := "bold"
	if s.Experiment.OfUser() {
		last = "clear"
	}
	t.Columns = append(t.Columns, page.Column{Name: last, Left: true})
	for _, line := range summary.Groups(g.Cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		row := page.Row{Cells: []string{summary.Describe(line.Common), format.None}}
		if p := summary.MostVariables(line.Cells); p > 0 {
			row.Cells[1] = strconv.Itoa(p)
		}
		for k, m := range methods {
			cell, ok := summary.CellOf(line.Cells, m)
			ours, theirs := format.None, format.None
			if ok {
				ours, theirs = Undrawn{s.Base}.number(cell, cumulative, 3), s.Printed(cell, cumulative)
			}
			if printed[k] {
				row.Cells = append(row.Cells, theirs)
			}
			row.Cells = append(row.Cells, ours)
		}
		if judged {
			s.judgeLine(&row, line.Cells, importance)
		} else {
			row.Cells = append(row.Cells, format.None)
		}
		if reason := summary.Absence(line.Cells); reason != "" {
			row.Mark, row.Cells[len(row.Cells)-1] = page.Alarm, "not run"
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// contender returns the method whose losses are compared with the baseline's:
// the published one of several.
func (s Elimination) contender(cells []summary.Cell) (string, bool) {
	if _, ok := summary.CellOf(cells, baseline); !ok {
		return "", false
	}
	var methods []string
	for _, c := range cells {
		switch m := c.Cell[results.KeyMethod]; {
		case m == baseline:
		case s.Published(c):
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

// judgeLine adds the gap between importance and baseline to a row, and says in
// which numbers the paper's rule makes it bold.
func (s Elimination) judgeLine(row *page.Row, cells []summary.Cell, importance string) {
	ours, a := summary.CellOf(cells, importance)
	theirs, b := summary.CellOf(cells, baseline)
	if !a || !b {
		row.Cells = append(row.Cells, format.None, format.None, format.None)
		return
	}
	gap := summary.PairedDifference(theirs, ours, summary.Cell.CumulativeLosses)
	text := []string{stat.Fixed(gap, 3), format.None}
	if gap.N > 1 {
		text[1] = format.Signed(stat.T(gap))
	}
	var bold []string
	x, okX := s.Expected(ours, cumulative)
	y, okY := s.Expected(theirs, cumulative)
	if okX && okY && x.SE != nil && y.SE != nil && math.Abs(y.Value-x.Value) > *x.SE+*y.SE {
		bold = append(bold, "print")
	}
	if gap := theirs.Cumulative.Mean - ours.Cumulative.Mean; math.Abs(gap) > ours.Cumulative.SE+theirs.Cumulative.SE {
		row.Mark = page.Relevant
		word := "ours"
		if s.Experiment.OfUser() {
			word = "yes"
		}
		if bold = append(bold, word); gap < 0 {
			bold[len(bold)-1] += ", for " + summary.MethodLabel(baseline)
		}
	}
	if len(bold) == 0 {
		bold = []string{format.None}
	}
	row.Cells = append(row.Cells, text[0], text[1], strings.Join(bold, ", "))
}

// lead is how the importance compares with the baseline on a data set: how much less of
// its loss it loses, as ours and, where they are printed, the printed numbers have it.
type lead struct {
	data          string
	gap           stat.Stat // of losses
	ours, printed stat.Stat // in percent of the baseline's loss
}

// leads are those of the cells of a variant, of data sets that were run.
func (s Elimination) leads(cells []summary.Cell) (list []lead) {
	importance, ok := s.contender(cells)
	if !ok {
		return nil
	}
	for _, line := range summary.Groups(cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		ours, a := summary.CellOf(line.Cells, importance)
		theirs, b := summary.CellOf(line.Cells, baseline)
		l := lead{data: summary.Describe(line.Common), gap: summary.PairedDifference(theirs, ours, summary.Cell.CumulativeLosses)}
		if !a || !b || l.gap.N < 2 {
			continue
		}
		percent := 100 / math.Abs(theirs.Cumulative.Mean)
		l.ours = stat.Stat{Mean: percent * l.gap.Mean, SE: percent * l.gap.SE, N: l.gap.N}
		x, okX := s.Expected(ours, cumulative)
		y, okY := s.Expected(theirs, cumulative)
		if okX && okY && x.SE != nil && y.SE != nil {
			percent := 100 / math.Abs(y.Value)
			l.printed = stat.Stat{Mean: percent * (y.Value - x.Value), SE: percent * math.Hypot(*x.SE, *y.SE), N: 1}
		}
		list = append(list, l)
	}
	return list
}

// counts are how many data sets the importance loses less on, and more, by over two
// standard errors, of how many.
func (s Elimination) counts() (better, worse, sets int) {
	if len(s.Cells) == 0 {
		return 0, 0, 0
	}
	leads := s.leads(s.ByVariant()[0].Cells)
	for _, l := range leads {
		switch {
		case l.gap.Mean > 2*l.gap.SE:
			better++
		case l.gap.Mean < -2*l.gap.SE:
			worse++
		}
	}
	return better, worse, len(leads)
}

// Finding counts the data sets whose elimination loses less by the importance.
func (s Elimination) Finding() string {
	better, worse, sets := s.counts()
	if sets == 0 {
		return ""
	}
	return "elimination by the importance loses less than by " + summary.MethodLabel(baseline) + " " + setsText(better, worse, sets)
}

// setsText says on which data sets a method is better: "on all 8 data sets".
func setsText(better, worse, sets int) string {
	switch all := format.Plural(sets, "data set"); {
	case better == sets && sets > 1:
		return "on all " + all
	case worse == 0:
		return fmt.Sprintf("on %d of %s, and more on none", better, all)
	default:
		return fmt.Sprintf("on %d of %s, and more on %d", better, all, worse)
	}
}

// Advice says the same.
func (s Elimination) Advice() ([]string, []chart.Figure) {
	better, worse, sets := s.counts()
	if sets == 0 {
		return nil, nil
	}
	return []string{fmt.Sprintf("To keep few inputs: the importance. It loses less than %s %s, by over two standard errors.",
		summary.MethodLabel(baseline), setsText(better, worse, sets))}, nil
}
