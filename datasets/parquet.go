package datasets

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"drfvi/datasets/internal/parquet"
	"drfvi/internal/nearest"
)

// openParquet reads the metadata of a Parquet file. Memory is bounded by its size, more loosely
// than that of packed files: a column of one value is a few bytes here.
func openParquet(r io.ReaderAt, size int64) (*parquet.File, error) {
	const share, free = 100, 256 << 20
	file, err := parquet.Open(r, size, share*size+free)
	if err == nil && len(file.Fields) > maxColumns {
		return nil, fmt.Errorf("found %d columns, expected at most %d", len(file.Fields), maxColumns)
	}
	return file, err
}

// isIndex reports whether a column is the index that pandas writes with a data frame.
func isIndex(name string) bool { return strings.HasPrefix(name, "__index_level_") }

// leftIndex is the warning of such a column.
func leftIndex(origin, name string) string {
	return fmt.Sprintf("%s: column %q is the index that pandas writes, it is left out", origin, name)
}

// parseParquet reads a Parquet file from r, or where that is of a file from there: its flat columns of
// numbers, truth values, dates, times and text.
func parseParquet(r io.Reader, of any, name string, o Options) (*Table, error) {
	at, size, err := random(r, of)
	var file *parquet.File
	if err == nil {
		file, err = openParquet(at, size)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	t := typedTable{origin: name, o: o, rows: file.Rows}
	chosen, err := o.choose(name, nearest.Words(file.Fields, func(f parquet.Field) string { return f.Name }))
	if err != nil {
		return nil, err
	}
	for j := range file.Fields {
		field := &file.Fields[j]
		if isIndex(field.Name) {
			t.warnings = append(t.warnings, leftIndex(name, field.Name))
			continue
		}
		c := typedColumn{Column: Column{Name: field.Name, Kind: kindOf[field.Type]}}
		if chosen.excluded[field.Name] {
			// It is not read at all, but a name that can be excluded.
			t.columns = append(t.columns, c)
			continue
		}
		values, err := file.Column(field, nil, o.exact(chosen, field.Name))
		switch {
		case err != nil && field.Refused != "" && o.survey:
			c.refused = err
			c.Kind, c.Codes = Text, slices.Repeat([]int32{-1}, file.Rows)
		case err != nil:
			return nil, fmt.Errorf("%s: column %q: %w", name, field.Name, err)
		default:
			c.Values, c.Codes, c.Levels = values.Numbers, values.Codes, values.Levels
		}
		t.columns = append(t.columns, c)
	}
	return t.table()
}

// random returns the bytes of r, and their number: as they are in the file that it is of, if that is
// not packed, and held in memory otherwise.
func random(r io.Reader, of any) (io.ReaderAt, int64, error) {
	if file, ok := of.(*os.File); ok {
		start := make([]byte, len(parquet.Magic))
		info, err := file.Stat()
		if err == nil && info.Mode().IsRegular() {
			if _, err := file.ReadAt(start, 0); err == nil && string(start) == parquet.Magic {
				return file, info.Size(), nil
			}
		}
	}
	data, err := io.ReadAll(r)
	return bytes.NewReader(data), int64(len(data)), err
}

// exact reports whether all values of a column have to be told apart: where they are described, and
// those of identifiers and categories.
func (o Options) exact(c chosen, name string) bool {
	f := o.Schema.field(name)
	return o.survey || c.identifiers[name] || c.categorical[name] || f != nil && (f.Type == StringField || f.Categories != nil)
}

// kindOf maps types of Parquet columns to kinds.
var kindOf = map[parquet.Type]Kind{
	parquet.Real: Number, parquet.Integer: Integer, parquet.Logical: Logical, parquet.Date: Date, parquet.Time: Time, parquet.Text: Text,
}
