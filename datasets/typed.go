package datasets

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

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

// table checks the columns and leaves out those that the options name.
func (t *typedTable) table() (*Table, error) {
	if err := t.choose(); err != nil {
		return nil, err
	}
	counts := newIncomplete(t.origin, t.o, t.columns)
	if t.at != nil {
		counts.at = t.at
	}
	kept := t.kept(counts)
	for _, c := range t.columns {
		if row, err := c.fill(kept); err != nil {
			origin, row := counts.at(row)
			return nil, fmt.Errorf("%s: row %d, column %q: %w", origin, row+1, c.Name, err)
		}
	}
	return counts.table("column", t.warnings)
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

// choose makes a whole column what it is chosen to be; an error is that of one that is not read.
func (c *columnBuilder) choose(o Options, chosen chosen) error {
	c.survey, c.identifier, c.absent = o.survey, chosen.identifiers[c.Name], o.absences(false, "")
	if f := o.Schema.field(c.Name); f != nil && c.refused == nil {
		c.absent = o.absences(false, append(o.Schema.missing(*f), "")...)
		if err := c.isAs(f); err != nil {
			return err
		}
	}
	c.typed, c.declared = true, c.Kind == Factor && c.Levels != nil
	fault := c.refused
	switch {
	case fault != nil:
	case chosen.dates[c.Name] && c.Kind != Date:
		c.asText()
		c.Kind = Date
	case chosen.categorical[c.Name]:
		for row := range c.Values {
			if c.text == nil {
				c.round(row, row)
			}
		}
		c.asText()
		_, ordered := chosen.ordered[c.Name]
		c.Kind, c.Ordered = Factor, c.Ordered && ordered
	case c.Kind == Date && !chosen.dates[c.Name]:
		example := "NA"
		if i := slices.IndexFunc(c.Values, func(v float64) bool { return v == v }); i >= 0 {
			example = Day(c.Values[i])
		}
		fault = refuseDates(found(example))
	}
	c.order(chosen)
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

// kept marks missing values, counts the rows that lack any, and returns those that are kept; nil for all.
func (t *typedTable) kept(counts *incomplete) []int {
	lacks := make([]func(row int) bool, len(t.columns))
	for j, c := range t.columns {
		lacks[j] = c.lacking()
	}
	kept := make([]int, 0, t.rows)
	for i := range t.rows {
		counts.begin()
		for j, c := range t.columns {
			if !lacks[j](i) {
				continue
			}
			cell := c.written(i)
			counts.miss(j, 0, cell)
			if c.Values == nil && c.Codes[i] >= 0 {
				c.lacks(cell)
			}
			c.lose(i)
		}
		if !counts.dropping() {
			kept = append(kept, i)
		}
	}
	if len(kept) == t.rows {
		return nil
	}
	return kept
}

// lacking returns what tells whether a whole column lacks its value in a row.
func (c *columnBuilder) lacking() func(row int) bool {
	if c.Values != nil {
		return func(row int) bool { return c.absent.number(c.Values[row]) }
	}
	absent := make([]bool, len(c.Levels))
	for k, level := range c.Levels {
		absent[k] = c.absent.cell(level)
	}
	return func(row int) bool { return c.Codes[row] < 0 || absent[c.Codes[row]] }
}

// written returns a value as messages have it.
func (c *columnBuilder) written(row int) string {
	switch {
	case c.Values == nil && c.Codes[row] >= 0:
		return c.Levels[c.Codes[row]]
	case c.Values == nil || math.IsNaN(c.Values[row]):
		return "NA"
	}
	return strconv.FormatFloat(c.Values[row], 'g', -1, 64)
}

// lose makes a value missing.
func (c *columnBuilder) lose(row int) {
	if c.Values != nil {
		c.Values[row] = math.NaN()
	} else {
		c.Codes[row] = -1
	}
}

// fill leaves the rows of a whole column that are kept, nil for all, and checks their values; an error has its row.
func (c *columnBuilder) fill(kept []int) (row int, err error) {
	if kept != nil {
		c.Column = c.Column.choose(kept)
	} else if c.Values == nil {
		c.Column = c.Column.occurring()
	}
	at := func(i int) int {
		if kept != nil {
			return kept[i]
		}
		return i
	}
	for i, v := range c.Values {
		if math.IsInf(v, 0) {
			if err := fmt.Errorf("found %v, expected a finite number", v); !c.spares(err, at(i)+1) {
				return at(i), err
			}
			c.lose(i)
		} else {
			c.round(i, at(i))
		}
	}
	if c.Values != nil {
		return 0, nil
	}
	c.rows = slices.Repeat([]int{-1}, len(c.Levels))
	for i, code := range c.Codes {
		if code < 0 || c.rows[code] >= 0 {
			continue
		}
		if c.rows[code] = at(i) + 1; !utf8.ValidString(c.Levels[code]) {
			if err := fmt.Errorf("found %s, expected UTF-8 text: %s", found(c.Levels[code]), toUTF8); !c.spares(err, at(i)+1) {
				return at(i), err
			}
		}
	}
	return 0, nil
}

// asText makes texts of values.
func (c *columnBuilder) asText() {
	if c.Values == nil {
		return
	}
	text, values := c.text, c.Values
	if text == nil {
		text = func(row int) string { return strconv.FormatFloat(values[row], 'f', -1, 64) }
	}
	c.encode(c.Kind, len(values), func(row int) (string, bool) {
		if math.IsNaN(values[row]) {
			return "", false
		}
		return text(row), true
	})
}

// round counts a whole number, of a row of the file, that may have lost digits.
func (c *columnBuilder) round(i, row int) {
	v, w := c.Values[i], &c.writing
	if c.Kind != Integer && w.example == "" || !(math.Abs(v) >= exactWhole) || math.IsInf(v, 0) {
		return
	}
	if w.rounded == 0 && c.text != nil {
		w.example = c.text(row)
	}
	w.round(strconv.FormatFloat(v, 'f', 0, 64))
}
