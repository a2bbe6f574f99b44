package parquet

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// Column is a column of n rows: numbers, or text as codes.
type Column struct {
	Numbers []float64 // NaN where missing
	Codes   []int32   // −1 where missing
	Levels  []string  // row i holds Levels[Codes[i]]; in the order of first use
	Rounded string    // the first whole number that a float64 does not tell from others, to its last digit
}

// columnReader collects the values of a column.
type columnReader struct {
	*File
	field *Field
	Column
	texts      bool  // whether codes of texts are collected, and not numbers
	row        int   // the first row of the page
	rows       []int // wanted from there on
	all        bool  // whether all rows are wanted
	index      map[string]int32
	dictionary Column // its codes are those of the whole column
	values     values
	dense      Column // of a page
}

// Column reads the values of a field in the given rows, which rise; nil for all. Whole numbers and decimals
// are texts, to their last digit, if that is asked for.
func (f *File) Column(field *Field, rows []int, texts bool) (column *Column, err error) {
	defer recovered(&err)
	if err := field.Err(); err != nil {
		return nil, err
	}
	texts = field.Type == Text || texts && (field.Type == Integer || field.decimal)
	c := &columnReader{File: f, field: field, rows: rows, all: rows == nil, texts: texts, index: map[string]int32{}}
	n := len(rows)
	if c.all {
		n = f.Rows
	}
	if err := f.charge(int64(n) * 8); err != nil {
		return nil, err
	}
	if texts {
		c.Codes = make([]int32, 0, n)
	} else {
		c.Numbers = make([]float64, 0, n)
	}
	for _, g := range f.groups {
		if !c.all && (len(c.rows) == 0 || c.rows[0] >= c.row+g.rows) {
			c.row += g.rows
			continue
		}
		c.dictionary = Column{}
		if err := f.pages(field, g.chunks[field.leaf], g.rows, c.entries, c.add); err != nil {
			return nil, err
		}
	}
	return &c.Column, nil
}

// entries takes the dictionary.
func (c *columnReader) entries(p page) error {
	if err := c.decode(p.data, p.encoding, p.values); err != nil {
		return err
	}
	err := c.convert(p.values)
	c.dictionary = Column{Numbers: slices.Clone(c.dense.Numbers), Codes: slices.Clone(c.dense.Codes)}
	return err
}

// add adds the values of a page, of which only some rows may be wanted.
func (c *columnReader) add(p page) error {
	n := p.values
	for _, there := range p.present {
		n -= 1 - int(there)
	}
	first := c.row
	c.row += p.values
	var wanted []int
	if !c.all {
		k, _ := slices.BinarySearch(c.rows, c.row)
		if wanted, c.rows = c.rows[:k], c.rows[k:]; k == 0 {
			return nil
		}
	}
	var err error
	if p.encoding == format.PlainDictionary || p.encoding == format.RLEDictionary {
		err = c.look(p.data, n)
	} else if err = c.decode(p.data, p.encoding, n); err == nil {
		err = c.convert(n)
	}
	if err != nil {
		return err
	}
	if c.texts {
		c.dense.Codes = spread(c.dense.Codes, p.present, -1)
		c.Codes = gather(c.Codes, c.dense.Codes, c.all, wanted, first)
	} else {
		c.dense.Numbers = spread(c.dense.Numbers, p.present, math.NaN())
		c.Numbers = gather(c.Numbers, c.dense.Numbers, c.all, wanted, first)
	}
	return nil
}

// spread puts values into the rows that have one; nil if all have.
func spread[T any](values []T, present []byte, missing T) []T {
	k := len(values)
	values = slices.Grow(values, max(len(present)-k, 0))[:max(len(present), k)]
	for i := len(present) - 1; i >= 0; i-- {
		if present[i] == 0 {
			values[i] = missing
		} else {
			k--
			values[i] = values[k]
		}
	}
	return values
}

// gather appends the values of all rows, or of the wanted ones; the first is that of a row.
func gather[T any](to, values []T, all bool, wanted []int, first int) []T {
	if all {
		return append(to, values...)
	}
	for _, row := range wanted {
		to = append(to, values[row-first])
	}
	return to
}

// look takes n values from the dictionary.
func (c *columnReader) look(data []byte, n int) error {
	c.dense.Codes, c.dense.Numbers = c.dense.Codes[:0], c.dense.Numbers[:0]
	if n == 0 {
		return nil
	}
	if len(data) == 0 {
		return errShort
	}
	width := int(data[0])
	data, err := runs(data[1:], width, n)
	if err != nil {
		return err
	}
	places, err := (&rle.Encoding{BitWidth: width}).DecodeInt32(nil, data)
	if err != nil {
		return err
	}
	size := uint32(max(len(c.dictionary.Numbers), len(c.dictionary.Codes)))
	for _, i := range places[:n] {
		switch {
		case uint32(i) >= size:
			return fmt.Errorf("found entry %d of a dictionary of %d: the file is damaged", uint32(i), size)
		case c.texts:
			c.dense.Codes = append(c.dense.Codes, c.dictionary.Codes[i])
		default:
			c.dense.Numbers = append(c.dense.Numbers, c.dictionary.Numbers[i])
		}
	}
	return nil
}

// convert makes numbers, or codes of texts, of n decoded values.
func (c *columnReader) convert(n int) error {
	c.dense.Codes, c.dense.Numbers = c.dense.Codes[:0], c.dense.Numbers[:0]
	if !c.texts {
		c.dense.Numbers = c.field.numbers(c.dense.Numbers, &c.values)
		if c.Rounded == "" && c.field.Type == Integer {
			if k := slices.IndexFunc(c.dense.Numbers, func(v float64) bool { return math.Abs(v) >= exactWhole }); k >= 0 {
				c.Rounded = string(c.field.text(nil, &c.values, k))
			}
		}
		return nil
	}
	var text []byte
	for i := range n {
		text = c.field.text(text[:0], &c.values, i)
		code, known := c.index[string(text)]
		if !known {
			if err := c.charge(int64(len(text)) + chargeText); err != nil {
				return err
			}
			code = int32(len(c.Levels))
			level := strings.Clone(string(text))
			c.Levels = append(c.Levels, level)
			c.index[level] = code
		}
		c.dense.Codes = append(c.dense.Codes, code)
	}
	return nil
}
