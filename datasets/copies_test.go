package datasets

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drfvi/internal/mention"
)

// TestCopies: inputs that are the same in every row are told of, of any kind and name, and the group that is proposed makes
// them one input; those that differ anywhere, or never vary, are not.
func TestCopies(t *testing.T) {
	for name, c := range map[string]struct {
		header string
		row    func(i int) string
		sets   string
	}{
		"numbers":  {"a,b,c,y", func(i int) string { return fmt.Sprintf("%d.5,%d.5,%d,%d", i*i%17, i*i%17, i%5, i%3) }, "[[0 1]]"},
		"three":    {"a,b,c,y", func(i int) string { return fmt.Sprintf("%d,%d,%d,%d", i%7, i%7, i%7, i%3) }, "[[0 1 2]]"},
		"two sets": {"a,b,c,d,y", func(i int) string { return fmt.Sprintf("%d,%d,%d,%d,%d", i%7, i%5, i%7, i%5, i%3) }, "[[0 2] [1 3]]"},
		"text":     {"a,b,c,y", func(i int) string { k := "uvw"[i%3 : i%3+1]; return fmt.Sprintf("%s,%s,%d,%d", k, k, i%5, i%3) }, "[[0 1]]"},
		"missing": {"a,b,c,y", func(i int) string {
			return fmt.Sprintf("%[1]s,%[1]s,%[2]d,%[3]d", []string{"", "2.5", "3"}[i%3], i%5, i%3)
		}, "[[0 1]]"},
		"logical":     {"a,b,c,y", func(i int) string { return fmt.Sprintf("%t,%t,%d,%d", i%2 == 0, i%2 == 0, i%5, i%3) }, "[[0 1]]"},
		"names":       {`"a, b","say ""x""",c,y`, func(i int) string { return fmt.Sprintf("%d,%d,%d,%d", i%7, i%7, i%5, i%3) }, "[[0 1]]"},
		"signs":       {"a=1,$(touch x)*,c,y", func(i int) string { return fmt.Sprintf("%d,%d,%d,%d", i%7, i%7, i%5, i%3) }, "[[0 1]]"},
		"one differs": {"a,b,c,y", func(i int) string { return fmt.Sprintf("%d,%d,%d,%d", i%7, i%7+i/59, i%5, i%3) }, "[]"},
		"constant":    {"a,b,c,y", func(i int) string { return fmt.Sprintf("1,1,%d,%d", i%5, i%3) }, "[]"},
	} {
		var b strings.Builder
		fmt.Fprintln(&b, c.header)
		for i := range 60 {
			fmt.Fprintln(&b, c.row(i))
		}
		table, err := Parse(strings.NewReader(b.String()), "t.csv", Options{Missing: MissingKeep})
		if err != nil {
			t.Fatal(err)
		}
		p, err := table.SplitLevels([]string{"y"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(p.Copies()); got != c.sets {
			t.Errorf("%s: copies %s, want %s", name, got, c.sets)
		}
		var groups []string
		for _, w := range p.Warnings {
			for _, part := range mention.Parts(mention.Marked(w), func(mention.Setting) bool { return true }) {
				if part.Setting != nil && part.Setting.Name == mention.Group {
					groups = append(groups, part.Setting.Value)
				}
			}
		}
		joined, err := table.SplitLevels([]string{"y"}, groups)
		if err != nil || len(groups) != len(p.Copies()) || len(joined.Copies()) > 0 || slices.ContainsFunc(joined.Warnings, func(w error) bool { return strings.Contains(w.Error(), "copies") }) {
			t.Errorf("%s: groups %q, %v: %v", name, groups, err, joined)
		}
	}
}

// TestFar: a number that is far from all others is told of with its rows, whether it is of a target or an input, and as
// describe does; none of skewed or heavy-tailed columns.
func TestFar(t *testing.T) {
	for cells, want := range map[string]string{
		"-999 at 3, 10 and 11":  "is -999 in 3 rows, the first 4, far from all other values: na=-999 if that stands for a missing value in all columns, schema if in this one only",
		"9999 at 3 and 5":       "is 9999 in 2 rows, the first 4, far from all other values: na=9999 if that stands for a missing value in all columns, schema if in this one only",
		"1e30 at 7":             "is 1e+30 in row 8, far from all other values: na=1e+30 if that stands for a missing value in all columns, schema if in this one only",
		"-1234567 at 7 and 8":   "is -1.234567e+06 in 2 rows, the first 8, far from all other values: na=-1.234567e+06 if that stands for a missing value in all columns, schema if in this one only",
		"99 at 4":               "",
		"150 at 4":              "",
		"150 at 4 and 5 and 20": "",
	} {
		value, places, _ := strings.Cut(cells, " at ")
		var b strings.Builder
		fmt.Fprintln(&b, "x,y")
		for i := range 60 {
			cell := fmt.Sprintf("%.2f", float64(i*i%37)/10)
			if slices.Contains(strings.Fields(strings.ReplaceAll(strings.ReplaceAll(places, "and", " "), ",", " ")), fmt.Sprint(i)) {
				cell = value
			}
			fmt.Fprintf(&b, "%s,%s\n", cell, cell)
		}
		table := parse(t, b.String())
		p, err := table.SplitLevels([]string{"y"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		d, err := DescribeFrom(strings.NewReader(b.String()), "t.csv", refuse)
		if err != nil {
			t.Fatal(err)
		}
		expected := []string(nil)
		if want != "" {
			expected = []string{`t.csv: target "y" ` + want, `t.csv: input "x" ` + want}
		}
		if got := inWords(p.Warnings); !slices.Equal(got, expected) {
			t.Errorf("%s: got %q, want %q", cells, got, expected)
		}
		if got := strings.Join(inWords(d.Columns[0].Warnings), ""); got != want {
			t.Errorf("%s: describe says %q, want %q", cells, got, want)
		}
	}
}
