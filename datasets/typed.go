package datasets

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"drfvi/internal/nearest"
)

// typedTable is a table of whole columns of a file with typed columns, not yet checked. Their format marks
// missing values itself: a text NA is a category, unless the user says otherwise.
type typedTable struct {
	origin   string
	o        Options
	rows     int
	at       func(row int) (origin string, place int) // where a row is, from 0; nil if in the table
	columns  []*columnBuilder
	warnings []error
}

// table reads the columns row by row, as those of text tables are, less those that the options leave out.
func (t *typedTable) table() (*Table, error) {
	if err := t.choose(); err != nil {
		return nil, err
	}
	rows := newIncomplete(t.origin, t.o, t.columns)
	if t.at != nil {
		rows.at = t.at
	}
	lack := func(c *columnBuilder) (string, bool, bool) { return c.lacksGiven(rows.rows - 1) }
	add := func(c *columnBuilder) error { return c.addGiven(rows.rows - 1) }
	for range t.rows {
		rows.begin()
		if c, err := rows.put(0, lack, add); err != nil {
			origin, row := rows.at(rows.rows - 1)
			return nil, fmt.Errorf("%s: row %d, column %q: %w", origin, row+1, c.Name, err)
		}
	}
	return rows.table("column", t.warnings)
}

// choose leaves out excluded columns and decides the kinds of the others.
func (t *typedTable) choose() error {
	names := nearest.Words(t.columns, func(c *columnBuilder) string { return c.Name })
	if err := distinctNames(names); err != nil {
		return fmt.Errorf("%s: %w", t.origin, err)
	}
	chosen, err := t.o.choose(t.origin, names)
	if err != nil {
		return err
	}
	t.warnings = append(t.warnings, chosen.warnings...)
	t.columns = slices.DeleteFunc(t.columns, func(c *columnBuilder) bool { return chosen.excluded[c.Name] })
	for _, c := range t.columns {
		if err := c.choose(t.o, chosen); err != nil {
			return fmt.Errorf("%s: column %q: %w", t.origin, c.Name, err)
		}
	}
	return nil
}

// choose makes a whole column one of values that are given, of the kind that it is chosen to have, which are added in the
// memory that they take already. An error is that of one that is not read.
func (c *columnBuilder) choose(o Options, chosen chosen) error {
	c.given, c.typed = c.Column, true
	c.Values, c.Codes, c.Levels = nil, nil, nil
	if c.Kind == Factor && c.given.Levels != nil {
		c.declare(c.given.Levels, c.given.Levels)
	}
	c.absent = o.absences(false)
	chosen.take(c, o)
	if c.coded() {
		c.Codes = slices.Grow(c.given.Codes[:0], c.given.length())
	} else {
		c.Values = slices.Grow(c.given.Values[:0], c.given.length())
	}
	fault := c.refused
	if fault == nil && c.given.Kind == Date && c.Kind == Date && !chosen.dates[c.Name] {
		example := "NA"
		if i := slices.IndexFunc(c.given.Values, func(v float64) bool { return v == v }); i >= 0 {
			example = Day(c.given.Values[i])
		}
		fault = refuseDates(found(example))
	}
	if fault == nil || !c.survey {
		return fault
	}
	c.note(fault)
	return nil
}

// distinctNames returns an error if two columns have one name.
func distinctNames(names []string) error {
	places := make(map[string]int, len(names))
	for j, name := range names {
		if i, known := places[name]; known {
			return fmt.Errorf("columns %d and %d are both named %q, expected distinct names", i+1, j+1, name)
		}
		places[name] = j
	}
	return nil
}

// lacksGiven reports whether a given value is missing, as messages have it, and whether a text stands for that.
func (c *columnBuilder) lacksGiven(i int) (cell string, word, lacks bool) {
	if c.given.Values == nil {
		code := c.given.Codes[i]
		if code < 0 {
			return "NA", false, true
		}
		cell = c.given.Levels[code]
		word = cell == "" || c.absent.cell(cell)
		return cell, word, word
	}
	v := c.given.Values[i]
	switch {
	case v != v:
		return "NA", false, true
	case c.absent.number(v):
		return strconv.FormatFloat(v, 'g', -1, 64), false, true
	}
	return "", false, false
}

// addGiven adds a given value: a number as it is or, if it is to be something else, as its text is read.
func (c *columnBuilder) addGiven(i int) error {
	if c.given.Values == nil {
		return c.add(c.given.Levels[c.given.Codes[i]], i+1)
	}
	v := c.given.Values[i]
	if !c.coded() || c.text == nil {
		c.round(v, i)
	}
	switch {
	case c.coded(), c.Kind == Date && c.given.Kind != Date:
		return c.add(c.givenText(i), i+1)
	case math.IsInf(v, 0):
		return fmt.Errorf("found %v, expected a finite number", v)
	}
	c.Values = append(c.Values, v)
	return nil
}

// givenText is the text of a given number.
func (c *columnBuilder) givenText(i int) string {
	if c.text != nil {
		return c.text(i)
	}
	return numberText(c.given.Values[i])
}

// numberText writes a number as text with all its digits.
func numberText(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// round counts a given whole number that may have lost digits.
func (c *columnBuilder) round(v float64, i int) {
	w := &c.writing
	if c.given.Kind != Integer && w.example == "" || !(math.Abs(v) >= exactWhole) || math.IsInf(v, 0) {
		return
	}
	if w.rounded == 0 && c.text != nil {
		w.example = c.text(i)
	}
	w.round(numberText(v))
}
