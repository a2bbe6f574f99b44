package datasets

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/nearest"
)

// Schema declares the columns of a table, so that nothing of them is guessed: a Table Schema of
// Frictionless Data (https://specs.frictionlessdata.io/table-schema/), of whose keys those below
// are read; titles, descriptions, examples, constraints and words for truth values may be there, and are neither used nor
// checked.
type Schema struct {
	Fields []Field `json:"fields"`
	// MissingValues are the cells that stand for a missing value, in place of those that usually
	// do; nil stands for the empty cell alone.
	MissingValues []string `json:"missingValues,omitempty"`
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
	fieldTypes    = []FieldType{NumberField, IntegerField, BooleanField, StringField, DateField, DateTimeField, TimeField, DurationField}
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
	var fields []json.RawMessage
	err := nearest.Object(name, data, map[string]any{
		"fields": &fields, "missingValues": &s.MissingValues, "$schema": nearest.Ignored, "fieldsMatch": nearest.Ignored,
		"primaryKey": nearest.Ignored, "foreignKeys": nearest.Ignored, "uniqueKeys": nearest.Ignored,
		"name": nearest.Ignored, "title": nearest.Ignored, "description": nearest.Ignored,
	})
	if err != nil {
		return nil, err
	}
	if len(fields) == 0 {
		return nil, fmt.Errorf("%s: found no fields, expected one for each column, such as {\"name\": \"age\", \"type\": \"number\"}", name)
	}
	places := map[string]int{}
	for k, text := range fields {
		f, err := parseField(fmt.Sprintf("%s: field %d", name, k+1), text)
		if err != nil {
			return nil, err
		}
		if other, taken := places[f.Name]; taken {
			return nil, fmt.Errorf("%s: fields %d and %d are both named %q, expected distinct names", name, other+1, k+1, f.Name)
		}
		places[f.Name] = k
		s.Fields = append(s.Fields, f)
	}
	return s, nil
}

// parseField reads the declaration of a column.
func parseField(what string, data []byte) (Field, error) {
	var f Field
	err := nearest.Object(what, data, map[string]any{
		"name": &f.Name, "type": &f.Type, "format": &f.Format, "unit": &f.Unit, "categories": &f.Categories, "categoriesOrdered": &f.Ordered,
		"missingValues": &f.MissingValues, "trueValues": nearest.Ignored, "falseValues": nearest.Ignored, "constraints": nearest.Ignored,
		"title": nearest.Ignored, "description": nearest.Ignored, "example": nearest.Ignored, "examples": nearest.Ignored, "rdfType": nearest.Ignored,
	})
	if err != nil {
		return f, err
	}
	if f.Name == "" {
		return f, fmt.Errorf("%s has no name, expected that of a column", what)
	}
	return f, f.check(fmt.Sprintf("%s (%q)", what, f.Name))
}

// check returns an error for a declaration that contradicts itself.
func (f Field) check(what string) error {
	if !slices.Contains(fieldTypes, f.Type) {
		return fmt.Errorf("%s: %w", what, nearest.Unknown("type", string(f.Type), nearest.Words(fieldTypes, func(t FieldType) string { return string(t) })))
	}
	formats := []string{"", "default"}
	if f.Type == DateField || f.Type == DateTimeField {
		formats = append(formats, anyFormat, secondsFormat)
	}
	switch {
	case !slices.Contains(formats, f.Format):
		return fmt.Errorf("%s: format %q, expected one of %q", what, f.Format, formats[1:])
	case f.Unit != "" && f.Type != NumberField && f.Type != IntegerField:
		return fmt.Errorf("%s has a unit and is of type %s, expected units of numbers; times and durations have theirs", what, f.Type)
	case f.Categories != nil && f.Type != StringField && f.Type != IntegerField:
		return fmt.Errorf("%s has categories and is of type %s, expected string, or integer for codes", what, f.Type)
	case f.Ordered && len(f.Categories) == 0:
		return fmt.Errorf("%s has ordered categories, and none of them, expected them in their order", what)
	case len(f.Categories) > maxLevels:
		return fmt.Errorf("%s has %d categories, expected at most %d", what, len(f.Categories), maxLevels)
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
	fields := s.fields()
	at := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
	if at < 0 {
		return nil
	}
	return &fields[at]
}

// isDate reports whether a field holds dates, which a declaration allows.
func (f Field) isDate() bool { return f.Type == DateField || f.Type == DateTimeField }
