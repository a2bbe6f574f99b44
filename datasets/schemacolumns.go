package datasets

import (
	"fmt"

	"drfvi/internal/format"
	"drfvi/internal/nearest"
)

// readAs has a field of the schema say how the values of a column are read, unless it is chosen
// to be categories. The numbers of a file with typed columns stay what they are there, or
// become texts.
func (c *columnBuilder) readAs(f *Field, categorical bool) {
	if c.Unit == "" {
		c.Unit = f.Unit
	}
	c.field = f
	switch {
	case f.Categories != nil:
		c.declare(nearest.Words(f.Categories, func(c Category) string { return c.Value }), f.labels())
		c.Ordered = f.Ordered
	case categorical:
	case f.Type == StringField && c.file != kindUnknown:
		if c.file != Text {
			c.Kind = Factor
		}
	case c.file != kindUnknown && !c.file.Categories():
	default:
		c.undeclare(f.Kind())
		c.typed = f.Type != StringField
	}
}

// Schema returns the schema of a table as it was read: reading by it gives the same columns,
// but dates and times of a day that were refused, and whoever knows more of them than the file
// can change it.
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
	if c.Refused != nil && c.Kind == Text {
		f.Type = typeOfRefused(nearest.Words(c.Levels, func(l Level) string { return l.Name }))
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

// typeOfRefused is the type by which texts can be read that are refused as categories.
func typeOfRefused(texts []string) FieldType {
	switch {
	case len(texts) == 0:
	case allWritten(texts, clockLayouts):
		return TimeField
	case allWritten(texts, dateLayouts):
		return DateField
	case areDurations(texts):
		return DurationField
	}
	return StringField
}

// ParseRows reads a table whose rows have no header: the fields of Options.Schema name their cells,
// which are separated by commas and put in quotation marks where they hold commas, quotation marks,
// which are doubled, or line ends. Each row ends in a line feed. Cells are taken as they stand.
// Numbers are those of the rows in messages, nil for 1, 2, …; name stands for the source there.
func ParseRows(text, name string, numbers []int, o Options) (*Table, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	if err := o.noLines(name); err != nil {
		return nil, err
	}
	var columns []*columnBuilder
	for j, f := range o.Schema.Fields {
		columns = append(columns, &columnBuilder{Column: Column{Name: f.Name}, place: j})
	}
	rows, err := o.rowsOf(name, columns, false)
	if err != nil {
		return nil, err
	}
	rows.location = func(row int) (string, int) {
		if row < len(numbers) {
			row = numbers[row] - 1
		}
		return name, row
	}
	for text != "" {
		if text, err = rows.read(text, len(o.Schema.Fields)); err != nil {
			_, row := rows.location(rows.rows - 1)
			return nil, fmt.Errorf("%s: row %d%w", name, row+1, err)
		}
	}
	switch {
	case rows.rows == 0:
		return nil, fmt.Errorf("%s: found no rows, expected at least one", name)
	case numbers != nil && len(numbers) != rows.rows:
		return nil, fmt.Errorf(
			"%s: found %s and numbers of %d, expected a number for each", name, format.Plural(rows.rows, "row"),
			len(numbers),
		)
	}
	return rows.table("column")
}

// read reads a row of so many fields, and returns the text after it.
func (m *incomplete) read(text string, fields int) (string, error) {
	m.begin()
	cells := make([]string, fields)
	for j := range cells {
		cell, remainder, err := scanCell(text, ",\n", "")
		if err != nil {
			return "", fmt.Errorf(", cell %d: %w", j+1, err)
		}
		ends := remainder == "" || remainder[0] == '\n'
		if ends != (j == fields-1) {
			return "", fmt.Errorf(
				": expected %s, as the schema has fields, found %s", format.Plural(fields, "cell"),
				countedCells(ends, j+1),
			)
		}
		if cells[j], text = cell, remainder; remainder != "" {
			text = remainder[1:]
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
