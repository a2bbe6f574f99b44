package datasets

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
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

// TestParseRowsReplaced: text and categories of typed tables have numbers in their places; lines are not
// skipped where there are none.
func TestParseRowsReplaced(t *testing.T) {
	s := schemaOf(StringField, NumberField)
	rows := "\"<0.5\",1\n\"0.75\",2\n,3\n\"1.5\",4\n\"<0.5\",5\n"
	if _, err := ParseRows("\"<0.5\",1\n0.75,2\n1.5,3\n", "the table", nil, Options{Missing: MissingKeep, Schema: s}); err == nil ||
		!strings.Contains(err.Error(), "as replace=<0.5=0.25 does") {
		t.Errorf("without a number for a limit: %v", err)
	}
	table, err := ParseRows(rows, "the table", nil, Options{Missing: MissingKeep, Schema: s, Replace: []string{"<0.5=0.25"}})
	if err != nil {
		t.Fatal(err)
	}
	c := table.Columns[0]
	if c.Kind != Number || c.Values[0] != 0.25 || c.Values[1] != 0.75 || c.Values[2] == c.Values[2] || c.Values[4] != 0.25 {
		t.Errorf("found %v, %v", c.Kind, c.Values)
	}
	if _, err := ParseRows(rows, "the table", nil, Options{Missing: MissingKeep, Schema: s, SkipLast: 1}); err == nil || !strings.Contains(err.Error(), "are for lines of text tables") {
		t.Errorf("lines of rows: %v", err)
	}
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
		t.Errorf("integers above 2^53 have merged: %q", whole.Levels)
	}
	one := func(kind FieldType) *Schema { return schemaOf(kind, NumberField+"") }
	for _, c := range []struct {
		kind        FieldType
		rows, fault string
	}{
		{IntegerField, "1.5,1\n", `the table: row 7, column "integer": found "1.5", expected an integer`},
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

// TestSchemaObeyed: what a schema says is obeyed, or the first row that does not agree is named.
func TestSchemaObeyed(t *testing.T) {
	const table = "z,y\n0,1.5\n1,-2\n0,3\n"
	for schema, want := range map[string]string{
		`[{"name": "z", "type": "boolean", "trueValues": ["0"], "falseValues": ["1"]}]`:                   "1 0 1",
		`[{"name": "z", "type": "boolean", "trueValues": ["a"], "falseValues": ["1"]}]`:                   `row 1, column "z": found "0", expected one of a, 1`,
		`[{"name": "z", "type": "integer", "constraints": {"maximum": 0}}]`:                               `column "z": row 2: found 1, and the schema has the maximum 0`,
		`[{"name": "z", "type": "integer", "constraints": {"exclusiveMinimum": 0}}]`:                      `row 1: found 0, and the schema has the exclusiveMinimum 0`,
		`[{"name": "z", "type": "integer", "constraints": {"minimum": 0, "exclusiveMaximum": 2}}]`:        "0 1 0",
		`[{"name": "z", "type": "integer", "constraints": {"enum": [0, 7]}}]`:                             `row 2: found 1, and the schema has the enum 0, 7`,
		`[{"name": "z", "type": "integer", "constraints": {"unique": true}}]`:                             `row 3: the value is there a second time`,
		`[{"name": "z", "type": "integer", "missingValues": ["1"], "constraints": {"required": true}}]`:   `row 2, column "z": found "1", and the schema has the constraint required`,
		`[{"name": "z", "type": "string", "constraints": {"pattern": "[01]", "minLength": 2}}]`:           `row 1: found "0", and the schema has the minLength 2`,
		`[{"name": "z", "type": "string", "constraints": {"pattern": "0"}}]`:                              `row 2: found "1", and the schema has the pattern 0`,
		`[{"name": "z", "type": "integer", "constraints": {"pattern": "0"}}]`:                             `has a constraint of texts (minLength, maxLength or pattern) and is of type integer`,
		`[{"name": "z", "type": "integer", "constraints": {"jsonSchema": {}}}]`:                           `unknown key "jsonSchema"`,
		`[{"name": "Z", "type": "integer"}]`:                                                              `the schema has the field "Z": unknown column "Z", did you mean "z"?`,
		`[{"name": "z", "type": "integer"}], "fieldsMatch": "equal"`:                                      `the table has the column "y", which is no field of the schema`,
		`[{"name": "y", "type": "number"}, {"name": "z", "type": "integer"}], "fieldsMatch": "exact"`:     `the columns are in another order than the fields`,
		`[{"name": "z", "type": "integer"}, {"name": "w", "type": "integer"}], "fieldsMatch": "partial"`:  "0 1 0",
		`[{"name": "z", "type": "integer"}, {"name": "w", "type": "integer"}], "fieldsMatch": "superset"`: `the table has the column "y"`,
		`[{"name": "z", "type": "integer"}], "fieldsMatch": "sub"`:                                        `unknown fieldsMatch "sub"`,
		`[{"name": "z", "type": "integer"}], "primaryKey": "z"`:                                           `rows 1 and 3 have the same z, which is a key of the schema`,
		`[{"name": "z", "type": "integer"}, {"name": "y", "type": "number"}], "uniqueKeys": [["z", "y"]]`: "0 1 0",
		`[{"name": "z", "type": "integer"}], "foreignKeys": [{"fields": "z"}]`:                            `foreignKeys refer to other tables`,
		`[{"name": "z", "type": "integer"}], "missingValues": [{"value": "1", "label": "refused"}]`:       "0 NaN 0",
		`[{"name": "z", "type": "number", "decimalChar": ",", "groupChar": "."}]`:                         "0 1 0",
	} {
		s, err := ParseSchema("s.json", []byte(`{"fields": `+schema+`}`))
		var parsed *Table
		if err == nil {
			parsed, err = Parse(strings.NewReader(table), "t.csv", Options{Missing: MissingKeep, Schema: s})
		}
		got := ""
		if err != nil {
			got = err.Error()
		} else if parsed.Columns[0].Values != nil {
			got = strings.Trim(fmt.Sprint(parsed.Columns[0].Values), "[]")
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: found %q, expected %q", schema, got, want)
		}
	}
	marked, err := ParseSchema("s.json", []byte(`{"fields": [{"name": "x", "type": "number", "decimalChar": ",", "groupChar": ".", "bareNumber": false}]}`))
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := Parse(strings.NewReader("x;y\n€ 1.234,5;1\n2,25 kg;2\n"), "t.csv", Options{Missing: MissingKeep, Schema: marked})
	if err != nil || !slices.Equal(parsed.Columns[0].Values, []float64{1234.5, 2.25}) {
		t.Errorf("marks of numbers: %v, %v", parsed, err)
	}
}

// TestFieldSchemas: schemas that were ignored.
func TestFieldSchemas(t *testing.T) {
	for _, c := range []struct{ table, schema, want string }{
		{"oui.csv", "oui.json", ""},
		{"inverted.csv", "inverted.json", ""},
		{"inv2.csv", "inverted.json", ""},
		{"t.csv", "constraint.json", `row 1, column "z": found "b", expected a number`},
		{"t.csv", "typo.json", `unknown column "Z", did you mean "z"?`},
		{"t.csv", "s.json", `has a cell among both trueValues and falseValues`},
	} {
		text, err := os.ReadFile(filepath.Join(field, "schema-ignored", c.schema))
		if err != nil {
			t.Fatal(err)
		}
		s, err := ParseSchema(c.schema, text)
		if err == nil {
			_, err = Read(filepath.Join(field, "schema-ignored", c.table), Options{Missing: MissingRefuse, Schema: s})
		}
		if got := fmt.Sprint(err); !strings.Contains(got, c.want) || (err == nil) != (c.want == "") {
			t.Errorf("%s, %s: found %v, expected %q", c.table, c.schema, err, c.want)
		}
	}
}

// TestSchemaOver: a user's schema goes before that of a table whose client declares its columns.
func TestSchemaOver(t *testing.T) {
	own := &Schema{Fields: []Field{{Name: "q", Type: IntegerField, MissingValues: []string{"99"}}}}
	client := &Schema{Fields: []Field{{Name: "y", Type: NumberField}, {Name: "q", Type: NumberField}}}
	table, err := ParseRows("1,99\n2,\n3,4\n", "d", nil, Options{Missing: MissingDrop, Schema: own.Over(client)})
	if err != nil || table.Rows != 1 || table.Columns[1].Values[0] != 4 {
		t.Errorf("found %v, %v, expected one row", table, err)
	}
}
