package parquet

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Column is a column of n rows: numbers, or text as codes.
type Column struct {
	Numbers []float64 // NaN where missing
	Codes   []int32   // −1 where missing
	Levels  []string  // row i holds Levels[Codes[i]]; in the order of first use
}

// Bytes that a decoded value is charged with.
const (
	chargeNumber = 16
	chargeText   = 48
)

// Err returns the error of a column that cannot be read.
func (f *Field) Err() error {
	if f.Refused == "" {
		return nil
	}
	return fmt.Errorf("it is %s, expected numbers, truth values, dates or text", f.Refused)
}

// Column reads the values of a field in the given rows, which rise; nil for all.
func (f *File) Column(field *Field, rows []int) (*Column, error) {
	if err := field.Err(); err != nil {
		return nil, err
	}
	c := &columnReader{File: f, field: field, rows: rows, all: rows == nil, index: map[string]int32{}}
	for _, g := range f.groups {
		if !c.all && (len(c.rows) == 0 || c.rows[0] >= c.row+g.rows) {
			c.row += g.rows
			continue
		}
		c.dictionary = Column{}
		if err := f.pages(field, g.chunks[field.leaf], g.rows, c.add); err != nil {
			return nil, err
		}
	}
	return &c.Column, nil
}

// columnReader collects the values of a column.
type columnReader struct {
	*File
	field *Field
	Column
	row        int   // the first row of the page
	rows       []int // wanted from there on
	all        bool  // whether all rows are wanted
	index      map[string]int32
	dictionary Column // its codes are those of the whole column
	picked     []int
}

// add adds the values of a page.
func (c *columnReader) add(p page) error {
	// Runs of one value take next to no bytes, so claims are charged.
	if err := c.charge(int64(p.values) * chargeNumber); err != nil {
		return err
	}
	if p.kind == pageDictionary {
		number, texts, err := c.decode(p.data, encodingPlain, p.values)
		if err != nil {
			return err
		}
		c.dictionary.Numbers = gather(nil, p.values, nil, number, math.NaN())
		c.dictionary.Codes, err = c.codes(nil, texts, nil)
		return err
	}
	present, n := []uint32(nil), p.values
	if p.present != nil {
		var err error
		if present, err = hybrid(p.present, 1, p.values); err != nil {
			return err
		}
		n = 0
		for _, there := range present {
			if there > 1 {
				return fmt.Errorf("found the level %d of a missing or present value, expected 0 or 1: the file is damaged", there)
			}
			n += int(there)
		}
	}
	picks := c.picks(present, p.values)
	if picks != nil && len(picks) == 0 {
		return nil
	}
	number, texts, err := (func(int) float64)(nil), [][]byte(nil), error(nil)
	switch p.encoding {
	case encodingPlainDictionary, encodingDictionary:
		var places []uint32
		if places, err = c.places(p.data, n); err != nil {
			return err
		}
		if c.field.Type == Text {
			c.Codes = gather(c.Codes, n, picks, func(i int) int32 { return c.dictionary.Codes[places[i]] }, -1)
			return nil
		}
		number = func(i int) float64 { return c.dictionary.Numbers[places[i]] }
	default:
		if number, texts, err = c.decode(p.data, p.encoding, n); err != nil {
			return err
		}
	}
	if c.field.Type == Text {
		c.Codes, err = c.codes(c.Codes, texts, picks)
		return err
	}
	c.Numbers = gather(c.Numbers, n, picks, number, math.NaN())
	return nil
}

// picks returns the places of the wanted rows among the values of a page of n rows, −1 for a
// missing one; nil if all rows are wanted and there.
func (c *columnReader) picks(present []uint32, n int) []int {
	first := c.row
	c.row += n
	if c.all && present == nil {
		return nil
	}
	picked, at, place := c.picked[:0], 0, 0 // place of row at among the values
	for c.all && at < n || len(c.rows) > 0 && c.rows[0] < c.row {
		row := at
		if !c.all {
			row, c.rows = c.rows[0]-first, c.rows[1:]
		}
		if present == nil {
			picked = append(picked, row)
			continue
		}
		for ; at < row; at++ {
			place += int(present[at])
		}
		if present[row] == 0 {
			picked = append(picked, -1)
		} else {
			picked = append(picked, place)
			place++
		}
		at++
	}
	c.picked = picked
	if picked == nil {
		picked = []int{}
	}
	return picked
}

// gather appends the picked ones of n values, all if picks is nil.
func gather[T any](to []T, n int, picks []int, value func(i int) T, missing T) []T {
	if value == nil {
		return to
	}
	if picks == nil {
		to = slices.Grow(to, n)
		for i := range n {
			to = append(to, value(i))
		}
		return to
	}
	for _, i := range picks {
		if i < 0 {
			to = append(to, missing)
		} else {
			to = append(to, value(i))
		}
	}
	return to
}

// places returns those of n values in the dictionary.
func (c *columnReader) places(data []byte, n int) ([]uint32, error) {
	if n == 0 {
		return nil, nil
	}
	if len(data) == 0 {
		return nil, errShort
	}
	places, err := hybrid(data[1:], int(data[0]), n)
	size := uint32(len(c.dictionary.Numbers) + len(c.dictionary.Codes))
	for _, i := range places {
		if i >= size {
			return nil, fmt.Errorf("found entry %d of a dictionary of %d: the file is damaged", i, size)
		}
	}
	return places, err
}

// codes appends the codes of the picked ones of texts, of all if picks is nil.
func (c *columnReader) codes(to []int32, texts [][]byte, picks []int) ([]int32, error) {
	var err error
	return gather(to, len(texts), picks, func(i int) int32 {
		code, ok := c.index[string(texts[i])]
		if !ok && err == nil {
			if err = c.charge(int64(len(texts[i])) + chargeText); err != nil {
				return -1
			}
			code = int32(len(c.Levels))
			level := strings.Clone(string(texts[i]))
			c.Levels = append(c.Levels, level)
			c.index[level] = code
		}
		return code
	}, -1), err
}

// decode decodes n values: numbers or, if the field is text, texts.
func (c *columnReader) decode(data []byte, encoding int64, n int) (number func(i int) float64, texts [][]byte, err error) {
	width := map[int64]int{physicalInt32: 4, physicalInt64: 8, physicalInt96: 12, physicalFloat: 4, physicalReal: 8, physicalFixed: c.field.width}[c.field.physical]
	var pieces [][]byte
	switch physical := c.field.physical; {
	case physical == physicalBool && encoding == encodingPlain:
		if (n+7)/8 > len(data) {
			return nil, nil, errShort
		}
		return func(i int) float64 { return float64(data[i/8] >> (i % 8) & 1) }, nil, nil
	case physical == physicalBool && encoding == encodingRLE:
		if len(data) < 4 {
			return nil, nil, errShort
		}
		truths, err := hybrid(data[4:], 1, n)
		return func(i int) float64 { return float64(truths[i]) }, nil, err
	case encoding == encodingDelta && (physical == physicalInt32 || physical == physicalInt64):
		integers, _, err := delta(data, n)
		return func(i int) float64 { return c.field.integer(integers[i]) }, nil, err
	case encoding == encodingPlain && physical == physicalBytes:
		pieces, err = c.charged(n, func() ([][]byte, error) { return prefixed(data, n) })
	case encoding == encodingDeltaLength:
		pieces, err = c.charged(n, func() ([][]byte, error) { return lengths(data, n) })
	case encoding == encodingDeltaText:
		pieces, err = c.charged(n, func() ([][]byte, error) { return continued(data, n, c.charge) })
	case (encoding == encodingPlain || encoding == encodingSplit) && width > 0:
		if encoding == encodingSplit {
			if data, err = joined(data, width, n); err != nil {
				return nil, nil, err
			}
		}
		if len(data)/width < n {
			return nil, nil, errShort
		}
		return func(i int) float64 { return c.field.number(data[i*width : (i+1)*width]) }, nil, nil
	default:
		err = fmt.Errorf("encoded by method %d, expected one for values of its type (%d)", encoding, physical)
	}
	if err != nil || c.field.Type == Text {
		return nil, pieces, err
	}
	return func(i int) float64 { return c.field.number(pieces[i]) }, nil, nil
}

// charged charges for n pieces before they are cut.
func (c *columnReader) charged(n int, cut func() ([][]byte, error)) ([][]byte, error) {
	if err := c.charge(int64(n) * chargeNumber); err != nil {
		return nil, err
	}
	return cut()
}

// integer returns the value of a stored integer.
func (f *Field) integer(v int64) float64 {
	switch {
	case f.Type == Date:
		return float64(v) / float64(f.unit)
	case f.unsigned && f.physical == physicalInt32:
		return float64(uint32(v))
	case f.unsigned:
		return float64(uint64(v))
	}
	return float64(v) / math.Pow10(f.scale)
}

// number returns the value of stored bytes.
func (f *Field) number(b []byte) float64 {
	switch f.physical {
	case physicalInt32:
		return f.integer(int64(int32(binary.LittleEndian.Uint32(b))))
	case physicalInt64:
		return f.integer(int64(binary.LittleEndian.Uint64(b)))
	case physicalFloat:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	case physicalReal:
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	case physicalInt96: // nanoseconds of the day, and the Julian day
		const julian1970 = 2440588
		return float64(binary.LittleEndian.Uint32(b[8:])) - julian1970 + float64(binary.LittleEndian.Uint64(b))/86400e9
	}
	if f.scale == float16 {
		return half(binary.LittleEndian.Uint16(b))
	}
	// Decimals as bytes are integers, the first byte first.
	v, sign := 0.0, 0.0
	for i, digit := range b {
		if i == 0 && digit >= 128 {
			sign = math.Pow(256, float64(len(b)))
		}
		v = float64(v*256) + float64(digit)
	}
	return (v - sign) / math.Pow10(f.scale)
}

// half is a number of 16 bits.
func half(b uint16) float64 {
	fraction, exponent := float64(b&0x3ff), int(b>>10&31)
	v := math.Ldexp(fraction, -24)
	switch {
	case exponent == 31 && fraction != 0:
		return math.NaN()
	case exponent == 31:
		v = math.Inf(1)
	case exponent > 0:
		v = math.Ldexp(1024+fraction, exponent-25)
	}
	if b>>15 == 1 {
		v = -v
	}
	return v
}
