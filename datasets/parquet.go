package datasets

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"drfvi/datasets/internal/parquet"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
	"drfvi/internal/par"
	"drfvi/internal/rng"
)

// parquetParser reads Parquet files as one table: their flat columns of numbers, truth values, dates, times
// and text.
type parquetParser struct {
	path     string
	folder   bool // whether it is a folder, and not one file
	o        Options
	parts    []part
	keys     []string        // columns that the names of folders give
	fields   []parquetColumn // of the files, less the keys
	chosen   chosen
	rows     int
	least    uint64 // hash from which on rows are not drawn; 0 if all are
	warnings []string
}

// part is a file of the table.
type part struct {
	name   string        // its path within the folder, with slashes
	values []string      // of the keys
	opened *parquet.File // of a single file
	fields []parquet.Field
	rows   int
	before fs.FileInfo // of the file when its metadata were read
	picked []int       // its drawn rows; nil for all
	drawn  int         // their number
}

// parquetColumn is a field of the files: of the first that has values of it, and its kind in all.
type parquetColumn struct {
	parquet.Field
	home  *part
	kind  Kind
	whole bool // whether it holds whole numbers in some files
}

// kindOf maps types of Parquet columns to kinds.
var kindOf = map[parquet.Type]Kind{
	parquet.Real: Number, parquet.Integer: Integer, parquet.Logical: Logical, parquet.Date: Date, parquet.Time: Time, parquet.Text: Text,
}

// parseParquet reads a Parquet file from r, or where that is of a file from there.
func parseParquet(r io.Reader, of any, name string, o Options) (*Table, error) {
	at, size, err := random(r, of)
	var file *parquet.File
	if err == nil {
		file, err = openParquet(at, size)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	o.Folder = Drawing{Context: context.Background()}
	f := &parquetParser{path: name, o: o, parts: []part{{opened: file}}}
	if err := f.prepare(); err != nil {
		return nil, err
	}
	return f.table()
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

// at is the path of a file.
func (f *parquetParser) at(p *part) string { return filepath.Join(f.path, filepath.FromSlash(p.name)) }

// each calls do for every file, several at a time, and returns the error of the first that
// has one.
func (f *parquetParser) each(parts []part, do func(i int, p *part) error) error {
	faults := make([]error, len(parts))
	err := par.Do(f.o.Folder.Context, max(1, f.o.Folder.Workers), len(parts), func(_, i int) {
		p := &parts[i]
		if fault := do(i, p); fault != nil {
			faults[i] = fmt.Errorf("%s: %w", f.at(p), fault)
		}
	})
	return cmp.Or(append(faults, err)...) // that of the context last
}

// open calls do with a file of the table.
func (f *parquetParser) open(p *part, do func(opened *parquet.File, file *os.File) error) error {
	if p.opened != nil {
		return do(p.opened, nil)
	}
	file, err := os.Open(f.at(p))
	if err != nil {
		return errors.Unwrap(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	opened, err := openParquet(file, info.Size())
	if err != nil && filepath.Ext(p.name) != ".parquet" {
		return fmt.Errorf("%w; expected Parquet files alone in a folder that is a table: move this one, or name a single file (names that begin with . or _ do not count)", err)
	}
	if err != nil {
		return err
	}
	return do(opened, file)
}

// prepare reads the metadata of the files, makes one schema of theirs, and decides which rows are read.
func (f *parquetParser) prepare() error {
	if err := f.each(f.parts, func(_ int, p *part) error {
		return f.open(p, func(opened *parquet.File, file *os.File) (err error) {
			if p.fields, p.rows = opened.Fields, opened.Rows; file != nil {
				p.before, err = file.Stat()
			}
			return err
		})
	}); err != nil {
		return err
	}
	if err := f.join(); err != nil {
		return err
	}
	return f.draw()
}

// join makes one schema of those of the files. The indexes that pandas writes are left out.
func (f *parquetParser) join() error {
	var names []string
	places, seen := map[string]int{}, map[string]bool{}
	isInput := func(field parquet.Field) bool { return slices.Contains(f.o.Inputs, field.Name) }
	inputsOnly := f.folder && slices.ContainsFunc(f.parts[0].fields, isInput) // if none is there, the error lists what is
	isIndex := func(name string) bool { return strings.HasPrefix(name, "__index_level_") }
	for i := range f.parts {
		f.rows += f.parts[i].rows
		own := nearest.Words(f.parts[i].fields, func(field parquet.Field) string { return field.Name })
		if err := distinctNames(slices.DeleteFunc(own, isIndex)); err != nil {
			return fmt.Errorf("%s: %w", f.at(&f.parts[i]), err)
		}
		for _, field := range f.parts[i].fields {
			if seen[field.Name] {
				continue
			}
			switch seen[field.Name] = true; {
			case slices.Contains(f.keys, field.Name):
				f.warnings = append(f.warnings, fmt.Sprintf("%s: column %q is in the files and in the names of folders, which count", f.path, field.Name))
			case isIndex(field.Name):
				f.warnings = append(f.warnings, fmt.Sprintf("%s: column %q is the index that pandas writes, it is left out", f.path, field.Name))
			case inputsOnly && !isInput(field):
			default:
				places[field.Name] = len(names)
				names, f.fields = append(names, field.Name), append(f.fields, parquetColumn{Field: field, home: &f.parts[i], kind: kindOf[field.Type]})
			}
		}
	}
	var err error
	if f.chosen, err = f.o.choose(f.path, append(names, f.keys...)); err != nil {
		return err
	}
	for i := range f.parts {
		p := &f.parts[i]
		there := make([]bool, len(names))
		for _, field := range p.fields {
			j, wanted := places[field.Name]
			if !wanted || f.chosen.excluded[field.Name] {
				continue
			}
			there[j] = true
			if err := f.fields[j].join(field, p); err != nil {
				return fmt.Errorf("%s: %w", f.at(p), err)
			}
		}
		for j, c := range f.fields {
			if !there[j] && !f.chosen.excluded[c.Name] {
				return fmt.Errorf("%s: the file has no column %q, which %s has, expected the same columns in all files: write them so, or leave it out with %v", f.at(p), c.Name, c.home.name, mention.Exclude)
			}
		}
		p.fields = nil
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
		c.kind, c.whole = Number, true
	default:
		return fmt.Errorf("column %q holds %s, expected %s as in %s: write the files with one type, or leave the column out with %v", c.Name, kind, c.kind, c.home.name, mention.Exclude)
	}
	return nil
}

// draw decides which rows are read.
func (f *parquetParser) draw() error {
	if most := f.o.Folder.Rows; 0 < most && most < f.rows {
		f.least, _ = bits.Div64(uint64(most), 0, uint64(f.rows))
	}
	rows := 0
	for i := range f.parts {
		p := &f.parts[i]
		if p.drawn = p.rows; f.least > 0 {
			seed := rng.New(f.o.Folder.Seed).Named("folder").Named(p.name)
			p.picked = []int{}
			for row := range p.rows {
				if uint64(seed.At(row)) < f.least {
					p.picked = append(p.picked, row)
				}
			}
			p.drawn = len(p.picked)
		}
		rows += p.drawn
	}
	columns := len(f.fields) + len(f.keys) - len(f.chosen.excluded)
	switch {
	case !f.folder:
	case rows == 0:
		return fmt.Errorf("%s: none of the %s in %s is read, expected some", f.path, format.Plural(f.rows, "row"), format.Plural(len(f.parts), "file"))
	case rows > maxCells/columns:
		remedy := mention.Clause("%v draws random rows, ", mention.Read.To(min(DrawnRows, maxCells/columns))) + mention.Exclude.String() + " leaves columns out"
		if f.o.Inputs != nil { // all rows of a new table count
			remedy = "name its files one at a time"
		}
		return fmt.Errorf("%s: %s of %s are more than %d numbers, expected at most so many: %s", f.path, format.Plural(rows, "row"), format.Plural(columns, "column"), maxCells, remedy)
	}
	return nil
}

// table reads the drawn rows. Of a folder, a single row shows before whether their columns can be read.
func (f *parquetParser) table() (*Table, error) {
	if f.folder {
		first := f.parts[slices.IndexFunc(f.parts, func(p part) bool { return p.rows > 0 })]
		first.picked, first.drawn = []int{0}, 1
		trial, err := f.typed([]part{first}, nil)
		if err == nil {
			err = trial.choose()
		}
		if err != nil {
			return nil, err
		}
	}
	t, err := f.typed(f.parts, f.o.Folder.Progress)
	if err != nil {
		return nil, err
	}
	t.warnings, t.at = f.warnings, f.place
	table, err := t.table()
	if err != nil || !f.folder {
		return table, err
	}
	table.Folder = &Folder{Files: len(f.parts), Rows: f.rows, Read: t.rows}
	if f.least > 0 {
		table.Numbers = f.numbers(table.Numbers)
	}
	return table, nil
}

// numbers returns the numbers of rows in the folder, of those among the drawn ones; nil for
// all of these.
func (f *parquetParser) numbers(among []int) []int {
	var drawn []int
	first := 1 // number of the file's first row
	for _, p := range f.parts {
		for _, row := range p.picked {
			drawn = append(drawn, first+row)
		}
		first += p.rows
	}
	if among == nil {
		return drawn
	}
	for k, number := range among {
		among[k] = drawn[number-1]
	}
	return among
}

// place returns the file of a row of the table, and its place there.
func (f *parquetParser) place(row int) (string, int) {
	i := 0
	for ; row >= f.parts[i].drawn; i++ {
		row -= f.parts[i].drawn
	}
	p := &f.parts[i]
	if p.picked != nil {
		row = p.picked[row]
	}
	return f.at(p), row
}
