package datasets

import (
	"strings"
	"testing"
)

// TestLikeNames: columns whose names look the same are named with what tells them apart, and
// whole numbers that cannot be held are counted.
func TestLikeNames(t *testing.T) {
	const end = " have names that look the same"
	for text, want := range map[string]string{
		"caf\u00e9,cafe\u0301,y\n1,2,3\n":                  `t: columns "caf\u00e9" and "cafe\u0301"` + end,
		"a\u200b,a,y\n1,2,3\n":                             `t: columns "a\u200b" and "a"` + end,
		"a\u00a0b,a b,y\n1,2,3\n":                          `t: columns "a\u00a0b" and "a b"` + end,
		"\uff41,a,y\n1,2,3\n":                              `t: columns "\uff41" and "a"` + end,
		"a,a\ufe0f,y\n1,2,3\n":                             `t: columns "a" and "a\ufe0f"` + end,
		"a,a\u034f,y\n1,2,3\n":                             `t: columns "a" and "a\u034f"` + end,
		"a,A,y\n1,2,3\n":                                   "",
		"a,y\ncaf\u00e9,3\nx,1\ncafe\u0301,2\nx,4\n":       `t: column "a": the categories "cafe\u0301" and "caf\u00e9" look the same, but are two: write them alike if they are one`,
		"a,y\nin  it,3\nin it,1\nin\u200b it,2\nin it,2\n": `t: column "a": the categories "in  it" and "in it" look the same`,
		"a,y\nb,3\nB,1\nin it,2\nb,2\n":                    "",
		"a,b,y\n9007199254740993,1,2\n1,2,3\n":             `t: column "a": 1 whole number above 2^53 rounded, the first 9007199254740993`,
		"a,b,y\n-9007199254740993,1,2\n1,2,3\n":            `t: column "a": 1 whole number above 2^53 rounded, the first -9007199254740993`,
		"a,b,y\n9007199254740992,1,2\n1e30,2,3\n":          "",
		"a,b,y\n100000000000000000000,1,2\n1,2,3\n":        "",
	} {
		table, err := Parse(strings.NewReader(text), "t", Options{Missing: MissingRefuse})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(table.Warnings, "; "); (got == "") != (want == "") || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	table, err := Parse(strings.NewReader("a,b\n9007199254740993,1\n"), "t", Options{Missing: MissingRefuse, Categorical: []string{"a"}})
	if err != nil || len(table.Warnings) > 0 {
		t.Errorf("a code: %v, %v", table, err)
	}
}
