package datasets

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// parsedSchema reads the fields of a schema.
func parsedSchema(t *testing.T, fields string) *Schema {
	t.Helper()
	s, err := ParseSchema("t.json", []byte(`{"fields": [`+fields+`], "missingValues": ["", "-99"]}`))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSchemaOfCSV(t *testing.T) {
	const text = "code,grade,when,wait,day,n,flag,free,note\n007,2,10:30,PT1H,86400,1,1,1.5,NA\n7,1,00:00:01,PT2S,-99,2,0,-99,x\n-99,2,-99,PT0S,0,-99,t,NA,NA\n"
	s := parsedSchema(t, `{"name": "code", "type": "string"}, {"name": "when", "type": "time"}, {"name": "wait", "type": "duration"}, {"name": "n", "type": "integer"},
		{"name": "grade", "type": "integer", "categories": [{"value": 2, "label": "low"}, {"value": 1, "label": "high"}], "categoriesOrdered": true},
		{"name": "day", "type": "datetime", "format": "%s"}, {"name": "flag", "type": "boolean"}, {"name": "note", "type": "string", "categories": ["x", "NA"]}`)
	table, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingKeep, Schema: s})
	if err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	for name, expected := range map[string][]float64{
		"grade": {1, 2, 1}, "when": {37800, 1, nan}, "wait": {3600, 2, 0}, "day": {1, nan, 0}, "n": {1, 2, nan}, "flag": {1, 0, 1}, "free": {1.5, -99, nan},
	} {
		c := table.Columns[slices.IndexFunc(table.Columns, func(c Column) bool { return c.Name == name })]
		if !slices.EqualFunc(c.Values, expected, func(a, b float64) bool { return a == b || a != a && b != b }) {
			t.Errorf("%s: found %v, expected %v", name, c.Values, expected)
		}
	}
	if code, note := table.Columns[0], table.Columns[8]; !slices.Equal(code.Levels, []string{"007", "7"}) || !slices.Equal(note.Levels, []string{"x", "NA"}) || note.CountMissing() != 0 {
		t.Errorf("found the levels %q and %q", code.Levels, note.Levels)
	}
	for field, fault := range map[string]string{
		`{"name": "free", "type": "integer"}`:                      `t.csv:2: row 1, column "free": found "1.5", expected an integer`,
		`{"name": "grade", "type": "string", "categories": ["2"]}`: `t.csv:3: row 2, column "grade": unknown category "1" (one of: 2)`,
		`{"name": "when", "type": "duration"}`:                     `found "10:30", expected a duration`,
	} {
		if _, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingKeep, Schema: parsedSchema(t, field)}); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%s: found %v, expected %s", field, err, fault)
		}
	}
	s.FieldsMatch = "partial"
	const attributes = "@relation r\n@attribute grade {1,2}\n@attribute day numeric\n@attribute free real\n@data\n2,86400,1.5\n1,-99,?\n"
	if table, err = Parse(strings.NewReader(attributes), "t.arff", Options{Missing: MissingKeep, Schema: s}); err != nil || summary(table) != "2 grade:integer day:date free:number" {
		t.Errorf("found %v, %v", table, err)
	}
}

// A schema declares what the values of a file with typed columns are, as of cells.
func TestSchemaOfTypedColumns(t *testing.T) {
	numbers := Column{Name: "x", Kind: Number, Values: []float64{1, 2, -99}}
	texts := Column{Name: "x", Kind: Text, Levels: []string{"-99", "20", "b"}, Codes: []int32{1, 1, 0}}
	read := func(c Column, field string) (*Table, error) {
		c.Values = slices.Clone(c.Values)
		table := typedOf(&columnBuilder{Column: c})
		table.o = Options{Missing: MissingKeep, Schema: parsedSchema(t, field)}
		return table.table()
	}
	for _, test := range []struct {
		of          Column
		field, want string
	}{
		{numbers, `{"name": "x", "type": "integer", "categories": [{"value": 2, "label": "two"}, {"value": 1, "label": "one"}]}`, "3 x:factor(two,one)"},
		{numbers, `{"name": "x", "type": "string"}`, "3 x:factor(1,2)"},
		{numbers, `{"name": "x", "type": "datetime", "format": "%s"}`, "3 x:date"},
		{texts, `{"name": "x", "type": "number"}`, "3 x:number"},
		{texts, `{"name": "x", "type": "string"}`, "3 x:text(20)"},
	} {
		table, err := read(test.of, test.field)
		if err != nil || summary(table) != test.want || !table.Columns[0].Missing(2) {
			t.Errorf("%s: found %v, %v, expected %s", test.field, table, err, test.want)
		}
	}
	texts.Codes = []int32{1, 2, 0}
	for _, test := range []struct {
		of           Column
		field, fault string
	}{
		{numbers, `{"name": "x", "type": "string", "categories": ["1"]}`, `t: row 2, column "x": unknown category "2" (one of: 1)`},
		{numbers, `{"name": "x", "type": "date"}`, `t: row 1, column "x": found "1", expected a date or a time such as 2024-01-31 or 2024-01-31T12:30:00Z`},
		{texts, `{"name": "x", "type": "number"}`, `t: row 2, column "x": found "b", expected a number`},
	} {
		_, err := read(test.of, test.field)
		wantError(t, err, test.fault)
	}
}

// Reading by the schema that a description writes gives the same table.
func TestSchemaRoundTrip(t *testing.T) {
	file := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(file, []byte("x,g,id,b,n\n1.5,u,10,true,1\n2.5,v,11,false,NA\nNA,u,12,true,3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := Options{Missing: MissingKeep}
	d, err := Describe(file, o)
	if err != nil {
		t.Fatal(err)
	}
	before, err := Read(file, o)
	if err != nil {
		t.Fatal(err)
	}
	written, err := json.Marshal(d.Schema())
	if err != nil {
		t.Fatal(err)
	}
	if o.Schema, err = ParseSchema("t.json", written); err != nil {
		t.Fatal(err)
	}
	after, err := Read(file, o)
	if err != nil {
		t.Fatal(err)
	}
	for j, c := range before.Columns {
		if !c.equal(after.Columns[j]) {
			t.Errorf("column %s: %v became %v", c.Name, c, after.Columns[j])
		}
	}
}

// Dates and times of a day that are refused are declared, so that the schema reads them.
func TestSchemaOfRefusedDates(t *testing.T) {
	const table = "sold,when,half\n2021-01-04,10:30,1:30 PM\n2021-02-04,11:30,2:30 PM\n2021-03-04,12:30,3:30 PM\n"
	d, err := DescribeFrom(strings.NewReader(table), "t.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := d.Schema()
	for j, want := range []FieldType{DateField, TimeField, TimeField} {
		if s.Fields[j].Type != want {
			t.Errorf("%s is %s, expected %s", s.Fields[j].Name, s.Fields[j].Type, want)
		}
	}
	again, err := DescribeFrom(strings.NewReader(table), "t.csv", Options{Schema: s})
	if err != nil || again.Columns[0].Refused != nil || again.Columns[1].Refused != nil || again.Columns[2].Refused != nil || again.Columns[2].Min != 13.5*3600 {
		t.Errorf("read by the schema: %v", err)
	}
}
