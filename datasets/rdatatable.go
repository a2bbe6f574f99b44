package datasets

import (
	"fmt"
	"math"
	"slices"
)

// rColumn is a column of an R object: numbers with NaN for NA, or texts.
type rColumn struct {
	name   string
	values []float64
	codes  []float64 // of text: 1 + index into levels, NaN for NA
	levels []string
	factor bool // the text is a factor
}

// length is the number of rows.
func (c rColumn) length() int { return len(c.values) + len(c.codes) }

// tableOfObjects joins the columns of the named objects.
func tableOfObjects(workspace []rNamed, name string, missing MissingPolicy, objects []string) (*Table, error) {
	var present []string
	for _, o := range workspace {
		present = append(present, o.name)
	}
	var columns []rColumn
	var names []string
	seen := map[string]bool{}
	rows := -1
	for _, object := range objects {
		i := slices.Index(present, object)
		if i < 0 {
			return nil, fmt.Errorf("%s: %w", name, unknownName("object", object, present))
		}
		parts, err := columnsOf(object, workspace[i].value)
		if err != nil {
			return nil, fmt.Errorf("%s: object %q: %w", name, object, err)
		}
		for _, c := range parts {
			if rows >= 0 && c.length() != rows {
				return nil, fmt.Errorf("%s: object %q has %s, expected %d as in %q", name, object, counted(c.length(), "row"), rows, objects[0])
			}
			rows = c.length()
			if seen[c.name] {
				return nil, fmt.Errorf("%s: object %q: two columns are named %q, expected distinct names", name, object, c.name)
			}
			seen[c.name] = true
			names = append(names, c.name)
		}
		columns = append(columns, parts...)
	}
	builders := make([]*columnBuilder, len(columns))
	for j, c := range columns {
		builders[j] = &columnBuilder{name: c.name, kind: kindNumber}
		if c.values == nil {
			builders[j].kind, builders[j].declared = kindText, c.factor
		}
	}
	counts := newIncomplete(name, missing, names)
	for i := range rows {
		counts.begin()
		for j, c := range columns {
			if c.values != nil && math.IsNaN(c.values[i]) || c.values == nil && math.IsNaN(c.codes[i]) {
				if err := counts.miss(j, name, "NA"); err != nil {
					return nil, err
				}
			}
		}
		if counts.faulty {
			continue
		}
		for j, c := range columns {
			var err error
			switch {
			case c.values == nil:
				err = builders[j].add(c.levels[int(c.codes[i])-1])
			case math.IsInf(c.values[i], 0):
				err = fmt.Errorf("found %v, expected a finite number", c.values[i])
			default:
				builders[j].values = append(builders[j].values, c.values[i])
			}
			if err != nil {
				return nil, fmt.Errorf("%s: row %d, column %q: %w", name, i+1, c.name, err)
			}
		}
	}
	t := &Table{}
	if err := counts.finish(t); err != nil {
		return nil, err
	}
	for _, b := range builders {
		column, err := b.finish(t.Rows)
		if err != nil {
			return nil, fmt.Errorf("%s: column %q: %w", name, b.name, err)
		}
		t.Columns = append(t.Columns, column)
	}
	return t, nil
}

// columnsOf takes an object apart into columns: a vector is one, a matrix and
// a data frame are several.
func columnsOf(name string, o *rObject) ([]rColumn, error) {
	if dim := o.attribute("dim"); dim != nil {
		return columnsOfMatrix(name, o, dim)
	}
	if slices.Contains(classes(o), "data.frame") {
		return columnsOfFrame(o)
	}
	c, err := columnOf(name, o)
	return []rColumn{c}, err
}

// columnsOfMatrix cuts a matrix, which is stored column by column.
func columnsOfMatrix(name string, o, dim *rObject) ([]rColumn, error) {
	if len(dim.numbers) != 2 {
		return nil, fmt.Errorf("found an array of %s, expected a matrix", counted(len(dim.numbers), "dimension"))
	}
	n, p := dim.numbers[0], dim.numbers[1]
	if !(n >= 1 && p >= 1) || p > maxColumns || n*p != float64(len(o.numbers)) {
		return nil, fmt.Errorf("found %d numbers in a matrix of %v rows and %v columns, expected a numeric matrix with as many numbers and at most %d columns",
			len(o.numbers), n, p, maxColumns)
	}
	rows := int(n)
	columns := make([]rColumn, int(p))
	for j := range columns {
		columns[j] = rColumn{name: fmt.Sprintf("%s.%d", name, j+1), values: o.numbers[j*rows : (j+1)*rows]}
	}
	if names := o.attribute("dimnames"); names != nil && names.kind == rList && len(names.list) == 2 && names.list[1].kind == rStrings {
		if len(names.list[1].strings) != len(columns) {
			return nil, fmt.Errorf("found %s for %s, expected one each", counted(len(names.list[1].strings), "column name"), counted(len(columns), "column"))
		}
		for j, text := range names.list[1].strings {
			columns[j].name = text
		}
	}
	return columns, nil
}

// columnsOfFrame returns the columns of a data frame.
func columnsOfFrame(o *rObject) ([]rColumn, error) {
	names := o.attribute("names")
	if o.kind != rList || len(o.list) == 0 || names == nil || names.kind != rStrings || len(names.strings) != len(o.list) {
		return nil, fmt.Errorf("found a data frame made of %s, expected a list of one or more named columns", o.kind)
	}
	if len(o.list) > maxColumns {
		return nil, fmt.Errorf("found %d columns, expected at most %d", len(o.list), maxColumns)
	}
	var columns []rColumn
	for j, element := range o.list {
		c, err := columnOf(names.strings[j], element)
		if err != nil {
			return nil, fmt.Errorf("column %q: %w", names.strings[j], err)
		}
		if j > 0 && c.length() != columns[0].length() {
			return nil, fmt.Errorf("column %q has %s, expected %d as in %q", c.name, counted(c.length(), "row"), columns[0].length(), columns[0].name)
		}
		columns = append(columns, c)
	}
	return columns, nil
}

// classes returns the class attribute of an object.
func classes(o *rObject) []string {
	if class := o.attribute("class"); class != nil {
		return class.strings
	}
	return nil
}

// columnOf returns a vector as a column.
func columnOf(name string, o *rObject) (rColumn, error) {
	class := classes(o)
	switch {
	case o.length() == 0:
		return rColumn{}, fmt.Errorf("found %s without elements, expected values", o.kind)
	case slices.Contains(class, "factor"):
		return columnOfFactor(name, o)
	case len(class) > 0 && class[0] != "AsIs":
		return rColumn{}, fmt.Errorf("found the class %s, expected numbers, text or a factor", found(class[0]))
	case o.kind == rLogical, o.kind == rInteger, o.kind == rReal:
		return rColumn{name: name, values: o.numbers}, nil
	case o.kind == rStrings:
		return columnOfTexts(name, o), nil
	}
	return rColumn{}, fmt.Errorf("found %s, expected numbers, text or a factor", o.kind)
}

// columnOfFactor checks that the codes of a factor stand for levels.
func columnOfFactor(name string, o *rObject) (rColumn, error) {
	levels := o.attribute("levels")
	if o.kind != rInteger || levels == nil || levels.kind != rStrings {
		return rColumn{}, fmt.Errorf("found a factor made of %s, expected integers with levels", o.kind)
	}
	for i, code := range o.numbers {
		if code < 1 || code > float64(len(levels.strings)) {
			return rColumn{}, fmt.Errorf("row %d: found the code %v in a factor, expected 1 to %d", i+1, code, len(levels.strings))
		}
	}
	return rColumn{name: name, codes: o.numbers, levels: levels.strings, factor: true}, nil
}

// columnOfTexts gives every different text a code.
func columnOfTexts(name string, o *rObject) rColumn {
	c := rColumn{name: name, codes: make([]float64, len(o.strings))}
	index := map[string]int{}
	for i, text := range o.strings {
		if o.absent[i] {
			c.codes[i] = math.NaN()
			continue
		}
		if _, ok := index[text]; !ok {
			c.levels = append(c.levels, text)
			index[text] = len(c.levels)
		}
		c.codes[i] = float64(index[text])
	}
	return c
}
