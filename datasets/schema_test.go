package datasets

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestParseSchema(t *testing.T) {
	text := `{"fields": [{"name": "g", "type": "string", "categories": ["u", {"value": "7", "label": "v"}, 8], "title": "t"},
		{"name": "d", "type": "datetime", "format": "%s", "missingValues": ["-"]}, {"name": "x", "type": "number", "unit": "km"}], "missingValues": ["", "NA"]}`
	s, err := ParseSchema("t.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	written, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	const expected = `{"fields":[{"name":"g","type":"string","categories":["u",{"value":"7","label":"v"},"8"]},` +
		`{"name":"d","type":"datetime","format":"%s","missingValues":["-"]},{"name":"x","type":"number","unit":"km"}],"missingValues":["","NA"]}`
	if string(written) != expected {
		t.Errorf("found %s\nexpected %s", written, expected)
	}
	for field, fault := range map[string]string{
		`{"type": "number"}`:                                                               "t.json: field 1 has no name",
		`{"name": "x", "type": "nummber"}`:                                                 `field 1 ("x"): unknown type "nummber", did you mean "number"?`,
		`{"name": "x", "typ": "number"}`:                                                   `field 1: unknown key "typ", did you mean "type"?`,
		`{"name": "x", "type": "time", "format": "%H"}`:                                    `format "%H", expected one of ["default"]`,
		`{"name": "x", "type": "time", "unit": "s"}`:                                       "has a unit and is of type time, expected units of numbers",
		`{"name": "x", "type": "number", "categories": ["a"]}`:                             "has categories and is of type number, expected string, or integer for codes",
		`{"name": "x", "type": "string", "categoriesOrdered": true}`:                       "has ordered categories, and none of them",
		`{"name": "x", "type": "string", "categories": ["a", "a"]}`:                        `has the category "a" twice`,
		`{"name": "x", "type": "string", "categories": [{"value": 1, "label": "a"}, "a"]}`: `two categories with the label "a"`,
		`{"name": "x", "type": "string", "categories": [{"label": "a"}]}`:                  "expected a value, or an object of a value and a label",
		`{"name": "x", "type": "number"}, {"name": "x", "type": "number"}`:                 `fields 1 and 2 are both named "x"`,
	} {
		if _, err := ParseSchema("t.json", []byte(`{"fields": [`+field+`]}`)); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%s: found %v, expected %s", field, err, fault)
		}
	}
	if _, err := ParseSchema("t.json", []byte(`{"fields": []}`)); err == nil || !strings.Contains(err.Error(), "found no fields") {
		t.Errorf("found %v", err)
	}
}

// schemaOf has fields of some types, named by them.
func schemaOf(types ...FieldType) *Schema {
	s := new(Schema)
	for _, kind := range types {
		s.Fields = append(s.Fields, Field{Name: string(kind), Type: kind})
	}
	return s
}

func TestParseRows(t *testing.T) {
	s := schemaOf(NumberField, IntegerField, BooleanField, StringField, DateField, DateTimeField, TimeField, DurationField)
	s.Fields = append(s.Fields, Field{Name: "size", Type: StringField, Categories: []Category{{"1", "s\r\nm"}, {"2", "s\nm"}}, Ordered: true})
	rows := "0.1,9007199254740993,true,\"a\r\n\"\"b\"\"\",1970-01-02,1970-01-01T12:00:00Z,00:01:00,PT1M0.5S,2\n" +
		",9007199254740992,FALSE, a ,,1970-01-03,,-P1DT1H,1\n"
	table, err := ParseRows(rows, "the table", nil, Options{Missing: MissingKeep, Schema: s, Identifiers: []string{"integer"}})
	if err != nil {
		t.Fatal(err)
	}
	for j, expected := range [][2]float64{{0.1, math.NaN()}, {1 << 53, 1 << 53}, {1, 0}, {}, {1, math.NaN()}, {0.5, 2}, {60, math.NaN()}, {60.5, -90000}, {2, 1}} {
		found := table.Columns[j].Values
		if found != nil && (found[0] != expected[0] || found[1] != expected[1] && found[1] == found[1]) {
			t.Errorf("column %s: found %v, expected %v", table.Columns[j].Name, found, expected)
		}
	}
	if levels := table.Columns[3].Levels; !slices.Equal(levels, []string{" a ", "a\r\n\"b\""}) {
		t.Errorf("found the levels %q", levels)
	}
	if whole := table.Columns[1]; !slices.Equal(whole.Levels, []string{"9007199254740992", "9007199254740993"}) {
		t.Errorf("whole numbers above 2^53 have merged: %q", whole.Levels)
	}
	one := func(kind FieldType) *Schema { return schemaOf(kind, NumberField+"") }
	for _, c := range []struct {
		kind        FieldType
		rows, fault string
	}{
		{IntegerField, "1.5,1\n", `the table: row 7, column "integer": found "1.5", expected a whole number`},
		{BooleanField, "maybe,1\n", `found "maybe", expected true or false`},
		{DateField, "31.1.2024,1\n", `found "31.1.2024", expected a date or a time such as 2024-01-31`},
		{TimeField, "25:00,1\n", `found "25:00", expected a time of the day`},
		{DurationField, "P1Y,1\n", `found "P1Y", expected a duration in weeks, days, hours, minutes and seconds: years`},
		{DurationField, "PT,1\n", `found "PT", expected a duration such as PT90S`},
		{StringField, "\"a,1\n", "row 7, cell 1: a quotation mark is left open"},
		{StringField, "\"a\"b,1\n", `found "b,1\n" after a quotation mark`},
		{StringField, "a\n", "row 7: expected 2 cells, as the schema has fields, found 1"},
		{StringField, "a,1,2\n", "found more"},
		{StringField, "", "the table: found no rows"},
		{IntegerField, "1,1\n1,1\n", "found 2 rows and numbers of 1"},
	} {
		if _, err := ParseRows(c.rows, "the table", []int{7}, Options{Missing: MissingRefuse, Schema: one(c.kind)}); err == nil || !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%q: found %v, expected %s", c.rows, err, c.fault)
		}
	}
	coded := &Schema{Fields: []Field{{Name: "g", Type: StringField, Categories: []Category{{"1", "one"}}}}}
	if _, err := ParseRows("2\n", "the table", nil, Options{Missing: MissingRefuse, Schema: coded}); err == nil || !strings.Contains(err.Error(), `unknown category "2" (one of: 1)`) {
		t.Errorf("found %v", err)
	}
}

// No schema and no rows make the readers panic, and what is read has the rows and fields that it says.
func FuzzParseRows(f *testing.F) {
	f.Add(`{"fields": [{"name": "x", "type": "number"}, {"name": "g", "type": "string", "categories": [{"value": "1", "label": "a"}]}]}`, "1,1\n,\n")
	f.Add(`{"fields": [{"name": "d", "type": "datetime", "format": "%s"}, {"name": "w", "type": "duration"}], "missingValues": ["-"]}`, "0,PT1H\n-,-\n")
	f.Add(`{"fields": [{"name": "n", "type": "integer"}, {"name": "t", "type": "time"}, {"name": "s", "type": "string"}]}`, "9007199254740993,10:30,\"a\"\"\r\n\"\n")
	f.Fuzz(func(t *testing.T, schema, rows string) {
		s, err := ParseSchema("schema", []byte(schema))
		if err != nil {
			return
		}
		table, err := ParseRows(rows, "rows", nil, Options{Missing: MissingKeep, Schema: s, Identifiers: []string{"integer"}})
		if err != nil {
			return
		}
		for _, c := range table.Columns {
			if c.length() != table.Rows {
				t.Errorf("column %q has %d values in %d rows", c.Name, c.length(), table.Rows)
			}
		}
		Parse(strings.NewReader(rows), "rows", Options{Missing: MissingKeep, Schema: s, Identifiers: []string{"integer"}})
	})
}
