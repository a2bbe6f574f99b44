package datasets_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/datasets"
)

const training = "a,place,two,gap,y\n1,Ulm,no,1,1\n2,Bonn,yes,,2\n3,Trier,yes,3,3\n4,Ulm,no,4,5\n"

func parse(t *testing.T, text string) *datasets.Table {
	t.Helper()
	table, err := datasets.Parse(strings.NewReader(text), "new.csv", datasets.Options{Missing: datasets.MissingKeep})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestEncode gives the training table back, in whatever order of columns, as levels and
// as indicators.
func TestEncode(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		split func(*datasets.Table) (*datasets.Problem, error)
	}{
		"levels": {training, func(t *datasets.Table) (*datasets.Problem, error) { return t.SplitLevels([]string{"y"}, nil) }},
		"indicators": {strings.ReplaceAll(training, ",,", ",2,"), func(t *datasets.Table) (*datasets.Problem, error) {
			return t.Split([]string{"y"}, nil)
		}},
	} {
		table := parse(t, c.text)
		p, err := c.split(table)
		if err != nil {
			t.Fatal(err)
		}
		x, err := p.Encode(table)
		if err != nil {
			t.Fatal(err)
		}
		same := func(a, b mat.Matrix) bool {
			rows, columns := a.Dims()
			for i := range rows {
				for j := range columns {
					if v, w := a.At(i, j), b.At(i, j); v != w && !(math.IsNaN(v) && math.IsNaN(w)) {
						return false
					}
				}
			}
			return true
		}
		if !same(x, p.X) {
			t.Errorf("%s: %v, expected %v", name, mat.Formatted(x), mat.Formatted(p.X))
		}
		if got := p.Categorical(); !reflect.DeepEqual(got, []string{"place", "two"}) {
			t.Errorf("%s: categories %v", name, got)
		}
		one, err := p.Encode(parse(t, "extra,two,gap,place,a\n7,yes,2,Bonn,5\n"))
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][]float64{"levels": {5, 0, 1, 2}, "indicators": {5, 1, 0, 0, 1, 2}}[name]
		if !reflect.DeepEqual(one.RawRowView(0), want) {
			t.Errorf("%s: %v, expected %v", name, one.RawRowView(0), want)
		}
		level := map[string][]string{"levels": {"Bonn", "Trier", "Ulm"}, "indicators": {"not Bonn", "Bonn"}}[name]
		if got := p.LevelNames(1); !reflect.DeepEqual(got, level) || p.LevelNames(0) != nil {
			t.Errorf("%s: levels %v, expected %v", name, got, level)
		}
		for text, fault := range map[string]string{
			"two,gap,place\nno,1,Ulm\n":                 `new.csv lacks 1 input of the training table: a; expected a column for each (it has two, gap, place)`,
			"a,two,gap,place\n1,no,1,Ulm\n1,no,1,Urm\n": `new.csv: row 2, column "place": unknown category "Urm", did you mean "Ulm"?`,
			"a,two,gap,place\nx,no,1,Ulm\n":             `row 1, column "a": found "x", expected a number, as in the training table`,
			"a,two,gap,place\n,no,1,Ulm\n2,no,1,Ulm\n":  `row 1, column "a": the value is missing`,
		} {
			if _, err := p.Encode(parse(t, text)); err == nil || !strings.Contains(err.Error(), fault) {
				t.Errorf("%s, %q: %v, expected %s", name, text, err, fault)
			}
		}
	}
}

// TestAlike reads tables like another one: its choices may be of columns that they lack,
// other columns hold anything, and categories may look like numbers or all be different.
func TestAlike(t *testing.T) {
	options := datasets.Options{Missing: datasets.MissingRefuse, Exclude: []string{"gone"}, Dates: []string{"day"}, Categorical: []string{"code", "y"}, Ordered: []string{"y=1,2"}}
	read := func(text string, o datasets.Options) *datasets.Table {
		t.Helper()
		table, err := datasets.Parse(strings.NewReader(text), "new.csv", o)
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	train := read("gone,day,code,place,y\nq,2020-01-02,1,Ulm,1\nr,2020-01-01,2,Bonn,2\ns,2020-01-03,1,Trier,1\nt,2020-01-01,2,Ulm,2\n", options)
	p, err := train.SplitLevels([]string{"y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	x, err := p.Encode(read("when,note,place,code,day\n2021-01-01,1,Ulm,2,2020-01-01\n2021-01-02,x,Bonn,2,2020-01-02\n,z,Trier,1,2020-01-03\n", p.Alike(options)))
	if err != nil {
		t.Fatal(err)
	}
	if got := x.RawRowView(2); !reflect.DeepEqual(got, []float64{18264, 0, 1}) {
		t.Errorf("row %v", got)
	}
	for _, k := range []datasets.Kind{datasets.Number, datasets.Text} {
		var back datasets.Kind
		word, _ := k.MarshalText()
		if err := back.UnmarshalText(word); err != nil || back != k {
			t.Errorf("%s is read as %v, %v", word, back, err)
		}
	}
	if err := new(datasets.Kind).UnmarshalText([]byte("unknown")); err == nil || !strings.Contains(err.Error(), `unknown kind of columns "unknown" (one of: number, `) {
		t.Error(err)
	}
}

// TestEncodeKinds: TRUE is no number and 2 is neither TRUE nor FALSE; 1 and 0 are.
func TestEncodeKinds(t *testing.T) {
	p, err := parse(t, "a,b,y\n1,TRUE,1\n2,FALSE,2\n3,TRUE,5\n").Split([]string{"y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"a,b\nTRUE,TRUE\nFALSE,TRUE\n": `new.csv: column "a" holds TRUE and FALSE, expected numbers as in the training table`,
		"a,b\n1,1\n2,2\n":              `new.csv: row 2, column "b": found 2, expected TRUE or FALSE, or 1 or 0, as in the training table`,
		"a,b\n1,1\n0,0\n":              "",
		"a,b\n1,F\n0,T\n":              "",
	} {
		_, err := p.Encode(parse(t, text))
		if got := message(err); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
