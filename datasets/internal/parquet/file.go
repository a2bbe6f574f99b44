// Package parquet reads flat columns of numbers, dates, times and text from Parquet files.
//
// Metadata and values are decoded by the packages of github.com/parquet-go/parquet-go. These
// trust a file: they allocate what it claims. Files are not trusted here, so every claim is
// first compared with the bytes that are there (guard.go), and what a page unpacks to is
// charged to a budget. The library's reader of whole files cannot be guarded: it unpacks pages
// itself, and would add a third to the size of the program.
//
// Pages of versions 1 and 2 are read, with all encodings that writers use, and all compressions but
// LZO and the LZ4 of Hadoop, which are out of use. Nested columns are recognised and not read.
package parquet

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"

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

	reader io.ReaderAt
	size   int64
	groups []rowGroup
	budget int64 // bytes that the file may unpack to
	unused int64 // bytes of the budget that may still be decoded
	zstd   *zstd.Decoder
}

// rowGroup is a set of rows, stored by columns.
type rowGroup struct {
	rows   int
	chunks []chunk // of the leaves of the schema
}

// chunk is the place of a column of a row group in the file.
type chunk struct {
	start, size int64
	codec       format.CompressionCodec
}

// Open reads the metadata of a file of size bytes, whose columns are read from reader later. At
// most budget bytes of it will be decoded.
func Open(reader io.ReaderAt, size, budget int64) (file *File, err error) {
	defer recovered(&err)
	f := &File{reader: reader, size: size, unused: budget, budget: budget}
	var meta format.FileMetaData
	f.decodeMetadata(f.footer(), &meta)
	f.locateChunks(meta.NumRows, meta.RowGroups, f.readSchema(meta.Schema))
	return f, nil
}

// footer returns the encoded metadata at the end of the file.
func (f *File) footer() []byte {
	const ends = 2*len(Magic) + 4
	start := f.bytes(0, min(f.size, int64(len(Magic))))
	failIf(f.size < int64(ends) || string(start) != Magic,
		"the file does not begin with %q: this is not a Parquet file", Magic)
	end := f.bytes(f.size-8, 8)
	switch {
	case bytes.HasSuffix(end, []byte("PARE")):
		fail("the file is encrypted, expected one that is not")
	case !bytes.HasSuffix(end, []byte(Magic)):
		fail("the file does not end with %q: it is cut off", Magic)
	}
	length := int64(binary.LittleEndian.Uint32(end))
	failIf(length > f.size-int64(ends),
		"found metadata of %d bytes in a file of %d: the file is damaged", length, f.size)
	return f.bytes(f.size-8-length, length)
}

// locateChunks notes where the columns of each row group are. The groups have the rows of the file,
// every chunk names the column whose place it has, and no byte belongs to two chunks.
func (f *File) locateChunks(rows int64, groups []format.RowGroup, leaves []string) {
	failIf(rows < 0 || rows > f.budget,
		"found %d rows, expected 0 to %d in a file of this size", rows, f.budget)
	f.Rows = int(rows)
	var chunks []chunk
	for _, g := range groups {
		failIf(g.NumRows < 0 || g.NumRows > rows || len(g.Columns) != len(leaves),
			"found a group of %d rows and %d columns, expected at most %d and %d as in the schema",
			g.NumRows, len(g.Columns), rows, len(leaves))
		rows -= g.NumRows
		group := rowGroup{rows: int(g.NumRows)}
		for k, column := range g.Columns {
			group.chunks = append(group.chunks, f.locate(&column.MetaData, group.rows))
			if path := column.MetaData.PathInSchema; len(path) == 0 || path[0] != leaves[k] {
				fail("found values of column %q where the schema has column %q: the file is damaged",
					strings.Join(path, "."), leaves[k])
			}
		}
		chunks = append(chunks, group.chunks...)
		f.groups = append(f.groups, group)
	}
	failIf(rows != 0, "the groups have %d rows less than the whole: the file is damaged", rows)
	slices.SortFunc(chunks, func(a, b chunk) int { return cmp.Compare(a.start, b.start) })
	for i := 1; i < len(chunks); i++ {
		if end := chunks[i-1].start + chunks[i-1].size; end > chunks[i].start {
			fail("two columns share the bytes %d to %d, expected each in a place of its own: the file is damaged",
				chunks[i].start, end)
		}
	}
}

// locate returns the place of a column of a group with so many rows.
func (f *File) locate(meta *format.ColumnMetaData, rows int) chunk {
	c := chunk{meta.DataPageOffset, meta.TotalCompressedSize, meta.Codec}
	if d := meta.DictionaryPageOffset; d > 0 && d < c.start {
		c.start = d
	}
	failIf(c.start < 0 || c.start > f.size || c.size < 0 || c.size > f.size-c.start || c.size == 0 && rows > 0,
		"found a column of %d bytes at byte %d of %d: the file is damaged or encrypted",
		c.size, c.start, f.size)
	return c
}

// decodeMetadata decodes the structure at the beginning of data and returns its length.
func (f *File) decodeMetadata(data []byte, structure any) int {
	w := walker{unread: data}
	w.structure(0)
	f.charge(int64(w.items) * chargeItem)
	n := len(data) - len(w.unread)
	err := thrift.Unmarshal(new(thrift.CompactProtocol), data[:n], structure)
	failIf(err != nil, "the metadata of the file are damaged (%w)", err)
	return n
}

// bytes reads n bytes of the file.
func (f *File) bytes(offset, n int64) []byte {
	data := make([]byte, n)
	switch got, err := f.reader.ReadAt(data, offset); {
	case int64(got) == n:
	case err == io.EOF:
		fail("the file has become shorter since it was opened")
	default:
		fail("%w", err)
	}
	return data
}

// Bytes that decoded values are charged with.
const (
	chargeItem   = 512 // of a list of metadata
	chargeNumber = 16
	chargeText   = 48
)

// charge takes bytes from the budget.
func (f *File) charge(n int64) {
	failIf(n < 0 || n > f.unused,
		"the file unpacks to more than %d MiB, expected less of one of its size", f.budget>>20)
	f.unused -= n
}

// fault is an error of the file, which ends its reading wherever it is found: as a panic, of which
// Open and Column make an error.
type fault struct{ error }

func fail(text string, arguments ...any) { panic(fault{fmt.Errorf(text, arguments...)}) }

func failIf(wrong bool, text string, arguments ...any) {
	if wrong {
		fail(text, arguments...)
	}
}

// must returns what a decoder of the library has made, or fails with its error.
func must[T any](decoded T, err error) T {
	if err != nil {
		panic(fault{err})
	}
	return decoded
}

// recovered makes an error of a fault, or of a panic of the library. The checks before leave no way
// to one that is known, but the library promises nothing for damaged files, and one file must not
// end the program.
func recovered(err *error) {
	switch problem := recover().(type) {
	case nil:
	case fault:
		*err = problem.error
	default:
		*err = fmt.Errorf("a part of it cannot be decoded (%v): the file is damaged", problem)
	}
}
