package datasets

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestMatching(t *testing.T) {
	names := []string{"max_a", "min_a", "max_b", "a*", "x/1", "x/2"}
	for _, test := range []struct{ choices, want []string }{
		{nil, nil},
		{[]string{"min_a", "max_a"}, []string{"min_a", "max_a"}},
		{[]string{"max_*"}, []string{"max_a", "max_b"}},
		{[]string{"max_b", "max_*"}, []string{"max_b", "max_a"}},
		{[]string{"a*"}, []string{"a*"}}, // its own name
		{[]string{"m??_[a]"}, []string{"max_a", "min_a"}},
		{[]string{"x*"}, []string{"x/1", "x/2"}}, // a slash is a letter like any other
	} {
		got, err := Matching("target", names, test.choices)
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q and %v, want %q", test.choices, got, err, test.want)
		}
	}
	_, several := Matching("target", names, []string{"min_a", "mxa_a", "z", "min_b"})
	wantError(t, several, `unknown target "mxa_a", did you mean "max_a"?; unknown target "z"; unknown target "min_b", did you mean "min_a"? (one of: max_a, min_a, max_b, a*, x/1, x/2)`)
	for choice, want := range map[string]string{
		"max_c": `unknown target "max_c", did you mean "max_a"? (one of: max_a, min_a, max_b, a*, x/1, x/2)`,
		"z*":    `target "z*" matches no column (one of: max_a, min_a, max_b, a*, x/1, x/2)`,
		"m[":    `target "m[": found a bracket that is not closed, expected a pattern like max_* or x[1-3]`,
	} {
		_, err := Matching("target", names, []string{choice})
		wantError(t, err, want)
		if name := (NameError{}); !errors.As(err, &name) {
			t.Errorf("%q is no NameError", choice)
		}
	}
}

// Names that nothing has are faults of the request wherever they are given.
func TestNameErrors(t *testing.T) {
	const text = "a,b,y\n1,2,3\n4,5,6\n"
	for _, o := range []Options{{Exclude: []string{"c"}}, {Exclude: []string{"b"}, Identifiers: []string{"b"}}, {Categorical: []string{"c"}}, {Dates: []string{"c"}}} {
		o.Missing = MissingRefuse
		_, err := Parse(strings.NewReader(text), "t", o)
		if name := (NameError{}); !errors.As(err, &name) {
			t.Errorf("%+v: got %v, want a NameError", o, err)
		}
	}
	// What a table is parted by is looked for before its values are read.
	for want, o := range map[string]Options{
		`t: unknown target "z" (one of: a, b, y)`:                                        {Targets: []string{"z"}},
		`t: group "g": unknown input column "c" (one of: a, b)`:                          {Targets: []string{"y"}, Groups: []string{"g=a,c"}},
		`t: group "y" has the name of a column that is not in it, expected another name`: {Targets: []string{"y"}, Groups: []string{"y=a,b"}},
		`t: unknown column "c" (one of: a, b, y)`:                                        {Targets: []string{"y"}, Identifiers: []string{"c"}},
		`t: all 3 columns are targets, expected at least one input besides them`:         {Targets: []string{"*"}},
		`t: all 2 columns are targets, expected at least one input besides them`:         {Targets: []string{"a", "y"}, Exclude: []string{"b"}},
		`t:2: row 1, column "a": found "NA", expected a value; missing=drop would leave out 1 of 2 rows, missing=use would leave out only those that lack a target`: {Targets: []string{"y"}, Groups: []string{"g=a"}, Identifiers: []string{"b"}},
	} {
		o.Missing = MissingRefuse
		_, err := Parse(strings.NewReader("a,b,y\nNA,2,3\n4,5,6\n"), "t", o)
		wantError(t, err, want)
		if name := (NameError{}); errors.As(err, &name) != !strings.Contains(want, "NA") {
			t.Errorf("%v: is it a NameError?", err)
		}
	}
	// Clusters are looked for among all columns, whichever are read.
	_, err := Parse(strings.NewReader(text), "t", Options{Missing: MissingRefuse, Only: []string{"b", "y"}, Identifiers: []string{"A"}})
	wantError(t, err, `t: unknown column "A", did you mean "a"? (one of: a, b, y)`)
	table := parse(t, text)
	_, target := table.Split([]string{"z"}, nil)
	_, group := table.Split([]string{"y"}, []string{"g=a,c"})
	for _, err := range []error{target, group} {
		if name := (NameError{}); !errors.As(err, &name) {
			t.Errorf("got %v, want a NameError", err)
		}
	}
}

func TestSplitByPattern(t *testing.T) {
	p, err := parse(t, "a,y1,y2\n1,2,3\n4,5,6\n").Split([]string{"y*"}, nil)
	if err != nil || !slices.Equal(p.YNames, []string{"y1", "y2"}) || !slices.Equal(p.XNames, []string{"a"}) {
		t.Errorf("got %+v, %v", p, err)
	}
}

func TestOptionsValidate(t *testing.T) {
	for want, o := range map[string]Options{
		`decimal mark ';', expected a point or a comma`:                     {Missing: MissingDrop, Decimal: ';'},
		`',' is both separator and decimal mark, expected different ones`:   {Missing: MissingDrop, Decimal: ',', Separator: ','},
		`unknown policy for missing values "" (one of: refuse, drop, keep)`: {},
	} {
		_, err := Parse(strings.NewReader("a,b\n1,2\n"), "t", o)
		wantError(t, err, want)
	}
}

func TestMissingWords(t *testing.T) {
	a := Options{NA: []string{"-", "unknown", "-999"}}.absences(true)
	for cell, want := range map[string]bool{
		"": true, "?": true, "na": true, "<NA>": true, "-": true, "unknown": true, "-999": true, "-999.0": true, "-9.99e2": true,
		"Unknown": false, "999": false, "--": false, "0": false, "nano": false,
	} {
		if got := a.cell(cell); got != want {
			t.Errorf("%q: missing is %v, want %v", cell, got, want)
		}
	}
}

// Values that are missing stay where they are, and are told of.
func TestMissingKeep(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,kind,late,y\n")
	n := inferenceRows + 20
	for i := range n {
		late := "NA"
		if i >= inferenceRows+10 {
			late = "2.5"
		}
		fmt.Fprintf(&b, "%s,%s,%s,%d\n", []string{"NA", "1.5", "2.5"}[i%3], []string{"a", "", "b", "a"}[i%4], late, i)
	}
	table, err := Parse(strings.NewReader(b.String()), "t.csv", Options{Missing: MissingKeep})
	if err != nil {
		t.Fatal(err)
	}
	if table.Rows != n || table.Dropped != 0 || len(table.Warnings) > 0 {
		t.Errorf("%d rows, %d dropped, %q", table.Rows, table.Dropped, inWords(table.Warnings))
	}
	for i := range n {
		c := table.Columns
		if c[0].Missing(i) != (i%3 == 0) || c[1].Missing(i) != (i%4 == 1) || c[2].Missing(i) != (i < inferenceRows+10) || c[3].Missing(i) {
			t.Fatalf("row %d: %v %v %v %v", i, c[0].Missing(i), c[1].Missing(i), c[2].Missing(i), c[3].Missing(i))
		}
	}
	if got := summary(table); got != fmt.Sprintf("%d x:number kind:text(a,b) late:number y:integer", n) {
		t.Error(got)
	}
	_, err = table.Split([]string{"y"}, nil)
	wantError(t, err, fmt.Sprintf(`t.csv: column "x" lacks %d values, expected a table without missing values`, table.Columns[0].CountMissing()))
}

// One column with few missing values can cost fewer rows than another, or none
// alone.
func TestLost(t *testing.T) {
	table, err := Parse(strings.NewReader("a,b,c,d,e,f,y\n"+
		"NA,1,1,1,1,1,1\nNA,NA,1,1,1,1,1\n1,1,1,1,1,1,1\n1,1,NA,NA,NA,NA,1\n1,1,NA,1,1,1,NA\n"), "t.csv", Options{Missing: MissingDrop})
	if err != nil {
		t.Fatal(err)
	}
	const warning = `t.csv: 4 of 5 rows dropped for missing values, first row 1; missing in column "a": 2 rows (1 for it alone), column "c": 2 rows (0 for it alone), ` +
		`column "b": 1 row (0 for it alone), and 4 columns more; missing=use keeps them`
	if !slices.Equal(inWords(table.Warnings), []string{warning}) {
		t.Errorf("got %q", inWords(table.Warnings))
	}
}

func TestRecognise(t *testing.T) {
	for text, want := range map[string]rune{
		"a,b\n1,2\n":                          ',',
		"a;b\n1;2\n":                          ';',
		"a\tb\n1\t2\n":                        '\t',
		"a|b\n1|2\n":                          '|',
		"a b\n1 2\n":                          ' ',
		"\"a b\"\n1\n":                        ',',
		"\"a,b\";c\n1,5;2\n":                  ';',
		"price, net;size\n1,5;2,0\n":          ';', // commas in names and decimals
		"a,b c\n1,2\n":                        ',',
		"a,b;c\n1,2;3\n":                      ',',
		"\n\n\"a\n;\",b\n1,2\n":               ',', // a line end within a name
		"x y;z\n1;2;3\n":                      ';', // row names
		"a,b":                                 ',',
		"":                                    ',',
		"word\n":                              ',',
		"\"x\" \"y\"\n\"1\" 2 3\n":            ' ',
		"first name,age\nAnn Lee,3\n":         ',',
		"Größe;Preis\r\n1,5;2\r\n":            ';',
		"a;b;c;\n1;2;3;\n":                    ';',
		"datetime\tvalue, mean\n1\t2\n2\t3\n": '\t',
	} {
		if got := new(csvParser).recognise(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestParseCSVWritten(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		o    Options
		want string
	}{
		"colons":                      {"a:b\n1:2\n3:4\n", Options{Separator: ':'}, "2 a:integer b:integer"},
		"decimal commas":              {"a;b\n1,5;2\n2;3,25\n", Options{}, "2 a:number b:number"},
		"points between":              {"a;b\n1.5;2\n2;3.25\n", Options{}, "2 a:number b:number"},
		"both":                        {"a;b\n1.5;x\n2,5;y\n3.5;x\n", Options{}, `t:3: row 2, column "a": found "2,5", expected a number with a decimal point and no separators`},
		"thousands":                   {"a;b\n1.234,5;1\n2;3\n4,5;5\n", Options{Decimal: ','}, `3 a:number b:integer`},
		"thousands alone":             {"a;b\n1,234,567;1\n234;3\n1,000.5;5\n", Options{}, `3 a:number b:integer`},
		"no thousands":                {"a,b\n\"1,234\",1\n7,3\n8,3\n\"12,34\",5\n", Options{}, `t:5: row 4, column "a": found "12,34", expected a number with a decimal point and no separators; decimal=, if it is a decimal comma`},
		"point for comma":             {"a;b\n1,5;1\n2.5;3\n4,5;5\n", Options{Decimal: ','}, `t:3: row 2, column "a": found "2.5", expected a number with a decimal comma; decimal=. if numbers have decimal points`},
		"quoted decimals":             {"a,b\n\"1,5\",1\n\"2,5\",3\n\"3,5\",2\n", Options{Separator: ',', Decimal: '.'}, `t: column "a": found numbers as text, such as "1,5", expected plain numbers: decimal=, if they have decimal commas, else take the commas away, or leave the column out with exclude=a`},
		"no table":                    {"# Title\n\nMany words that are no table\n", Options{}, "t:3: row 1 has 6 cells, expected 2 as in the header (separator recognised: blank; separator sets another); skip-first=2 if the names are on line 3"},
		"times of a day":              {"time\n12:30:15\n12:30:15\n", Options{Categorical: []string{"time"}}, "2 time:factor(12:30:15)"},
		"short by colons":             {"a:b\n1\n", Options{Separator: ':'}, "t:2: row 1 has 1 cell, expected 2 as in the header"},
		"a single column":             {"full name\nAnn\nAnn\n", Options{Separator: ','}, "2 full name:text(Ann)"},
		"weights excluded":            {"w_a,x,y\n1,1,2\n2,2,3\n", Options{Exclude: []string{"w*"}, Identifiers: []string{"w_a"}}, `t: column "w_a" is excluded, expected clusters or weights in a column that is read: leave it out of exclude; it is then no input either`},
		"trailing comma":              {"a,b\n1,2,\n3,4,\n", Options{}, "t:2: row 1 has 3 cells, expected 2 as in the header (separator recognised: comma; separator sets another)"},
		"row names":                   {"a,b\nr1,1,2\nr2,3,5\n", Options{}, "2 a:integer b:integer"},
		"quoted row names":            {"\"a\",\"b\"\n\"1\",1,2\n\"2\",3,5\n", Options{}, "2 a:integer b:integer"},
		"or decimals":                 {"a,b\n91,5,2\n", Options{}, `t:2: row 1 has 3 cells, the header 2: found 91,5, which is a number with a decimal comma, or cells after a row name; expected semicolons between cells or numbers in quotation marks if it is a number, decimal=. if it is not`},
		"names, no commas":            {"a,b\n91,5,2\n92,3,7\n", Options{Decimal: '.'}, "2 a:integer b:integer"},
		"names, no pairs":             {"a,b\n91,5.5,2\n92,3.5,7\n", Options{}, "2 a:number b:integer"},
		"commas, thousands by points": {"a,b\n1.234,5,2\n", Options{}, `t:2: row 1 has 3 cells, the header 2: found 1.234,5, which is a number with a decimal comma, or cells after a row name; expected semicolons between cells or numbers in quotation marks if it is a number, decimal=. if it is not`},
		"commas, thousands by blanks": {"a,b\n1 234,5,2\n", Options{}, `t:2: row 1 has 3 cells, the header 2: found 1 234,5, which is a number with a decimal comma, or cells after a row name; expected semicolons between cells or numbers in quotation marks if it is a number, decimal=. if it is not`},
		"commas, thousands by marks":  {"a,b\n1'234,5,2\n", Options{}, `t:2: row 1 has 3 cells, the header 2: found 1'234,5, which is a number with a decimal comma, or cells after a row name; expected semicolons between cells or numbers in quotation marks if it is a number, decimal=. if it is not`},
		"commas, a currency":          {"a,b\n€91,5,2\n", Options{}, `t:2: row 1 has 3 cells, the header 2: found €91,5, which is a number with a decimal comma, or cells after a row name; expected semicolons between cells or numbers in quotation marks if it is a number, decimal=. if it is not`},
		"commas, an exponent":         {"a,b\n91,5e1,2\n", Options{}, `t:2: row 1 has 3 cells, the header 2: found 91,5e1, which is a number with a decimal comma, or cells after a row name; expected semicolons between cells or numbers in quotation marks if it is a number, decimal=. if it is not`},
		"commas, a percentage":        {"a,b\n91,5 %,2\n", Options{}, `t:2: row 1 has 3 cells, the header 2: found 91,5 %, which is a number with a decimal comma, or cells after a row name; expected semicolons between cells or numbers in quotation marks if it is a number, decimal=. if it is not`},
		"commas, both":                {"a,b\n91,5,2\n", Options{Decimal: ','}, `t:2: row 1 has 3 cells, the header 2: found 91,5, which is a number with a decimal comma, or cells after a row name; expected semicolons between cells or numbers in quotation marks if it is a number, decimal=. if it is not`},
		"a column, unsaid":            {"a\n1234,5\n", Options{}, `t:2: row 1 has 2 cells, the header 1: found 1234,5, which is a number with a decimal comma, or cells after a row name; expected semicolons between cells or numbers in quotation marks if it is a number (of a single column, decimal=, says so), decimal=. if it is not`},
		"a column, said":              {"a\n1234,5\n-2,25\n", Options{Decimal: ','}, "2 a:number"},
		"only row names":              {"\"\"\n1\n", Options{}, "t: every column is excluded, expected at least one input and one response"},
		"nameless":                    {"a,,b\n1,,2\n3,x,5\n", Options{}, `t:3: row 2: column 2 has no name but holds "x", expected a name for every column`},
		"blanks":                      {"  a    b\n  1   2\n 30  4\n", Options{}, "2 a:integer b:integer"},
		"all missing":                 {"a,b\nNA,1\nNA,2\n", Options{Missing: MissingKeep}, "2 a:number b:integer"},
		"exclude patterns":            {"id_a,id_b,x,y\nq,r,1,2\ns,t,2,3\n", Options{Exclude: []string{"id_*"}}, "2 x:integer y:integer"},
		"dates":                       {"d,y\n2024-03-01,1\n2024-02-28 12:00,2\n", Options{Dates: []string{"d"}}, `t: column "d": row 2: found "2024-02-28 12:00", expected a date written as "2024-03-01" in row 1`},
		"no date":                     {"d,y\nmonday,1\nsunday,2\n", Options{Dates: []string{"d"}}, `t: column "d": row 1: found "monday", expected a date, such as 2024-01-31; na=monday if that stands for a missing value`},
		"serial dates":                {"d,y\n44461,1\n44462,2\n", Options{Dates: []string{"d"}}, `t: column "d": row 1: found "44461", expected a date, such as 2024-01-31 (44461 may be a spreadsheet's number of days since 1899-12-30: 2021-09-22); without date it is a number of days as it is`},
		"times":                       {"d,y\n10:30,1\n11:30,2\n", Options{Dates: []string{"d"}}, `t: column "d": row 1: found "10:30", expected a date, such as 2024-01-31`},
		"unclear date":                {"d,y\n01/02/2024,1\n03/04/2024,2\n", Options{Dates: []string{"d"}}, `t: column "d": row 1: found "01/02/2024", which may be 2024-02-01 or 2024-01-02, expected dates that are clear, such as 2024-01-31`},
	} {
		t.Run(name, func(t *testing.T) {
			if test.o.Missing == "" {
				test.o.Missing = MissingRefuse
			}
			table, err := Parse(strings.NewReader(test.text), "t", test.o)
			if err != nil {
				wantError(t, err, test.want)
				return
			}
			if got := summary(table); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestDates(t *testing.T) {
	for text, want := range map[string]float64{
		"2024-01-01": 19723, "1970-01-01": 0, "1969-12-31": -1, "20240101": 19723, "31.12.2023": 19722, "1/31/2024": 19753,
		"2024-01-01 06:00": 19723.25, "2024-01-01T12:00:00Z": 19723.5,
		"2024-01-01 12:00:00+00:00": 19723.5, "2024-01-01 14:00:00+02": 19723.5, "2024-01-01 06:30:00 -0530": 19723.5,
		"2-Jan-2024": 19724, "2024-02": 19754,
	} {
		table, err := Parse(strings.NewReader("d,y\n"+text+",1\nNA,2\n"), "t", Options{Missing: MissingKeep, Dates: []string{"d"}})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if d := table.Columns[0]; d.Kind != Date || d.Values[0] != want || !d.Missing(1) {
			t.Errorf("%s is %+v, want %v", text, d, want)
		}
	}
	if got := Day(-1); got != "1969-12-31" {
		t.Error(got)
	}
}

// TestMatchingWhole: names are chosen whole, though split at their commas, as ranges and by patterns.
func TestMatchingWhole(t *testing.T) {
	names := []string{"yield, t/ha", "0_start", "a;b", "x[1]", "x[2]", "NO2*", "na=me", "lead", "a:b", "if", "rate, a, b"}
	for _, c := range []struct{ choices, want string }{
		{"yield| t/ha|lead", "yield, t/ha|lead"}, {"lead| x[1]", "lead|x[1]"}, {"rate| a| b", "rate, a, b"}, {"NO2*", "NO2*"}, {"x[[]*", "x[1]|x[2]"},
		{"x[1]:na=me", "x[1]|x[2]|NO2*|na=me"}, {"na=me:NO2*", "NO2*|na=me"}, {"a:b", "a:b"}, {"a:b:if", "a:b|if"}, {"*|lead", "yield, t/ha|0_start|a;b|x[1]|x[2]|NO2*|na=me|lead|a:b|if|rate, a, b|lead"},
		{"yield", `unknown column "yield", did you mean "yield, t/ha"?`}, {"x[1]:y", `column "x[1]:y" matches no column (one of: `},
		{"lead:iff", `unknown column "iff" in the range "lead:iff", did you mean "if"? (one of: `}, {"qqqqq:if", `unknown column "qqqqq" in the range "qqqqq:if" (one of: `},
		{"lead-if", `unknown column "lead-if", did you mean "lead:if"? (one of: `}, {"lead + if", `unknown column "lead + if", did you mean "lead,if"? (one of: `},
		{"1:35", `unknown column "1:35", expected a range of names, first:last (`}, {"1:35|iff", `unknown column "1:35", expected a range of names, first:last; unknown column "iff", did you mean "if"? (`},
	} {
		got, err := Matching("column", names, strings.Split(c.choices, "|"))
		if err != nil {
			if !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.choices, err, c.want)
			}
			continue
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s: got %q, want %s", c.choices, got, c.want)
		}
	}
	_, err := Matching("target", []string{"Date;Site;Temp"}, []string{"Site"})
	wantError(t, err, `unknown target "Site" (one of: Date;Site;Temp); separator=semicolon parts the name "Date;Site;Temp"`)
	groups, err := ParseGroups([]string{"all=x*,lead", "odd=yield, t/ha,na=me:a:b"}, []string{"yield, t/ha", "x1", "x2", "lead", "na=me", "k", "a:b"})
	if want := []Variable{{"all", []int{1, 2, 3}}, {"odd", []int{0, 4, 5, 6}}}; err != nil || !reflect.DeepEqual(groups, want) {
		t.Errorf("got %v, %v, want %v", groups, err, want)
	}
	table, err := Parse(strings.NewReader("na=me,y\nlow,1\nhigh,2\nlow,3\n"), "t.csv", Options{Missing: MissingRefuse, Ordered: []string{`"na=me"=low,high`}})
	if err != nil || !slices.Equal(table.Columns[0].Values, []float64{1, 2, 1}) {
		t.Errorf("got %+v, %v", table, err)
	}
}
