package datasets

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"drfvi/datasets/internal/parquet"
	"drfvi/internal/format"
	"drfvi/internal/nearest"
)

// column is a field of the files: of the first that has values of it, and its kind in all.
type column struct {
	parquet.Field
	home  *part
	kind  Kind
	whole bool // whether it holds whole numbers in some files
}

// join makes one schema of those of the files.
func (f *folderParser) join() error {
	var names []string
	places, inFiles := map[string]int{}, map[string]bool{}
	isInput := func(field parquet.Field) bool { return slices.Contains(f.o.Inputs, field.Name) }
	inputsOnly := slices.ContainsFunc(f.parts[0].fields, isInput) // if none is there, the error lists what is
	for i := range f.parts {
		f.rows += f.parts[i].rows
		own := nearest.Words(f.parts[i].fields, func(field parquet.Field) string { return field.Name })
		if err := distinctNames(slices.DeleteFunc(own, isIndex)); err != nil {
			return fmt.Errorf("%s: %w", f.at(&f.parts[i]), err)
		}
		for _, field := range f.parts[i].fields {
			if _, known := places[field.Name]; known || inFiles[field.Name] {
				continue
			}
			switch inFiles[field.Name] = true; {
			case slices.Contains(f.keys, field.Name):
				f.warnings = append(f.warnings, fmt.Sprintf("%s: column %q is in the files and in the names of folders, which count", f.path, field.Name))
			case isIndex(field.Name):
				f.warnings = append(f.warnings, leftIndex(f.path, field.Name))
			case inputsOnly && !isInput(field):
			default:
				places[field.Name] = len(names)
				names, f.fields = append(names, field.Name), append(f.fields, column{Field: field, home: &f.parts[i], kind: kindOf[field.Type]})
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
				return fmt.Errorf("%s: the file has no column %q, which %s has, expected the same columns in all files: write them so, or leave it out with --exclude", f.at(p), c.Name, c.home.name)
			}
		}
		p.fields = nil
	}
	return nil
}

// join takes the field of a further file into account. Whole numbers in one file and others
// in another are numbers; a column of no type, without values, goes with any.
func (c *column) join(field parquet.Field, p *part) error {
	kind := kindOf[field.Type]
	switch {
	case field.Empty || !c.Empty && kind == c.kind:
	case c.Empty:
		c.Field, c.home, c.kind = field, p, kind
	case kind == Number && c.kind == Integer || kind == Integer && c.kind == Number:
		c.kind, c.whole = Number, true
	default:
		return fmt.Errorf("column %q holds %s, expected %s as in %s: write the files with one type, or leave the column out with --exclude", c.Name, kind, c.kind, c.home.name)
	}
	return nil
}

// typed reads the drawn rows of files, and tells progress, unless it is nil, the share of them.
func (f *folderParser) typed(parts []part, progress func(share float64)) (*typedTable, error) {
	t := &typedTable{origin: f.path, o: f.o}
	for i := range parts {
		t.rows += parts[i].drawn
	}
	files := make([][]*parquet.Column, len(parts))
	var lock sync.Mutex
	read := 0
	if err := f.each(parts, func(i int, p *part) (err error) {
		if p.drawn > 0 {
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
		c := typedColumn{Column: Column{Name: field.Name, Kind: field.kind}, whole: field.whole}
		switch {
		case f.chosen.excluded[c.Name]: // not read at all, but a name that can be excluded
		case field.Refused != "" && f.o.survey:
			c.refused, c.Kind, c.Codes = field.Err(), Text, slices.Repeat([]int32{-1}, t.rows)
		default:
			c.collect(files, j, t.rows)
		}
		t.columns = append(t.columns, c)
	}
	for k, key := range f.keys {
		t.columns = append(t.columns, f.key(key, k, parts))
	}
	return t, nil
}

// read reads the drawn rows of a file by columns: nil for those that are left out or refused.
func (f *folderParser) read(p *part) (columns []*parquet.Column, err error) {
	opened, file, err := f.open(p)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	defer func() {
		if fault := changed(file, p.before); fault != nil {
			err = fault
		}
	}()
	if opened.Rows != p.rows {
		return nil, fmt.Errorf("the file now has %s, and had %d before", format.Plural(opened.Rows, "row"), p.rows)
	}
	columns = make([]*parquet.Column, len(f.fields))
	for j, c := range f.fields {
		if f.chosen.excluded[c.Name] || c.Refused != "" && f.o.survey {
			continue
		}
		at := slices.IndexFunc(opened.Fields, func(field parquet.Field) bool { return field.Name == c.Name })
		if at < 0 {
			return nil, fmt.Errorf("the file has changed, it has no column %q any more", c.Name)
		}
		if columns[j], err = opened.Column(&opened.Fields[at], p.picked, f.o.exact(f.chosen, c.Name)); err != nil {
			return nil, fmt.Errorf("column %q: %w", c.Name, err)
		}
	}
	return columns, nil
}

// collect takes the values of column j of all files. If those of one file have texts that tell numbers
// apart, those of all have.
func (c *typedColumn) collect(files [][]*parquet.Column, j, rows int) {
	exact := c.Kind == Text || slices.ContainsFunc(files, func(file []*parquet.Column) bool { return file != nil && file[j].Codes != nil })
	if c.Kind != Text {
		c.Values = make([]float64, 0, rows)
	}
	if exact {
		c.Codes = make([]int32, 0, rows)
	}
	index := map[string]int32{}
	for _, file := range files {
		if file == nil {
			continue
		}
		part := file[j]
		file[j] = nil
		if c.Values != nil {
			c.Values = append(c.Values, part.Numbers...)
		}
		if !exact {
			continue
		}
		if part.Codes == nil && c.Kind != Text {
			own := Column{Values: part.Numbers}
			own.exact(func(row int) string { return strconv.FormatFloat(part.Numbers[row], 'f', -1, 64) })
			part.Codes, part.Levels = own.Codes, own.Levels
		}
		if part.Codes == nil { // of no type
			part.Codes = slices.Repeat([]int32{-1}, len(part.Numbers))
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
func (f *folderParser) key(name string, k int, parts []part) typedColumn {
	missing := f.o.absences()
	lacks := func(value string) bool { return value == hiveMissing || missing.cell(value) }
	numbers, whole, truth, rounded := true, true, true, false
	for _, p := range f.parts {
		if value := p.values[k]; !lacks(value) {
			v, err := parseNumber(value)
			numbers, whole, rounded = numbers && err == nil, whole && integral([]float64{v}), rounded || math.Abs(v) >= exactWhole
			truth = truth && (anyCase(value, truths) || anyCase(value, falsehoods))
		}
	}
	c := typedColumn{Column: Column{Name: name, Kind: Text}, whole: true} // what is above 2^53 is mostly written without a point
	switch {
	case numbers && whole:
		c.Kind = Integer
	case numbers:
		c.Kind = Number
	case truth:
		c.Kind = Logical
	}
	exact := c.Kind == Text || rounded && f.o.exact(f.chosen, name)
	index := map[string]int32{}
	for _, p := range parts {
		value := p.values[k]
		v, code := math.NaN(), int32(-1)
		switch {
		case lacks(value):
		case c.Kind == Logical:
			if v = 0; anyCase(value, truths) {
				v = 1
			}
		case c.Kind != Text:
			v, _ = parseNumber(value) // all are numbers
		}
		if exact && !lacks(value) {
			code = c.code(index, value)
		}
		for range p.drawn {
			if exact {
				c.Codes = append(c.Codes, code)
			}
			if c.Kind != Text {
				c.Values = append(c.Values, v)
			}
		}
	}
	return c
}
