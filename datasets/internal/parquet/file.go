// Package parquet reads flat columns of numbers and text from Parquet files.
//
// Files are not trusted: memory is bounded by a budget that every decoded value
// is charged to before room is made for it. That is why the package exists:
// github.com/parquet-go/parquet-go 0.32.0 allocates what a file claims (after
// three seconds of fuzzing a file of 3 kB made it take 3.5 GB), a check of all
// such claims beforehand is as long as this reader, and it would add 11 MB to
// the program.
//
// Understood are pages of versions 1 and 2, compressed with snappy, gzip or
// zstd, and all encodings that writers use. Nested columns are recognised and
// not read.
package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
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

// Field describes a column.
type Field struct {
	Name    string
	Type    Type
	Refused string // why the column cannot be read, empty if it can
	Empty   bool   // of the type of columns without values

	leaf     int // its place among the leaves of the schema
	physical int64
	optional bool
	width    int   // bytes of a value of fixed length
	scale    int   // of decimals: digits after the point; or float16
	unit     int64 // of times, in a day
	unsigned bool
}

// float16 stands in the place of a scale for numbers of 16 bits.
const float16 = -1

// Type is the type of the values of a column.
type Type int

const (
	Real Type = iota
	Integer
	Logical
	Date // days since 1970
	Text
)

// group is a set of rows, stored by columns.
type group struct {
	rows   int
	chunks []structure
}

// Open reads the metadata of a file of size bytes, whose columns are read from r later; at
// most budget bytes of it will be decoded.
func Open(r io.ReaderAt, size, budget int64) (*File, error) {
	const ends = 2*len(Magic) + 4
	f := &File{r: r, size: size, left: budget, budget: budget}
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
	meta, err := (&thrift{rest: footer}).structure(0)
	if err != nil {
		return nil, err
	}
	leaves, err := f.schema(meta.get(2).list)
	if err != nil {
		return nil, err
	}
	rows := meta.get(3).number
	if rows < 0 || rows > budget {
		return nil, fmt.Errorf("found %d rows, expected 0 to %d in a file of this size", rows, budget)
	}
	f.Rows = int(rows)
	for _, g := range meta.get(4).list {
		n := g.fields.get(3).number
		columns := g.fields.get(1).list
		if n < 0 || n > rows || len(columns) != leaves {
			return nil, fmt.Errorf("found a group of %d rows and %d columns, expected at most %d and %d as in the schema", n, len(columns), rows, leaves)
		}
		rows -= n
		chunks := make([]structure, leaves)
		for j, c := range columns {
			chunks[j] = c.fields.get(3).fields
		}
		f.groups = append(f.groups, group{int(n), chunks})
	}
	if rows != 0 {
		return nil, fmt.Errorf("the groups have %d rows less than the whole: the file is damaged", rows)
	}
	return f, nil
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

// schema reads the list of elements, in which every group is followed by its
// members, and returns the number of leaves.
func (f *File) schema(elements []value) (leaves int, err error) {
	if len(elements) == 0 {
		return 0, errors.New("the file has no schema")
	}
	for i := 1; i < len(elements); {
		e := elements[i].fields
		field := Field{Name: string(e.get(4).text), leaf: leaves}
		if !utf8.ValidString(field.Name) {
			return 0, fmt.Errorf("the name of column %d is %q, expected UTF-8 text", len(f.Fields)+1, field.Name)
		}
		for open := int64(1); open > 0; i++ {
			if i == len(elements) {
				return 0, fmt.Errorf("the schema ends within column %q", field.Name)
			}
			s := elements[i].fields
			if n := s.get(5).number; n > 0 {
				open += n
				field.Refused = "nested (a list, map or structure)"
			} else {
				leaves++
			}
			if open--; s.get(3).number == repeated {
				field.Refused = "a list"
			}
		}
		if field.Refused == "" {
			field.describe(e)
		}
		f.Fields = append(f.Fields, field)
	}
	return leaves, nil
}

// Repetition of an element.
const (
	optional = 1
	repeated = 2
)

// Physical types.
const (
	physicalBool  = 0
	physicalInt32 = 1
	physicalInt64 = 2
	physicalInt96 = 3
	physicalFloat = 4
	physicalReal  = 5
	physicalBytes = 6
	physicalFixed = 7
)

// describe takes the type of the values from an element of the schema: its physical
// type, its logical type or, in older files, its converted type.
func (f *Field) describe(e structure) {
	f.physical = e.or(1, -1)
	f.optional = e.get(3).number == optional
	f.width = int(min(max(e.get(2).number, 0), 1<<20))
	logical := structure{{}}
	if union := e.get(10).fields; len(union) > 0 {
		logical = union[:1]
	}
	f.Empty = logical[0].id == 11
	parameters, converted := logical[0].fields, e.or(6, -1)
	is := func(l, c int64) bool { return logical[0].id == l || logical[0].id == 0 && converted == c }
	const day = 86400
	switch {
	case f.physical < physicalBool || f.physical > physicalFixed:
		f.Refused = fmt.Sprintf("of the unknown type %d", f.physical)
	case f.physical == physicalBool:
		f.Type = Logical
	case f.physical == physicalFloat, f.physical == physicalReal:
		f.Type = Real
	case f.physical == physicalInt96: // the timestamps of older writers
		f.Type = Date
	case is(5, 5):
		f.Type, f.scale = Real, int(parameters.or(1, e.get(7).number))
		if f.scale < 0 || f.scale > 300 {
			f.Refused = fmt.Sprintf("of decimals with %d digits after the point", f.scale)
		}
	case is(6, 6):
		f.Type, f.unit = Date, 1
	case is(8, 9), is(8, 10):
		f.Type, f.unit = Date, day*1e6
		if unit := parameters.get(2).fields; len(unit) > 0 {
			f.unit = map[int64]int64{1: day * 1e3, 2: day * 1e6, 3: day * 1e9}[unit[0].id]
		} else if converted == 9 {
			f.unit = day * 1e3
		}
		if f.unit == 0 {
			f.Refused = "of times in an unknown unit"
		}
	case f.physical == physicalInt32, f.physical == physicalInt64:
		f.Type = Integer
		signed, given := parameters.find(2)
		f.unsigned = logical[0].id == 10 && given && signed.number == 0 || logical[0].id == 0 && converted >= 11 && converted <= 14
	case logical[0].id == 15 && f.physical == physicalFixed && f.width == 2:
		f.Type, f.scale = Real, float16
	case f.physical == physicalBytes && !is(13, 20):
		f.Type = Text
	default:
		f.Refused = fmt.Sprintf("of bytes (logical type %d, converted type %d)", logical[0].id, converted)
	}
}

// charge takes bytes from the budget.
func (f *File) charge(n int64) error {
	if n < 0 || n > f.left {
		return fmt.Errorf("the file unpacks to more than %d MiB, expected less of one of its size", f.budget>>20)
	}
	f.left -= n
	return nil
}
