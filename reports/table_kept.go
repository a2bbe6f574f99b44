package reports

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"drfvi/internal/format"
	"drfvi/reports/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// leastKept is how many variables of a data set are listed at least, and
// keptEach how many of those that a method keeps longest.
const (
	leastKept = 6
	keptEach  = 3
)

// lastFew is how many variables count as kept nearly to the end.
const lastFew = 3

// kept is how long eliminations keep a variable.
type kept struct {
	variable string
	// place is how many variables were left when it went, itself included.
	place stat.Stat
	// last and lastFew are the shares of repetitions in which it was the last
	// one, or among the last few.
	last, lastFew stat.Stat
}

// keptVariables summarises how long each variable of a cell is kept, in the
// order of the variables; nil if the records do not say.
func (c CellSummary) keptVariables() []kept {
	places := c.places()
	if len(places) == 0 {
		return nil
	}
	share := func(j int, most float64) stat.Stat {
		column := make([]float64, len(places))
		for i, row := range places {
			if row[j] <= most {
				column[i] = 1
			}
		}
		return stat.New(column)
	}
	all := make([]kept, len(c.Variables))
	for j, place := range stat.Columns(places) {
		all[j] = kept{c.Variables[j], place, share(j, 1), share(j, lastFew)}
	}
	return all
}

// further are the variables that eliminations keep.
func (s elimination) further() []page.Table {
	var tables []page.Table
	for _, g := range s.byVariant() {
		if t := s.keptTable(g); len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

// keptTable lists the variables that eliminations of a variant keep longest,
// data set by data set, methods across. It has no rows if no cell was run.
func (s elimination) keptTable(g group) page.Table {
	methods := distinct(g.cells, results.KeyMethod)
	t := page.Table{
		Caption: "Variables kept longest. " + s.caption(g), Columns: []page.Column{{Name: "variable", Left: true, Wrap: true}}, Long: true,
		Notes: []string{"Place: how many variables are left, itself included, when a variable is eliminated (the first to go has the place p, the last one 1): mean over repetitions, its standard error in parentheses. " +
			"Last, last 3: in how many of the repetitions it is the last variable left, or among the last three. " +
			"Of each data set the " + strconv.Itoa(keptEach) + " variables of the lowest mean place by each method are shown, and others of low place up to " + strconv.Itoa(leastKept) + "; the CSV file has all."},
	}
	for _, m := range methods {
		label := methodLabel(m)
		t.Columns = append(t.Columns, page.Column{Group: label, Name: "place"}, page.Column{Group: label, Name: "last"}, page.Column{Group: label, Name: "last 3"})
	}
	for _, line := range groupCells(g.cells, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		heading := describe(without(line.common, results.KeyVariant))
		if reason := absence(line.cells); reason != "" {
			t.Rows = append(t.Rows, page.Row{Heading: heading + ": " + reason})
			continue
		}
		of := make([][]kept, len(methods))
		for k, m := range methods {
			if c, ok := cellOfMethod(line.cells, m); ok {
				of[k] = c.keptVariables()
			}
		}
		rows := keptRows(of)
		if len(rows) > 0 {
			t.Rows = append(append(t.Rows, page.Row{Heading: heading}), rows...)
		}
	}
	if !slices.ContainsFunc(t.Rows, func(r page.Row) bool { return r.Heading == "" }) {
		t.Rows = nil
	}
	return t
}

// keptRows lists the variables of lowest mean place, in the order of the first
// method that was run; a method that was not has no entries.
func keptRows(of [][]kept) []page.Row {
	first := slices.IndexFunc(of, func(all []kept) bool { return all != nil })
	if first < 0 {
		return nil
	}
	p := len(of[first])
	rank := func(place func(j int) float64) []int {
		order := make([]int, p)
		for j := range order {
			order[j] = j
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(place(a), place(b)) })
		return order
	}
	lowest := make([]float64, p)
	shown := make([]bool, p)
	for j := range lowest {
		lowest[j] = math.Inf(1)
	}
	count := 0
	show := func(j int) {
		if !shown[j] {
			shown[j], count = true, count+1
		}
	}
	for _, all := range of {
		if all == nil {
			continue
		}
		for j, v := range all {
			lowest[j] = min(lowest[j], v.place.Mean)
		}
		for _, j := range rank(func(j int) float64 { return all[j].place.Mean })[:min(keptEach, p)] {
			show(j)
		}
	}
	for _, j := range rank(func(j int) float64 { return lowest[j] }) {
		if count < leastKept {
			show(j)
		}
	}
	var rows []page.Row
	for _, j := range rank(func(j int) float64 { return of[first][j].place.Mean }) {
		if !shown[j] {
			continue
		}
		row := page.Row{Cells: []string{of[first][j].variable}}
		for _, all := range of {
			if all == nil {
				row.Cells = append(row.Cells, format.None, format.None, format.None)
				continue
			}
			row.Cells = append(row.Cells, placeText(all[j].place), shareText(all[j].last), shareText(all[j].lastFew))
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

// shareText formats a share as a percentage.
func shareText(s stat.Stat) string { return format.Fixed(100*s.Mean, 0) + " %" }
