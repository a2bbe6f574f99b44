// Package parquet reads flat columns of numbers, dates, times and text from Parquet files.
//
// Metadata and encodings are decoded by the packages of github.com/parquet-go/parquet-go. These
// make room for whatever a file claims, so files, which are not trusted, are looked at first: every
// structure, run and block is checked against the bytes that are there, and what it unpacks to is
// charged to a budget (guard.go). Its package parquet, which reads whole files, does not allow that
// (and would add 13 MB to the program), so pages are taken apart here.
//
// Understood are pages of versions 1 and 2, all compressions but LZO, and all encodings that
// writers use. Nested columns are recognised and not read.
package parquet

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Magic are the bytes that a Parquet file begins and ends with.
const Magic = "PAR1"

// File is an opened file.
type File struct {
	Rows   int
	Fields []Field // in the order of the file

	r      io.ReaderAt
	size   int64
	groups []group
	left   int64 // bytes that may still be decoded
	budget int64 // at the beginning
	zstd   *zstd.Decoder
}

// group is a set of rows, stored by columns.
type group struct {
	rows   int
	chunks []chunk
}

// chunk is where a column of a group is in the file.
type chunk struct {
	start, size int64
	codec       format.CompressionCodec
}

// Open reads the metadata of a file of size bytes, whose columns are read from r later; at
// most budget bytes of it will be decoded.
func Open(r io.ReaderAt, size, budget int64) (f *File, err error) {
	defer recovered(&err)
	const ends = 2*len(Magic) + 4
	f = &File{r: r, size: size, left: budget, budget: budget}
	start, err := f.bytes(0, min(size, int64(len(Magic))))
	if err != nil {
		return nil, err
	}
	if size < int64(ends) || string(start) != Magic {
		return nil, fmt.Errorf("the file does not begin with %q: this is not a Parquet file", Magic)
	}
	end, err := f.bytes(size-8, 8)
	switch {
	case err != nil:
		return nil, err
	case bytes.HasSuffix(end, []byte("PARE")):
		return nil, errors.New("the file is encrypted, expected one that is not")
	case !bytes.HasSuffix(end, []byte(Magic)):
		return nil, fmt.Errorf("the file does not end with %q: it is cut off", Magic)
	}
	length := int64(binary.LittleEndian.Uint32(end))
	if length > size-int64(ends) {
		return nil, fmt.Errorf("found metadata of %d bytes in a file of %d: the file is damaged", length, size)
	}
	footer, err := f.bytes(size-8-length, length)
	if err != nil {
		return nil, err
	}
	var meta format.FileMetaData
	if _, err := f.metadata(footer, &meta); err != nil {
		return nil, err
	}
	leaves, err := f.schema(meta.Schema)
	if err != nil {
		return nil, err
	}
	if err := f.parts(meta.NumRows, meta.RowGroups, leaves); err != nil {
		return nil, err
	}
	return f, nil
}

// parts checks the groups: their rows are those of the file, and no byte of it belongs to two chunks.
func (f *File) parts(rows int64, groups []format.RowGroup, leaves int) error {
	if rows < 0 || rows > f.budget {
		return fmt.Errorf("found %d rows, expected 0 to %d in a file of this size", rows, f.budget)
	}
	f.Rows = int(rows)
	var all []chunk
	for _, g := range groups {
		if g.NumRows < 0 || g.NumRows > rows || len(g.Columns) != leaves {
			return fmt.Errorf("found a group of %d rows and %d columns, expected at most %d and %d as in the schema", g.NumRows, len(g.Columns), rows, leaves)
		}
		rows -= g.NumRows
		own := group{rows: int(g.NumRows)}
		for _, column := range g.Columns {
			meta := &column.MetaData
			c := chunk{meta.DataPageOffset, meta.TotalCompressedSize, meta.Codec}
			if d := meta.DictionaryPageOffset; d > 0 && d < c.start {
				c.start = d
			}
			if c.start < 0 || c.start > f.size || c.size < 0 || c.size > f.size-c.start || c.size == 0 && own.rows > 0 {
				return fmt.Errorf("found a column of %d bytes at byte %d of %d: the file is damaged or encrypted", c.size, c.start, f.size)
			}
			own.chunks = append(own.chunks, c)
		}
		all = append(all, own.chunks...)
		f.groups = append(f.groups, own)
	}
	if rows != 0 {
		return fmt.Errorf("the groups have %d rows less than the whole: the file is damaged", rows)
	}
	slices.SortFunc(all, func(a, b chunk) int { return cmp.Compare(a.start, b.start) })
	for i := 1; i < len(all); i++ {
		if end := all[i-1].start + all[i-1].size; end > all[i].start {
			return fmt.Errorf("two columns share the bytes %d to %d, expected each in a place of its own: the file is damaged", all[i].start, end)
		}
	}
	return nil
}

// metadata decodes the structure at the beginning of data and returns its length.
func (f *File) metadata(data []byte, to any) (int, error) {
	g := guard{rest: data}
	if err := g.structure(0); err != nil {
		return 0, err
	}
	if err := f.charge(int64(g.items) * chargeItem); err != nil {
		return 0, err
	}
	n := len(data) - len(g.rest)
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), data[:n], to); err != nil {
		return 0, fmt.Errorf("the metadata of the file are damaged (%w)", err)
	}
	return n, nil
}

// bytes reads n bytes of the file.
func (f *File) bytes(at, n int64) ([]byte, error) {
	data := make([]byte, n)
	got, err := f.r.ReadAt(data, at)
	switch {
	case int64(got) == n:
		return data, nil
	case err == io.EOF:
		return nil, errors.New("the file has become shorter since it was opened")
	}
	return nil, err
}

// Bytes that decoded values are charged with.
const (
	chargeItem   = 512 // of a list of metadata
	chargeNumber = 16
	chargeText   = 48
)

// charge takes bytes from the budget.
func (f *File) charge(n int64) error {
	if n < 0 || n > f.left {
		return fmt.Errorf("the file unpacks to more than %d MiB, expected less of one of its size", f.budget>>20)
	}
	f.left -= n
	return nil
}

// recovered makes an error of a panic of the library.
func recovered(err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("a part of it cannot be decoded (%v): the file is damaged", fault)
	}
}
