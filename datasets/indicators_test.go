package datasets

import (
	"fmt"
	"strings"
	"testing"
)

// TestIndicators: the dummies of one factor are told of, with the group that joins them, unless they
// are in one, or flags that may go together.
func TestIndicators(t *testing.T) {
	names := []string{"Deck_A", "Deck_B", "Deck_C", "Port.x", "Port.y", "Port.z", "flag_1", "flag_2", "flag_3", "Deck", "y"}
	text := strings.Join(names, ",") + "\n"
	for i := range 60 {
		is := func(on bool) int {
			if on {
				return 1
			}
			return 0
		}
		text += fmt.Sprintf("%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d\n", is(i%3 == 0), is(i%3 == 1), is(i%3 == 2), is(i%4 == 0), is(i%4 == 1), is(i%4 == 2), is(i%2 == 0), is(i%5 == 0), is(i%7 == 0), i%9, i*i%13)
	}
	const port = `3 inputs, "Port.x" to "Port.z", are indicators of one factor, of which at most one is 1 in a row: each alone matters little; --group 'Port=Port.*' makes them one input`
	for _, c := range []struct {
		exclude, groups, want []string
	}{
		{[]string{"Deck"}, nil, []string{`3 inputs, "Deck_A" to "Deck_C", are indicators of one factor, of which at most one is 1 in a row: each alone matters little; --group 'Deck=Deck_*' makes them one input`, port}},
		{[]string{"Deck"}, []string{"deck=Deck_*"}, []string{port}},
		{nil, []string{"p=Port.*"}, []string{`3 inputs, "Deck_A" to "Deck_C", are indicators of one factor, of which at most one is 1 in a row: each alone matters little; --group 'Deck=Deck_A,…' makes them one input`}},
	} {
		table, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingRefuse, Exclude: c.exclude})
		if err != nil {
			t.Fatal(err)
		}
		p, err := table.Split([]string{"y"}, c.groups)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(p.Warnings, "\n"); got != strings.Join(c.want, "\n") {
			t.Errorf("%q: got %q, want %q", c, got, c.want)
		}
	}
}
