package datasets

import (
	"fmt"
	"math"
	"slices"
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

// typed reads rows of files.
func (f *folderParser) typed(parts []part, rowsOf func(p *part) []int) (*typedTable, error) {
	last := parts[len(parts)-1]
	t := &typedTable{origin: f.path, o: f.o, rows: last.first + last.drawn}
	for _, field := range f.fields {
		c := typedColumn{Column: Column{Name: field.Name, Kind: field.kind}, whole: field.whole}
		switch {
		case f.chosen.excluded[c.Name]: // not read at all, but a name that can be excluded
		case field.Refused != "" && f.o.survey:
			c.refused, c.Kind, c.Codes = field.Err(), Text, slices.Repeat([]int32{-1}, t.rows)
		case c.Kind == Text:
			c.Codes = make([]int32, t.rows)
		default:
			c.Values = make([]float64, t.rows)
		}
		t.columns = append(t.columns, c)
	}
	levels := make([][][]string, len(parts)) // of a file's columns
	var lock sync.Mutex
	read := 0
	if err := f.each(parts, func(i int, p *part) error {
		texts := make([][]string, len(t.columns))
		if p.drawn > 0 {
			if err := f.read(p, rowsOf(p), t.columns, texts); err != nil {
				return err
			}
		}
		levels[i] = texts
		lock.Lock()
		defer lock.Unlock()
		if read += p.drawn; f.o.Folder.Progress != nil {
			f.o.Folder.Progress(float64(read) / float64(t.rows))
		}
		return nil
	}); err != nil {
		return nil, err
	}
	for j := range t.columns {
		if c := &t.columns[j]; c.Codes != nil && c.refused == nil {
			c.unite(parts, func(i int) []string { return levels[i][j] })
		}
	}
	for k, key := range f.keys {
		t.columns = append(t.columns, f.key(key, k, parts))
	}
	return t, nil
}

// read puts rows of a file into their places in the columns, and the levels of the file into
// texts.
func (f *folderParser) read(p *part, rows []int, columns []typedColumn, texts [][]string) (err error) {
	opened, file, err := f.open(p)
	if err != nil {
		return err
	}
	defer file.Close()
	defer func() {
		if fault := changed(file, p.before); fault != nil {
			err = fault
		}
	}()
	if opened.Rows != p.rows {
		return fmt.Errorf("the file now has %s, and had %d before", format.Plural(opened.Rows, "row"), p.rows)
	}
	for j := range columns {
		c := &columns[j]
		if f.chosen.excluded[c.Name] || c.refused != nil {
			continue
		}
		at := slices.IndexFunc(opened.Fields, func(field parquet.Field) bool { return field.Name == c.Name })
		if at < 0 {
			return fmt.Errorf("the file has changed, it has no column %q any more", c.Name)
		}
		values, err := opened.Column(&opened.Fields[at], rows, f.o.survey || f.chosen.exact(c.Name))
		if err != nil {
			return fmt.Errorf("column %q: %w", c.Name, err)
		}
		switch {
		case c.Values != nil:
			copy(c.Values[p.first:], values.Numbers)
		case values.Codes == nil: // of no type
			copy(c.Codes[p.first:], slices.Repeat([]int32{-1}, p.drawn))
		default:
			texts[j] = values.Levels
			copy(c.Codes[p.first:], values.Codes)
		}
	}
	return nil
}

// unite makes codes of the levels of the column of those of each file's.
func (c *typedColumn) unite(parts []part, levels func(i int) []string) {
	index := map[string]int32{}
	for i, p := range parts {
		own := levels(i)
		place := slices.Repeat([]int32{-1}, len(own)) // of the file's levels that occur
		for row, code := range c.Codes[p.first : p.first+p.drawn] {
			if code < 0 {
				continue
			}
			if place[code] < 0 {
				place[code] = c.code(index, own[code])
			}
			c.Codes[p.first+row] = place[code]
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
	numbers, whole, truth := true, true, true
	for _, p := range f.parts {
		if value := p.values[k]; !lacks(value) {
			v, err := parseNumber(value)
			numbers, whole = numbers && err == nil, whole && integral([]float64{v})
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
		case c.Kind == Text:
			code = c.code(index, value)
		default:
			v, _ = parseNumber(value) // all are numbers
		}
		for range p.drawn {
			if c.Kind == Text {
				c.Codes = append(c.Codes, code)
			} else {
				c.Values = append(c.Values, v)
			}
		}
	}
	return c
}
