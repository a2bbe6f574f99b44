package datasets

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// join joins the columns of the named objects.
func (t *typedTable) join(workspace []rNamed, objects []string) error {
	var present []string
	for _, o := range workspace {
		present = append(present, o.name)
	}
	seen := map[string]bool{}
	for k, object := range objects {
		i := slices.Index(present, object)
		if i < 0 {
			return fmt.Errorf("%s: %w", t.origin, unknownName("object", object, present))
		}
		parts, err := t.columnsOf(object, workspace[i].value)
		if err != nil {
			return fmt.Errorf("%s: object %q: %w", t.origin, object, err)
		}
		for j, c := range parts {
			switch {
			case j == 0 && k == 0:
				t.rows = c.length()
			case c.length() != t.rows:
				return fmt.Errorf("%s: object %q has %s, expected %d as in %q", t.origin, object, counted(c.length(), "row"), t.rows, objects[0])
			}
			if seen[c.name] {
				return fmt.Errorf("%s: object %q: two columns are named %q, expected distinct names", t.origin, object, c.name)
			}
			seen[c.name] = true
		}
		t.columns = append(t.columns, parts...)
	}
	return nil
}

// columnsOf takes an object apart into columns: a vector is one, a matrix and
// a data frame are several.
func (t *typedTable) columnsOf(name string, o *rObject) ([]typedColumn, error) {
	if dim := o.attribute("dim"); dim != nil {
		return columnsOfMatrix(name, o, dim)
	}
	if slices.Contains(classes(o), "data.frame") {
		return t.columnsOfFrame(o)
	}
	c, err := columnOf(name, o)
	return []typedColumn{c}, err
}

// columnsOfMatrix cuts a matrix, which is stored column by column.
func columnsOfMatrix(name string, o, dim *rObject) ([]typedColumn, error) {
	if len(dim.numbers) != 2 {
		return nil, fmt.Errorf("found an array of %s, expected a matrix", counted(len(dim.numbers), "dimension"))
	}
	n, p := dim.numbers[0], dim.numbers[1]
	if !(n >= 1 && p >= 1) || p > maxColumns || n*p != float64(len(o.numbers)) {
		return nil, fmt.Errorf("found %d numbers in a matrix of %v rows and %v columns, expected a numeric matrix with as many numbers and at most %d columns",
			len(o.numbers), n, p, maxColumns)
	}
	rows := int(n)
	columns := make([]typedColumn, int(p))
	for j := range columns {
		columns[j] = typedColumn{name: fmt.Sprintf("%s.%d", name, j+1), kind: kindOfR[o.kind], values: o.numbers[j*rows : (j+1)*rows]}
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
func (t *typedTable) columnsOfFrame(o *rObject) ([]typedColumn, error) {
	names := o.attribute("names")
	if o.kind != rList || len(o.list) == 0 || names == nil || names.kind != rStrings || len(names.strings) != len(o.list) {
		return nil, fmt.Errorf("found a data frame made of %s, expected a list of one or more named columns", o.kind)
	}
	if len(o.list) > maxColumns {
		return nil, fmt.Errorf("found %d columns, expected at most %d", len(o.list), maxColumns)
	}
	excluded, err := Matching("column to exclude", names.strings, t.o.Exclude)
	if err != nil {
		return nil, err
	}
	var columns []typedColumn
	rows := -1
	for j, element := range o.list {
		name := names.strings[j]
		c, err := columnOf(name, element)
		switch {
		case err == nil && rows < 0:
			rows = c.length()
		case err == nil && c.length() != rows:
			return nil, fmt.Errorf("column %q has %s, expected %d as in the columns before", name, counted(c.length(), "row"), rows)
		case err != nil && (t.survey || slices.Contains(excluded, name)):
			c = typedColumn{name: name, kind: Text, refused: err}
		case err != nil:
			return nil, fmt.Errorf("column %q: %w", name, err)
		}
		columns = append(columns, c)
	}
	for j, c := range columns {
		if c.refused != nil {
			columns[j].codes = missingCodes(max(rows, 0))
		}
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

// kindOfR is what plain vectors become.
var kindOfR = map[rKind]Kind{rLogical: Logical, rInteger: Integer, rReal: Number}

// numeric are classes of vectors whose values are the numbers stored.
var numeric = []string{"AsIs", "difftime", "hms", "numeric", "integer", "noquote", "haven_labelled", "labelled", "table", "units"}

// columnOf returns a vector as a column.
func columnOf(name string, o *rObject) (typedColumn, error) {
	class := slices.DeleteFunc(slices.Clone(classes(o)), func(c string) bool { return slices.Contains(numeric, c) || strings.HasPrefix(c, "vctrs_") })
	number := o.kind == rLogical || o.kind == rInteger || o.kind == rReal
	is := func(name string) bool { return slices.Contains(class, name) }
	column := typedColumn{name: name, kind: kindOfR[o.kind], values: o.numbers}
	switch {
	case o.kind == rOpaque:
		return column, fmt.Errorf("found %s, expected numbers, text, dates or a factor", o.strings[0])
	case o.length() == 0:
		return column, fmt.Errorf("found %s without elements, expected values", o.kind)
	case o.attribute("dim") != nil:
		return column, errors.New("found a matrix in the place of a column, expected a vector")
	case is("factor"):
		return columnOfFactor(name, o)
	case number && is("Date"):
		column.kind = Date
	case number && is("POSIXct"):
		column.kind, column.values = Date, scaled(o.numbers, 86400)
	case o.kind == rReal && is("integer64"): // of package bit64
		column.kind, column.values = Integer, make([]float64, len(o.numbers))
		for i, v := range o.numbers {
			if column.values[i] = float64(int64(math.Float64bits(v))); column.values[i] == math.MinInt64 {
				column.values[i] = math.NaN()
			}
		}
	case len(class) > 0:
		return column, fmt.Errorf("found the class %s, expected numbers, text, dates or a factor", found(class[0]))
	case number:
	case o.kind == rStrings:
		return columnOfTexts(name, o), nil
	default:
		return column, fmt.Errorf("found %s, expected numbers, text, dates or a factor", o.kind)
	}
	return column, nil
}

// scaled returns numbers divided by a unit.
func scaled(numbers []float64, unit float64) []float64 {
	all := make([]float64, len(numbers))
	for i, v := range numbers {
		all[i] = v / unit
	}
	return all
}

// columnOfFactor checks that the codes of a factor stand for levels.
func columnOfFactor(name string, o *rObject) (typedColumn, error) {
	c := typedColumn{name: name, kind: Factor, ordered: slices.Contains(classes(o), "ordered")}
	levels := o.attribute("levels")
	if o.kind != rInteger || levels == nil || levels.kind != rStrings {
		return c, fmt.Errorf("found a factor made of %s, expected integers with levels", o.kind)
	}
	known := map[string]bool{}
	for _, level := range levels.strings {
		if known[level] {
			return c, fmt.Errorf("found the level %s twice in a factor, expected distinct levels", found(level))
		}
		known[level] = true
	}
	c.levels, c.codes = levels.strings, make([]int32, len(o.numbers))
	for i, code := range o.numbers {
		switch {
		case code != code:
			c.codes[i] = -1
		case code < 1 || code > float64(len(c.levels)):
			return c, fmt.Errorf("row %d: found the code %v in a factor, expected 1 to %d", i+1, code, len(c.levels))
		default:
			c.codes[i] = int32(code) - 1
		}
	}
	return c, nil
}

// columnOfTexts gives every different text a code.
func columnOfTexts(name string, o *rObject) typedColumn {
	c := typedColumn{name: name, kind: Text, codes: make([]int32, len(o.strings)), levels: []string{}}
	index := map[string]int32{}
	for i, text := range o.strings {
		code, ok := index[text]
		switch {
		case o.absent[i]:
			code = -1
		case !ok:
			code = int32(len(c.levels))
			c.levels = append(c.levels, text)
			index[text] = code
		}
		c.codes[i] = code
	}
	return c
}
