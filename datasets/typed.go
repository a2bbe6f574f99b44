package datasets

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"drfvi/internal/nearest"
)

// typedTable is a table of a file with typed columns, or of several files below each other, not
// yet checked. Their format marks missing values itself: a text NA is a category, unless the
// user says otherwise.
type typedTable struct {
	origin   string
	o        Options
	location func(row int) (origin string, place int) // where a row is, from 0; nil if in the table
	columns  []*columnBuilder
	parts    []typedPart
	warnings []error
}

// typedPart is what a file has: the columns of a table, by their places.
type typedPart struct {
	rows    int
	columns []givenColumn
}

// givenColumn is a whole column of a file with typed columns.
type givenColumn struct {
	Column
	text    func(row int) string // a number to its last digit, where numbers do not tell all apart; nil where they do
	rounded string               // the first such number to its last digit, "" if that is not known
}

// whole makes a part of the columns, which have all their values.
func (t *typedTable) whole() {
	var part typedPart
	for j, c := range t.columns {
		c.place, c.source.Column = j, c.Column
		part.rows, part.columns = c.length(), append(part.columns, c.source)
	}
	t.parts = []typedPart{part}
}

// rows is the number of rows of all parts.
func (t *typedTable) rows() (n int) {
	for _, part := range t.parts {
		n += part.rows
	}
	return n
}

// table adds the values row by row, as those of text tables are, less the columns that the
// options leave out.
func (t *typedTable) table() (*Table, error) {
	rows, err := t.choose()
	if err != nil {
		return nil, err
	}
	if t.location != nil {
		rows.location = t.location
	}
	i := 0 // of the part
	lack := func(c *columnBuilder) (string, bool, bool) { return c.lacksGiven(i) }
	add := func(c *columnBuilder) error { return c.addGiven(i, rows.rows) }
	for k, part := range t.parts {
		for _, c := range rows.columns {
			c.source = part.columns[c.place]
			c.levels = make([]givenLevel, len(c.source.Levels))
			c.writing.example = cmp.Or(c.writing.example, c.source.rounded)
		}
		for i = range part.rows {
			rows.begin()
			if c, err := rows.put(0, lack, add); err != nil {
				origin, row := rows.location(rows.rows - 1)
				return nil, fmt.Errorf("%s: row %d, column %q: %w", origin, row+1, c.Name, err)
			}
		}
		t.parts[k] = typedPart{} // its memory may be used again
	}
	return rows.table("column")
}

// choose makes the columns what they are chosen to be, and returns what takes their rows. An
// error is that of a column that is not read.
func (t *typedTable) choose() (*incomplete, error) {
	names := nearest.Words(t.columns, func(c *columnBuilder) string { return c.Name })
	if err := distinctNames(names); err != nil {
		return nil, fmt.Errorf("%s: %w", t.origin, err)
	}
	for _, c := range t.columns {
		c.source = t.parts[0].columns[c.place]
		if c.file, c.typed, c.Levels = c.Kind, true, nil; c.Kind == Factor && c.source.Levels != nil {
			c.declare(c.source.Levels, c.source.Levels)
		}
		if c.refused != nil {
			c.note(c.refused)
		}
	}
	rows, err := t.o.rowsOf(t.origin, t.columns, false)
	if err != nil {
		return nil, err
	}
	rows.warnings = append(t.warnings, rows.warnings...)
	for _, c := range rows.columns {
		if c.fault != nil && !c.survey {
			return nil, fmt.Errorf("%s: column %q: %w", t.origin, c.Name, c.fault)
		}
		t.room(c)
	}
	return rows, nil
}

// room makes room for the values of a column: that which those of a single part have already.
func (t *typedTable) room(c *columnBuilder) {
	c.Values, c.Codes = nil, nil
	if len(t.parts) == 1 {
		c.Values, c.Codes = c.source.Values[:0], c.source.Codes[:0]
	}
	if c.coded() {
		c.Values, c.Codes = nil, slices.Grow(c.Codes, t.rows())
	} else {
		c.Values, c.Codes = slices.Grow(c.Values, t.rows()), nil
	}
}

// firstDay is the first of some days, "NA" for none.
func firstDay(days []float64) string {
	if i := slices.IndexFunc(days, func(v float64) bool { return v == v }); i >= 0 {
		return Day(days[i])
	}
	return "NA"
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

// nullCell stands for a cell that the file marks as missing, and which has no text.
const nullCell = "\x00"

// lacksGiven reports whether a given value is missing, as messages have it, and whether a text
// stands for that.
func (c *columnBuilder) lacksGiven(i int) (cell string, word, lacks bool) {
	switch codes, values := c.source.Codes, c.source.Values; {
	case c.refused != nil, codes != nil && codes[i] < 0, values != nil && values[i] != values[i]:
		return nullCell, false, true
	case codes != nil:
		cell = c.source.Levels[codes[i]]
		level := &c.levels[codes[i]]
		if !level.looked {
			level.looked, level.missing = true, cell == "" || c.absent.cell(cell)
		}
		return cell, level.missing, level.missing
	case c.absent.number(values[i]):
		return strconv.FormatFloat(values[i], 'g', -1, 64), false, true
	}
	return "", false, false
}

// addGiven adds a given value, of a row of the table: a number as it is or, if it is to be
// something else, as its text is read.
func (c *columnBuilder) addGiven(i, row int) error {
	if c.source.Codes != nil {
		return c.addLevel(c.source.Codes[i], row)
	}
	v := c.source.Values[i]
	if !c.coded() || c.source.text == nil {
		c.round(v, i)
	}
	switch {
	case c.file == Date && (v < firstDate || v >= endOfDates):
		return outsideDates(v)
	case (c.coded() || c.Kind == Date && c.file != Date) && c.source.text != nil:
		return c.add(c.source.text(i), row)
	case c.coded(), c.Kind == Date && c.file != Date:
		return c.add(numberText(v), row)
	case math.IsInf(v, 0):
		return fmt.Errorf("found %v, expected a finite number", v)
	}
	c.Values = append(c.Values, v)
	return nil
}

// Days from 1970-01-01 to 0001-01-01 and 10000-01-01, between which dates lie.
const firstDate, endOfDates = -719162, 2932897

// outsideDates is the error of a date that text could not hold either, such as the infinite
// ones of databases.
func outsideDates(days float64) error {
	date := "infinity"
	switch {
	case math.IsInf(days, -1):
		date = "-infinity"
	case !math.IsInf(days, 1):
		date = Day(days)
	}
	return fmt.Errorf("found the date %s, expected one of the years 1 to 9999: store it as a missing value", date)
}

// givenLevel is what is known of a level of the file, so that its text is looked at once: it may
// be long.
type givenLevel struct {
	looked, missing bool
	added           bool
	code            int32 // of the column, if it was added
}

// addLevel adds a level of the file.
func (c *columnBuilder) addLevel(fileCode int32, row int) error {
	level := &c.levels[fileCode]
	if level.added {
		c.Codes = append(c.Codes, level.code)
		return nil
	}
	err := c.add(c.source.Levels[fileCode], row)
	if err == nil && c.coded() {
		level.added, level.code = true, c.Codes[len(c.Codes)-1]
	}
	return err
}

// numberText writes a number as text with all its digits.
func numberText(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// round counts a given whole number that may have lost digits.
func (c *columnBuilder) round(v float64, i int) {
	w := &c.writing
	if c.file != Integer && w.example == "" || !(math.Abs(v) >= exactWhole) || math.IsInf(v, 0) {
		return
	}
	if w.rounded == 0 && c.source.text != nil {
		w.example = c.source.text(i)
	}
	w.round(numberText(v))
}
