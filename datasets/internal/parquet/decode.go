package parquet

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/plain"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// values are those of a page: whole numbers and truth values, other numbers, or pieces of fixed length,
// or of any. The slices are used again.
type values struct {
	longs   []int64
	doubles []float64
	pieces  [][]byte

	ints []int32 // before they become longs
}

// widened makes longs of ints.
func (v *values) widened(f *Field, err error) error {
	for _, x := range v.ints {
		if f.unsigned {
			v.longs = append(v.longs, int64(uint32(x)))
		} else {
			v.longs = append(v.longs, int64(x))
		}
	}
	return err
}

// pageDecoder decodes the values of pages.
type pageDecoder struct {
	*File
	field  *Field
	values values
}

// decode decodes n values.
func (c *pageDecoder) decode(data []byte, encoding format.Encoding, n int) error {
	v, f := &c.values, c.field
	v.longs, v.doubles, v.pieces = v.longs[:0], v.doubles[:0], v.pieces[:0]
	if n == 0 {
		return nil
	}
	switch {
	case f.physical == format.Boolean:
		return v.booleans(data, encoding, n)
	case encoding == format.DeltaBinaryPacked && (f.physical == format.Int32 || f.physical == format.Int64):
		end, err := differences(data, 8*f.width, n)
		if err != nil {
			return err
		}
		if f.physical == format.Int32 {
			v.ints, err = new(delta.BinaryPackedEncoding).DecodeInt32(v.ints, data[:end:end])
			return v.widened(f, err)
		}
		v.longs, err = new(delta.BinaryPackedEncoding).DecodeInt64(v.longs, data[:end:end])
		return err
	case encoding == format.DeltaLengthByteArray && f.physical == format.ByteArray:
		sizes, data, err := lengths(data, n)
		if err != nil {
			return err
		}
		return c.join(make([]int32, n), sizes, data)
	case encoding == format.DeltaByteArray && (f.physical == format.ByteArray || f.physical == format.FixedLenByteArray):
		shared, data, err := lengths(data, n)
		if err != nil {
			return err
		}
		sizes, data, err := lengths(data, n)
		if err != nil {
			return err
		}
		return c.join(shared, sizes, data)
	case encoding == format.Plain && f.physical == format.ByteArray:
		return v.prefixed(data, n)
	case (encoding == format.Plain || encoding == format.ByteStreamSplit) && f.physical != format.ByteArray:
		if f.width == 0 || len(data)/f.width < n {
			return errShort
		}
		data = data[: n*f.width : n*f.width]
		if encoding == format.ByteStreamSplit {
			var err error
			if data, err = new(bytestreamsplit.Encoding).DecodeFixedLenByteArray(nil, data, f.width); err != nil {
				return err
			}
		}
		return v.plain(f, data)
	}
	return fmt.Errorf("encoded as %v, expected an encoding for values of the type %v", encoding, f.physical)
}

// booleans decodes truth values.
func (v *values) booleans(data []byte, encoding format.Encoding, n int) error {
	switch {
	case encoding == format.Plain && (n+7)/8 <= len(data):
		for i := range n {
			v.longs = append(v.longs, int64(data[i/8]>>(i%8)&1))
		}
		return nil
	case encoding == format.RLE && len(data) >= 4:
		data, err := runs(data[4:], 1, n)
		if err != nil {
			return err
		}
		truths, err := (&rle.Encoding{BitWidth: 1}).DecodeLevels(nil, data)
		for _, truth := range truths[:min(n, len(truths))] {
			v.longs = append(v.longs, int64(truth))
		}
		return err
	case encoding == format.Plain, encoding == format.RLE:
		return errShort
	}
	return fmt.Errorf("encoded as %v, expected an encoding for truth values", encoding)
}

// plain decodes values of one width.
func (v *values) plain(f *Field, data []byte) (err error) {
	switch f.physical {
	case format.Int32:
		v.ints, err = new(plain.Encoding).DecodeInt32(v.ints, data)
		return v.widened(f, err)
	case format.Int64:
		v.longs, err = new(plain.Encoding).DecodeInt64(v.longs, data)
		return err
	case format.Double:
		v.doubles, err = new(plain.Encoding).DecodeDouble(v.doubles, data)
		return err
	}
	for ; len(data) > 0; data = data[f.width:] {
		if f.physical == format.Float {
			v.doubles = append(v.doubles, float64(math.Float32frombits(binary.LittleEndian.Uint32(data))))
		} else {
			v.pieces = append(v.pieces, data[:f.width])
		}
	}
	return nil
}

// prefixed cuts data into n pieces that are each preceded by their length. (That of parquet-go takes
// a length up to that of all data for right.)
func (v *values) prefixed(data []byte, n int) error {
	for range n {
		if len(data) < 4 {
			return errShort
		}
		size := uint64(binary.LittleEndian.Uint32(data))
		if data = data[4:]; size > uint64(len(data)) {
			return errShort
		}
		v.pieces, data = append(v.pieces, data[:size:size]), data[size:]
	}
	return nil
}

// lengths decodes n lengths, and returns what follows them.
func lengths(data []byte, n int) (sizes []int32, rest []byte, err error) {
	end, err := differences(data, 32, n)
	if err != nil {
		return nil, nil, err
	}
	sizes, err = new(delta.BinaryPackedEncoding).DecodeInt32(nil, data[:end:end])
	return sizes, data[end:], err
}

// join cuts data into pieces of some sizes, each behind so many bytes that it shares with the piece before.
// A short page can have pieces share so much that they fill the memory, which is charged.
func (c *pageDecoder) join(shared, sizes []int32, data []byte) error {
	var piece []byte
	for i, size := range sizes {
		if size < 0 || int(size) > len(data) || shared[i] < 0 || int(shared[i]) > len(piece) {
			return errShort
		}
		own := data[:size:size]
		if data = data[size:]; shared[i] > 0 {
			if err := c.charge(int64(shared[i]) + int64(size)); err != nil {
				return err
			}
			own = append(piece[:shared[i]:shared[i]], own...)
		}
		if piece = own; c.field.physical == format.FixedLenByteArray && len(piece) != c.field.width {
			return fmt.Errorf("found a value of %d bytes, expected %d: the file is damaged", len(piece), c.field.width)
		}
		c.values.pieces = append(c.values.pieces, piece)
	}
	return nil
}
