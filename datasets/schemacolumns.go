package datasets

import (
	"fmt"
	"slices"
	"strconv"

	"drfvi/internal/format"
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
	case c.identifier && !f.isDate() && !slices.ContainsFunc(c.Levels, func(text string) bool { _, err := strconv.ParseFloat(text, 64); return err != nil }):
		// numbers of any digits, kept as they are written
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

// ParseRows reads a table whose rows have no header: the fields of Options.Schema name their cells,
// which are separated by commas and put in quotation marks where they hold commas, quotation marks,
// which are doubled, or line ends. Each row ends in a line feed. Cells are taken as they stand.
// Numbers are those of the rows in messages, nil for 1, 2, …; name stands for the source there.
func ParseRows(text, name string, numbers []int, o Options) (*Table, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	chosen, err := o.choose(name, o.Schema.names(func(Field) bool { return true }))
	if err != nil {
		return nil, err
	}
	var columns []*columnBuilder
	for j, f := range o.Schema.Fields {
		if c := (&columnBuilder{Column: Column{Name: f.Name}, place: j}); chosen.take(c, o) {
			columns = append(columns, c)
		}
	}
	rows := newIncomplete(name, o, columns)
	rows.at = func(row int) (string, int) {
		if row < len(numbers) {
			row = numbers[row] - 1
		}
		return name, row
	}
	for text != "" {
		if text, err = rows.read(text, len(o.Schema.Fields)); err != nil {
			_, row := rows.at(rows.rows - 1)
			return nil, fmt.Errorf("%s: row %d%w", name, row+1, err)
		}
	}
	switch {
	case rows.rows == 0:
		return nil, fmt.Errorf("%s: found no rows, expected at least one", name)
	case numbers != nil && len(numbers) != rows.rows:
		return nil, fmt.Errorf("%s: found %s and numbers of %d, expected a number for each", name, format.Plural(rows.rows, "row"), len(numbers))
	}
	return rows.table("column", chosen.warnings)
}

// read reads a row of so many fields, and returns the text after it.
func (m *incomplete) read(text string, fields int) (string, error) {
	m.begin()
	cells := make([]string, fields)
	for j := range cells {
		cell, rest, err := scanCell(text, ",\n", "")
		if err != nil {
			return "", fmt.Errorf(", cell %d: %w", j+1, err)
		}
		ends := rest == "" || rest[0] == '\n'
		if ends != (j == fields-1) {
			return "", fmt.Errorf(": expected %s, as the schema has fields, found %s", format.Plural(fields, "cell"), countedCells(ends, j+1))
		}
		if cells[j], text = cell, rest; rest != "" {
			text = rest[1:]
		}
	}
	if c, err := m.take(0, cells, nil, (*columnBuilder).add); err != nil {
		return "", fmt.Errorf(", column %q: %w", c.Name, err)
	}
	return text, nil
}

// countedCells says how many cells a row has.
func countedCells(ends bool, n int) string {
	if ends {
		return fmt.Sprint(n)
	}
	return "more"
}
