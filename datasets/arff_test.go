package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drfvi/internal/testing/golden"
)

const smallARFF = "\ufeff% a comment\r\n" +
	"  % another, indented\n" +
	"@RELATION 'it''s'  % named\n\n" +
	"@attribute width numeric\n" +
	"@attribute 'land\\'s use' REAL % quoted\n" +
	"@Attribute \"a \\\"b\\\" %c\"\tinteger\n" +
	"@attribute rock {Argovian, 'Port\\'s land', \"x,y\", 4 }\n" +
	"@attribute kind{a,b}\n" +
	"\n@DATA\n" +
	"% in the data\n" +
	"1, 2.5 ,3,Argovian,a\n" +
	"1e3,-2,0,'Port\\'s land',b % remark\n" +
	"?,1,2,4,a\n" +
	"\n5\t6\t7\t4\t'a'\n" +
	"7,8,9,\"x,y\",'?'\n"

func TestParseARFF(t *testing.T) {
	text := strings.ReplaceAll(smallARFF, "7,8,9,\"x,y\",'?'", "7,8,9,\"x,y\",'a'")
	table, err := Parse(strings.NewReader(text), "t.arff", Options{Missing: MissingDrop})
	if err != nil {
		t.Fatal(err)
	}
	want := &Table{Origin: "t.arff", Rows: 4, Dropped: 1, Numbers: []int{1, 2, 4, 5}, Columns: []Column{
		{Name: "width", Kind: Integer, Values: []float64{1, 1000, 5, 7}},
		{Name: "land's use", Kind: Number, Values: []float64{2.5, -2, 6, 8}},
		{Name: `a "b" %c`, Kind: Integer, Values: []float64{3, 0, 7, 9}},
		{Name: "rock", Kind: Factor, Levels: []string{"Argovian", "Port's land", "x,y", "4"}, Codes: []int32{0, 1, 3, 2}},
		{Name: "kind", Kind: Factor, Levels: []string{"a", "b"}, Codes: []int32{0, 1, 0, 0}},
	}, Warnings: []error{errors.New(`t.arff: 1 of 5 rows dropped for missing values, first row 3; missing in column "width": 1 row (1 for it alone); missing=use keeps them`)}}
	table.Warnings[0] = errors.New(table.Warnings[0].Error())
	if !reflect.DeepEqual(table, want) {
		t.Errorf("got  %+v\nwant %+v", table, want)
	}
}

func TestParseARFFErrors(t *testing.T) {
	head := "@relation r\n@attribute a numeric\n@attribute b {red,green}\n@data\n"
	for name, test := range map[string]struct{ text, want string }{
		"truncated":      {"@relation r\n@attribute a numeric\n", `t.arff:2: the file ends after 1 attribute, expected @data and rows`},
		"no attributes":  {"@relation r\n@data\n1\n", `t.arff:2: found @data before any @attribute, expected attributes`},
		"no data":        {head, `t.arff: the file has a header but no rows`},
		"keyword":        {"@relation r\n@atribute a numeric\n", `t.arff:2: found "@atribute", expected @attribute or @data`},
		"row too early":  {"@relation r\n@attribute a numeric\n1\n", `t.arff:3: found "1", expected @attribute or @data`},
		"no name":        {"@relation r\n@attribute\n", `t.arff:2: attribute 1: found the name "", expected UTF-8 text`},
		"no type":        {"@relation r\n@attribute a\n", `t.arff:2: attribute 1: "a" has the type "", expected numeric, real, integer, string, date or {values}`},
		"relational":     {"@relation r\n@attribute a relational\n", `t.arff:2: attribute 1: "a" has the type "relational", expected numeric, real, integer, string, date or {values}`},
		"date":           {"@relation r\n@attribute a date 'yyyy-MM-dd'\n@attribute y real\n@data\n2024-01-31,1\n", `t.arff: attribute "a": found dates or times such as "2024-01-31", expected numbers or categories: date=a takes it as a number of days, or leave it out with exclude=a`},
		"duplicate":      {"@relation r\n@attribute a real\n@attribute 'a' real\n", `t.arff:3: attribute "a" is declared a second time, first on line 2, expected distinct names`},
		"open name":      {"@relation r\n@attribute 'a real\n", `t.arff:2: attribute 1: found "'a real", expected a closing quotation mark on the same line`},
		"open brace":     {"@relation r\n@attribute a {b,c\n", `t.arff:2: attribute 1: found "c" in the list, expected values separated by commas and a closing brace`},
		"empty value":    {"@relation r\n@attribute a {b,,c}\n", `t.arff:2: attribute 1: found ",c}" in the list, expected values separated by commas and a closing brace`},
		"value twice":    {"@relation r\n@attribute a {b,'b'}\n", `t.arff:2: attribute 1: value "b" is declared twice, expected distinct values`},
		"text":           {head + "x,red\n", `t.arff:5: row 1, attribute "a": found "x", expected a number`},
		"NaN":            {head + "1,red\nnan,red\n", `t.arff:6: row 2, attribute "a": found "nan", expected a finite number`},
		"empty cell":     {head + ",red\n", `t.arff:5: row 1, attribute "a": found an empty cell, expected a number`},
		"undeclared":     {head + "1,gren\n", `t.arff:5: row 1, attribute "b": unknown category "gren", did you mean "green"? (one of: green, red)`},
		"quoted ?":       {head + "1,'?'\n", `t.arff:5: row 1, attribute "b": unknown category "?" (one of: green, red)`},
		"missing":        {head + "1,red\n2,?\n", `t.arff:6: row 2, column "b": found "?", expected a value; missing=drop would leave out 1 of 2 rows, missing=use would leave out only those that lack a target`},
		"short row":      {head + "1\n", `t.arff:5: row 1: expected 2 values, one for each attribute, found 1`},
		"long row":       {head + "1,red\n1,red,2\n", `t.arff:6: row 2: expected 2 values, one for each attribute, found more`},
		"sparse":         {head + "{0 1, 1 red}\n", `t.arff:5: row 1 is sparse, expected a value for each attribute: in Weka the filter SparseToNonSparse writes them`},
		"weights":        {head + "1,red,{5}\n", `t.arff:5: row 1: expected 2 values, one for each attribute, found more`},
		"open quote":     {head + "1,'red\n", `t.arff:5: row 1: found "'red", expected a closing quotation mark on the same line`},
		"after quote":    {head + "1,'red'x\n", `t.arff:5: row 1: found "x" after the quoted "red", expected a separator`},
		"endless line":   {head + strings.Repeat("1", maxRecordBytes+10), `t.arff:5: the line is longer than 16 MiB, expected an ARFF file`},
		"many columns":   {"@relation r\n" + manyAttributes(), `t.arff:131074: found more than 131072 attributes, expected at most that many`},
		"all incomplete": {"@relation r\n@attribute a real\n@attribute b real\n@data\n1,?\n?,?\n", `t.arff: column "b" has no values, expected some: leave it out with exclude=b`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(strings.NewReader(test.text), "t.arff", refuse)
			wantError(t, err, test.want)
		})
	}
	_, err := Parse(strings.NewReader("@relation r\n@attribute a real\n@attribute b real\n@data\n1,?\n?,?\n"), "t.arff", Options{Missing: MissingDrop})
	wantError(t, err, `t.arff: each of the 2 rows has a missing value, expected some without; column "b" lacks 2 (leave it out with exclude=b)`)
	_, err = Parse(strings.NewReader(head), "t.arff", Options{Missing: "save"})
	wantError(t, err, `unknown policy for missing values "save" (one of: refuse, drop, keep)`)
}

// manyAttributes declares one attribute more than is allowed.
func manyAttributes() string {
	var b bytes.Buffer
	for i := range maxColumns + 1 {
		b.WriteString("@attribute ")
		for k := i + 1; k > 0; k /= 26 {
			b.WriteByte('a' + byte(k%26))
		}
		b.WriteString(" real\n")
	}
	return b.String()
}

func TestParseARFFRealFiles(t *testing.T) {
	for _, test := range []struct {
		file                   string
		columns, rows, dropped int
		firstN, lastN          string    // names of the first and last column
		first, last            []float64 // values that begin the first row and end the last
	}{
		{file: "enb.arff", columns: 10, rows: 768, firstN: "Relative_compactness", lastN: "Y2",
			first: []float64{0.98, 514.5, 294}, last: []float64{5, 16.64, 16.03}},
		{file: "jura.arff", columns: 18, rows: 359, firstN: "Xloc", lastN: "Cu",
			first: []float64{2.386, 3.077, 0}, last: []float64{0.325, 10.6, 8.08}},
		{file: "wq.arff", columns: 30, rows: 1060, firstN: "std_temp", lastN: "37880",
			last: []float64{0, 3, 0}},
		{file: "oes97.arff", columns: 279, rows: 334, firstN: "15005_Education_Administrators",
			first: []float64{1190, 570, 170}},
		{file: "rf1.arff", columns: 72, rows: 9005, dropped: 120, firstN: "CHSI2__0",
			last: []float64{5.36, 44.6, 23.2}},
	} {
		t.Run(test.file, func(t *testing.T) {
			data, err := os.ReadFile(golden.Data(t, test.file))
			if err != nil {
				t.Fatal(err)
			}
			table, err := Parse(bytes.NewReader(data), test.file, Options{Missing: MissingDrop})
			if err != nil {
				t.Fatal(err)
			}
			c := table.Columns
			if len(c) != test.columns || table.Rows != test.rows || table.Dropped != test.dropped {
				t.Fatalf("%d columns, %d rows and %d dropped, want %d, %d and %d",
					len(c), table.Rows, table.Dropped, test.columns, test.rows, test.dropped)
			}
			if c[0].Name != test.firstN || test.lastN != "" && c[len(c)-1].Name != test.lastN {
				t.Errorf("columns %q to %q, want %q to %q", c[0].Name, c[len(c)-1].Name, test.firstN, test.lastN)
			}
			for j, want := range test.first {
				if got := c[j].Values[0]; got != want {
					t.Errorf("row 0, column %d is %v, want %v", j, got, want)
				}
			}
			for j, want := range test.last {
				if got := c[len(c)-len(test.last)+j].Values[table.Rows-1]; got != want {
					t.Errorf("last row, column %q is %v, want %v", c[len(c)-len(test.last)+j].Name, got, want)
				}
			}
		})
	}
}

func FuzzARFF(f *testing.F) {
	f.Add(smallARFF)
	for _, text := range []string{
		"@relation r\n@attribute a real\n@data\n1\n", "@relation r\n@attribute a {b,c}\n@data\nb\n{0 1}\n",
		"@relation ''\n@attribute 'a\\nb' integer\n@data\n'1'\n?\n", "@relation r\n@attribute a\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		table, err := Parse(strings.NewReader(text), "t.arff", Options{Missing: MissingDrop})
		if err != nil {
			return
		}
		checkTable(t, table)
	})
}

// checkTable fails the test if the table breaks its promises.
func checkTable(t *testing.T, table *Table) {
	t.Helper()
	if table.Rows == 0 || len(table.Columns) == 0 {
		t.Fatalf("%d rows and %d columns", table.Rows, len(table.Columns))
	}
	seen := map[string]bool{}
	for _, c := range table.Columns {
		if seen[c.Name] {
			t.Fatalf("two columns %q", c.Name)
		}
		seen[c.Name] = true
		if len(c.Values)+len(c.Codes) != table.Rows {
			t.Fatalf("column %q has %d values and %d codes in %d rows", c.Name, len(c.Values), len(c.Codes), table.Rows)
		}
		for _, v := range c.Values {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("column %q holds %v", c.Name, v)
			}
		}
		if c.Kind == Text && !slices.IsSorted(c.Levels) {
			t.Fatalf("column %q has the levels %q, which are not sorted", c.Name, c.Levels)
		}
		for _, code := range c.Codes {
			if code < 0 || int(code) >= len(c.Levels) {
				t.Fatalf("column %q has %d levels and code %d", c.Name, len(c.Levels), code)
			}
		}
	}
}

// TestParseKEEL reads what KEEL adds.
func TestParseKEEL(t *testing.T) {
	table, err := Parse(strings.NewReader("@relation r\n@attribute a INTEGER [0,9]\n@attribute b {no,yes}\n@attribute c real[0.0, 1.5] % of KEEL\n@inputs a, b\n@outputs c\n@data\n7,no,1.5\n0,no,0\n0,yes,0 % last\n3,yes,1\n"), "t.arff", Options{Missing: MissingRefuse})
	if err != nil {
		t.Fatal(err)
	}
	a, b, c := table.Columns[0], table.Columns[1], table.Columns[2]
	if fmt.Sprint(a.Values, b.Levels, b.Codes, c.Values) != "[7 0 0 3] [no yes] [0 0 1 1] [1.5 0 0 1]" {
		t.Errorf("got %+v", table.Columns)
	}
}

// TestSavedIndex: indices that pandas saved are left out by name, unless they are asked for.
func TestSavedIndex(t *testing.T) {
	const text = "Unnamed: 0.1,Unnamed: 0,x,y\n0,2,5,1\n1,0,6,2\n2,1,7,3\n"
	table, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingRefuse})
	if err != nil || strings.Join(table.names(), " ") != "x y" || len(table.Warnings) != 2 || inWords(table.Warnings)[1] != `t.csv: column "Unnamed: 0" is an index that pandas saved, it is left out; give it another name if it is an input` {
		t.Errorf("got %+v, %v", table, err)
	}
	table, err = Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingRefuse, Identifiers: []string{"Unnamed: 0"}})
	if err != nil || strings.Join(table.names(), " ") != "Unnamed: 0 x y" {
		t.Errorf("got %+v, %v", table, err)
	}
}
