package parquet

import (
	"slices"

	parquet "github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/plain"
	"github.com/parquet-go/parquet-go/format"
)

// values are those of a page, in one of three forms. The slices are used again for the next page.
type values struct {
	integers []int64   // whole numbers and truth values
	reals    []float64 // other numbers
	pieces   [][]byte  // text, and all that is stored as bytes

	ints   []int32   // before they become integers
	floats []float32 // before they become reals
}

// pageDecoder decodes the values of the pages of a field.
type pageDecoder struct {
	*File
	field  *Field
	values values
}

// decode decodes n values. Numbers of values and lengths are checked before: the decoders of the
// library allocate what they are told to, and those in assembly write where lengths lead them.
func (d *pageDecoder) decode(data []byte, encoding format.Encoding, n int) {
	v, f := &d.values, d.field
	v.integers, v.reals, v.pieces = v.integers[:0], v.reals[:0], v.pieces[:0]
	isText, isFixed := f.physical == format.ByteArray, f.physical == format.FixedLenByteArray
	switch {
	case n == 0:
	case f.physical == format.Boolean:
		v.decodeTruths(data, encoding, n)
	case encoding == format.DeltaBinaryPacked && (f.physical == format.Int32 || f.physical == format.Int64):
		end := checkDifferences(data, 8*f.width, n)
		v.decodeNumbers(f, new(delta.BinaryPackedEncoding), data[:end:end])
	case encoding == format.DeltaLengthByteArray && isText, encoding == format.DeltaByteArray && (isText || isFixed):
		d.decodePieces(data, encoding == format.DeltaByteArray, n)
	case encoding == format.Plain && isText:
		v.decodePrefixed(data, n)
	case f.width > 0 && (encoding == format.Plain || encoding == format.ByteStreamSplit):
		failIf(len(data)/f.width < n, endsEarly)
		var decoder parquet.Encoding = new(plain.Encoding)
		if encoding == format.ByteStreamSplit {
			decoder = new(bytestreamsplit.Encoding)
		}
		v.decodeNumbers(f, decoder, data[:n*f.width:n*f.width])
	default:
		fail("encoded as %v, expected an encoding for values of the type %v", encoding, f.physical)
	}
}

// decodeNumbers decodes values of one width.
func (v *values) decodeNumbers(f *Field, decoder parquet.Encoding, data []byte) {
	switch f.physical {
	case format.Int32:
		v.ints = must(decoder.DecodeInt32(v.ints, data))
		for _, x := range v.ints {
			if f.unsigned {
				v.integers = append(v.integers, int64(uint32(x)))
			} else {
				v.integers = append(v.integers, int64(x))
			}
		}
	case format.Int64:
		v.integers = must(decoder.DecodeInt64(v.integers, data))
	case format.Float:
		v.floats = must(decoder.DecodeFloat(v.floats, data))
		for _, x := range v.floats {
			v.reals = append(v.reals, float64(x))
		}
	case format.Double:
		v.reals = must(decoder.DecodeDouble(v.reals, data))
	default:
		data = must(decoder.DecodeFixedLenByteArray(nil, data, f.width))
		v.pieces = slices.AppendSeq(v.pieces, slices.Chunk(data, f.width))
	}
}

// decodeTruths decodes truth values.
func (v *values) decodeTruths(data []byte, encoding format.Encoding, n int) {
	switch {
	case encoding == format.Plain && (n+7)/8 <= len(data):
		for i := range n {
			v.integers = append(v.integers, int64(data[i/8]>>(i%8)&1))
		}
	case encoding == format.RLE && len(data) >= 4:
		for _, truth := range decodeLevels(data[4:], n) {
			v.integers = append(v.integers, int64(truth))
		}
	case encoding == format.Plain, encoding == format.RLE:
		fail(endsEarly)
	default:
		fail("encoded as %v, expected an encoding for truth values", encoding)
	}
}

// decodePrefixed splits data into n pieces, each behind its length. The decoder of the library
// would take a length up to that of all data.
func (v *values) decodePrefixed(data []byte, n int) {
	for range n {
		piece, following := prefixed(data)
		v.pieces, data = append(v.pieces, piece), following
	}
}

// decodePieces decodes n pieces that stand behind all their lengths, and behind the lengths
// that they share with the piece before, if they share any.
func (d *pageDecoder) decodePieces(data []byte, sharing bool, n int) {
	shared := make([]int32, n)
	if sharing {
		shared, data = decodeLengths(data, n)
	}
	lengths, data := decodeLengths(data, n)
	d.joinPieces(shared, lengths, data)
}

// decodeLengths decodes n lengths, and returns what follows them.
func decodeLengths(data []byte, n int) (lengths []int32, following []byte) {
	end := checkDifferences(data, 32, n)
	return must(new(delta.BinaryPackedEncoding).DecodeInt32(nil, data[:end:end])), data[end:]
}

// joinPieces splits data into pieces of these lengths, each behind the bytes that it shares
// with the piece before. Pieces of a short page can share so much that they fill the memory,
// which is charged.
func (d *pageDecoder) joinPieces(shared, lengths []int32, data []byte) {
	var piece []byte
	for i, length := range lengths {
		failIf(length < 0 || int(length) > len(data) || shared[i] < 0 || int(shared[i]) > len(piece), endsEarly)
		suffix := data[:length:length]
		if data = data[length:]; shared[i] > 0 {
			d.charge(int64(shared[i]) + int64(length))
			suffix = append(piece[:shared[i]:shared[i]], suffix...)
		}
		if piece = suffix; d.field.physical == format.FixedLenByteArray && len(piece) != d.field.width {
			fail("found a value of %d bytes, expected %d: the file is damaged", len(piece), d.field.width)
		}
		d.values.pieces = append(d.values.pieces, piece)
	}
}
