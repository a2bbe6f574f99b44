package datasets

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"drfvi/internal/format"
)

// ParseRows reads a table whose rows have no header: the fields of Options.Schema name their cells,
// which are separated by commas and put in quotation marks where they hold commas, quotation marks,
// which are doubled, or line ends. Each row ends in a line feed. Cells are taken as they stand.
// Numbers are those of the rows in messages, nil for 1, 2, …; name stands for the source there.
func ParseRows(text, name string, numbers []int, o Options) (*Table, error) {
	return o.ordered(func() (*Table, error) {
		p := rowsParser{typedTable: typedTable{origin: name, o: o, asRead: true}, numbers: numbers}
		for _, f := range o.Schema.Fields {
			p.columns = append(p.columns, typedColumn{Column: Column{Name: f.Name, Kind: f.Kind(), Unit: f.Unit, Ordered: f.Ordered}, whole: f.Type == IntegerField})
			p.readers = append(p.readers, newCellReader(o.Schema, f))
		}
		p.at = func(row int) (string, int) { return name, p.number(row) - 1 }
		if err := p.read(text); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return p.table()
	})
}

// rowsParser reads rows into columns.
type rowsParser struct {
	typedTable
	numbers []int
	readers []*cellReader
}

// number is that of a row, counted from 0, in messages.
func (p *rowsParser) number(row int) int {
	if row < len(p.numbers) {
		return p.numbers[row]
	}
	return row + 1
}

// read reads all rows.
func (p *rowsParser) read(text string) error {
	for text != "" {
		for j := range p.readers {
			cell, rest, err := nextCell(text)
			if err == nil {
				err = p.readers[j].add(&p.columns[j], cell)
			}
			if err != nil {
				return fmt.Errorf("row %d, column %q: %w", p.number(p.rows), p.columns[j].Name, err)
			}
			ends := rest == "" || rest[0] == '\n'
			if ends != (j == len(p.readers)-1) {
				return fmt.Errorf("row %d: expected %s, as the schema has fields, found %s", p.number(p.rows), format.Plural(len(p.readers), "cell"), countedCells(ends, j+1))
			}
			if text = rest; rest != "" {
				text = rest[1:]
			}
		}
		p.rows++
	}
	switch {
	case p.rows == 0:
		return errors.New("found no rows, expected at least one")
	case p.numbers != nil && len(p.numbers) != p.rows:
		return fmt.Errorf("found %s and numbers of %d, expected a number for each", format.Plural(p.rows, "row"), len(p.numbers))
	}
	for j, c := range p.readers {
		if len(c.large) > 0 {
			column := &p.columns[j].Column
			column.exact(func(row int) string {
				if text, large := c.large[row]; large {
					return text
				}
				return strconv.FormatFloat(column.Values[row], 'f', 0, 64)
			})
		}
	}
	return nil
}

// countedCells says how many cells a row has.
func countedCells(ends bool, n int) string {
	if ends {
		return fmt.Sprint(n)
	}
	return "more"
}

// nextCell returns the cell that a text begins with, and the rest from the comma or line end on
// after it.
func nextCell(text string) (cell, rest string, err error) {
	if !strings.HasPrefix(text, `"`) {
		at := strings.IndexAny(text, ",\n")
		if at < 0 {
			at = len(text)
		}
		return text[:at], text[at:], nil
	}
	from := 1
	for {
		at := strings.IndexByte(text[from:], '"')
		if at < 0 {
			return "", "", errors.New("a quotation mark is left open")
		}
		from += at + 1
		if !strings.HasPrefix(text[from:], `"`) {
			break
		}
		from++
	}
	if rest = text[from:]; rest != "" && rest[0] != ',' && rest[0] != '\n' {
		return "", "", fmt.Errorf("found %s after a quotation mark, expected a comma or a line end", found(rest))
	}
	return strings.ReplaceAll(text[1:from-1], `""`, `"`), rest, nil
}

// cellReader reads the cells of a column.
type cellReader struct {
	Field
	missing map[string]bool
	codes   map[string]int32 // of categories by their values, of texts by themselves
	large   map[int]string   // by rows, the whole numbers that a float64 does not hold
}

// newCellReader returns the reader of a field.
func newCellReader(s *Schema, f Field) *cellReader {
	c := &cellReader{Field: f, missing: map[string]bool{}, codes: map[string]int32{}, large: map[int]string{}}
	for _, word := range s.missing(f) {
		c.missing[word] = true
	}
	for k, category := range f.Categories {
		c.codes[category.Value] = int32(k)
	}
	return c
}

// add appends a cell to its column.
func (c *cellReader) add(column *typedColumn, cell string) error {
	missing := c.missing[cell]
	switch {
	case c.Categories != nil:
		if column.Levels == nil {
			column.Levels = c.labels()
		}
		code, known := c.codes[cell]
		if !known && !missing {
			return unknownCategory(cell, c.Field)
		}
		if missing {
			code = -1
		}
		column.Codes = append(column.Codes, code)
	case c.Type == StringField:
		if missing {
			column.Codes = append(column.Codes, -1)
			return nil
		}
		if !utf8.ValidString(cell) {
			return fmt.Errorf("found %s, expected UTF-8 text", found(cell))
		}
		code, known := c.codes[cell]
		if !known {
			code = column.code(c.codes, strings.Clone(cell))
		}
		column.Codes = append(column.Codes, code)
	case missing:
		column.Values = append(column.Values, math.NaN())
	default:
		v, err := c.value(cell)
		if err != nil {
			return err
		}
		if column.Values = append(column.Values, v); c.Type == IntegerField && math.Abs(v) >= exactWhole {
			c.large[len(column.Values)-1] = strings.Clone(cell)
		}
	}
	return nil
}

// unknownCategory is the error of a cell that is none of the categories.
func unknownCategory(cell string, f Field) error {
	values := make([]string, len(f.Categories))
	for k, c := range f.Categories {
		values[k] = c.Value
	}
	return fmt.Errorf("found %s, expected one of the categories %s", found(cell), few(values, 10))
}
