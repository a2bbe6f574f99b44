package datasets

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestDoubts describes a table whose columns are doubtful, each in one way, and some that
// are not.
func TestDoubts(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,lost,inches,fahrenheit,down,region,model,percent,age,dose,year\n")
	for i := range 93 {
		x := i * 37 % 89
		lost := fmt.Sprint(x % 17)
		if i%8 == 0 {
			lost = "-999"
		}
		fmt.Fprintf(&b, "%d,%s,%.4f,%g,%d,%d,m%d,%d%%,%d,%d,%d\n", x, lost, 2.54*float64(x), 1.8*float64(x)+32, -x*x*x, []int{101, 233, 317, 905}[i%4], i, i%7, 20+i*13%60, []int{5, 10, 20, 500}[i*i%4], 2000+i%9)
	}
	d, err := DescribeFrom(strings.NewReader(b.String()), "t.csv", Options{Categorical: []string{"model"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"lost": "is -999 in 12 rows, far from all other values: --na -999 if that stands for a missing value", "x": "", "down": "", "age": "", "dose": "", "year": "",
		"inches": `is 2.54 times column "x" in every row: neither is important while the other is there`, "fahrenheit": `is 1.8 times column "x" plus 32 in every row: neither is important while the other is there`,
		"region": "has 4 whole numbers of the same length, each in several rows: name it in --categorical if they are codes of categories",
		"model":  "has 93 levels in 93 rows: leave it out with --exclude if it is an identifier or a name", "percent": "holds percentages such as 0% as categories: take the percent signs away",
	} {
		at := slices.IndexFunc(d.Columns, func(c ColumnDescription) bool { return c.Name == name })
		if got := strings.Join(d.Columns[at].Warnings, "; "); got != want {
			t.Errorf("%s: %q, expected %q", name, got, want)
		}
	}
}

// TestRemedies reads tables that something is wrong with: the error says what to do.
func TestRemedies(t *testing.T) {
	rows := func(cell func(i int) string) string {
		text := "a,b,y\n"
		for i := range 30 {
			text += fmt.Sprintf("%d,%s,%d\n", i*7%29, cell(i), i*11%13)
		}
		return text
	}
	for name, c := range map[string]struct{ text, want string }{
		"latin":   {rows(func(int) string { return "M\xfcnchen" }), `expected UTF-8 text: save the file again as "CSV UTF-8", or convert it, as by iconv`},
		"header":  {"M\xfcnchen,y\n1,2\n", `expected UTF-8 text: save the file again as "CSV UTF-8"`},
		"inf":     {rows(func(i int) string { return []string{"1.5", "Inf", "2"}[i%3] }), "; --na Inf if that stands for a missing value, or leave the column out with --exclude"},
		"percent": {rows(func(i int) string { return fmt.Sprintf("%d%%", i) }), `found percentages such as "0%", expected numbers: take the percent signs away`},
		"go":      {rows(func(i int) string { return []string{"1.5", "2", "1_000"}[i%3] }), `found "1_000", expected a number`},
	} {
		if _, err := Parse(strings.NewReader(c.text), name, Options{Missing: MissingRefuse}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", name, err, c.want)
		}
	}
	codes, err := Parse(strings.NewReader(rows(func(i int) string { return fmt.Sprintf("%d_1", i%3) })), "codes", Options{Missing: MissingRefuse})
	if err != nil || codes.Columns[1].Kind != Text {
		t.Errorf("codes with underscores: %v, %v", codes, err)
	}
}

// TestOldMac reads lines that end in carriage returns alone.
func TestOldMac(t *testing.T) {
	var b strings.Builder
	b.WriteString("a,y\n")
	for i := range 40_000 {
		fmt.Fprintf(&b, "%d,%d\n", i, i%7)
	}
	text := b.String()
	want, err := Parse(strings.NewReader(text), "t", Options{Missing: MissingRefuse})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse(strings.NewReader(strings.ReplaceAll(text, "\n", "\r")), "t", Options{Missing: MissingRefuse})
	if err != nil || got.Rows != want.Rows || !slices.Equal(got.Columns[1].Values, want.Columns[1].Values) {
		t.Errorf("%v, %v", got, err)
	}
}
