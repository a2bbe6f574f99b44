package datasets

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/format"
)

// Incomplete, in the place of a number of levels, marks numeric columns with missing
// values.
const Incomplete = -1

// SplitLevels is Split with a single column for each text column, which holds levels;
// two levels are still an indicator column. Inputs may be missing: NaN where they are
// numbers or have two levels, and otherwise a level of its own. Rows without a target
// are left out and counted as dropped.
func (t *Table) SplitLevels(targets, groups []string) (*Problem, error) {
	complete, err := t.answered(targets)
	if err != nil {
		return nil, err
	}
	return complete.split(targets, groups, func(c Column) int {
		if c.CountMissing() > 0 {
			return 1
		}
		return min(c.indicators(), 1)
	})
}

// answered returns the table without the rows that lack a target.
func (t *Table) answered(targets []string) (*Table, error) {
	targets, err := t.targets(targets)
	if err != nil {
		return nil, err
	}
	var columns []Column
	lacking := incomplete{policy: MissingDrop}
	for _, c := range t.Columns {
		if slices.Contains(targets, c.Name) {
			columns, lacking.losses = append(columns, c), append(lacking.losses, loss{column: c.Name})
		}
	}
	var rows []int
	for i := range t.Rows {
		lacking.begin()
		for j, c := range columns {
			if c.Missing(i) {
				lacking.miss(j, 0, "")
			}
		}
		if !lacking.dropping() {
			rows = append(rows, i)
		}
	}
	switch {
	case len(rows) == t.Rows:
		return t, nil
	case len(rows) == 0:
		return nil, fmt.Errorf("%s: each of the %s lacks a target, expected some with all targets", t.Origin, format.Plural(t.Rows, "row"))
	}
	part := *t
	part.Rows, part.Columns, part.Dropped = len(rows), slices.Clone(t.Columns), t.Dropped+t.Rows-len(rows)
	part.Numbers = Numbered(t.Numbers, rows)
	part.Warnings = append(slices.Clone(t.Warnings), fmt.Errorf("%s: %d of %s dropped, which lack a target, first row %d; missing in %s",
		t.Origin, len(lacking.dropped), format.Plural(t.Rows, "row"), Numbered(t.Numbers, []int{lacking.dropped[0] - 1})[0], costs(lacking.incurred())))
	for j, c := range t.Columns {
		part.Columns[j] = c.choose(rows)
	}
	part.Aside = slices.Clone(t.Aside)
	for j, c := range t.Aside {
		part.Aside[j] = c.choose(rows)
	}
	return &part, nil
}

// Numbered returns the numbers of some of the rows, given from 0, of which all have the numbers
// given, or those from 1 on for nil.
func Numbered(numbers, rows []int) []int {
	chosen := make([]int, len(rows))
	for k, row := range rows {
		if chosen[k] = row + 1; numbers != nil {
			chosen[k] = numbers[row]
		}
	}
	return chosen
}

// levels is the number that Problem.Levels has for the columns of an input. A missing value
// is a level of its own, but NaN beside two levels: these are a number.
func (e Input) levels() int {
	n := len(e.Levels)
	switch {
	case e.Missing && (n == 2 || !e.Kind.Categories()):
		return Incomplete
	case e.Missing:
		return n + 1
	case e.Width == 1 && n > 2:
		return n
	}
	return 0
}

// set stores a level, −1 for none, in the columns of the input in row i of X.
func (e Input) set(x *mat.Dense, i, code int) {
	row := x.RawRowView(i)[e.First : e.First+e.Width]
	switch {
	case e.Width == 0: // of a single level
	case e.Width > 1: // an indicator for each
		if code >= 0 {
			row[code] = 1
		}
	case code >= 0:
		row[0] = float64(code) // of two levels the indicator of the last
	case len(e.Levels) == 2:
		row[0] = math.NaN()
	default: // a level of its own
		row[0] = float64(len(e.Levels))
	}
}
