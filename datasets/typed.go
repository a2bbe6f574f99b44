package datasets

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"drfvi/internal/nearest"
)

// typedColumn is a column of a file with typed columns, with all its rows. It has both numbers and
// codes where only their texts tell numbers apart.
type typedColumn struct {
	Column
	matrix  string // the matrix of which it is a column, "" for none
	whole   bool   // whether some of the numbers were whole ones where they were stored
	refused error  // why it cannot be read, nil if it can
}

// typedTable is a table of such columns, not yet checked. Their format marks missing values
// itself: a text NA is a category, unless the user says otherwise.
type typedTable struct {
	origin string
	o      Options
	rows   int
	at     func(row int) (origin string, place int) // where a row is, from 0; nil if in the table
	absent absent

	columns  []typedColumn
	asRead   bool // the columns are as the schema says already
	builders []*columnBuilder
	warnings []string
}

// table checks the columns and leaves out those that the options name.
func (t *typedTable) table() (*Table, error) {
	t.absent = t.o.absences()
	if err := t.choose(); err != nil {
		return nil, err
	}
	counts := newIncomplete(t.origin, t.o, t.builders)
	if t.at != nil {
		counts.at = t.at
	}
	lacks := t.lacks()
	for i := range t.rows {
		if counts.begin(); lacks == nil || !lacks[i] {
			continue
		}
		for j := range t.columns {
			if t.missing(j, i) {
				counts.miss(j, 0, t.cell(j, i))
				if c := &t.columns[j]; c.Values == nil && c.Codes[i] >= 0 {
					t.builders[j].lacks(c.Levels[c.Codes[i]])
				}
			}
		}
		lacks[i] = counts.dropping()
	}
	for j := range t.columns {
		// In the place of the values, which are read before they are written over.
		c, b := &t.columns[j], t.builders[j]
		if b.Values = c.Values[:0]; c.Values != nil {
			b.Codes = c.Codes[:0]
		}
		for i := range t.rows {
			if lacks != nil && lacks[i] {
				continue
			}
			if err := t.add(j, i); err != nil {
				origin, row := counts.at(i)
				return nil, fmt.Errorf("%s: row %d, column %q: %w", origin, row+1, c.Name, err)
			}
		}
	}
	table, err := counts.table("column", t.warnings)
	if err != nil {
		return nil, err
	}
	for _, c := range t.columns {
		switch last := len(table.matrices) - 1; {
		case c.matrix == "":
		case last >= 0 && table.matrices[last].name == c.matrix:
			table.matrices[last].columns = append(table.matrices[last].columns, c.Name)
		default:
			table.matrices = append(table.matrices, matrix{c.matrix, []string{c.Name}})
		}
	}
	return table, nil
}

// lacks says which rows lack a value; it is nil if none does.
func (t *typedTable) lacks() []bool {
	var lacks []bool
	for j := range t.columns {
		for i := range t.rows {
			if t.missing(j, i) {
				if lacks == nil {
					lacks = make([]bool, t.rows)
				}
				lacks[i] = true
			}
		}
	}
	return lacks
}

// choose leaves out excluded columns and decides the kinds of the others.
func (t *typedTable) choose() error {
	names := nearest.Words(t.columns, func(c typedColumn) string { return c.Name })
	if err := distinctNames(names); err != nil {
		return fmt.Errorf("%s: %w", t.origin, err)
	}
	chosen, err := t.o.choose(t.origin, names)
	if err != nil {
		return err
	}
	t.warnings = append(t.warnings, chosen.warnings...)
	t.columns = slices.DeleteFunc(t.columns, func(c typedColumn) bool { return chosen.excluded[c.Name] })
	for j := range t.columns {
		c := &t.columns[j]
		if err := t.declare(c); err != nil {
			return fmt.Errorf("%s: column %q: %w", t.origin, c.Name, err)
		}
		b := &columnBuilder{Column: Column{Name: c.Name, Kind: c.Kind, Ordered: c.Ordered}, typed: true, survey: t.o.survey, identifier: chosen.identifiers[c.Name]}
		switch {
		case c.refused != nil:
			b.unread = true
		case chosen.dates[c.Name] && c.Kind != Date:
			c.asText()
			b.Kind = Date
		case chosen.categorical[c.Name]:
			for row := range c.Values {
				if c.Codes == nil {
					c.round(b, row)
				}
			}
			c.asText()
			b.Kind, b.Ordered = Factor, c.Ordered && chosen.ordered[c.Name]
		case c.Kind == Date && !chosen.dates[c.Name] && !b.identifier:
			example := "NA"
			if i := slices.IndexFunc(c.Values, func(v float64) bool { return v == v }); i >= 0 {
				example = Day(c.Values[i])
			}
			c.refused = refuseDates(found(example))
		}
		switch {
		case c.Kind == Factor && c.Levels != nil:
			if b.declared = c.Levels; b.Ordered {
				b.Order = c.Levels
			}
		case c.Values != nil:
			b.Levels, b.Unit = c.Levels, c.Unit
		}
		if c.refused != nil {
			if !t.o.survey {
				return fmt.Errorf("%s: column %q: %w", t.origin, c.Name, c.refused)
			}
			b.note(c.refused)
		}
		t.builders = append(t.builders, b)
	}
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

// asText makes texts of values.
func (c *typedColumn) asText() {
	if c.Values != nil && c.Codes == nil {
		c.exact(func(row int) string { return strconv.FormatFloat(c.Values[row], 'f', -1, 64) })
	}
	c.Values = nil
}

// round counts a whole number that may have lost digits.
func (c *typedColumn) round(b *columnBuilder, row int) {
	switch v := c.Values[row]; {
	case !(c.Kind == Integer || c.whole) || !(math.Abs(v) >= exactWhole) || math.IsInf(v, 0):
	case c.Codes != nil:
		b.writing.round(c.Levels[c.Codes[row]])
	default:
		b.writing.round(strconv.FormatFloat(v, 'f', 0, 64))
	}
}

// missing reports whether a value is missing.
func (t *typedTable) missing(j, row int) bool {
	c := &t.columns[j]
	if c.Values != nil {
		return t.absent.number(c.Values[row])
	}
	if c.Codes[row] < 0 {
		return true
	}
	text := c.Levels[c.Codes[row]]
	return text == "" || t.absent.word(text)
}

// cell returns a value as messages have it.
func (t *typedTable) cell(j, row int) string {
	switch c := &t.columns[j]; {
	case c.Values == nil && c.Codes[row] >= 0:
		return c.Levels[c.Codes[row]]
	case c.Values == nil || math.IsNaN(c.Values[row]):
		return "NA"
	default:
		return strconv.FormatFloat(c.Values[row], 'g', -1, 64)
	}
}

// add adds a value to its column.
func (t *typedTable) add(j, row int) error {
	c, b := &t.columns[j], t.builders[j]
	missing := t.missing(j, row)
	if c.Values == nil {
		if missing {
			b.addMissing()
			return nil
		}
		return b.add(c.Levels[c.Codes[row]], row+1)
	}
	v := c.Values[row]
	switch {
	case missing:
		v = math.NaN()
	case math.IsInf(v, 0):
		if err := fmt.Errorf("found %v, expected a finite number", v); !b.spares(err, row+1) {
			return err
		}
		v = math.NaN()
	case !b.identifier || c.Codes == nil:
		c.round(b, row)
	}
	if b.Values = append(b.Values, v); c.Codes != nil {
		b.Codes = append(b.Codes, c.Codes[row])
	}
	return nil
}
