package parquet

import (
	"encoding/binary"
	"hash/crc32"
	"iter"
	"slices"

	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// page is a page without compression.
type page struct {
	dictionary bool // whether it holds the entries of the dictionary, and not rows
	rows       int  // or entries
	encoding   format.Encoding
	present    []byte // 1 where a row has a value, 0 where it is missing; nil if all have one
	encoded    []byte // the values that are present
}

// values returns how many values the page holds.
func (p *page) values() int {
	n := p.rows
	for _, level := range p.present {
		n -= 1 - int(level)
	}
	return n
}

// pages returns the pages of a field in a row group.
func (f *File) pages(field *Field, group rowGroup) iter.Seq[*page] {
	return func(yield func(*page) bool) {
		c := group.chunks[field.leaf]
		// Some writers leave the header of the dictionary out of the size.
		const header = 100
		unread := f.bytes(c.start, min(f.size-c.start, c.size+header))
		for missing := group.rows; missing > 0; {
			var p *page
			if p, unread = f.nextPage(field, c.codec, unread, missing); p == nil {
				continue
			}
			if !p.dictionary {
				missing -= p.rows
			}
			if !yield(p) {
				return
			}
		}
	}
}

// nextPage returns the page at the beginning of data, in which at most so many rows are expected,
// and what follows it. The page is nil if it holds no values, but an index.
func (f *File) nextPage(field *Field, codec format.CompressionCodec, data []byte, rows int) (*page, []byte) {
	var head format.PageHeader
	data = data[f.decodeMetadata(data, &head):]
	size, packed := int64(head.UncompressedPageSize), int64(head.CompressedPageSize)
	failIf(size < 0 || packed < 0 || packed > int64(len(data)),
		"found a page of %d bytes where %d are left: the file is damaged", packed, len(data))
	body, data := data[:packed:packed], data[packed:]
	failIf(head.CRC != 0 && uint32(head.CRC) != crc32.ChecksumIEEE(body),
		"the checksum of a page is wrong: the file is damaged")
	p := &page{}
	switch v1, v2, dictionary := &head.DataPageHeader, &head.DataPageHeaderV2, &head.DictionaryPageHeader; {
	case head.Type == format.DataPage && v1.Valid:
		p.rows, p.encoding = int(v1.V.NumValues), v1.V.Encoding
	case head.Type == format.DataPageV2 && v2.Valid:
		p.rows, p.encoding = int(v2.V.NumValues), v2.V.Encoding
	case head.Type == format.DictionaryPage && dictionary.Valid:
		p.dictionary, p.rows, p.encoding, rows = true, int(dictionary.V.NumValues), format.Plain, int(f.budget/chargeNumber)
	default:
		return nil, data
	}
	failIf(p.rows < 0 || p.rows > rows,
		"found a page of %d values where %d are left: the file is damaged", p.rows, rows)
	// Runs of one value take next to no bytes, so claims are charged.
	f.charge(int64(p.rows) * chargeNumber)
	if head.Type == format.DataPageV2 {
		f.unpackV2(p, &head.DataPageHeaderV2.V, field, codec, body, size)
		return p, data
	}
	p.encoded = f.unpack(codec, body, size)
	if !p.dictionary && field.optional {
		p.splitLevels(head.DataPageHeader.V.DefinitionLevelEncoding)
	}
	return p, data
}

// splitLevels takes which rows have values from the beginning of a page of version 1.
func (p *page) splitLevels(levels format.Encoding) {
	failIf(levels != format.RLE,
		"found missing values marked by the encoding %v, which is out of use, expected %v",
		levels, format.RLE)
	encoded, following := prefixed(p.encoded)
	p.encoded = following
	p.readLevels(encoded)
}

// prefixed splits data into the bytes whose number its first four bytes are, and those that follow.
func prefixed(data []byte) (counted, following []byte) {
	failIf(len(data) < 4, endsEarly)
	n := uint64(binary.LittleEndian.Uint32(data))
	data = data[4:]
	failIf(n > uint64(len(data)), endsEarly)
	return data[:n:n], data[n:]
}

// unpackV2 unpacks the values of a page of version 2. Which rows have them stands before, not
// compressed.
func (f *File) unpackV2(
	p *page, head *format.DataPageHeaderV2, field *Field, codec format.CompressionCodec, body []byte, size int64,
) {
	levels := int64(head.DefinitionLevelsByteLength)
	failIf(head.RepetitionLevelsByteLength != 0 || levels < 0 || levels > int64(len(body)), endsEarly)
	if field.optional {
		p.readLevels(body[:levels])
	}
	if head.IsCompressed.Valid && !head.IsCompressed.V {
		codec = format.Uncompressed
	}
	p.encoded = f.unpack(codec, body[levels:], size-levels)
}

// readLevels decodes which rows have values.
func (p *page) readLevels(encoded []byte) {
	if levels := decodeLevels(encoded, p.rows); slices.Contains(levels, 0) {
		p.present = levels
	}
}

// decodeLevels decodes n numbers of one bit, stored as runs.
func decodeLevels(encoded []byte, n int) []byte {
	levels := must((&rle.Encoding{BitWidth: 1}).DecodeLevels(nil, checkRuns(encoded, 1, n)))[:n]
	if highest := slices.Max(append(levels, 0)); highest > 1 {
		fail("found the level %d of a missing or present value, expected 0 or 1: the file is damaged",
			highest)
	}
	return levels
}
