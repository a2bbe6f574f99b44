package datasets

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"drfvi/datasets/internal/parquet"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
	"drfvi/internal/par"
)

// parquetParser reads Parquet files as one table: their flat columns of numbers, truth values,
// dates, times and text.
type parquetParser struct {
	path     string
	folder   bool // whether it is a folder, and not one file
	o        Options
	parts    []part
	keys     []string        // columns that the names of folders give
	fields   []parquetColumn // of the files, less the keys
	chosen   chosen
	rows     int    // of all files
	least    uint64 // hash from which on rows are not drawn; 0 if all are
	warnings []error
}

// part is a file of the table.
type part struct {
	name   string           // its path within the folder, with slashes
	info   fs.FileInfo      // when the folder was listed
	values []string         // of the keys
	file   *parquet.File    // its metadata
	fields []*parquet.Field // of the columns, nil for those that are excluded
	picked []int            // its drawn rows; nil for all
	drawn  int              // their number
}

// parquetColumn is a field of the files: of the first that has values of it, and its kind in all.
type parquetColumn struct {
	parquet.Field
	home *part
	kind Kind
}

// kindOf maps types of Parquet columns to kinds.
var kindOf = map[parquet.Type]Kind{
	parquet.Real: Number, parquet.Integer: Integer, parquet.Logical: Logical, parquet.Date: Date,
	parquet.Time: Time, parquet.Text: Text,
}

// parseParquet reads a Parquet file from r, or from the file that is its source.
func parseParquet(r io.Reader, source any, name string, o Options) (*Table, error) {
	reader, size, err := randomAccess(r, source)
	var file *parquet.File
	if err == nil {
		file, err = openParquet(reader, size)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	o.Folder = Drawing{Context: context.Background()}
	f := &parquetParser{path: name, o: o, parts: []part{{file: file}}}
	if err := f.join(); err != nil {
		return nil, err
	}
	f.parts[0].drawn = file.Rows
	return f.table()
}

// randomAccess returns the bytes of r, and their number: as they are in the file that is its
// source, if that is not packed, and held in memory otherwise.
func randomAccess(r io.Reader, source any) (io.ReaderAt, int64, error) {
	if file, ok := source.(*os.File); ok {
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

// pathOf is the path of a file.
func (f *parquetParser) pathOf(p *part) string {
	return filepath.Join(f.path, filepath.FromSlash(p.name))
}

// forEachPart calls do for every file, several at a time, and returns the error of the first that
// has one.
func (f *parquetParser) forEachPart(parts []part, do func(i int, p *part) error) error {
	faults := make([]error, len(parts))
	err := par.Do(f.o.Folder.Context, max(1, f.o.Folder.Workers), len(parts), func(_, i int) {
		p := &parts[i]
		if fault := do(i, p); fault != nil {
			faults[i] = fmt.Errorf("%s: %w", f.pathOf(p), fault)
		}
	})
	return cmp.Or(append(faults, err)...) // that of the context last
}

// open reads the metadata of a file of a folder.
func (f *parquetParser) open(p *part) (err error) {
	p.file, err = openParquet(unopened{f.pathOf(p), p.info}, p.info.Size())
	if err != nil && filepath.Ext(p.name) != ".parquet" {
		return fmt.Errorf("%w; expected Parquet files alone in a folder that is a table: move this one, or name "+
			"a single file (names that begin with . or _ do not count)", err)
	}
	return err
}

// unopened is a file that is opened for each part of it that is read: of a folder there may be
// more than a process may open. It has to stay as it was.
type unopened struct {
	path   string
	before fs.FileInfo
}

// ReadAt implements io.ReaderAt.
func (u unopened) ReadAt(b []byte, offset int64) (int, error) {
	file, err := os.Open(u.path)
	if err != nil {
		return 0, errors.Unwrap(err)
	}
	defer file.Close()
	n, err := file.ReadAt(b, offset)
	if fault := changed(file, u.before); fault != nil {
		return 0, fault
	}
	return n, err
}

// join makes one schema of those of the files. The indexes that pandas writes are left out.
func (f *parquetParser) join() error {
	var names []string
	places, known := map[string]int{}, map[string]bool{}
	isInput := func(field parquet.Field) bool { return slices.Contains(f.o.Inputs, field.Name) }
	// if none is there, the error lists what is
	inputsOnly := f.folder && slices.ContainsFunc(f.parts[0].file.Fields, isInput)
	isIndex := func(name string) bool { return strings.HasPrefix(name, "__index_level_") }
	for i := range f.parts {
		p := &f.parts[i]
		f.rows += p.file.Rows
		fieldNames := nearest.Words(p.file.Fields, func(field parquet.Field) string { return field.Name })
		if err := distinctNames(slices.DeleteFunc(fieldNames, isIndex)); err != nil {
			return fmt.Errorf("%s: %w", f.pathOf(p), err)
		}
		for _, field := range p.file.Fields {
			if known[field.Name] {
				continue
			}
			switch known[field.Name] = true; {
			case slices.Contains(f.keys, field.Name):
				f.warnings = append(f.warnings, mention.Errorf("%s: column %q is in the files and in the names of "+
					"folders, which count", f.path, field.Name))
			case isIndex(field.Name):
				f.warnings = append(f.warnings, mention.Errorf("%s: column %q is the index that pandas writes, it is "+
					"left out", f.path, field.Name))
			case inputsOnly && !isInput(field):
			default:
				places[field.Name] = len(names)
				names, f.fields = append(names, field.Name), append(
					f.fields, parquetColumn{Field: field, home: p, kind: kindOf[field.Type]},
				)
			}
		}
	}
	var err error
	if f.chosen, err = f.o.choose(f.path, append(names, f.keys...)); err != nil {
		return err
	}
	for i := range f.parts {
		p := &f.parts[i]
		p.fields = make([]*parquet.Field, len(names))
		for k := range p.file.Fields {
			field := &p.file.Fields[k]
			j, wanted := places[field.Name]
			if !wanted || f.chosen.excluded[field.Name] {
				continue
			}
			p.fields[j] = field
			if err := f.fields[j].join(*field, p); err != nil {
				return fmt.Errorf("%s: %w", f.pathOf(p), err)
			}
		}
		for j, c := range f.fields {
			if p.fields[j] == nil && !f.chosen.excluded[c.Name] {
				return mention.Errorf("%s: the file has no column %q, which %s has, expected the same columns in all "+
					"files: write them so, or leave it out with %v", f.pathOf(p), c.Name, c.home.name, mention.Exclude)
			}
		}
	}
	return nil
}

// join takes the field of a further file into account. Whole numbers in one file and others
// in another are numbers; a column of no type, without values, goes with any.
func (c *parquetColumn) join(field parquet.Field, p *part) error {
	kind := kindOf[field.Type]
	switch {
	case field.Empty || !c.Empty && kind == c.kind:
	case c.Empty:
		c.Field, c.home, c.kind = field, p, kind
	case kind == Number && c.kind == Integer || kind == Integer && c.kind == Number:
		c.kind = Number
	default:
		return mention.Errorf("column %q holds %s, expected %s as in %s: write the files with one type, or "+
			"leave the column out with %v", c.Name, kind, c.kind, c.home.name, mention.Exclude)
	}
	return nil
}

// table reads the drawn rows. Of a folder, a single row shows before whether their columns can
// be read.
func (f *parquetParser) table() (*Table, error) {
	if f.folder {
		first := f.parts[slices.IndexFunc(f.parts, func(p part) bool { return p.file.Rows > 0 })]
		first.picked, first.drawn = []int{0}, 1
		trial, err := f.typed([]part{first}, nil)
		if err == nil {
			_, err = trial.choose()
		}
		if err != nil {
			return nil, err
		}
	}
	t, err := f.typed(f.parts, f.o.Folder.Progress)
	if err != nil {
		return nil, err
	}
	t.warnings, t.location = f.warnings, f.place
	read := t.rows()
	table, err := t.table()
	if err != nil || !f.folder {
		return table, err
	}
	table.Folder = &Folder{Files: len(f.parts), Rows: f.rows, Read: read}
	if f.least > 0 {
		table.Numbers = f.numbers(table.Numbers)
	}
	return table, nil
}
