package datasets

import (
	"fmt"
	"slices"
	"sync"

	"drfvi/datasets/internal/parquet"
)

// typed reads the drawn rows of files, and tells progress, unless it is nil, the share of them.
func (f *parquetParser) typed(parts []part, progress func(share float64)) (*typedTable, error) {
	t := &typedTable{origin: f.path, o: f.o, parts: make([]typedPart, len(parts))}
	for i, p := range parts {
		t.parts[i].rows = p.drawn
	}
	rows, read := t.rows(), 0
	var lock sync.Mutex
	if err := f.forEachPart(parts, func(i int, p *part) error {
		columns, err := f.read(p)
		if err != nil {
			return err
		}
		lock.Lock()
		defer lock.Unlock()
		t.parts[i].columns = columns
		if read += p.drawn; progress != nil {
			progress(float64(read) / float64(rows))
		}
		return nil
	}); err != nil {
		return nil, err
	}
	for j, field := range f.fields {
		c := &columnBuilder{Column: Column{Name: field.Name, Kind: field.kind}, place: j}
		if f.refuses(field) {
			c.refused, c.Kind = field.Err(), Text
		}
		t.columns = append(t.columns, c)
	}
	for k, key := range f.keys {
		kind, missing := f.key(key, k)
		t.columns = append(t.columns, &columnBuilder{Column: Column{Name: key, Kind: kind}, place: len(t.columns)})
		for i, p := range parts {
			code := int32(0)
			if missing.cell(p.values[k]) {
				code = -1
			}
			t.parts[i].columns = append(
				t.parts[i].columns,
				givenColumn{Column: Column{Codes: slices.Repeat([]int32{code}, p.drawn), Levels: p.values[k : k+1]}},
			)
		}
	}
	return t, nil
}

// refuses reports whether a column that cannot be read is described only.
func (f *parquetParser) refuses(c parquetColumn) bool { return c.Refused != "" && f.o.survey }

// read reads the drawn rows of a file by columns: nothing of those that are left out or refused.
func (f *parquetParser) read(p *part) ([]givenColumn, error) {
	file := *p.file // a copy, which has room of its own for what it decodes
	columns := make([]givenColumn, len(f.fields))
	for j, c := range f.fields {
		if f.chosen.excluded[c.Name] || f.refuses(c) || f.folder && p.drawn == 0 {
			continue
		}
		column, err := file.Column(p.fields[j], p.picked, f.exact(c.Name))
		if err == nil && f.o.survey && !f.folder && column.Rounded != "" {
			var texts *parquet.Column
			if texts, err = file.Column(p.fields[j], p.picked, true); err == nil {
				columns[j].text = func(row int) string { return texts.Levels[texts.Codes[row]] }
			}
		}
		if err != nil {
			return nil, fmt.Errorf("column %q: %w", c.Name, err)
		}
		columns[j].Values, columns[j].Codes, columns[j].Levels, columns[j].rounded = column.Numbers, column.Codes,
			column.Levels, column.Rounded
	}
	return columns, nil
}

// exact reports whether a column is read as text, since all its values have to be told apart.
func (f *parquetParser) exact(name string) bool {
	field := f.o.Schema.field(name)
	return f.chosen.categorical[name] || field != nil && (field.Type == StringField || field.Categories != nil)
}

// hiveMissing is the name of a folder whose rows lack the value.
const hiveMissing = "__HIVE_DEFAULT_PARTITION__"

// key returns the kind of the column of a key, and the values that stand for missing ones. The
// kind is that of numbers or truth values if all its values in the folder are, and text
// otherwise.
func (f *parquetParser) key(name string, k int) (kind Kind, missing absent) {
	missing = f.o.absences(true, hiveMissing)
	number, truth := !f.exact(name), true
	var values []float64
	for _, p := range f.parts {
		if value := p.values[k]; !missing.cell(value) {
			v, err := parseNumber(value)
			values, number = append(values, v), number && err == nil
			truth = truth && (anyCase(value, truths) || anyCase(value, falsehoods))
		}
	}
	switch {
	case number && integral(values):
		return Integer, missing
	case number:
		return Number, missing
	case truth:
		return Logical, missing
	}
	return Text, missing
}
