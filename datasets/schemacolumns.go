package datasets

import (
	"fmt"
	"slices"

	"drfvi/internal/nearest"
)

// readAs has a field of the schema say how the cells of a text table are read, unless the user says otherwise.
func (c *columnBuilder) readAs(f *Field) {
	if c.Unit == "" {
		c.Unit = f.Unit
	}
	if c.Kind == Date && !f.isDate() {
		return
	}
	c.field = f
	switch {
	case f.Categories != nil:
		c.declare(nearest.Words(f.Categories, func(c Category) string { return c.Value }), f.labels())
		c.Ordered = f.Ordered
	case c.Kind == Factor:
	default:
		c.Kind, c.typed = f.Kind(), f.Type != StringField
	}
}

// isAs has a field of the schema say what a column of a file with typed columns is: which of its values
// are missing, and its levels.
func (c *columnBuilder) isAs(f *Field) error {
	if c.Unit == "" {
		c.Unit = f.Unit
	}
	numbers := c.Values != nil
	switch {
	case f.Type == StringField && f.Categories == nil && numbers:
		c.asText()
		c.Kind = Factor
	case f.Categories != nil:
		c.asText()
		return c.relabel(f)
	case f.Type != StringField && !numbers && !f.isDate():
		return fmt.Errorf("the file has text such as %s, and the schema says %s", found(slices.Concat(c.Levels, []string{""})[0]), f.Type)
	case f.isDate() && numbers && c.Kind != Date:
		return fmt.Errorf("the file has numbers, and the schema says %s", f.Type)
	}
	return nil
}

// relabel gives a column of texts the categories of a field.
func (c *columnBuilder) relabel(f *Field) error {
	texts := c.Levels
	c.declare(nearest.Words(f.Categories, func(c Category) string { return c.Value }), f.labels())
	c.Ordered = f.Ordered
	places := slices.Repeat([]int32{-1}, len(texts))
	for k, text := range texts {
		if c.absent.cell(text) {
			continue
		}
		place, known := c.index[text]
		if known {
			places[k] = place
		} else if row := slices.Index(c.Codes, int32(k)); row >= 0 {
			return fmt.Errorf("row %d: %w", row+1, c.unknown(text))
		}
	}
	c.Column = c.recoded(c.Levels, places)
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
	if len(c.Levels) > 0 && len(c.Levels) <= maxLevels && c.Refused == nil {
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
