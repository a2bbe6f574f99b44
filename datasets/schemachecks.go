package datasets

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"drfvi/internal/nearest"
)

// Constraints are what the values of a column have to be.
type Constraints struct {
	Required  bool
	Unique    bool
	MinLength *int // of texts, in letters, as MaxLength
	MaxLength *int
	Pattern   string   // of whole texts, a regular expression
	Enum      []string // values, as cells have them
	Bounds    []Bound
}

// Bound is a limit of numbers, dates, times or durations, as cells have them.
type Bound struct{ Key, Value string }

// boundKeys are the limits that a schema may name.
var boundKeys = []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}

// UnmarshalJSON reads constraints; those that are not checked are an error that names them.
func (c *Constraints) UnmarshalJSON(data []byte) error {
	var enum []Category
	bounds := make([]json.RawMessage, len(boundKeys))
	places := map[string]any{
		"required": &c.Required, "unique": &c.Unique, "minLength": &c.MinLength, "maxLength": &c.MaxLength,
		"pattern": &c.Pattern, "enum": &enum,
	}
	for k, key := range boundKeys {
		places[key] = &bounds[k]
	}
	if err := nearest.Object("constraints", data, places); err != nil {
		return err
	}
	for _, value := range enum {
		c.Enum = append(c.Enum, value.Value)
	}
	for k, key := range boundKeys {
		if bounds[k] == nil {
			continue
		}
		value, err := scalar(bounds[k])
		if err != nil {
			return fmt.Errorf("constraint %s: %w", key, err)
		}
		c.Bounds = append(c.Bounds, Bound{key, value})
	}
	return nil
}

// check returns an error for constraints that are none of the field's type, as what follows the
// name of the field.
func (c *Constraints) check(f Field) error {
	if c == nil {
		return nil
	}
	texts := f.Type == StringField
	if !texts && (c.MinLength != nil || c.MaxLength != nil || c.Pattern != "") {
		return fmt.Errorf(" has a constraint of texts (minLength, maxLength or pattern) and is of type %s, "+
			"expected string", f.Type)
	}
	if texts && len(c.Bounds) > 0 || f.Categories != nil && len(c.Bounds) > 0 {
		return fmt.Errorf(
			" has the constraint %s and holds texts, expected a type of numbers, dates or times", c.Bounds[0].Key,
		)
	}
	if _, err := regexp.Compile(c.Pattern); err != nil {
		return fmt.Errorf(" has the pattern %q, expected a regular expression: %w", c.Pattern, err)
	}
	for _, bound := range c.Bounds {
		if _, err := f.read(bound.Value); err != nil {
			return fmt.Errorf(" has the constraint %s: %w", bound.Key, err)
		}
	}
	if texts || f.Categories != nil {
		return nil
	}
	for _, value := range c.Enum {
		if _, err := f.read(value); err != nil {
			return fmt.Errorf(" has the constraint enum: %w", err)
		}
	}
	return nil
}

// violation returns the first row of a column, from 0, whose value its field does not allow, and
// why; −1 if there is none.
func (f *Field) violation(c Column) (row int, err error) {
	limits := f.Constraints
	if limits == nil {
		return -1, nil
	}
	allowed := f.allowedNumber
	if c.Kind.Categories() || c.Order != nil {
		levels := c.Levels
		if c.Order != nil {
			levels = c.Order
		}
		allowed = func(v float64) error { return limits.allowsText(levels[int(v)]) }
	}
	earlier := map[float64]bool{}
	for row := range c.length() {
		if c.Missing(row) {
			continue
		}
		var v float64
		switch {
		case c.Kind.Categories():
			v = float64(c.Codes[row])
		case c.Order != nil:
			v = c.Values[row] - 1
		default:
			v = c.Values[row]
		}
		if limits.Unique && earlier[v] {
			return row, fmt.Errorf("the value is there a second time, expected distinct values: the schema has the " +
				"constraint unique")
		}
		if limits.Unique {
			earlier[v] = true
		}
		if err := allowed(v); err != nil {
			return row, err
		}
	}
	return -1, nil
}

// allowedNumber returns an error for a number out of the bounds, or not in the list, of a field.
func (f *Field) allowedNumber(v float64) error {
	for _, bound := range f.Constraints.Bounds {
		limit, _ := f.read(bound.Value) // checked
		below, above := v < limit, v > limit
		switch bound.Key {
		case "minimum":
			above = false
		case "maximum":
			below = false
		case "exclusiveMinimum":
			below, above = v <= limit, false
		case "exclusiveMaximum":
			below, above = false, v >= limit
		}
		if below || above {
			return fmt.Errorf("found %v, and the schema has the %s %s", v, bound.Key, bound.Value)
		}
	}
	is := func(cell string) bool { w, _ := f.read(cell); return w == v }
	if enum := f.Constraints.Enum; enum != nil && !slices.ContainsFunc(enum, is) {
		return fmt.Errorf("found %v, and the schema has the enum %s", v, strings.Join(enum, ", "))
	}
	return nil
}

// allowsText returns an error for a text that constraints do not allow.
func (c *Constraints) allowsText(text string) error {
	length := utf8.RuneCountInString(text)
	switch {
	case c.MinLength != nil && length < *c.MinLength:
		return fmt.Errorf("found %s, and the schema has the minLength %d", found(text), *c.MinLength)
	case c.MaxLength != nil && length > *c.MaxLength:
		return fmt.Errorf("found %s, and the schema has the maxLength %d", found(text), *c.MaxLength)
	case c.Enum != nil && !slices.Contains(c.Enum, text):
		return fmt.Errorf("found %s, and the schema has the enum %s", found(text), strings.Join(c.Enum, ", "))
	case c.Pattern != "" && !regexp.MustCompile("^(?:"+c.Pattern+")$").MatchString(text):
		return fmt.Errorf("found %s, and the schema has the pattern %s", found(text), c.Pattern)
	}
	return nil
}

// readTruth reads a truth value by the words of a field.
func (f Field) readTruth(cell string) (float64, error) {
	switch {
	case slices.Contains(f.TrueValues, cell):
		return 1, nil
	case slices.Contains(f.FalseValues, cell):
		return 0, nil
	}
	return 0, fmt.Errorf("found %s, expected one of %s: the schema's trueValues and falseValues",
		found(cell), strings.Join(slices.Concat(f.TrueValues, f.FalseValues), ", "))
}

// hasMarks reports whether a field says how its numbers are written.
func (f *Field) hasMarks() bool {
	return f != nil && (f.DecimalChar != "" || f.GroupChar != "" || f.BareNumber != nil)
}

// readMarked reads a number by the marks of a field.
func (f Field) readMarked(cell string) (float64, error) {
	if f.GroupChar != "" {
		cell = strings.ReplaceAll(cell, f.GroupChar, "")
	}
	if f.DecimalChar != "" && f.DecimalChar != "." {
		cell = strings.Replace(strings.ReplaceAll(cell, ".", " "), f.DecimalChar, ".", 1)
	}
	if f.BareNumber != nil && !*f.BareNumber {
		cell = strings.TrimFunc(cell, func(r rune) bool { return !isDigit(r) && r != '-' && r != '+' && r != '.' })
	}
	return parseNumber(cell)
}

// match returns an error unless the columns of a table match the fields of the schema as it asks
// for: by default it has all fields, and may have other columns.
func (s *Schema) match(columns []string) error {
	if s == nil {
		return nil
	}
	names := nearest.Words(s.Fields, func(f Field) string { return f.Name })
	fields, present := placesOf(names), placesOf(columns)
	lacking := slices.DeleteFunc(slices.Clone(names), func(name string) bool { _, known := present[name]; return known })
	further := slices.DeleteFunc(slices.Clone(columns), func(name string) bool { _, known := fields[name]; return known })
	switch s.FieldsMatch {
	case "", "subset":
		further = nil
	case "superset":
		lacking = nil
	case "partial":
		if further = nil; len(lacking) < len(names) {
			lacking = nil
		}
	}
	switch {
	case len(lacking) > 0:
		return NameError{
			fmt.Errorf("the schema has the field %q: %w", lacking[0], unknownName("column", lacking[0], columns)),
		}
	case len(further) > 0:
		return NameError{fmt.Errorf("the table has the column %q, which is no field of the schema, whose "+
			"fieldsMatch is %q", further[0], s.FieldsMatch)}
	case s.FieldsMatch == "exact" && !slices.Equal(names, columns):
		return NameError{fmt.Errorf("the columns are in another order than the fields of the schema, whose "+
			"fieldsMatch is %q", s.FieldsMatch)}
	}
	return nil
}

// checkKeys returns an error if rows have equal keys, of those that the schema declares and whose
// columns are read.
func (s *Schema) checkKeys(t *Table) error {
	if s == nil {
		return nil
	}
	places := placesOf(t.names())
	for _, key := range s.UniqueKeys {
		var columns []Column
		for _, name := range key {
			if j, read := places[name]; read {
				columns = append(columns, t.Columns[j])
			}
		}
		if len(columns) < len(key) {
			continue
		}
		first := map[string]int{}
		for row := range t.Rows {
			var b strings.Builder
			for _, c := range columns {
				fmt.Fprintf(&b, "%x ", c.bits(row))
			}
			if before, twice := first[b.String()]; twice {
				return fmt.Errorf("%s: rows %d and %d have the same %s, which is a key of the schema: expected distinct ones",
					t.Origin, Numbered(t.Numbers, []int{before})[0], Numbered(t.Numbers, []int{row})[0], strings.Join(key, ", "))
			}
			first[b.String()] = row
		}
	}
	return nil
}

// Over returns a schema that declares the columns of other as s declares them, and all that s
// does not as other does. Cells that are missing by either are missing.
func (s *Schema) Over(other *Schema) *Schema {
	if s == nil {
		return other
	}
	joint := &Schema{
		Fields: slices.Clone(other.Fields), MissingValues: other.MissingValues, FieldsMatch: s.FieldsMatch,
		UniqueKeys: s.UniqueKeys, places: other.places,
	}
	for k, field := range joint.Fields {
		override := s.field(field.Name)
		if override == nil {
			continue
		}
		joint.Fields[k] = *override
		joint.Fields[k].MissingValues = slices.Concat(other.missing(field), s.missing(*override))
	}
	return joint
}
