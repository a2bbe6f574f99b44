package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/format"
	"drfvi/internal/mention"
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
		return nil, fmt.Errorf(
			"%s: each of the %s lacks a target, expected some with all targets", t.Origin,
			format.Plural(t.Rows, "row"),
		)
	}
	part := *t
	part.Rows, part.Columns, part.Dropped = len(rows), slices.Clone(t.Columns), t.Dropped+t.Rows-len(rows)
	part.Numbers = Numbered(t.Numbers, rows)
	part.Warnings = append(slices.Clone(t.Warnings), fmt.Errorf("%s: %d of %s dropped, which lack a target, "+
		"first row %d; missing in %s",
		t.Origin, len(lacking.dropped), format.Plural(t.Rows, "row"), Numbered(
			t.Numbers, []int{lacking.dropped[0] - 1},
		)[0], costs(lacking.incurred())))
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

// orders returns the orders of levels that the options give to columns, nil for those that the
// file declares. They are written "column=level,level,…", from the lowest to the highest, or
// "column"; a name that holds a comma or an equals sign, and a level that holds a comma, are
// put in quotation marks.
func (o Options) orders() (map[string][]string, error) {
	orders := map[string][]string{}
	for _, text := range o.Ordered {
		name, list, hasList, err := cutName(text)
		levels := o.Orders[name]
		if err == nil && hasList {
			levels, err = splitList(list)
		}
		if err != nil || hasList && len(levels) < 2 {
			return nil, NameError{fmt.Errorf("ordered column %q, expected a name and at least two levels, like "+
				"grade=low,mid,high", text)}
		}
		for i, level := range levels {
			if slices.Contains(levels[:i], level) {
				return nil, NameError{
					fmt.Errorf("ordered column %q: level %q is given twice, expected distinct levels", name, level),
				}
			}
		}
		if _, twice := orders[name]; twice {
			return nil, NameError{fmt.Errorf("ordered column %q is given twice, expected distinct columns", name)}
		}
		orders[name] = levels
	}
	return orders, nil
}

// order notes the order of the column's levels, if they are to be numbers: that which is
// chosen, or that which the file declares.
func (c *columnBuilder) order(chosen chosen) {
	levels, ordered := chosen.ordered[c.Name]
	if c.Kind == Factor && c.Ordered && c.declared && levels == nil {
		levels = c.Levels
	}
	c.Order, c.Ordered = levels, ordered || c.Ordered
}

// numbers makes the levels of a column numbers: 1, 2, … in their order, NaN where missing.
func (c Column) numbers() (Column, error) {
	if c.Order == nil {
		name := c.Name
		if strings.ContainsAny(name, `",=`) {
			name = Quoted(name)
		}
		return c, mention.Errorf(
			"the file declares no order of the levels, expected one%s",
			mention.Clause(", as in %v", mention.Ordered.To(name+"=low,mid,high")),
		)
	}
	numbers := make([]float64, len(c.Levels))
	for k, level := range c.Levels {
		place := slices.Index(c.Order, level)
		if place < 0 {
			return c, fmt.Errorf("found the level %q, which the order does not have (%s)", level, strings.Join(c.Order, ", "))
		}
		numbers[k] = float64(place + 1)
	}
	return c.valued(Integer, numbers), nil
}
