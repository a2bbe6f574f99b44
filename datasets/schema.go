package datasets

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/nearest"
)

// Schema declares the columns of a table, so that nothing of them is guessed: a Table Schema of
// Frictionless Data (https://specs.frictionlessdata.io/table-schema/), of whose keys those below
// are obeyed. Titles, descriptions and examples may be there; all other keys are an error that
// names them.
type Schema struct {
	Fields []Field `json:"fields"`
	// MissingValues are the cells that stand for a missing value, in place of those that usually
	// do; nil stands for the empty cell alone.
	MissingValues []string `json:"missingValues,omitempty"`
	// FieldsMatch says which columns a table may have: "exact", "equal", "subset", "superset" or
	// "partial"; "" is "subset", all fields and perhaps other columns.
	FieldsMatch string `json:"fieldsMatch,omitempty"`
	// UniqueKeys are sets of columns in which no two rows are equal.
	UniqueKeys [][]string `json:"uniqueKeys,omitempty"`

	places map[string]int // of the fields, by name; nil of schemas that were not read
}

// Field declares a column.
type Field struct {
	Name string    `json:"name"`
	Type FieldType `json:"type"`
	// Format is that of dates, times and points in time: "default" or "" as ISO 8601 writes them,
	// "any" as they are recognised in columns of --date, "%s" in seconds since 1970-01-01.
	Format string `json:"format,omitempty"`
	// Unit is that of numbers, such as "km": a key of drfvi's own.
	Unit string `json:"unit,omitempty"`
	// Categories are the levels of text, or of whole numbers that are codes, in their order; nil
	// if any text may occur.
	Categories []Category `json:"categories,omitempty"`
	// Ordered reports that the order of the categories means something: they become the numbers
	// 1, 2, ….
	Ordered bool `json:"categoriesOrdered,omitempty"`
	// MissingValues are those of the column, in place of the schema's; nil for the schema's.
	MissingValues []string `json:"missingValues,omitempty"`
	// TrueValues and FalseValues are the cells of truth values; nil for those that are usual.
	TrueValues  []string `json:"trueValues,omitempty"`
	FalseValues []string `json:"falseValues,omitempty"`
	// DecimalChar and GroupChar are the marks of numbers; BareNumber is false if other letters
	// may stand around these.
	DecimalChar string `json:"decimalChar,omitempty"`
	GroupChar   string `json:"groupChar,omitempty"`
	BareNumber  *bool  `json:"bareNumber,omitempty"`
	// Constraints are what the values have to be; nil for anything.
	Constraints *Constraints `json:"-"`
}

// FieldType is the type of a column, in the words of Table Schema.
type FieldType string

// The types.
const (
	NumberField   FieldType = "number"
	IntegerField  FieldType = "integer"
	BooleanField  FieldType = "boolean"
	StringField   FieldType = "string"
	DateField     FieldType = "date"
	DateTimeField FieldType = "datetime"
	TimeField     FieldType = "time"     // of a day, kept in seconds since midnight
	DurationField FieldType = "duration" // kept in seconds
)

// fieldTypes are the types, kindsOfFields their kinds of columns.
var (
	fieldTypes = []FieldType{
		NumberField, IntegerField, BooleanField, StringField, DateField, DateTimeField, TimeField, DurationField,
	}
	kindsOfFields = []Kind{Number, Integer, Logical, Text, Date, Date, Time, Duration}
)

// Category is a level: the cells that hold it, and its name, which may be another.
type Category struct{ Value, Label string }

// MarshalJSON writes a category whose name is its value as that.
func (c Category) MarshalJSON() ([]byte, error) {
	if c.Value == c.Label {
		return json.Marshal(c.Value)
	}
	return json.Marshal(struct {
		Value string `json:"value"`
		Label string `json:"label"`
	}{c.Value, c.Label})
}

// UnmarshalJSON reads a value, a text or a number, or an object of a value and a label.
func (c *Category) UnmarshalJSON(data []byte) (err error) {
	value, label := json.RawMessage(data), json.RawMessage(nil)
	if strings.HasPrefix(string(data), "{") {
		value = nil
		if err := nearest.Object("a category", data, map[string]any{"value": &value, "label": &label}); err != nil {
			return err
		}
	}
	if value == nil {
		return fmt.Errorf("found %s, expected a value, or an object of a value and a label", data)
	}
	if c.Value, err = scalar(value); err != nil {
		return err
	}
	if c.Label = c.Value; label != nil {
		c.Label, err = scalar(label)
	}
	return err
}

// scalar reads a text, or a number as it is written.
func scalar(data []byte) (text string, err error) {
	if len(data) > 0 && data[0] == '"' {
		err = json.Unmarshal(data, &text)
		return text, err
	}
	var number json.Number
	if err := json.Unmarshal(data, &number); err != nil || number == "" {
		return "", fmt.Errorf("found %s, expected a text or a number", data)
	}
	return number.String(), nil
}

// ParseSchema reads a schema; name stands for its source in messages.
func ParseSchema(name string, data []byte) (*Schema, error) {
	s := new(Schema)
	var fields, foreign []json.RawMessage
	var missing []Category
	var primary nameList
	err := nearest.Object(name, data, map[string]any{
		"fields": &fields, "missingValues": &missing, "fieldsMatch": &s.FieldsMatch, "primaryKey": &primary,
		"uniqueKeys":  &s.UniqueKeys,
		"foreignKeys": &foreign, "$schema": nearest.Ignored, "name": nearest.Ignored, "title": nearest.Ignored,
		"description": nearest.Ignored,
	})
	matches := []string{"exact", "equal", "subset", "superset", "partial"}
	switch {
	case err != nil:
		return nil, err
	case len(foreign) > 0:
		return nil, fmt.Errorf("%s: foreignKeys refer to other tables, which are not read: take the key out", name)
	case s.FieldsMatch != "" && !slices.Contains(matches, s.FieldsMatch):
		return nil, fmt.Errorf("%s: %w", name, nearest.Unknown("fieldsMatch", s.FieldsMatch, matches))
	}
	if primary != nil {
		s.UniqueKeys = append(s.UniqueKeys, primary)
	}
	s.MissingValues = valuesOf(missing)
	if len(fields) == 0 {
		return nil, fmt.Errorf("%s: found no fields, expected one for each column, such as {\"name\": \"age\", "+
			"\"type\": \"number\"}", name)
	}
	places := map[string]int{}
	for k, text := range fields {
		f, err := parseField(fmt.Sprintf("%s: field %d", name, k+1), text)
		if err != nil {
			return nil, err
		}
		if other, repeated := places[f.Name]; repeated {
			return nil, fmt.Errorf("%s: fields %d and %d are both named %q, expected distinct names", name, other+1, k+1, f.Name)
		}
		places[f.Name] = k
		s.Fields = append(s.Fields, f)
	}
	s.places = places
	for _, key := range s.UniqueKeys {
		for _, column := range key {
			if _, known := places[column]; !known {
				return nil, fmt.Errorf("%s: a key has %q, which is no field", name, column)
			}
			if f := &s.Fields[places[column]]; slices.Equal(key, []string(primary)) {
				limits := Constraints{}
				if f.Constraints != nil {
					limits = *f.Constraints
				}
				limits.Required, f.Constraints = true, &limits
			}
		}
	}
	return s, nil
}

// nameList is a name, or a list of names.
type nameList []string

// UnmarshalJSON reads one or several names.
func (l *nameList) UnmarshalJSON(data []byte) error {
	var name string
	if json.Unmarshal(data, &name) == nil {
		*l = nameList{name}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(l))
}

// valuesOf returns the cells of values that may have labels; nil for nil.
func valuesOf(values []Category) []string {
	if values == nil {
		return nil
	}
	cells := []string{}
	for _, value := range values {
		cells = append(cells, value.Value)
	}
	return cells
}

// parseField reads the declaration of a column.
func parseField(what string, data []byte) (Field, error) {
	var f Field
	var missing []Category
	err := nearest.Object(what, data, map[string]any{
		"name": &f.Name, "type": &f.Type, "format": &f.Format, "unit": &f.Unit, "categories": &f.Categories,
		"categoriesOrdered": &f.Ordered,
		"missingValues":     &missing, "trueValues": &f.TrueValues, "falseValues": &f.FalseValues,
		"constraints": &f.Constraints,
		"decimalChar": &f.DecimalChar, "groupChar": &f.GroupChar, "bareNumber": &f.BareNumber,
		"title": nearest.Ignored, "description": nearest.Ignored, "example": nearest.Ignored,
		"examples": nearest.Ignored, "rdfType": nearest.Ignored,
	})
	if err != nil {
		return f, err
	}
	f.MissingValues = valuesOf(missing)
	if f.Name == "" {
		return f, fmt.Errorf("%s has no name, expected that of a column", what)
	}
	return f, f.check(fmt.Sprintf("%s (%q)", what, f.Name))
}

// check returns an error for a declaration that contradicts itself.
func (f Field) check(what string) error {
	if !slices.Contains(fieldTypes, f.Type) {
		return fmt.Errorf(
			"%s: %w", what,
			nearest.Unknown("type", string(f.Type), nearest.Words(fieldTypes, func(t FieldType) string { return string(t) })),
		)
	}
	formats := []string{"", "default"}
	if f.Type == DateField || f.Type == DateTimeField {
		formats = append(formats, anyFormat, secondsFormat)
	}
	isNumber := f.Type == NumberField || f.Type == IntegerField
	hasMarks := f.DecimalChar != "" || f.GroupChar != "" || f.BareNumber != nil
	isFalse := func(cell string) bool { return slices.Contains(f.FalseValues, cell) }
	if err := cmp.Or(
		errorIf(!slices.Contains(formats, f.Format), ": format %q, expected one of %q", f.Format, formats[1:]),
		errorIf(f.Unit != "" && !isNumber, " has a unit and is of type %s, expected units of numbers; times and "+
			"durations have theirs", f.Type),
		errorIf(f.Categories != nil && f.Type != StringField && f.Type != IntegerField,
			" has categories and is of type %s, expected string, or integer for codes", f.Type),
		errorIf(f.Ordered && len(f.Categories) == 0,
			" has ordered categories, and none of them, expected them in their order"),
		errorIf(len(f.Categories) > maxLevels, " has %d categories, expected at most %d", len(f.Categories), maxLevels),
		errorIf((f.TrueValues != nil || f.FalseValues != nil) && f.Type != BooleanField,
			" has trueValues or falseValues and is of type %s, expected boolean", f.Type),
		errorIf(slices.ContainsFunc(f.TrueValues, isFalse),
			" has a cell among both trueValues and falseValues, expected different ones"),
		errorIf(hasMarks && !isNumber,
			" has a mark of numbers (decimalChar, groupChar or bareNumber) and is of type %s", f.Type),
		errorIf(f.DecimalChar != "" && f.DecimalChar == f.GroupChar,
			" has %q as decimalChar and as groupChar, expected different ones", f.DecimalChar),
		f.Constraints.check(f),
	); err != nil {
		return fmt.Errorf("%s%w", what, err)
	}
	values, labels := map[string]bool{}, map[string]bool{}
	for _, c := range f.Categories {
		if values[c.Value] {
			return fmt.Errorf("%s has the category %q twice, expected distinct ones", what, c.Value)
		}
		if labels[c.Label] {
			return fmt.Errorf("%s has two categories with the label %q, expected distinct ones", what, c.Label)
		}
		values[c.Value], labels[c.Label] = true, true
	}
	return nil
}

// Formats of dates and points in time: as they are recognised, and in seconds since 1970.
const (
	anyFormat     = "any"
	secondsFormat = "%s"
)

// Kind is the kind of the column.
func (f Field) Kind() Kind {
	if f.Categories != nil {
		return Factor
	}
	return kindsOfFields[slices.Index(fieldTypes, f.Type)]
}

// labels are the names of the categories, in their order; nil for none.
func (f Field) labels() []string {
	return nearest.Words(f.Categories, func(c Category) string { return c.Label })
}

// missing returns the cells of a column that stand for a missing value.
func (s *Schema) missing(f Field) []string {
	switch {
	case f.MissingValues != nil:
		return f.MissingValues
	case s.MissingValues != nil:
		return s.MissingValues
	}
	return []string{""}
}

// fields are the declarations, none of no schema.
func (s *Schema) fields() []Field {
	if s == nil {
		return nil
	}
	return s.Fields
}

// field returns the declaration of a column, nil if there is none.
func (s *Schema) field(name string) *Field {
	if s == nil {
		return nil
	}
	place, known := s.places[name]
	if s.places == nil {
		place = slices.IndexFunc(s.Fields, func(f Field) bool { return f.Name == name })
		known = place >= 0
	}
	if !known {
		return nil
	}
	return &s.Fields[place]
}

// isDate reports whether a field holds dates, which a declaration allows.
func (f Field) isDate() bool { return f.Type == DateField || f.Type == DateTimeField }
