package datasets

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFolderRounds: integers above 2^53 have the warning of text tables in the names of
// folders, and that of single files in files of integers beside others; as codes all are told apart.
func TestFolderRounds(t *testing.T) {
	const large = 1<<53 + 2
	whole, real := stored{"x", []int64{large, large + 1}}, stored{"x", []float64{0.5, 1.5}}
	y := stored{"y", []float64{3, 4}}
	const remedy = ": numbers keep 15 digits; categorical=x if they are codes, exclude=x if they number the rows"
	for name, test := range map[string]struct {
		files map[string][]stored
		o     Options
		want  string // the warning, or the columns
	}{
		"key":       {map[string][]stored{"x=9007199254740993/a": {y}, "x=9007199254740992/a": {y}}, Options{}, "2 integers above 2^53 rounded, the first 9007199254740993: numbers keep 15 digits; categorical=x if they are codes, exclude=x if they number the rows"},
		"decimal":   {map[string][]stored{"a": {{"x", []digits{large, large + 1}}, y}}, Options{}, "2 integers above 2^53 rounded, the first 9007199254740994" + remedy},
		"mixed":     {map[string][]stored{"a": {whole, y}, "b": {real, y}}, Options{}, "2 integers above 2^53 rounded, the first 9007199254740994" + remedy},
		"codes":     {map[string][]stored{"a": {whole, y}}, Options{Categorical: []string{"x"}}, "2 x:factor(9007199254740994,9007199254740995) y:number"},
		"key codes": {map[string][]stored{"x=9007199254740993/a": {y}, "x=9007199254740992/a": {y}}, Options{Categorical: []string{"x"}}, "4 y:number x:factor(9007199254740992,9007199254740993)"},
	} {
		folder := t.TempDir()
		for path, columns := range test.files {
			storeParquet(t, filepath.Join(folder, path), 7, columns...)
		}
		test.o.Missing = MissingRefuse
		table := mustRead(t, folder, test.o)
		if test.o.Categorical != nil {
			if got := summary(table); got != test.want || table.Warnings != nil {
				t.Errorf("%s: got %s and %q, want %s", name, got, inWords(table.Warnings), test.want)
			}
			continue
		}
		want := fmt.Sprintf(`%s: column "x": %s`, folder, test.want)
		if got := strings.Join(inWords(table.Warnings), "\n"); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestIdentifiersOfASchema: clusters are compared as they are written where a schema says that they are integers.
func TestIdentifiersOfASchema(t *testing.T) {
	schema, err := ParseSchema("s.json", []byte(`{"fields": [{"name": "x", "type": "integer"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	const large = 1<<53 + 2
	o := Options{Schema: schema, Identifiers: []string{"x"}, Missing: MissingRefuse}
	folder, y := t.TempDir(), stored{"y", []float64{3, 4}}
	file := filepath.Join(folder, "a.parquet")
	storeParquet(t, file, 7, stored{"x", []int64{large, large + 1}}, y)
	if got, want := summary(mustRead(t, file, o)), "2 x:factor(9007199254740994,9007199254740995) y:number"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	storeParquet(t, file, 7, stored{"x", []string{"12", "a"}}, y)
	if got, want := summary(mustRead(t, file, o)), "2 x:factor(12,a) y:number"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestColumnTwice: a name that two columns of a file have is refused in folders too.
func TestColumnTwice(t *testing.T) {
	folder := t.TempDir()
	x, y := stored{"x", []float64{1, 2}}, stored{"y", []float64{3, 4}}
	storeParquet(t, filepath.Join(folder, "a.parquet"), 7, x, y)
	file := filepath.Join(folder, "b.parquet")
	storeParquet(t, file, 7, y, x, x)
	want := file + `: columns 2 and 3 are both named "x", expected distinct names`
	for _, path := range []string{folder, file} {
		_, err := Read(path, refuse)
		wantError(t, err, want)
	}
}

// TestMissingText: the words for missing values are those of text tables, and of names of folders.
// Parquet and R's files have missing values of their own, a level NA of a factor among them, and a
// text NA is kept with a doubt.
func TestMissingText(t *testing.T) {
	texts := stored{"f", []string{"a", "", "NA", "n/a", "b", absentText}}
	y := stored{"y", []float64{1, 2, 3, 4, 5, 6}}
	folder := t.TempDir()
	for _, key := range []string{"k=DE", "k=NA", "k=NaN"} {
		storeParquet(t, filepath.Join(folder, key, "a.parquet"), 7, texts, y)
	}
	d, err := Describe(folder, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if f := d.Columns[0]; f.Missing != 6 || fmt.Sprint(f.Levels, f.MissingAs, inWords(f.Warnings)) != "[{NA 3} {a 3} {b 3} {n/a 3}] [{ 3}] [has the category NA: na=NA if that stands for a missing value]" {
		t.Errorf("text: %+v", f)
	}
	if k := d.Columns[2]; k.Missing != 12 || fmt.Sprint(k.Levels) != "[{DE 6}]" {
		t.Errorf("key: %+v", k)
	}
	_, err = Read(filepath.Join(folder, "k=DE", "a.parquet"), refuse)
	if want := `row 2, column "f": found an empty cell, expected a value`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	for file, want := range map[string]string{
		"factor_na.rds": "18 [{a 12}] [has one value, and is missing elsewhere: its importance can be told by missing=use alone lacks 18 of 30 values: missing=drop leaves as many rows out]",
		"text_na.rds":   "0 [{NA 18} {x 12}] [has the category NA: na=NA if that stands for a missing value]",
	} {
		data, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		d, err := DescribeFrom(bytes.NewReader(data), file, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f := d.Columns[0]; fmt.Sprint(f.Missing, " ", f.Levels, " ", inWords(f.Warnings)) != want {
			t.Errorf("%s: %+v, want %s", file, f, want)
		}
	}
}

// TestMissingNominal: a nominal value of ARFF that is a word for missing ones is one, with a doubt.
func TestMissingNominal(t *testing.T) {
	const text = "@relation r\n@attribute f {a,NA}\n@attribute y real\n@data\na,1\nNA,2\na,3\n"
	for _, test := range []struct {
		na   []string
		want string
	}{{nil, "0 [has the category NA: na=NA if that stands for a missing value]"}, {[]string{"NA"}, "1 [has one value, and is missing elsewhere: its importance can be told by missing=use alone]"}} {
		d, err := DescribeFrom(strings.NewReader(text), "t", Options{NA: test.na})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(d.Columns[0].Missing, " ", inWords(d.Columns[0].Warnings)); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestRefusedHasNoValues: of dates that are not clear nothing is known, as which rows are equal.
func TestRefusedHasNoValues(t *testing.T) {
	for text, want := range map[string]string{
		"d,y\n03/04/2024,1\n05/06/2024,1\n,2\n01/02/2024,3\n": "[t: 1 row the same as an earlier one in every column that is not refused]",
		"d\n03/04/2024\n05/06/2024\n03/04/2024\n":             "[]",
	} {
		d, err := DescribeFrom(strings.NewReader(text), "t", Options{Dates: []string{"d"}})
		if err != nil {
			t.Fatal(err)
		}
		c := d.Columns[0]
		if fmt.Sprint(inWords(d.Warnings)) != want || c.Min == c.Min || c.Max == c.Max || c.Refused == nil || c.Distinct < 2 || c.Missing != strings.Count(text, "\n,") {
			t.Errorf("%q: %q, %+v", text, inWords(d.Warnings), c)
		}
	}
}

// TestRemediesForMissing: an error and a warning recommend what works for the columns that lack
// values.
func TestRemediesForMissing(t *testing.T) {
	const (
		use   = ", missing=use would leave out only those that lack a target"
		aside = `; missing=use takes no rows without clusters or weights, which column "g" lacks`
	)
	for name, test := range map[string]struct{ text, refused, dropped string }{
		"input":   {"x,g,y\n1,1,1\n,2,2\n3,3,3\n", use, "; missing=use keeps them"},
		"target":  {"x,g,y\n1,1,1\n2,2,\n3,3,3\n", use, "1 row (1 for it alone)"},
		"some":    {"x,g,y\n1,1,1\n2,2,\n,3,3\n", use, "; missing=use keeps those that have all targets"},
		"cluster": {"x,g,y\n1,1,1\n2,,2\n3,3,3\n", aside, "1 row (1 for it alone)"},
		"both":    {"x,g,y\n1,1,1\n2,,2\n3,3,\n", aside, "1 row (1 for it alone)"},
		"no rows": {"x,g,y\n1,,1\n2,,2\n3,,3\n", aside, `; column "g" lacks 3`},
		"given":   {"x,g,z,y\n1,1,1,1\n2,2,,2\n3,3,3,3\n", "missing=drop would leave out 1 of 3 rows", "1 row (1 for it alone)"},
		"not it":  {"x,g,z,y\n1,1,1,1\n,2,2,2\n3,3,3,3\n", use, "; missing=use keeps them"},
	} {
		o := Options{Targets: []string{"y"}, Given: []string{"z"}, Identifiers: []string{"g"}, Missing: MissingRefuse}
		_, err := Parse(strings.NewReader(test.text), "t", o)
		if err == nil || !strings.HasSuffix(err.Error(), test.refused) {
			t.Errorf("%s: got %v, want %s", name, err, test.refused)
		}
		o.Missing = MissingDrop
		table, err := Parse(strings.NewReader(test.text), "t", o)
		got := fmt.Sprint(err)
		if err == nil {
			got = strings.Join(inWords(table.Warnings), "\n")
		}
		if !strings.HasSuffix(got, test.dropped) {
			t.Errorf("%s: got %s, want %s", name, got, test.dropped)
		}
	}
}

// TestNoObject: an object that is asked for of a file without any is refused.
func TestNoObject(t *testing.T) {
	folder := storeFolder(t, whole(3), 0)
	for _, path := range []string{folder, filepath.Join(folder, "part-000.parquet"), filepath.Join(tables, "r_gaps.csv")} {
		_, err := Read(path, Options{Missing: MissingKeep, Dates: []string{"*"}, Object: "foo"})
		wantError(t, err, path+`: object "foo" is asked for, and only R workspaces have objects: leave object out`)
	}
	if _, err := Read(filepath.Join(tables, "r_gaps.csv"), Options{Missing: MissingKeep, Object: "foo", Inputs: []string{"size"}}); err != nil {
		t.Errorf("a table that another is read like: %v", err)
	}
}
