package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// unpack undoes the compression of a page that claims to have size bytes. Those of parquet-go would
// make as much room as the packed bytes ask for.
func (f *File) unpack(codec format.CompressionCodec, packed []byte, size int64) ([]byte, error) {
	if codec == format.Uncompressed || size == 0 && len(packed) == 0 {
		return packed, nil
	}
	if err := f.charge(size); err != nil {
		return nil, err
	}
	var data []byte
	var err error
	switch codec {
	case format.Snappy:
		var n int
		if n, err = snappy.DecodedLen(packed); err == nil && int64(n) == size {
			data, err = snappy.Decode(nil, packed)
		}
	case format.Gzip:
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(packed)); err == nil {
			data, err = whole(r, size)
		}
	case format.Brotli:
		data, err = whole(brotli.NewReader(bytes.NewReader(packed)), size)
	case format.Zstd:
		if f.zstd == nil {
			if f.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(f.budget)+1)); err != nil {
				return nil, err
			}
		}
		data, err = f.zstd.DecodeAll(packed, make([]byte, 0, size))
	case format.Lz4Raw:
		data, err = block(packed, make([]byte, size))
	case format.Lz4:
		data, err = blocks(packed, make([]byte, size))
	default:
		name := codec.String()
		if codec != format.LZO {
			name = fmt.Sprintf("method %d", codec)
		}
		return nil, fmt.Errorf("compressed with %s, expected snappy, gzip, zstd, lz4 or brotli: write it with one of them", name)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot unpack a page (%w): the file is damaged", err)
	}
	if int64(len(data)) != size {
		return nil, fmt.Errorf("a page unpacks to other than the %d bytes that it claims: the file is damaged", size)
	}
	return data, nil
}

// whole reads size bytes, or one more if there are more.
func whole(r io.Reader, size int64) ([]byte, error) {
	data := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err := data.ReadFrom(io.LimitReader(r, size+1))
	return data.Bytes(), err
}

// block unpacks an LZ4 block.
func block(packed, to []byte) ([]byte, error) {
	n, err := lz4.UncompressBlock(packed, to)
	return to[:max(n, 0)], err
}

// blocks unpacks LZ4 blocks as Hadoop writes them, each behind its sizes unpacked and packed, or a
// single block without.
func blocks(packed, to []byte) ([]byte, error) {
	filled := 0
	for rest := packed; len(rest) > 8; {
		size, length := binary.BigEndian.Uint32(rest), uint64(binary.BigEndian.Uint32(rest[4:]))
		if rest = rest[8:]; uint64(size) > uint64(len(to)-filled) || length > uint64(len(rest)) {
			break
		}
		data, err := block(rest[:length], to[filled:filled+int(size)])
		if err != nil || len(data) != int(size) {
			break
		}
		filled += len(data)
		if rest = rest[length:]; len(rest) == 0 && filled == len(to) {
			return to, nil
		}
	}
	data, err := block(packed, to)
	if err != nil {
		err = errors.New("neither blocks of Hadoop nor one of LZ4")
	}
	return data, err
}
