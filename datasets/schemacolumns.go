package datasets

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// declare has the schema say how a column of a text table is read, if it has the column.
func (c *columnBuilder) declare(s *Schema) {
	f := s.field(c.Name)
	if f == nil {
		return
	}
	c.reader = newCellReader(s, *f)
	if c.Unit == "" {
		c.Unit = f.Unit
	}
	switch {
	case f.Categories != nil:
		c.Kind, c.declared, c.Ordered = Factor, f.labels(), f.Ordered
		if f.Ordered {
			c.Order = c.declared
		}
	case c.identifier && f.Type != NumberField && f.Type != IntegerField:
		c.Kind = Text // only the equality of cells counts
	case f.Type == IntegerField:
		c.Kind = Number // which whole numbers turn out to be integers of
	default:
		c.Kind, c.typed = f.Kind(), f.Type == NumberField
	}
}

// direct reports whether cells are read as the schema says, and not as those of a kind are.
func (c *columnBuilder) direct() bool {
	switch {
	case c.reader == nil, c.Kind.Categories():
		return false
	case c.Kind == Date:
		return c.reader.Format != anyFormat
	}
	return c.Kind == Time || c.Kind == Duration
}

// cellOf returns what a cell of a text table says as the schema has it: the label of a category. An error is
// of one that it does not allow.
func (c *columnBuilder) cellOf(cell string) (string, error) {
	switch {
	case c.reader == nil:
	case c.reader.Categories != nil:
		code, known := c.reader.codes[cell]
		if !known {
			return "", unknownCategory(cell, c.reader.Field)
		}
		return c.declared[code], nil
	case c.reader.Type == IntegerField:
		_, err := c.reader.value(cell)
		return cell, err
	}
	return cell, nil
}

// declare has the schema say what a column of a file with typed columns is: which of its values are
// missing, and its levels.
func (c *typedColumn) declare(s *Schema) error {
	f := s.field(c.Name)
	if f == nil || c.refused != nil {
		return nil
	}
	if c.Unit == "" {
		c.Unit = f.Unit
	}
	c.lose(s.missing(*f))
	numbers := c.Values != nil
	switch {
	case f.Type == StringField && f.Categories == nil && numbers:
		c.asText()
		c.Kind = Factor
	case f.Categories != nil:
		c.asText()
		return c.relabel(*f)
	case f.Type != StringField && !numbers && !f.isDate():
		return fmt.Errorf("the file has text such as %s, and the schema says %s", found(slices.Concat(c.Levels, []string{""})[0]), f.Type)
	case f.isDate() && numbers && c.Kind != Date:
		return fmt.Errorf("the file has numbers, and the schema says %s", f.Type)
	}
	return nil
}

// lose makes values missing that some words stand for.
func (c *typedColumn) lose(words []string) {
	lost := func(text string) bool { return text != "" && slices.Contains(words, text) }
	for i, v := range c.Values {
		if lost(strconv.FormatFloat(v, 'f', -1, 64)) {
			if c.Values[i] = math.NaN(); c.Codes != nil {
				c.Codes[i] = -1
			}
		}
	}
	if c.Values != nil {
		return
	}
	for i, code := range c.Codes {
		if code >= 0 && lost(c.Levels[code]) {
			c.Codes[i] = -1
		}
	}
}

// relabel gives a column of texts the categories of a field.
func (c *typedColumn) relabel(f Field) error {
	places := map[string]int32{}
	for k, category := range f.Categories {
		places[category.Value] = int32(k)
	}
	for i, code := range c.Codes {
		if code < 0 {
			continue
		}
		place, known := places[c.Levels[code]]
		if !known {
			return fmt.Errorf("row %d: %w", i+1, unknownCategory(c.Levels[code], f))
		}
		c.Codes[i] = place
	}
	c.Kind, c.Levels, c.Ordered = Factor, f.labels(), f.Ordered
	return nil
}

// Schema returns the schema of a table as it was read: reading by it gives the same columns, and whoever
// knows more of them than the file can change it.
func (d *Description) Schema() *Schema {
	s := new(Schema)
	for _, c := range d.Columns {
		s.Fields = append(s.Fields, c.field())
	}
	return s
}

// field is the declaration of a column.
func (c ColumnDescription) field() Field {
	f := Field{Name: c.Name, Type: StringField, Unit: c.Unit}
	for k, kind := range kindsOfFields {
		if kind == c.Kind && kind != Text {
			f.Type = fieldTypes[k]
		}
	}
	if f.isDate() {
		f.Format = anyFormat
	}
	if len(c.Levels) > 0 && len(c.Levels) <= maxLevels && c.Refused == "" {
		f.Type, f.Ordered = StringField, c.Ordered || !c.Kind.Categories()
		for _, level := range c.Levels {
			f.Categories = append(f.Categories, Category{level.Name, level.Name})
		}
	}
	for _, word := range c.MissingAs {
		f.MissingValues = append(f.MissingValues, word.Name)
	}
	return f
}

// declare has the schema say what a column is, unless it was read by it.
func (t *typedTable) declare(c *typedColumn) error {
	if t.asRead {
		return nil
	}
	return c.declare(t.o.Schema)
}
