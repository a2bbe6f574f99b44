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
	Rounded string    // the first whole number above 2⁵³, where float64s do not tell them apart, to its last digit
}

// Column reads the values of a field in the given rows, which rise; nil for all. Whole numbers and decimals
// are texts, to their last digit, if that is asked for.
func (f *File) Column(field *Field, rows []int, texts bool) (column *Column, err error) {
	defer recovered(&err)
	if err := field.Err(); err != nil {
		return nil, err
	}
	n := len(rows)
	if rows == nil {
		n = f.Rows
	}
	if err := f.charge(int64(n) * 8); err != nil {
		return nil, err
	}
	c := &converter{pageDecoder: pageDecoder{File: f, field: field}, index: map[string]int32{}}
	if field.Type == Text || texts && (field.Type == Integer || field.decimal) {
		codes := &columnReader[int32]{File: f, field: field, decode: c.codes, missing: -1, all: rows == nil, wanted: rows, values: make([]int32, 0, n)}
		err = codes.read()
		c.Codes = codes.values
	} else {
		numbers := &columnReader[float64]{File: f, field: field, decode: c.numbers, missing: math.NaN(), all: rows == nil, wanted: rows, values: make([]float64, 0, n)}
		err = numbers.read()
		c.Numbers = numbers.values
	}
	return &c.Column, err
}

// columnReader collects the values of a column: numbers, or codes of texts.
type columnReader[T int32 | float64] struct {
	*File
	field      *Field
	decode     func(to []T, p page, n int) ([]T, error) // appends the n values of a page
	missing    T
	all        bool  // whether all rows are wanted
	wanted     []int // from row on
	row        int   // the first of the page
	dictionary []T
	page       []T
	values     []T
}

// read reads the groups that have wanted rows.
func (c *columnReader[T]) read() error {
	for _, g := range c.groups {
		if !c.all && (len(c.wanted) == 0 || c.wanted[0] >= c.row+g.rows) {
			c.row += g.rows
			continue
		}
		c.dictionary = nil
		if err := c.pages(c.field, g.chunks[c.field.leaf], g.rows, c.entries, c.add); err != nil {
			return err
		}
	}
	return nil
}

// entries takes the dictionary.
func (c *columnReader[T]) entries(p page) (err error) {
	c.dictionary, err = c.decode(nil, p, p.values)
	return err
}

// add adds the values of a page, of which only some rows may be wanted.
func (c *columnReader[T]) add(p page) (err error) {
	n := p.values
	for _, there := range p.present {
		n -= 1 - int(there)
	}
	first := c.row
	c.row += p.values
	var wanted []int
	if !c.all {
		k, _ := slices.BinarySearch(c.wanted, c.row)
		if wanted, c.wanted = c.wanted[:k], c.wanted[k:]; k == 0 {
			return nil
		}
	}
	if p.encoding == format.PlainDictionary || p.encoding == format.RLEDictionary {
		err = c.look(p.data, n)
	} else {
		c.page, err = c.decode(c.page[:0], p, n)
	}
	if err != nil {
		return err
	}
	c.spread(p.present)
	if c.all {
		c.values = append(c.values, c.page...)
	}
	for _, row := range wanted {
		c.values = append(c.values, c.page[row-first])
	}
	return nil
}

// spread puts the values of a page into the rows that have one; nil if all have.
func (c *columnReader[T]) spread(present []byte) {
	k := len(c.page)
	c.page = slices.Grow(c.page, max(len(present)-k, 0))[:max(len(present), k)]
	for i := len(present) - 1; i >= 0; i-- {
		if present[i] == 0 {
			c.page[i] = c.missing
		} else {
			k--
			c.page[i] = c.page[k]
		}
	}
}

// look takes the n values of a page from the dictionary.
func (c *columnReader[T]) look(data []byte, n int) error {
	if c.page = c.page[:0]; n == 0 {
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
	for _, i := range places[:n] {
		if uint32(i) >= uint32(len(c.dictionary)) {
			return fmt.Errorf("found entry %d of a dictionary of %d: the file is damaged", uint32(i), len(c.dictionary))
		}
		c.page = append(c.page, c.dictionary[i])
	}
	return nil
}

// converter makes numbers, or codes of the levels of a column, of decoded pages.
type converter struct {
	pageDecoder
	Column
	index map[string]int32
}

// numbers appends the n numbers of a page.
func (c *converter) numbers(to []float64, p page, n int) ([]float64, error) {
	if err := c.decode(p.data, p.encoding, n); err != nil {
		return nil, err
	}
	to = c.field.numbers(to, &c.values)
	if c.Rounded == "" && (c.field.Type == Integer || c.field.decimal && c.field.scale == 0) {
		if k := slices.IndexFunc(to, func(v float64) bool { return math.Abs(v) >= exactWhole }); k >= 0 {
			c.Rounded = string(c.field.text(nil, &c.values, k))
		}
	}
	return to, nil
}

// codes appends the codes of the n texts of a page.
func (c *converter) codes(to []int32, p page, n int) ([]int32, error) {
	if err := c.decode(p.data, p.encoding, n); err != nil {
		return nil, err
	}
	var text []byte
	for i := range n {
		text = c.field.text(text[:0], &c.values, i)
		code, known := c.index[string(text)]
		if !known {
			if err := c.charge(int64(len(text)) + chargeText); err != nil {
				return nil, err
			}
			code = int32(len(c.Levels))
			level := strings.Clone(string(text))
			c.Levels = append(c.Levels, level)
			c.index[level] = code
		}
		to = append(to, code)
	}
	return to, nil
}
