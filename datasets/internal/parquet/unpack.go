package parquet

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// unreadCodecs are compressions that are out of use.
var unreadCodecs = map[format.CompressionCodec]string{format.LZO: "LZO", format.Lz4: "the LZ4 of Hadoop"}

// unpack undoes the compression of a page that claims to have size bytes without it. No more is
// allocated than that, which the budget allows, and than so many packed bytes can make.
func (f *File) unpack(codec format.CompressionCodec, packed []byte, size int64) []byte {
	if codec == format.Uncompressed || size == 0 && len(packed) == 0 {
		return packed
	}
	f.charge(size)
	var data []byte
	var err error
	switch codec {
	case format.Snappy:
		data, err = unpackSnappy(packed, size)
	case format.Gzip:
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(packed)); err == nil {
			data, err = readUpTo(r, int64(len(packed)), size)
		}
	case format.Brotli:
		data, err = readUpTo(brotli.NewReader(bytes.NewReader(packed)), int64(len(packed)), size)
	case format.Zstd:
		data, err = f.unpackZstd(packed, size)
	case format.Lz4Raw:
		data = make([]byte, min(size, 255*int64(len(packed)))) // a byte of a block adds at most 255
		var n int
		n, err = lz4.UncompressBlock(packed, data)
		data = data[:max(n, 0)]
	default:
		const expected = "expected snappy, gzip, zstd, lz4_raw or brotli: write it with one of them"
		name, known := unreadCodecs[codec]
		if !known {
			name = fmt.Sprintf("method %d", codec)
		}
		fail("compressed with %s, %s", name, expected)
	}
	failIf(err != nil, "cannot unpack a page (%w): the file is damaged", err)
	failIf(int64(len(data)) != size,
		"a page unpacks to other than the %d bytes that it claims: the file is damaged", size)
	return data
}

// unpackSnappy unpacks a page that says its size itself, which may be another than size: then the
// result is nil.
func unpackSnappy(packed []byte, size int64) ([]byte, error) {
	const mostOfByte = 22 // bytes that one unpacks to: a copy of 64 takes three
	n, err := snappy.DecodedLen(packed)
	if err != nil || int64(n) != size || size > mostOfByte*int64(len(packed)) {
		return nil, err
	}
	return snappy.Decode(nil, packed)
}

// unpackZstd unpacks frames of zstd, unless they have more than size bytes.
func (f *File) unpackZstd(packed []byte, size int64) (data []byte, err error) {
	if f.zstd == nil {
		f.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true))
		if err != nil {
			return nil, err
		}
	}
	// A block of at least three bytes unpacks to at most 128 KiB.
	const mostOfBlock = 128 << 10
	return f.zstd.DecodeAll(packed, make([]byte, 0, min(size, mostOfBlock*int64(len(packed)))))
}

// readUpTo reads size bytes, or one more if there are more. The room for them grows beyond what
// gzip can make of so many packed bytes only as they are read.
func readUpTo(r io.Reader, packed, size int64) ([]byte, error) {
	const mostOfGzip = 1032
	data := bytes.NewBuffer(make([]byte, 0, min(size, mostOfGzip*packed)+bytes.MinRead))
	_, err := data.ReadFrom(io.LimitReader(r, size+1))
	return data.Bytes(), err
}
