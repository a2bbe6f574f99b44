package strict

import (
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// kinds has a field of every kind.
type kinds struct {
	Node   *yaml.Node          `yaml:"-"`
	Word   string              `yaml:"word" is:"required;as=word"`
	Count  int                 `yaml:"count" is:"required"`
	Share  *float64            `yaml:"share"`
	Answer bool                `yaml:"answer"`
	Seed   uint64              `yaml:"seed"`
	List   []string            `yaml:"list"`
	Twice  []string            `yaml:"twice" is:"each=an item"`
	Month  string              `yaml:"month" is:"required;one=month/long"`
	Colour string              `yaml:"colour" is:"required"`
	By     []named             `yaml:"by" is:"by=month/long;each=season"`
	Keys   map[string][]string `yaml:"keys" is:"keys=month/long;one=month/long"`
	Other  string              `yaml:"other" is:"in=another"`
}

type named struct {
	Name  string     `yaml:"-"`
	Node  *yaml.Node `yaml:"-"`
	Warm  bool       `yaml:"warm" is:"required"`
	Least int        `yaml:"least" is:"least=4"`
}

func reader() *Reader {
	return &Reader{File: "f", Words: map[string][]string{"month/long": {"april", "may"}}, In: func([]string) bool { return false }}
}

// TestReader reads a file with a fault of every kind: each is named with its
// place, in the order of the file.
func TestReader(t *testing.T) {
	r := reader()
	root, err := r.Document([]byte(`word: Two words
count: 0
share: 1e3
list: []
twice: [a, a]
month: aprl
month: may
seed: -1
answer: perhaps
by: {june: {warm: true}, may: {least: 3}}
keys: {juni: [may], april: [mai]}
other: 1
`))
	if err != nil {
		t.Fatal(err)
	}
	var k kinds
	r.Read(root, "the file", &k)
	want := []string{
		`f:1:1: the file has no "colour"`,
		`f:1:7: word is "Two words", expected a word of small letters, digits and -`,
		`f:2:8: count is 0, expected a whole number from 1 to 1000000000`,
		`f:3:8: share is "1e3", expected a decimal number such as 0.68`,
		`f:4:7: list is an empty list, expected at least one item`,
		`f:5:12: twice lists a twice`,
		`f:6:8: unknown month "aprl", did you mean "april"? (one of: april, may)`,
		`f:7:1: key "month" of the file occurs twice, first in line 6`,
		`f:8:7: seed is "-1", expected a whole number from 0 to 18446744073709551615`,
		`f:9:9: unknown answer "perhaps" (one of: true, false)`,
		`f:10:6: unknown month "june" (one of: april, may)`,
		`f:10:31: season "may" has no "warm"`,
		`f:10:39: least is 3, expected a whole number from 4 to 1000000000`,
		`f:11:8: unknown month "juni" (one of: april, may)`,
		`f:11:29: unknown month "mai", did you mean "may"? (one of: april, may)`,
		`f:12:1: unknown key "other" (one of: word, count, share, answer, seed, list, twice, month, colour, by, keys) in the file`,
	}
	if got := r.Err(); !r.Faulty() || got == nil || got.Error() != strings.Join(want, "\n") {
		t.Errorf("found\n%v\nexpected\n%s", got, strings.Join(want, "\n"))
	}
}

// TestValues reads a file without a fault.
func TestValues(t *testing.T) {
	r := reader()
	root, err := r.Document([]byte("{word: w-1, count: 2, share: 0.5, answer: true, seed: 3, month: may, colour: 7, by: {may: {warm: true}}, keys: {april: [may]}}"))
	if err != nil {
		t.Fatal(err)
	}
	var k kinds
	r.Read(root, "the file", &k)
	if r.Faulty() || k.Word != "w-1" || k.Count != 2 || *k.Share != 0.5 || !k.Answer || k.Seed != 3 || k.Month != "may" || k.Colour != "7" || k.Node != root ||
		len(k.By) != 1 || k.By[0].Name != "may" || !k.By[0].Warm || k.By[0].Node.Value != "may" || k.Keys["april"][0] != "may" {
		t.Errorf("%+v, %v", k, r.Err())
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
