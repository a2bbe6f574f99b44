package parquet

import (
	"encoding/binary"
	"fmt"
	"math"
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

// Column reads the values of a field.
func (f *File) Column(field *Field) (*Column, error) {
	if field.Refused != "" {
		return nil, fmt.Errorf("it is %s, expected numbers, truth values, dates or text", field.Refused)
	}
	c := &columnReader{File: f, field: field, index: map[string]int32{}}
	for _, g := range f.groups {
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
	index      map[string]int32
	dictionary Column // its codes are those of the whole column
}

// add adds the values of a page.
func (c *columnReader) add(p page) error {
	// Runs of one value take next to no bytes, so claims are charged.
	if err := c.charge(int64(p.values) * chargeNumber); err != nil {
		return err
	}
	if p.kind == pageDictionary {
		numbers, texts, err := c.decode(p.data, encodingPlain, p.values)
		if err != nil {
			return err
		}
		c.dictionary.Numbers = numbers
		c.dictionary.Codes, err = c.codes(texts)
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
	var values Column
	switch p.encoding {
	case encodingPlainDictionary, encodingDictionary:
		if len(p.data) == 0 && n > 0 {
			return errShort
		}
		var places []uint32
		var err error
		if n > 0 {
			if places, err = hybrid(p.data[1:], int(p.data[0]), n); err != nil {
				return err
			}
		}
		if values, err = c.look(places); err != nil {
			return err
		}
	default:
		numbers, texts, err := c.decode(p.data, p.encoding, n)
		if err != nil {
			return err
		}
		values.Numbers = numbers
		if values.Codes, err = c.codes(texts); err != nil {
			return err
		}
	}
	c.Numbers = spread(c.Numbers, values.Numbers, present, c.field.Type == Text, math.NaN())
	c.Codes = spread(c.Codes, values.Codes, present, c.field.Type != Text, -1)
	return nil
}

// spread appends values to the places where they are present.
func spread[T any](to, values []T, present []uint32, other bool, missing T) []T {
	if other {
		return to
	}
	if present == nil {
		return append(to, values...)
	}
	for _, there := range present {
		if there == 0 {
			to = append(to, missing)
			continue
		}
		to, values = append(to, values[0]), values[1:]
	}
	return to
}

// look looks values up in the dictionary.
func (c *columnReader) look(places []uint32) (values Column, err error) {
	size := uint32(len(c.dictionary.Numbers) + len(c.dictionary.Codes))
	for _, i := range places {
		switch {
		case i >= size:
			return values, fmt.Errorf("found entry %d of a dictionary of %d: the file is damaged", i, size)
		case c.field.Type == Text:
			values.Codes = append(values.Codes, c.dictionary.Codes[i])
		default:
			values.Numbers = append(values.Numbers, c.dictionary.Numbers[i])
		}
	}
	return values, nil
}

// codes returns the codes of texts.
func (c *columnReader) codes(texts [][]byte) ([]int32, error) {
	codes := make([]int32, len(texts))
	for i, text := range texts {
		code, ok := c.index[string(text)]
		if !ok {
			if err := c.charge(int64(len(text)) + chargeText); err != nil {
				return nil, err
			}
			code = int32(len(c.Levels))
			level := strings.Clone(string(text))
			c.Levels = append(c.Levels, level)
			c.index[level] = code
		}
		codes[i] = code
	}
	return codes, nil
}

// decode decodes n values: numbers or, if the field is text, texts.
func (c *columnReader) decode(data []byte, encoding int64, n int) ([]float64, [][]byte, error) {
	width := map[int64]int{physicalInt32: 4, physicalInt64: 8, physicalInt96: 12, physicalFloat: 4, physicalReal: 8, physicalFixed: c.field.width}[c.field.physical]
	var pieces [][]byte
	var err error
	switch physical := c.field.physical; {
	case physical == physicalBool && encoding == encodingPlain:
		if (n+7)/8 > len(data) {
			return nil, nil, errShort
		}
		return numbersOf(n, func(i int) float64 { return float64(data[i/8] >> (i % 8) & 1) }), nil, nil
	case physical == physicalBool && encoding == encodingRLE:
		if len(data) < 4 {
			return nil, nil, errShort
		}
		truths, err := hybrid(data[4:], 1, n)
		return numbersOf(len(truths), func(i int) float64 { return float64(truths[i]) }), nil, err
	case encoding == encodingDelta && (physical == physicalInt32 || physical == physicalInt64):
		integers, _, err := delta(data, n)
		return numbersOf(len(integers), func(i int) float64 { return c.field.integer(integers[i]) }), nil, err
	case encoding == encodingPlain && physical == physicalBytes:
		pieces, err = c.charged(n, func() ([][]byte, error) { return prefixed(data, n) })
	case encoding == encodingPlain:
		pieces, err = c.charged(n, func() ([][]byte, error) { return fixed(data, width, n) })
	case encoding == encodingDeltaLength:
		pieces, err = c.charged(n, func() ([][]byte, error) { return lengths(data, n) })
	case encoding == encodingDeltaText:
		pieces, err = c.charged(n, func() ([][]byte, error) { return continued(data, n, c.charge) })
	case encoding == encodingSplit && width > 0:
		pieces, err = c.charged(n, func() ([][]byte, error) {
			whole, err := joined(data, width, n)
			if err != nil {
				return nil, err
			}
			return fixed(whole, width, n)
		})
	default:
		err = fmt.Errorf("encoded by method %d, expected one for values of its type (%d)", encoding, physical)
	}
	if err != nil || c.field.Type == Text {
		return nil, pieces, err
	}
	return numbersOf(n, func(i int) float64 { return c.field.number(pieces[i]) }), nil, nil
}

// charged charges for n pieces before they are cut.
func (c *columnReader) charged(n int, cut func() ([][]byte, error)) ([][]byte, error) {
	if err := c.charge(int64(n) * chargeNumber); err != nil {
		return nil, err
	}
	return cut()
}

func numbersOf(n int, number func(i int) float64) []float64 {
	numbers := make([]float64, n)
	for i := range numbers {
		numbers[i] = number(i)
	}
	return numbers
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
