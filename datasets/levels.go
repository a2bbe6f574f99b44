package datasets

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/format"
	"drfvi/internal/rank"
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
	rows := rank.Numbers[int](t.Rows)
	for _, c := range t.Columns {
		if slices.Contains(targets, c.Name) {
			rows = slices.DeleteFunc(rows, c.Missing)
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
	part.Warnings = append(slices.Clone(t.Warnings), t.unanswered(targets, rows))
	for j, c := range t.Columns {
		part.Columns[j] = c.choose(rows)
	}
	part.Aside = slices.Clone(t.Aside)
	for j, c := range t.Aside {
		part.Aside[j] = c.choose(rows)
	}
	return &part, nil
}

// unanswered is the warning of the rows that lack a target, which are all but those that are answered.
func (t *Table) unanswered(targets []string, answered []int) string {
	lacking, losses := make([][]int, t.Rows), []loss{} // lacking are the places in losses of what each row lacks
	for _, c := range t.Columns {
		if n := c.CountMissing(); n > 0 && slices.Contains(targets, c.Name) {
			for i := range lacking {
				if c.Missing(i) {
					lacking[i] = append(lacking[i], len(losses))
				}
			}
			losses = append(losses, loss{column: c.Name, rows: n})
		}
	}
	for _, of := range lacking {
		if len(of) == 1 {
			losses[of[0]].alone++
		}
	}
	slices.SortStableFunc(losses, func(a, b loss) int { return cmp.Compare(b.rows, a.rows) })
	first := slices.IndexFunc(lacking, func(of []int) bool { return of != nil })
	return fmt.Sprintf("%s: %d of %s dropped, which lack a target, first row %d; missing in %s",
		t.Origin, t.Rows-len(answered), format.Plural(t.Rows, "row"), Numbered(t.Numbers, []int{first})[0], costs(losses))
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
