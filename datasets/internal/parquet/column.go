package parquet

import (
	"math"
	"slices"

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

// Column reads the values of a field in the given rows, which rise; nil for all. Whole numbers and
// decimals are texts, to their last digit, if texts is set.
func (f *File) Column(field *Field, rows []int, texts bool) (column *Column, err error) {
	defer recovered(&err)
	if err := field.Err(); err != nil {
		return nil, err
	}
	n := len(rows)
	if rows == nil {
		n = f.Rows
	}
	f.charge(int64(n) * 8)
	c := &converter{pageDecoder: pageDecoder{File: f, field: field}, index: map[string]int32{}}
	if field.Type == Text || texts && (field.Type == Integer || field.decimal) {
		codes := columnReader[int32]{convert: c.codes, missing: -1, wanted: rows}
		c.Codes = codes.read(f, field, make([]int32, 0, n))
	} else {
		numbers := columnReader[float64]{convert: c.numbers, missing: math.NaN(), wanted: rows}
		c.Numbers = numbers.read(f, field, make([]float64, 0, n))
	}
	return &c.Column, nil
}

// columnReader collects the values of a column: numbers, or codes of texts.
type columnReader[T int32 | float64] struct {
	convert func(dst []T, p *page) []T // appends the values of a page
	missing T
	wanted  []int // the rows that are read; nil for all

	dictionary []T
	page       []T
}

// read appends the values of the wanted rows to dst. Groups and pages without any are passed over.
func (r *columnReader[T]) read(f *File, field *Field, dst []T) []T {
	first := 0 // row of the group or page
	for _, group := range f.groups {
		if r.wanted != nil && len(r.wantedOf(first, group.rows)) == 0 {
			first += group.rows
			continue
		}
		r.dictionary = nil
		for p := range f.pages(field, group) {
			if p.dictionary {
				r.dictionary = r.convert(nil, p)
			} else {
				dst = r.add(dst, p, first)
				first += p.rows
			}
		}
	}
	return dst
}

// wantedOf returns the wanted ones of n rows from first on.
func (r *columnReader[T]) wantedOf(first, n int) []int {
	i, _ := slices.BinarySearch(r.wanted, first)
	k, _ := slices.BinarySearch(r.wanted, first+n)
	return r.wanted[i:k]
}

// add appends the wanted values of a page that begins at row first.
func (r *columnReader[T]) add(dst []T, p *page, first int) []T {
	wanted := r.wantedOf(first, p.rows)
	if r.wanted != nil && len(wanted) == 0 {
		return dst
	}
	if p.encoding == format.PlainDictionary || p.encoding == format.RLEDictionary {
		r.lookUp(p.encoded, p.values())
	} else {
		r.page = r.convert(r.page[:0], p)
	}
	r.insertMissing(p.present)
	if r.wanted == nil {
		return append(dst, r.page...)
	}
	for _, row := range wanted {
		dst = append(dst, r.page[row-first])
	}
	return dst
}

// insertMissing moves the values of a page to the rows that have one.
func (r *columnReader[T]) insertMissing(present []byte) {
	k := len(r.page)
	r.page = slices.Grow(r.page, max(len(present)-k, 0))[:max(len(present), k)]
	for i := len(present) - 1; i >= 0; i-- {
		if present[i] == 0 {
			r.page[i] = r.missing
		} else {
			k--
			r.page[i] = r.page[k]
		}
	}
}

// lookUp takes the n values of a page from the dictionary.
func (r *columnReader[T]) lookUp(data []byte, n int) {
	if r.page = r.page[:0]; n == 0 {
		return
	}
	failIf(len(data) == 0, endsEarly)
	width := int(data[0])
	entries := must((&rle.Encoding{BitWidth: width}).DecodeInt32(nil, checkRuns(data[1:], width, n)))
	for _, k := range entries[:n] {
		if uint32(k) >= uint32(len(r.dictionary)) {
			fail("found entry %d of a dictionary of %d: the file is damaged", uint32(k), len(r.dictionary))
		}
		r.page = append(r.page, r.dictionary[k])
	}
}

// converter makes numbers, or codes of the levels of a column, of the values of pages.
type converter struct {
	pageDecoder
	Column
	index map[string]int32
}

// numbers appends the numbers of a page.
func (c *converter) numbers(dst []float64, p *page) []float64 {
	c.decode(p.encoded, p.encoding, p.values())
	dst = c.field.numbers(dst, &c.values)
	if c.Rounded == "" && (c.field.Type == Integer || c.field.decimal && c.field.scale == 0) {
		if k := slices.IndexFunc(dst, func(v float64) bool { return math.Abs(v) >= exactWhole }); k >= 0 {
			c.Rounded = string(c.field.text(nil, &c.values, k))
		}
	}
	return dst
}

// codes appends the codes of the texts of a page.
func (c *converter) codes(dst []int32, p *page) []int32 {
	n := p.values()
	c.decode(p.encoded, p.encoding, n)
	var text []byte
	for i := range n {
		text = c.field.text(text[:0], &c.values, i)
		code, known := c.index[string(text)]
		if !known {
			c.charge(int64(len(text)) + chargeText)
			code = int32(len(c.Levels))
			level := string(text)
			c.Levels = append(c.Levels, level)
			c.index[level] = code
		}
		dst = append(dst, code)
	}
	return dst
}
