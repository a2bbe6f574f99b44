package reports

import (
	"cmp"
	"math"
	"slices"

	"drfvi/internal/format"
	"drfvi/reports/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// leastKept is how many variables of a data set are listed at least, and
// keptEach how many of those that a method keeps longest.
const (
	leastKept = 6
	keptEach  = 3
)

// further are the variables that eliminations keep.
func (s elimination) further() []page.Table {
	var tables []page.Table
	for _, g := range s.ByVariant() {
		if t := s.keptTable(g); len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

// keptTable lists the variables that eliminations of a variant keep longest,
// data set by data set, methods across. It has no rows if no cell was run.
func (s elimination) keptTable(g summary.Group) page.Table {
	methods := summary.Distinct(g.Cells, results.KeyMethod)
	t := page.Table{
		Caption: "Variables kept longest. " + s.caption(g), Columns: []page.Column{{Name: "variable", Left: true, Wrap: true}}, Long: true,
		Notes: texts.Of("kept table"),
	}
	for _, m := range methods {
		label := summary.MethodLabel(m)
		t.Columns = append(t.Columns, page.Column{Group: label, Name: "place"}, page.Column{Group: label, Name: "last"}, page.Column{Group: label, Name: "last 3"})
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
func keptRows(of [][]summary.Kept) []page.Row {
	first := slices.IndexFunc(of, func(all []summary.Kept) bool { return all != nil })
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
			lowest[j] = min(lowest[j], v.Place.Mean)
		}
		for _, j := range rank(func(j int) float64 { return all[j].Place.Mean })[:min(keptEach, p)] {
			show(j)
		}
	}
	for _, j := range rank(func(j int) float64 { return lowest[j] }) {
		if count < leastKept {
			show(j)
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
			row.Cells = append(row.Cells, placeText(all[j].Place), shareText(all[j].Last), shareText(all[j].LastFew))
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
