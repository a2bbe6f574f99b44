package located

import (
	"strings"
	"testing"
)

// TestReader reads a file with a fault of every kind: each is named with its
// place, in the order of the file.
func TestReader(t *testing.T) {
	r := Reader{File: "f"}
	root, err := r.Document([]byte(`word: Two words
count: 0
number: 1e3
list: []
twice: [a, a]
choice: aprl
choice: may
months: 3
`))
	if err != nil {
		t.Fatal(err)
	}
	var word, month string
	var count, decimals int
	var number float64
	var list []string
	text := func(dst *string) Value { return Text(dst) }
	r.Read(root, "the file", Map("the file",
		Required("word", Word(&word), ""),
		Required("count", Count(&count, 1), ""),
		Optional("number", Decimal(&number, &decimals), ""),
		Optional("list", Set(&list, "an item", text), ""),
		Optional("twice", Set(&list, "an item", text), ""),
		Optional("choice", Choice(&month, "month", []string{"april", "may"}), ""),
		Required("month", Text(&month), ""),
		Required("colour", Text(&month), ""),
	))
	want := []string{
		`f:1:1: the file has no "colour"`,
		`f:1:7: word is "Two words", expected a word of small letters, digits and -`,
		`f:2:8: count is 0, expected a whole number from 1 to 1000000000`,
		`f:3:9: number is "1e3", expected a decimal number such as 0.68`,
		`f:4:7: list is an empty list, expected at least one item`,
		`f:5:12: twice lists a twice`,
		`f:6:9: unknown month "aprl", did you mean "april"? (one of: april, may)`,
		`f:7:1: key "choice" of the file occurs twice, first in line 6`,
		`f:8:1: unknown key "months", did you mean "month"? (one of: word, count, number, list, twice, choice, month, colour) in the file`,
	}
	if got := r.Err(); !r.Faulty() || got == nil || got.Error() != strings.Join(want, "\n") {
		t.Errorf("found\n%v\nexpected\n%s", got, strings.Join(want, "\n"))
	}
}

func TestDocument(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "f:1:1: empty, expected a specification",
		"a: 1\n---\nb: 2\n": "f:2:1: a second document, expected one specification in a file",
		"a: 1\nb: [1\n":     "f:2: not YAML: did not find expected ',' or ']'",
	} {
		r := Reader{File: "f"}
		if _, err := r.Document([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}
