package datasets

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-gota/gota/series"
)

// TestTruths compares the words for truth values with those of which it is inferred
// that a column holds truth values.
func TestTruths(t *testing.T) {
	for _, word := range []string{"true", "True", "TRUE", "t", "T", "1", "false", "False", "f", "F", "0", "yes", "no", "2", "tru"} {
		want, err := series.New([]string{word}, series.Bool, "").Bool()
		is, isNot := anyCase(word, truths), anyCase(word, falsehoods)
		if is != (err == nil && want[0]) || isNot != (err == nil && !want[0]) {
			t.Errorf("%q is true %v, false %v; inferred from %v, %v", word, is, isNot, want, err)
		}
	}
}

// TestSpellings: truth values in several spellings are truth values, two words may be categories.
func TestSpellings(t *testing.T) {
	for cells, want := range map[string]string{
		"0 False True 1":                     "logical [0 0 1 1]",
		"TRUE yes T no F":                    "logical [1 1 1 0 0]",
		"Yes yes no":                         "logical [1 1 0]",
		"1.0 True False":                     "logical [1 1 0]",
		"y n Y N":                            "logical [1 0 1 0]",
		"yes no yes":                         "text [no yes]",
		"T N F T":                            "text [F N T]",
		"N Y NO maybe N":                     "text [N NO Y maybe]",
		"0 1 2 0 1 0":                        "integer [0 1 2 0 1 0]",
		"3 2 4 5 True 1":                     `found "True", expected a number; write the column in numbers or truth values alone, or categorical=x`,
		strings.Repeat("0 1 ", 700) + "True": "logical",
	} {
		text := "x,y\n"
		for i, cell := range strings.Fields(cells) {
			text += fmt.Sprintf("%s,%d\n", cell, i)
		}
		table, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingRefuse})
		if err != nil {
			if !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s: %v, want %s", cells, err, want)
			}
			continue
		}
		c := table.Columns[0]
		got := fmt.Sprint(c.Kind, " ", c.Values)
		if c.Kind.Categories() {
			got = fmt.Sprint(c.Kind, " ", c.Levels)
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %.100s, want %s", cells, got, want)
		}
	}
}

// TestSpeltAlike: new rows may spell truth values as the training table does not.
func TestSpeltAlike(t *testing.T) {
	train, err := Parse(strings.NewReader("b,y\nTRUE,1\nno,2\nfalse,3\nyes,4\n"), "t.csv", Options{Missing: MissingRefuse})
	if err != nil {
		t.Fatal(err)
	}
	p, err := train.SplitLevels([]string{"y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := Parse(strings.NewReader("b\nyes\nno\nyes\n"), "new.csv", p.Alike(Options{}))
	if err != nil {
		t.Fatal(err)
	}
	if x, err := p.Encode(table); err != nil || fmt.Sprint(x.RawMatrix().Data) != "[1 0 1]" {
		t.Errorf("got %v, %v", x, err)
	}
}
