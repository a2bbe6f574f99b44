package section

import (
	"cmp"
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

// Tables are the losses of each variant, and their differences.
func (s Elimination) Tables() []page.Table {
	var tables []page.Table
	for _, g := range s.ByVariant() {
		tables = append(tables, s.lossTable(g))
	}
	if t := s.lossDifferences(); len(t.Rows) > 0 {
		tables = append(tables, t)
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
				ours, theirs = s.Number(cell, cumulative), s.Printed(cell, cumulative)
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
			row.Mark, row.Cells[len(row.Cells)-1] = page.Alarm, reason
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
	text := []string{stat.Text(gap, 0), format.None}
	if gap.N > 1 {
		text[1] = format.Signed(stat.T(gap))
	}
	var bold []string
	x, okX := s.Expected(ours, cumulative)
	y, okY := s.Expected(theirs, cumulative)
	if okX && okY && x.SE != nil && y.SE != nil && math.Abs(y.Value-x.Value) > *x.SE+*y.SE {
		bold = append(bold, "printed")
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
	row.Cells = append(row.Cells, text[0], text[1], strings.Join(bold, " and "))
}

// lossDifferences compares cumulative losses within repetitions: coupled with
// retrained importances, and each later variant with the first. It has no rows
// if there is nothing to compare.
func (s Elimination) lossDifferences() page.Table {
	t := page.Table{
		Caption: "Cumulative losses compared within repetitions. " + summary.Title(s.Experiment),
		Columns: []page.Column{{Name: "data", Left: true}, {Name: "repetitions"}, {Name: "difference"}, {Name: "t"}, {Name: "p"}},
		Notes:   texts.Of("elimination differences"),
	}
	add := func(heading string, first, second []summary.Cell) {
		var rows []page.Row
		for _, a := range first {
			b, _ := summary.Find(second, summary.Only(a.Cell, results.KeyData))
			if gap := summary.PairedDifference(a, b, summary.Cell.CumulativeLosses); gap.N > 1 {
				rows = append(rows, page.Row{Cells: []string{a.Cell[results.KeyData], strconv.Itoa(gap.N), stat.Text(gap, 0), format.Signed(stat.T(gap)), format.Probability(stat.PairedP(gap))}})
			}
		}
		t.Under(heading, rows...)
	}
	variants := s.ByVariant()
	for _, v := range variants {
		heading := summary.MethodLabel("coupled") + " − " + summary.MethodLabel("retrain")
		if label := summary.VariantLabel(v.Common[results.KeyVariant]); label != "" {
			heading += ", " + label
		}
		add(heading, summary.CellsOf(v.Cells, "coupled"), summary.CellsOf(v.Cells, "retrain"))
	}
	for _, v := range variants[min(1, len(variants)):] {
		for _, m := range summary.Distinct(v.Cells, results.KeyMethod) {
			heading := summary.VariantLabel(v.Common[results.KeyVariant]) + " − " + summary.VariantLabel(variants[0].Common[results.KeyVariant]) + ", " + summary.MethodLabel(m)
			add(heading, summary.CellsOf(v.Cells, m), summary.CellsOf(variants[0].Cells, m))
		}
	}
	return t
}

// leastKept is how many variables of a data set are listed at least, and
// keptEach how many of those that a method keeps longest.
const (
	leastKept = 6
	keptEach  = 3
)

// Further are the variables that eliminations keep.
func (s Elimination) Further() []page.Table {
	var tables []page.Table
	for _, g := range s.ByVariant() {
		if t := s.keptTable(g); len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return Labelled(s.Experiment.Name+"-kept", tables)
}

// keptTable lists the variables that eliminations of a variant keep longest,
// data set by data set, methods across. It has no rows if no cell was run.
func (s Elimination) keptTable(g summary.Group) page.Table {
	methods := summary.Distinct(g.Cells, results.KeyMethod)
	t := page.Table{
		Caption: "Variables kept longest. " + s.Caption(g), Columns: []page.Column{{Name: "variable", Left: true, Wrap: true}}, Long: true,
		Notes: texts.Of("kept table"),
	}
	for _, m := range methods {
		label := summary.MethodLabel(m)
		t.Columns = append(t.Columns, page.Columns(label, "place", "last", "last 3")...)
	}
	for _, line := range summary.Groups(g.Cells, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		heading := summary.Describe(summary.Without(line.Common, results.KeyVariant))
		if reason := summary.Absence(line.Cells); reason != "" {
			t.Rows = append(t.Rows, page.Row{Heading: heading + ": " + reason})
			continue
		}
		of := make([][]summary.Kept, len(methods))
		for k, m := range methods {
			if c, ok := summary.CellOf(line.Cells, m); ok {
				of[k] = c.KeptVariables()
			}
		}
		t.Under(heading, keptRows(of)...)
	}
	if !slices.ContainsFunc(t.Rows, func(r page.Row) bool { return r.Heading == "" }) {
		t.Rows = nil
	}
	return t
}

// keptRows lists the variables of lowest mean place, in the order of the first
// method that was run; a method that was not has no entries.
func keptRows(of [][]summary.Kept) []page.Row {
	first := slices.IndexFunc(of, func(all []summary.Kept) bool { return all != nil })
	if first < 0 {
		return nil
	}
	p := len(of[first])
	rank := func(place func(j int) float64) []int {
		return stat.Order(p, func(a, b int) int { return cmp.Compare(place(a), place(b)) })
	}
	lowest := slices.Repeat([]float64{math.Inf(1)}, p)
	shown := make(map[int]bool)
	for _, all := range of {
		if all == nil {
			continue
		}
		for j, v := range all {
			lowest[j] = min(lowest[j], v.Place.Mean)
		}
		for _, j := range rank(func(j int) float64 { return all[j].Place.Mean })[:min(keptEach, p)] {
			shown[j] = true
		}
	}
	for _, j := range rank(func(j int) float64 { return lowest[j] }) {
		if len(shown) < leastKept {
			shown[j] = true
		}
	}
	var rows []page.Row
	for _, j := range rank(func(j int) float64 { return of[first][j].Place.Mean }) {
		if !shown[j] {
			continue
		}
		row := page.Row{Cells: []string{of[first][j].Variable}}
		for _, all := range of {
			if all == nil {
				row.Cells = append(row.Cells, format.None, format.None, format.None)
				continue
			}
			row.Cells = append(row.Cells, placeText(all[j].Place), format.Percent(all[j].Last.Mean, 1, 0), format.Percent(all[j].LastFew.Mean, 1, 0))
		}
		rows = append(rows, row)
	}
	return rows
}

// placeText formats a mean place: one decimal is enough of a count.
func placeText(s stat.Stat) string {
	if math.IsNaN(s.SE) {
		return format.Fixed(s.Mean, 1)
	}
	return format.Fixed(s.Mean, 1) + " (" + format.Fixed(s.SE, 1) + ")"
}

// Advice counts the data sets whose elimination loses less by the importance.
func (s Elimination) Advice() ([]string, []chart.Figure) {
	better, worse, sets := 0, 0, 0
	cells := s.ByVariant()[0].Cells
	importance, ok := s.contender(cells)
	if !ok {
		return nil, nil
	}
	for _, line := range summary.Groups(cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		ours, a := summary.CellOf(line.Cells, importance)
		theirs, b := summary.CellOf(line.Cells, baseline)
		gap := summary.PairedDifference(theirs, ours, summary.Cell.CumulativeLosses)
		if !a || !b || gap.N < 2 {
			continue
		}
		sets++
		switch {
		case gap.Mean > 2*gap.SE:
			better++
		case gap.Mean < -2*gap.SE:
			worse++
		}
	}
	return []string{fmt.Sprintf("To keep few inputs: the importance. It loses less than %s on %d of %s and more on %d, by over two standard errors.",
		summary.MethodLabel(baseline), better, format.Plural(sets, "data set"), worse)}, nil
}
