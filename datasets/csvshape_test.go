package datasets

import (
	"fmt"
	"strings"
	"testing"
)

// TestShapes: lines above and below the column names, and rows at the end, that are no data are left
// out by name; rows that may be data stay.
func TestShapes(t *testing.T) {
	rows := func(format string) (text string) {
		for i := range 8 {
			text += fmt.Sprintf(format+"\n", i+1, i*i%7)
		}
		return text
	}
	const above, units, below = "stands above the column names, which are taken from line", "looks like units or remarks below the column names", "the line is left out"
	for name, c := range map[string]struct {
		text, names string
		rows        int
		warnings    []string // in this order
	}{
		"plain":             {"a,b\n" + rows("%d,%d"), "a b", 8, nil},
		"logger":            {"TOA5,7001,CR3000,7001\nTIME,N,Ux\nTS,RN,m/s\n,,Smp\n" + rows("%d,%d,0.5"), "TIME N Ux", 8, []string{"t:1: (TOA5, 7001, CR3000, 7001) " + above + " 2; it is left out", "t:3: (TS, RN, m/s) " + units, "t:4: (Smp) " + units}},
		"units":             {"a,b,c\noC,,t/ha\n" + rows("%d,7,%d"), "a b c", 8, []string{"t:2: (oC, t/ha) " + units}},
		"brackets":          {"a;b\n(°C);(kg)\n" + rows("%d;%d,5"), "a b", 8, []string{"t:2: ((°C), (kg)) " + units, "t: numbers such as 0,5 are read with decimal commas"}},
		"decimal commas":    {"a;b\n0,5;1,5\n" + rows("%d,5;%d,5"), "a b", 9, []string{"t: numbers such as 0,5 are read with decimal commas"}},
		"two unit rows":     {"a,b,c\nm,s,kg\nraw,raw,mean\n" + rows("%d,%d,1.5"), "a b c", 8, []string{"t:2: (m, s, kg) " + units, "t:3: (raw, raw, mean) " + units}},
		"BOM and title":     {"\ufeffReport of May\nid;b;c\n" + rows("x;%d;%d"), "id b c", 8, []string{"t:1: (Report of May) " + above + " 2; it is left out"}},
		"spreadsheet":       {"Report,,,\n,,,\nid,b,c,d\n" + rows("x,%d,%d,3"), "id b c d", 8, []string{"t:1: (Report) " + above + " 3; it is left out", "t:2: () " + above + " 3; it is left out"}},
		"total":             {"id,b,c\n" + rows("x,%d,%d") + "Total,36,20\n", "id b c", 9, []string{`t:10: the last row may sum up those above, since column "id" has "Total" in no other row; it is kept, skip-last=1 leaves it out`}},
		"number's total":    {"a,b,c\n" + rows("%d,%d,2") + "Total,36,20\n", "a b c", 8, []string{"t:10: (Total, 36, 20) looks like a summary of the rows above; " + below}},
		"Summe":             {"id;b;c\n" + rows("x;%d;%d") + "Summe:;36;20\n\nQuelle: uns\n", "id b c", 9, []string{"t:12: (Quelle: uns) looks like a note below the table", `t:10: the last row may sum up those above, since column "id" has "Summe:" in no other row`}},
		"totals, no word":   {"a,b\n" + rows("%d,%d") + "36,14\n", "a b", 9, []string{"t:10: the last row may sum up those above, since its numbers are the sums of those above; it is kept, skip-last=1 leaves it out"}},
		"centre points":     {"a,b\n-1,-1\n1,-1\n-1,1\n1,1\n0,0\n0,0\n0,0\n", "a b", 7, nil},
		"a last average":    {"a,b\n" + strings.Repeat("x,1\ny,2\n", 4) + "average,1\naverage,2\n", "a b", 10, nil},
		"empty rows":        {"a,b,\n" + rows("%d,%d,") + ",,\n,,\n", "a b", 8, []string{"t:1: 1 column without a name"}},
		"names with a hole": {"name,,city,age\nann,f,rome,old\n" + rows("p%d,m,bonn,%d"), "", 0, []string{`t:2: row 1: column 2 has no name but holds "f"`}},
		"missing at first":  {"a,b,c\nrefused,dontknow,x\n" + rows("%d,%d,y"), "", 0, []string{`t:2: row 1, column "a": found "refused"`}},
		"a note":            {"a,b,c\n" + rows("%d,%d,2") + "source: us,,\n", "a b c", 8, []string{"t:10: (source: us) looks like a note below the table; " + below}},
		"a category":        {"a,b,c\nAll,3,4\n" + rows("x,%d,%d") + "All,5,6\n", "a b c", 10, nil},
		"data":              {"a,b,c\nBob,absent,absent\n" + rows("x,%d,%d"), "", 0, []string{`t:2: row 1, column "b": found "absent", expected a number; na=absent if`}},
		"remarks":           {"# by a tool\n# on Monday, at noon\na,b,c\n" + rows("%d,%d,2"), "a b c", 8, []string{"t:1: (# by a tool) " + above + " 3", "t:2: (# on Monday, at noon) " + above + " 3"}},
		"a word at last":    {"a,b,c\n" + strings.Repeat("1,2,3\n4,7,9\n", 10) + "Kokku,36,14\n", "", 0, []string{`t:22: row 21, column "a": found "Kokku", expected a number; na=Kokku if that stands for a missing value, categorical=a if the column holds categories; it is the last row: skip-last=1 if it is no data`}},
		"cut off":           {"a,b,c\n" + rows("x,%d,%d") + "x,3\n", "", 0, []string{`t:10: row 9 has 2 cells, expected 3 as in the header`}},
	} {
		table, err := Parse(strings.NewReader(c.text), "t", Options{Missing: MissingRefuse})
		if err != nil {
			if c.names != "" || !strings.HasPrefix(err.Error(), c.warnings[0]) {
				t.Errorf("%s: %v, want %q", name, err, c.warnings)
			}
			continue
		}
		if got := strings.Join(table.names(), " "); got != c.names || table.Rows != c.rows {
			t.Errorf("%s: columns %q, %d rows, want %q, %d", name, got, table.Rows, c.names, c.rows)
		}
		for k, want := range c.warnings {
			if k >= len(table.Warnings) || !strings.HasPrefix(inWords(table.Warnings)[k], want) {
				t.Errorf("%s: warnings %q, want %q", name, inWords(table.Warnings), c.warnings)
				break
			}
		}
		if len(table.Warnings) != len(c.warnings) {
			t.Errorf("%s: warnings %q, want %q", name, inWords(table.Warnings), c.warnings)
		}
	}
}
