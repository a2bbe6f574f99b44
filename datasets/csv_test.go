package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

var refuse = Options{Missing: MissingRefuse}

func TestParseCSV(t *testing.T) {
	text := "\ufeffage, smoker ,\"colour, hair\",size\r\n" +
		"1.5,true,red,2\r\n" +
		"-2e3,F,\"green\",0x1p-1\r\n" +
		"  3 ,T,red,1\r\n" +
		"4,false,blue,7\r\n"
	table, err := Parse(strings.NewReader(text), "t.csv", refuse)
	if err != nil {
		t.Fatal(err)
	}
	want := &Table{Origin: "t.csv", Rows: 4, Columns: []Column{
		{Name: "age", Kind: Number, Values: []float64{1.5, -2000, 3, 4}},
		{Name: "smoker", Kind: Logical, Values: []float64{1, 0, 1, 0}},
		{Name: "colour, hair", Kind: Text, Levels: []string{"blue", "green", "red"}, Codes: []int32{2, 1, 2, 0}},
		{Name: "size", Kind: Number, Values: []float64{2, 0.5, 1, 7}},
	}}
	if !reflect.DeepEqual(table, want) {
		t.Errorf("got  %+v\nwant %+v", table, want)
	}
}

func TestParseCSVDropsIncompleteRows(t *testing.T) {
	text := "a,b,c\n1,2,x\n,2,y\n3,NA,x\n4,5,?\n6,NaN,null\n7,8,x\n9,9,y\n"
	table, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingDrop})
	if err != nil {
		t.Fatal(err)
	}
	if table.Rows != 3 || table.Dropped != 4 || !slices.Equal(table.Columns[0].Values, []float64{1, 7, 9}) || !slices.Equal(table.Numbers, []int{1, 6, 7}) {
		t.Errorf("got %+v, want rows 1, 6 and 7 of the file", table)
	}
	want := []string{`t.csv: 4 of 7 rows dropped for missing values, first row 2; missing in column "b": 2 rows (1 for it alone), column "c": 2 rows (1 for it alone), column "a": 1 row (1 for it alone); missing=use keeps them`}
	if !slices.Equal(inWords(table.Warnings), want) {
		t.Errorf("warnings %q, want %q", inWords(table.Warnings), want)
	}
}

func TestParseCSVColumnsChosen(t *testing.T) {
	text := "id,zip,month,y\na,1,2020-01,1\nb,2,2020-02,2\nc,1,2020-01,3\n"
	table, err := Parse(strings.NewReader(text), "t.csv",
		Options{Missing: MissingRefuse, Exclude: []string{"id"}, Categorical: []string{"zip", "month"}})
	if err != nil {
		t.Fatal(err)
	}
	want := []Column{
		{Name: "zip", Kind: Factor, Levels: []string{"1", "2"}, Codes: []int32{0, 1, 0}},
		{Name: "month", Kind: Factor, Levels: []string{"2020-01", "2020-02"}, Codes: []int32{0, 1, 0}},
		{Name: "y", Kind: Integer, Values: []float64{1, 2, 3}},
	}
	if !reflect.DeepEqual(table.Columns, want) {
		t.Errorf("got %+v, want %+v", table.Columns, want)
	}
}

// Rows beyond those that types are inferred from are converted one by one.
func TestParseCSVManyRows(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,flag,kind,y\n")
	n := 3*inferenceRows + 17
	for i := range n {
		fmt.Fprintf(&b, "%d,%v,%c,%g\n", i, i%3 == 0, 'a'+rune(i%5), float64(i)/7)
	}
	table, err := Parse(strings.NewReader(b.String()), "t.csv", refuse)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		truth := 0.0
		if i%3 == 0 {
			truth = 1
		}
		c := table.Columns
		if c[0].Values[i] != float64(i) || c[1].Values[i] != truth || c[2].Codes[i] != int32(i%5) || c[3].Values[i] != float64(i)/7 {
			t.Fatalf("row %d is %v %v %v %v", i, c[0].Values[i], c[1].Values[i], c[2].Codes[i], c[3].Values[i])
		}
	}
	late := b.String() + "1,maybe,a,2\n"
	_, err = Parse(strings.NewReader(late), "t.csv", refuse)
	wantError(t, err, fmt.Sprintf(`t.csv:%d: row %d, column "flag": found "maybe", expected true or false as in the rows before`, n+2, n+1))
	late = b.String() + "1,true,a,two\n"
	_, err = Parse(strings.NewReader(late), "t.csv", refuse)
	wantError(t, err, fmt.Sprintf(`t.csv:%d: row %d, column "y": found "two", expected a number; na=two if that stands for a missing value, categorical=y if the column holds categories`, n+2, n+1))
}

func TestParseCSVErrors(t *testing.T) {
	distinct, many := "id,y\n", "kind,y\n"
	for i := range maxLevels + 10 {
		distinct += fmt.Sprintf("person %d,%d\n", i, i)
		many += fmt.Sprintf("kind %d,1\nkind %d,2\n", i, i)
	}
	for name, test := range map[string]struct{ text, want string }{
		"empty":         {"", `t.csv: the file is empty, expected a header line with column names`},
		"blank lines":   {"\n\r\n\n", `t.csv: the file is empty, expected a header line with column names`},
		"only mark":     {"\ufeff", `t.csv: the file is empty, expected a header line with column names`},
		"no header":     {"1,2.5,-3e4\n4,5,6\n", `t.csv:1: the first line holds only numbers (1, 2.5, -3e4), expected a header line with column names`},
		"only header":   {"a,b\n", `t.csv: the file has a header but no rows`},
		"empty cells":   {"\"\" \"\"\n1 2\n", `t.csv:1: extraneous or missing " in quoted-field, expected cells quoted as "…" with quotation marks inside them doubled`},
		"short row":     {"a,b,c\n1,2,3\n4,5\n", `t.csv:3: row 2 has 2 cells, expected 3 as in the header (separator recognised: comma; separator sets another)`},
		"long row":      {"a,b\n1,2\n\n4,5,6\n", `t.csv:4: row 2 has 3 cells, expected 2 as in the header (separator recognised: comma; separator sets another)`},
		"one cell":      {"a,b\n1,2\n4\n", `t.csv:3: row 2 has 1 cell, expected 2 as in the header (separator recognised: comma; separator sets another)`},
		"text":          {"a,b\n1,2\n3,abc\n5,6\n", `t.csv:3: row 2, column "b": found "abc", expected a number; na=abc if that stands for a missing value, categorical=b if the column holds categories`},
		"words":         {"a,b c\n1,2\n3,not known\n5,6\n", `t.csv:3: row 2, column "b c": found "not known", expected a number; na=not known if that stands for a missing value, categorical=b c if the column holds categories`},
		"list":          {"a,b\n1,2\n3,\"six, seven\"\n5,6\n", `t.csv:3: row 2, column "b": found "six, seven", expected a number; na=six, seven if that stands for a missing value, categorical=b if the column holds categories`},
		"decimal comma": {"a,b\n1,2\n3,\"4,5\"\n5,6\n", `t.csv:3: row 2, column "b": found "4,5", expected a number with a decimal point and no separators; decimal=, if it is a decimal comma`},
		"commas only":   {"a,b\n1,\"1,2\"\n3,\"4,5\"\n5,\"6,7\"\n", `t.csv: column "b": found numbers as text, such as "1,2", expected plain numbers: decimal=, if they have decimal commas, else take the commas away, or leave the column out with exclude=b`},
		"NaN":           {"a,b\n1,2\nNaN,3\n", `t.csv:3: row 2, column "a": found "NaN", expected a value; missing=drop would leave out 1 of 2 rows, missing=use would leave out only those that lack a target`},
		"NA":            {"a,b\n1,2\n4,NA\n", `t.csv:3: row 2, column "b": found "NA", expected a value; missing=drop would leave out 1 of 2 rows, missing=use would leave out only those that lack a target`},
		"empty cell":    {"a,b\n1,\n4,5\n", `t.csv:2: row 1, column "b": found an empty cell, expected a value; missing=drop would leave out 1 of 2 rows, missing=use would leave out only those that lack a target`},
		"infinity":      {"a,b\n1,2\n3,-Inf\n", `t.csv:3: row 2, column "b": found "-Inf", expected a finite number; na=-Inf if that stands for a missing value, or leave the column out with exclude=b`},
		"too large":     {"a,b\n1,2\n3,1e999\n5,6\n", `t.csv:3: row 2, column "b": found "1e999", expected a number of magnitude below 1.8e308`},
		"duplicate":     {"a,b,a\n1,2,3\n", `t.csv:1: columns 1 and 3 are both named "a", expected distinct names`},
		"open quote":    {"a,b\n1,\"2\n3,4\n", `t.csv:2: extraneous or missing " in quoted-field, expected cells quoted as "…" with quotation marks inside them doubled`},
		"bare quote":    {"a,b\n1,2\"\n3,4\n", `t.csv:2: bare " in non-quoted-field, expected cells quoted as "…" with quotation marks inside them doubled`},
		"cut UTF-16":    {"\xff\xfea\x00,\x00b\x00", `t.csv: the file has a header but no rows`},
		"mixed letters": {"ä,b\nred,1\nr\xf6t,2\nred,3\n", `t.csv:3: row 2, column "ä": found "r\xf6t", expected UTF-8 text: ` + toUTF8},
		"dates":         {"day,y\n2020-01-02,1\n2020-01-03,2\n2020-01-02,3\n", `t.csv: column "day": found dates or times such as "2020-01-02", expected numbers or categories: date=day takes it as a number of days, or leave it out with exclude=day`},
		"identifiers":   {distinct, `t.csv:4098: row 4097, column "id": found a different text in every row, such as "person 0", expected numbers or categories: it looks like an identifier, leave the column out with exclude=id`},
		"few persons":   {"who,y\nAnn,1\nBob,2\nCid,3\n", `t.csv: column "who": found a different text in every row, such as "Ann", expected numbers or categories: it looks like an identifier, leave the column out with exclude=who`},
		"categories":    {many, `t.csv:8194: row 8193, column "kind": found more than 4096 different texts, such as "kind 0", expected at most 4096 categories: merge the rare ones or leave the column out with exclude=kind`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(strings.NewReader(test.text), "t.csv", refuse)
			wantError(t, err, test.want)
		})
	}
}

func TestParseCSVOptionErrors(t *testing.T) {
	text := "height,weight,age\n1,2,\n,3,\n1,,\n"
	for name, test := range map[string]struct {
		options Options
		want    string
	}{
		"no policy":   {Options{}, `unknown policy for missing values "" (one of: refuse, drop, keep)`},
		"policy":      {Options{Missing: "dorp"}, `unknown policy for missing values "dorp", did you mean "drop"? (one of: refuse, drop, keep)`},
		"exclude":     {Options{Missing: MissingDrop, Exclude: []string{"wieght"}}, `t.csv: unknown column to exclude "wieght", did you mean "weight"? (one of: height, weight, age)`},
		"categorical": {Options{Missing: MissingDrop, Categorical: []string{"colour"}}, `t.csv: unknown categorical column "colour" (one of: height, weight, age)`},
		"exclude all": {Options{Missing: MissingDrop, Exclude: []string{"height", "weight", "age"}}, `t.csv: every column is excluded, expected at least one input and one response`},
		"incomplete":  {Options{Missing: MissingDrop}, `t.csv: each of the 3 rows has a missing value, expected some without; column "age" lacks 3 (leave it out with exclude=age)`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(strings.NewReader(text), "t.csv", test.options)
			wantError(t, err, test.want)
		})
	}
}

func TestParseCSVEndlessRow(t *testing.T) {
	row := bytes.Repeat([]byte("1"), maxRecordBytes+8192)
	_, err := Parse(bytes.NewReader(append([]byte("a,b\n"), row...)), "t.csv", refuse)
	wantError(t, err, "t.csv: row 1 is longer than 16 MiB, expected line ends (is a quotation mark left open?)")
	_, err = Parse(bytes.NewReader(append([]byte("a,\""), row...)), "t.csv", refuse)
	wantError(t, err, "t.csv: the header is longer than 16 MiB, expected line ends (is a quotation mark left open?)")
}

func TestParseCSVTooManyColumns(t *testing.T) {
	_, err := Parse(strings.NewReader(strings.Repeat("a,", maxColumns)+"a\n"), "t.csv", refuse)
	wantError(t, err, "t.csv:1: the header has 131073 columns, expected at most 131072")
}

func TestParseCSVNumericNames(t *testing.T) {
	table, err := Parse(strings.NewReader("5.1,3.5,setosa\n1,2,3\n"), "t.csv", refuse)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"t.csv:1: some column names are numbers (5.1, 3.5): is the header line missing?"}
	if !slices.Equal(inWords(table.Warnings), want) {
		t.Errorf("warnings %q, want %q", inWords(table.Warnings), want)
	}
}

func TestReadUnreadable(t *testing.T) {
	folder := t.TempDir()
	_, err := Read(filepath.Join(folder, "none.csv"), refuse)
	if !os.IsNotExist(err) || !strings.Contains(err.Error(), "none.csv") {
		t.Errorf("got %v, want an error that names the missing file", err)
	}
	for _, name := range []string{"auto.csv", "boston.R", "boston.csv", "boston.csv.gz"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("a,b\n1,2\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, guess := range map[string]string{"bostn.csv": "boston.csv", "boston.txt": "boston.csv", "boston.cvs": "boston.csv", "boston": "boston.csv", "Auto": "auto.csv", "iris.csv": ""} {
		_, err := Read(filepath.Join(folder, name), refuse)
		want := filepath.Join(folder, name) + ": no such file or directory"
		if guess != "" {
			want += ", did you mean " + filepath.Join(folder, guess) + "?"
		}
		if !errors.Is(err, fs.ErrNotExist) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want …%s", err, want)
		}
	}
	_, err = Read(folder, refuse)
	wantError(t, err, folder+`/auto.csv: the file does not begin with "PAR1": this is not a Parquet file; expected Parquet files alone in a folder that is a table: move this one, or name a single file (names that begin with . or _ do not count)`)
}

func TestWriteCSVRoundTrip(t *testing.T) {
	source := rng.New(1).Source()
	x, y := mat.NewDense(50, 3, nil), mat.NewDense(50, 2, nil)
	for i := range 50 {
		for j := range 3 {
			x.Set(i, j, source.Normal()*math.Pow(10, float64(i-25)))
		}
		y.SetRow(i, []float64{source.Float64(), float64(i)})
	}
	path := filepath.Join(t.TempDir(), "t.csv")
	var b bytes.Buffer
	if err := WriteCSV(&b, nil, x, y); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	table, err := Read(path, refuse)
	if err != nil {
		t.Fatal(err)
	}
	p, err := table.Split([]string{"y1", "y2"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.XNames, []string{"x1", "x2", "x3"}) || !mat.Equal(p.X, x) || !mat.Equal(p.Y, y) {
		t.Error("what was written does not read back as the same numbers")
	}
}

func FuzzCSV(f *testing.F) {
	for _, text := range []string{
		"a,b\n1,2\n3,4\n", "\ufeffa,b\r\n1,true\r\n", "a,b,c\n1,red,NA\n2,blue,3\n3,red,4\n",
		"a;b\n1;2\n", "\"a\",\"b\"\"c\"\n1,\"2\n", "a,b\n1e999,?\n", "a,b\n2020-01-01,1\n",
	} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, drop bool) {
		o := refuse
		if drop {
			o.Missing = MissingDrop
		}
		table, err := Parse(strings.NewReader(text), "t.csv", o)
		if err != nil {
			return
		}
		checkTable(t, table)
		p, err := table.Split([]string{table.Columns[0].Name}, nil)
		if err != nil {
			return
		}
		if n, width := p.X.Dims(); n != table.Rows || width != len(p.XNames) {
			t.Fatalf("inputs are %d×%d, want %d×%d", n, width, table.Rows, len(p.XNames))
		}
	})
}

// wantError fails the test unless err has exactly that text.
func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %s", want)
	}
	if said := err.Error(); said != want {
		t.Errorf("got  %s\nwant %s", said, want)
	}
}

// inWords returns what warnings say.
func inWords(warnings []error) []string {
	var all []string
	for _, warning := range warnings {
		all = append(all, warning.Error())
	}
	return all
}

// inWord returns what a warning says, "" for none.
func inWord(warning error) string {
	if warning == nil {
		return ""
	}
	return warning.Error()
}
