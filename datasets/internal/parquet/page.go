package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
)

// Types of pages.
const (
	pageData       = 0
	pageDictionary = 2
	pageDataV2     = 3
)

// Encodings of values.
const (
	encodingPlain           = 0
	encodingPlainDictionary = 2
	encodingRLE             = 3
	encodingDelta           = 5
	encodingDeltaLength     = 6
	encodingDeltaText       = 7
	encodingDictionary      = 8
	encodingSplit           = 9
)

// page is a page without compression.
type page struct {
	header   structure // of its type
	kind     int64
	values   int    // rows, or entries of a dictionary
	encoding int64  // of the values
	present  []byte // whether values are there, in the RLE encoding; nil if all are
	data     []byte // encoded values
}

// chunk reads the pages of a column in a group.
func (f *File) chunk(of structure) ([]byte, error) {
	start := of.get(9).number
	if d, ok := of.find(11); ok && d.number > 0 && d.number < start {
		start = d.number
	}
	if of == nil || start < 0 || start > f.size {
		return nil, fmt.Errorf("found its data at byte %d of %d: the file is damaged or encrypted", start, f.size)
	}
	// Some writers leave the header of the dictionary out of the size.
	const header = 100
	size := f.size - start
	if packed := of.get(7).number; packed > 0 {
		size = min(size, packed+header)
	}
	return f.bytes(start, size)
}

// pages calls do for every page of a chunk, up to the given number of rows.
func (f *File) pages(field *Field, chunk structure, rows int, do func(p page) error) error {
	rest, err := f.chunk(chunk)
	if err != nil {
		return err
	}
	for rows > 0 {
		t := thrift{rest: rest}
		header, err := t.structure(0)
		if err != nil {
			return err
		}
		size, packed := header.get(2).number, header.get(3).number
		if size < 0 || packed < 0 || packed > int64(len(t.rest)) {
			return fmt.Errorf("found a page of %d bytes where %d are left: the file is damaged", packed, len(t.rest))
		}
		body := t.rest[:packed]
		rest = t.rest[packed:]
		if sum, ok := header.find(4); ok && uint32(sum.number) != crc32.ChecksumIEEE(body) {
			return errors.New("the checksum of a page is wrong: the file is damaged")
		}
		p := page{kind: header.get(1).number}
		switch p.kind {
		case pageData:
			err = f.openV1(&p, header.get(5).fields, field, chunk.get(4).number, body, size)
		case pageDataV2:
			err = f.openV2(&p, header.get(8).fields, field, chunk.get(4).number, body, size)
		case pageDictionary:
			p.header = header.get(7).fields
			p.encoding = p.header.get(2).number
			p.data, err = f.unpack(chunk.get(4).number, body, size)
		default: // indexes
			continue
		}
		if err != nil {
			return err
		}
		n := p.header.get(1).number
		if n < 0 || p.kind != pageDictionary && n > int64(rows) {
			return fmt.Errorf("found a page of %d values where %d are left: the file is damaged", n, rows)
		}
		if p.values = int(n); p.kind != pageDictionary {
			rows -= p.values
		}
		if err := do(p); err != nil {
			return err
		}
	}
	return nil
}

func (f *File) openV1(p *page, header structure, field *Field, codec int64, body []byte, size int64) (err error) {
	p.header, p.encoding = header, header.get(2).number
	if p.data, err = f.unpack(codec, body, size); err != nil || !field.optional {
		return err
	}
	if header.get(3).number != encodingRLE {
		return errors.New("found missing values marked in an encoding out of use, expected RLE")
	}
	if len(p.data) < 4 {
		return errShort
	}
	n := binary.LittleEndian.Uint32(p.data)
	if uint64(n) > uint64(len(p.data)-4) {
		return errShort
	}
	p.present, p.data = p.data[4:4+n], p.data[4+n:]
	return nil
}

func (f *File) openV2(p *page, header structure, field *Field, codec int64, body []byte, size int64) (err error) {
	p.header, p.encoding = header, header.get(4).number
	repetition, definition := header.get(6).number, header.get(5).number
	if repetition != 0 || definition < 0 || definition > int64(len(body)) {
		return errShort
	}
	if field.optional {
		p.present = body[:definition:definition]
	}
	if header.or(7, 1) == 0 {
		codec = 0
	}
	p.data, err = f.unpack(codec, body[definition:], size-definition)
	return err
}

// unpack undoes the compression of a page that claims to have size bytes.
func (f *File) unpack(codec int64, packed []byte, size int64) ([]byte, error) {
	if codec == 0 {
		return packed, nil
	}
	if err := f.charge(size); err != nil {
		return nil, err
	}
	var data []byte
	var err error
	switch codec {
	case 1:
		var n int
		if n, err = snappy.DecodedLen(packed); err == nil && int64(n) == size {
			data, err = snappy.Decode(nil, packed)
		}
	case 2:
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(packed)); err == nil {
			data, err = io.ReadAll(io.LimitReader(r, size+1))
		}
	case 6:
		if f.zstd == nil {
			if f.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(f.budget)+1)); err != nil {
				return nil, err
			}
		}
		data, err = f.zstd.DecodeAll(packed, nil)
	default:
		name, ok := map[int64]string{3: "LZO", 4: "brotli", 5: "LZ4", 7: "LZ4"}[codec]
		if !ok {
			name = fmt.Sprintf("method %d", codec)
		}
		return nil, fmt.Errorf("compressed with %s, expected snappy, gzip or zstd", name)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot unpack a page (%w): the file is damaged", err)
	}
	if int64(len(data)) != size {
		return nil, fmt.Errorf("a page unpacks to other than the %d bytes that it claims: the file is damaged", size)
	}
	return data, nil
}
