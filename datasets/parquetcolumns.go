package datasets

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"drfvi/datasets/internal/parquet"
)

// typed reads the drawn rows of files, and tells progress, unless it is nil, the share of them.
func (f *parquetParser) typed(parts []part, progress func(share float64)) (*typedTable, error) {
	t := &typedTable{origin: f.path, o: f.o}
	for i := range parts {
		t.rows += parts[i].drawn
	}
	files := make([][]*parquet.Column, len(parts))
	var lock sync.Mutex
	read := 0
	if err := f.each(parts, func(i int, p *part) error {
		if p.drawn > 0 || !f.folder {
			var err error
			if files[i], err = f.read(p); err != nil {
				return err
			}
		}
		lock.Lock()
		defer lock.Unlock()
		if read += p.drawn; progress != nil {
			progress(float64(read) / float64(t.rows))
		}
		return nil
	}); err != nil {
		return nil, err
	}
	for j, field := range f.fields {
		c := &columnBuilder{Column: Column{Name: field.Name, Kind: field.kind}}
		switch {
		case f.chosen.excluded[c.Name]: // not read at all, but a name that can be excluded
		case f.refuses(field):
			c.refused, c.Kind, c.Codes = field.Err(), Text, slices.Repeat([]int32{-1}, t.rows)
		default:
			c.collect(files, j, t.rows)
		}
		t.columns = append(t.columns, c)
	}
	for k, key := range f.keys {
		c, err := f.key(key, k, parts)
		if err != nil {
			return nil, fmt.Errorf("%s: column %q: %w", f.path, key, err)
		}
		t.columns = append(t.columns, c)
	}
	return t, nil
}

// refuses reports whether a column that cannot be read is described only.
func (f *parquetParser) refuses(c parquetColumn) bool { return c.Refused != "" && f.o.survey }

// read reads the drawn rows of a file by columns: nil for those that are left out or refused.
func (f *parquetParser) read(p *part) ([]*parquet.Column, error) {
	file, columns := *p.file, make([]*parquet.Column, len(f.fields)) // a copy, which has room of its own for what it decodes
	for j, c := range f.fields {
		if f.chosen.excluded[c.Name] || f.refuses(c) {
			continue
		}
		var err error
		if columns[j], err = file.Column(p.fields[j], p.picked, f.exact(c.Name)); err != nil {
			return nil, fmt.Errorf("column %q: %w", c.Name, err)
		}
		if f.o.survey && !f.folder && columns[j].Rounded != "" {
			texts, err := file.Column(p.fields[j], p.picked, true)
			if err != nil {
				return nil, fmt.Errorf("column %q: %w", c.Name, err)
			}
			columns[j].Codes, columns[j].Levels = texts.Codes, texts.Levels
		}
	}
	return columns, nil
}

// exact reports whether a column is read as text, since all its values have to be told apart.
func (f *parquetParser) exact(name string) bool {
	field := f.o.Schema.field(name)
	return f.chosen.categorical[name] || field != nil && (field.Type == StringField || field.Categories != nil)
}

// collect takes the values of column j of all files: texts if those of some file are.
func (c *columnBuilder) collect(files [][]*parquet.Column, j, rows int) {
	if len(files) == 1 {
		only := files[0][j]
		c.Values, c.Codes, c.Levels, c.writing.example = only.Numbers, only.Codes, only.Levels, only.Rounded
		if only.Numbers != nil && only.Codes != nil {
			c.Codes, c.Levels, c.text = nil, nil, func(row int) string { return only.Levels[only.Codes[row]] }
		}
		return
	}
	texts := slices.ContainsFunc(files, func(file []*parquet.Column) bool { return file != nil && file[j].Numbers == nil })
	if texts {
		c.Codes, c.Levels = make([]int32, 0, rows), []string{}
	} else {
		c.Values = make([]float64, 0, rows)
	}
	index := map[string]int32{}
	for _, file := range files {
		if file == nil {
			continue
		}
		part := Column{Values: file[j].Numbers, Codes: file[j].Codes, Levels: file[j].Levels}
		c.writing.example, file[j] = cmp.Or(c.writing.example, file[j].Rounded), nil
		if !texts {
			c.Values = append(c.Values, part.Values...)
			continue
		}
		if numbers := part.Values; numbers != nil {
			part.encode(Text, len(numbers), func(row int) (string, bool) { return numberText(numbers[row]), numbers[row] == numbers[row] })
		}
		place := slices.Repeat([]int32{-1}, len(part.Levels)) // of those that occur
		for _, code := range part.Codes {
			if code >= 0 && place[code] < 0 {
				place[code] = c.code(index, part.Levels[code])
			}
			if code >= 0 {
				code = place[code]
			}
			c.Codes = append(c.Codes, code)
		}
	}
}

// hiveMissing is the name of a folder whose rows lack the value.
const hiveMissing = "__HIVE_DEFAULT_PARTITION__"

// key returns the column of a key: numbers or truth values if all its values in the folder
// are, and text otherwise.
func (f *parquetParser) key(name string, k int, parts []part) (*columnBuilder, error) {
	missing := f.o.absences(true, hiveMissing)
	numbers, truth := !f.exact(name), true
	for _, p := range f.parts {
		if value := p.values[k]; !missing.cell(value) {
			_, err := parseNumber(value)
			numbers = numbers && err == nil
			truth = truth && (anyCase(value, truths) || anyCase(value, falsehoods))
		}
	}
	of := columnBuilder{Column: Column{Name: name, Kind: Text}} // a row for each file
	switch {
	case numbers:
		of.Kind = Number
	case truth:
		of.Kind = Logical
	}
	var rows []int
	for i, p := range parts {
		if value := p.values[k]; missing.cell(value) {
			of.addMissing()
		} else if err := of.add(value, i+1); err != nil {
			return nil, err
		}
		rows = append(rows, slices.Repeat([]int{i}, p.drawn)...)
	}
	if of.Kind == Number && integral(of.Values) {
		of.Kind = Integer
	}
	return &columnBuilder{Column: of.Column.choose(rows), writing: writing{example: of.writing.example}}, nil
}
