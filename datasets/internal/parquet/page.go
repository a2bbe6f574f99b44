package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// page is a page without compression.
type page struct {
	values   int // rows, or entries of a dictionary
	encoding format.Encoding
	present  []byte // 1 where a row has a value, 0 where it is missing; nil if all have
	data     []byte // encoded values
}

// pages calls do for every page of a chunk with so many rows, and entries for its dictionary.
func (f *File) pages(field *Field, c chunk, rows int, entries, do func(p page) error) error {
	// Some writers leave the header of the dictionary out of the size.
	const header = 100
	rest, err := f.bytes(c.start, min(f.size-c.start, c.size+header))
	if err != nil {
		return err
	}
	for rows > 0 {
		var head format.PageHeader
		n, err := f.metadata(rest, &head)
		if err != nil {
			return err
		}
		rest = rest[n:]
		size, packed := int64(head.UncompressedPageSize), int64(head.CompressedPageSize)
		if size < 0 || packed < 0 || packed > int64(len(rest)) {
			return fmt.Errorf("found a page of %d bytes where %d are left: the file is damaged", packed, len(rest))
		}
		body := rest[:packed:packed]
		rest = rest[packed:]
		if head.CRC != 0 && uint32(head.CRC) != crc32.ChecksumIEEE(body) {
			return errors.New("the checksum of a page is wrong: the file is damaged")
		}
		var p page
		most, use := rows, do
		switch v1, v2, dictionary := &head.DataPageHeader, &head.DataPageHeaderV2, &head.DictionaryPageHeader; {
		case head.Type == format.DataPage && v1.Valid:
			p.values, p.encoding = int(v1.V.NumValues), v1.V.Encoding
		case head.Type == format.DataPageV2 && v2.Valid:
			p.values, p.encoding = int(v2.V.NumValues), v2.V.Encoding
		case head.Type == format.DictionaryPage && dictionary.Valid:
			p.values, p.encoding, most, use = int(dictionary.V.NumValues), format.Plain, int(f.budget/chargeNumber), entries
		default: // indexes
			continue
		}
		if p.values < 0 || p.values > most {
			return fmt.Errorf("found a page of %d values where %d are left: the file is damaged", p.values, most)
		}
		// Runs of one value take next to no bytes, so claims are charged.
		if err := f.charge(int64(p.values) * chargeNumber); err != nil {
			return err
		}
		if head.Type == format.DataPageV2 {
			err = f.openV2(&p, &head.DataPageHeaderV2.V, field, c.codec, body, size)
		} else if p.data, err = f.unpack(c.codec, body, size); err == nil && head.Type == format.DataPage && field.optional {
			err = p.openV1(head.DataPageHeader.V.DefinitionLevelEncoding)
		}
		if err != nil {
			return err
		}
		if head.Type != format.DictionaryPage {
			rows -= p.values
		}
		if err := use(p); err != nil {
			return err
		}
	}
	return nil
}

// openV1 takes which rows have values from the beginning of the data.
func (p *page) openV1(levels format.Encoding) error {
	if levels != format.RLE {
		return fmt.Errorf("found missing values marked by the encoding %v, which is out of use, expected %v", levels, format.RLE)
	}
	if len(p.data) < 4 {
		return errShort
	}
	n := binary.LittleEndian.Uint32(p.data)
	if uint64(n) > uint64(len(p.data)-4) {
		return errShort
	}
	marks := p.data[4 : 4+n]
	p.data = p.data[4+n:]
	return p.marked(marks)
}

// openV2 unpacks the values, before which stands which rows have them.
func (f *File) openV2(p *page, head *format.DataPageHeaderV2, field *Field, codec format.CompressionCodec, body []byte, size int64) (err error) {
	levels := int64(head.DefinitionLevelsByteLength)
	if head.RepetitionLevelsByteLength != 0 || levels < 0 || levels > int64(len(body)) {
		return errShort
	}
	if field.optional {
		if err := p.marked(body[:levels]); err != nil {
			return err
		}
	}
	if head.IsCompressed.Valid && !head.IsCompressed.V {
		codec = format.Uncompressed
	}
	p.data, err = f.unpack(codec, body[levels:], size-levels)
	return err
}

// marked decodes which rows have values.
func (p *page) marked(data []byte) error {
	data, err := runs(data, 1, p.values)
	if err != nil {
		return err
	}
	if p.present, err = (&rle.Encoding{BitWidth: 1}).DecodeLevels(nil, data); err != nil {
		return err
	}
	p.present = p.present[:p.values]
	all := true
	for _, there := range p.present {
		if all = all && there == 1; there > 1 {
			return fmt.Errorf("found the level %d of a missing or present value, expected 0 or 1: the file is damaged", there)
		}
	}
	if all {
		p.present = nil
	}
	return nil
}

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
