package datasets

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestWriting: codes that look like numbers are told of where numbers merge them, and clusters and
// categories keep them apart.
func TestWriting(t *testing.T) {
	const codes = `: categorical=x if they are codes`
	for _, c := range []struct {
		cells, warning string
		distinct       int
	}{
		{"100 07 007 07", "07 and 007 are read as the same number" + codes, 3},
		{"7 07 5 6", "07 and other cells are read as the same number" + codes, 4},
		{"401.9 250.00 250.0 401.9", "250.00 and other cells are read as the same number" + codes, 3},
		{"11035E121 11036E113 11071E105", "11035E121 is read as a number with an exponent" + codes, 3},
		{"9007199254740993 9007199254740992 5", "1 integer above 2^53 rounded, the first 9007199254740993: numbers keep 15 digits; categorical=x if they are codes, exclude=x if they number the rows", 3},
		{"12345678901234567 5 6", "1 integer above 2^53 rounded, the first 12345678901234567: numbers keep 15 digits; categorical=x if they are codes, exclude=x if they number the rows", 3},
		{"01001 60601 07307", "", 3},
		{"1.50 2.25 3.00 1.50", "", 3},
		{"1.5e3 1E+05 2e5", "", 3},
		{"0 0.0 1 1.5", "", 4},
		{"1 1.0 -0 0", "", 4},
	} {
		text := "x,y\n"
		for i, cell := range strings.Fields(c.cells) {
			text += fmt.Sprintf("%s,%d\n", cell, i)
		}
		parse := func(o Options) *Table {
			o.Missing = MissingRefuse
			table, err := Parse(strings.NewReader(text), "t.csv", o)
			if err != nil {
				t.Fatalf("%s: %v", c.cells, err)
			}
			return table
		}
		want := c.warning
		if want != "" {
			want = `t.csv: column "x": ` + want
		}
		if got := strings.Join(inWords(parse(Options{}).Warnings), "\n"); got != want {
			t.Errorf("%s: warnings %q, want %q", c.cells, got, want)
		}
		if got := parse(Options{Categorical: []string{"x"}}).Columns[0].Levels; len(got) != c.distinct {
			t.Errorf("%s: levels %q, want %d", c.cells, got, c.distinct)
		}
		table := parse(Options{Identifiers: []string{"x"}})
		clusters, err := table.Columns[0].Clusters()
		if err != nil || int(slices.Max(clusters))+1 != c.distinct || table.Warnings != nil {
			t.Errorf("%s: clusters %v, want %d; %v %q", c.cells, clusters, c.distinct, err, inWords(table.Warnings))
		}
	}
	_, err := Parse(strings.NewReader("x,y\n31E212,1\n31E212,4\n77E401,2\n"), "t.csv", Options{Missing: MissingRefuse})
	wantError(t, err, `t.csv:4: row 3, column "x": found "77E401", expected a number of magnitude below 1.8e308; categorical=x if the column holds codes`)
}
