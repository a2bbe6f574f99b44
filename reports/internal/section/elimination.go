package section

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
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
func (s Elimination) Tables() []document.Table {
	var tables []document.Table
	for _, g := range s.ByVariant() {
		tables = append(tables, s.lossTable(g))
	}
	return tables
}

// lossTable lists data sets down and methods across: the loss summed over the
// steps of an elimination, and the gap between the importance and the baseline.
func (s Elimination) lossTable(g summary.Group) document.Table {
	t := document.Listing[line]{Table: document.Table{Caption: "Cumulative loss. " + s.Caption(g), Notes: s.TableNotes(g.Cells, false, true)}}
	t.Notes[0] += " " + texts.Of("elimination losses")[0]
	t.Column(document.Column{Name: "data", Left: true}, func(l line) string { return summary.Describe(l.Common) })
	t.Column(document.Column{Name: "p"}, func(l line) string {
		if p := summary.MostVariables(l.Cells); p > 0 {
			return strconv.Itoa(p)
		}
		return format.None
	})
	for _, m := range summary.Distinct(g.Cells, results.KeyMethod) {
		column := func(name string, text func(summary.Cell) string) {
			t.Column(document.Column{Group: summary.MethodLabel(m), Name: name}, func(l line) string {
				if c, ok := summary.CellOf(l.Cells, m); ok {
					return text(c)
				}
				return format.None
			})
		}
		if slices.ContainsFunc(summary.CellsOf(g.Cells, m), s.Published) {
			column("printed", func(c summary.Cell) string { return s.Printed(c, cumulative) })
		}
		column(s.Ours(), func(c summary.Cell) string { return s.number(c, cumulative, 3) })
	}
	last, notes := "bold", texts.Of("elimination gap")
	if s.Experiment.OfUser() {
		last, notes = "clear", texts.Of("elimination gap, user")
	}
	if importance, judged := s.contender(g.Cells); judged {
		gap := summary.MethodLabel(baseline) + " − " + summary.MethodLabel(importance)
		t.Column(document.Column{Group: gap, Name: "gap"}, func(l line) string { return stat.Fixed(l.gap, 3) })
		t.Column(document.Column{Group: gap, Name: "t"}, func(l line) string {
			if l.gap.N > 1 {
				return format.Signed(stat.T(l.gap))
			}
			return format.None
		})
		t.Notes = append(t.Notes, notes...)
	}
	t.Column(document.Column{Name: last, Left: true}, s.boldIn)
	for _, l := range s.lines(g.Cells) {
		row := t.Row(l)
		switch {
		case summary.Absence(l.Cells) != "":
			row.Mark = document.Alarm
		case l.clear():
			row.Mark = document.Relevant
		}
	}
	return t.Table
}

// line is a data set under a variant, with the importance beside the baseline where both
// were asked for.
type line struct {
	summary.Group
	ours, theirs summary.Cell
	both         bool
	gap          stat.Stat // of losses: how much less the importance loses
}

// lines are those of the cells of a variant.
func (s Elimination) lines(cells []summary.Cell) (list []line) {
	importance, judged := s.contender(cells)
	for _, g := range summary.Groups(cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		l := line{Group: g}
		ours, a := summary.CellOf(g.Cells, importance)
		theirs, b := summary.CellOf(g.Cells, baseline)
		if judged && a && b {
			l.ours, l.theirs, l.both, l.gap = ours, theirs, true, summary.PairedDifference(theirs, ours, summary.Cell.CumulativeLosses)
		}
		list = append(list, l)
	}
	return list
}

// clear reports whether the losses differ by the paper's rule: by more than the sum of their
// standard errors.
func (l line) clear() bool {
	x, y := l.ours.Cumulative, l.theirs.Cumulative
	return l.both && math.Abs(y.Mean-x.Mean) > x.SE+y.SE
}

// bothPrinted are the published losses of a line, of the importance and of the baseline.
func (s Elimination) bothPrinted(l line) (x, y stat.Stat, ok bool) {
	ours, okX := s.Expected(l.ours, cumulative)
	theirs, okY := s.Expected(l.theirs, cumulative)
	if !l.both || !okX || !okY || ours.SE == nil || theirs.SE == nil {
		return x, y, false
	}
	return stat.Stat{Mean: ours.Value, SE: *ours.SE}, stat.Stat{Mean: theirs.Value, SE: *theirs.SE}, true
}

// boldIn says in which numbers the paper's rule makes a line bold.
func (s Elimination) boldIn(l line) string {
	if summary.Absence(l.Cells) != "" {
		return "not run"
	}
	var bold []string
	if x, y, ok := s.bothPrinted(l); ok && math.Abs(y.Mean-x.Mean) > x.SE+y.SE {
		bold = append(bold, "print")
	}
	if l.clear() {
		word := "ours"
		if s.Experiment.OfUser() {
			word = "yes"
		}
		if l.theirs.Cumulative.Mean < l.ours.Cumulative.Mean {
			word += ", for " + summary.MethodLabel(baseline)
		}
		bold = append(bold, word)
	}
	return cmp.Or(strings.Join(bold, ", "), format.None)
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

// lead is how the importance compares with the baseline on a data set: how much less of
// its loss it loses, as ours and, where they are printed, the printed numbers have it.
type lead struct {
	line
	data          string
	ours, printed stat.Stat // in percent of the baseline's loss
}

// leads are those of the cells of a variant, of data sets that were run.
func (s Elimination) leads(cells []summary.Cell) (list []lead) {
	for _, of := range s.lines(cells) {
		if of.gap.N < 2 {
			continue
		}
		l := lead{line: of, data: summary.Describe(of.Common)}
		percent := 100 / math.Abs(of.theirs.Cumulative.Mean)
		l.ours = stat.Stat{Mean: percent * of.gap.Mean, SE: percent * of.gap.SE, N: of.gap.N}
		if x, y, ok := s.bothPrinted(of); ok {
			percent := 100 / math.Abs(y.Mean)
			l.printed = stat.Stat{Mean: percent * (y.Mean - x.Mean), SE: percent * math.Hypot(x.SE, y.SE), N: 1}
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
	return []string{fmt.Sprintf("To keep few inputs, eliminate by the importance: its MMD losses, summed over the steps, are smaller than those of %s %s, by over two standard errors.",
		summary.MethodLabel(baseline), setsText(better, worse, sets))}, nil
}
