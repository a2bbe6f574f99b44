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
	b.WriteString("x,lost,inches,fahrenheit,down,region,model,percent,age,dose,year,size\n")
	for i := range 93 {
		x := i * 37 % 89
		lost := fmt.Sprint(x % 17)
		if i%8 == 0 {
			lost = "-999"
		}
		fmt.Fprintf(&b, "%d,%s,%.4f,%g,%d,%d,m%d,%d%%,%d,%d,%d,%d cm\n", x, lost, 2.54*float64(x), 1.8*float64(x)+32, -x*x*x, []int{101, 233, 317, 905}[i%4], i, i%7, 20+i*13%60, []int{5, 10, 20, 500}[i*i%4], 2000+i%9, i%13)
	}
	d, err := DescribeFrom(strings.NewReader(b.String()), "t.csv", Options{Categorical: []string{"model"}})
	if err != nil {
		t.Fatal(err)
	}
	problem, err := parse(t, strings.ReplaceAll(b.String(), ",m", ",")).SplitLevels([]string{"x"}, nil)
	if want := `input "size" holds numbers with a unit such as 0 cm, which are taken for 13 categories: take the unit away`; err != nil || !strings.Contains(strings.Join(problem.Warnings, "\n"), want) || strings.Contains(strings.Join(problem.Warnings, "\n"), "percentages") {
		t.Errorf("%v: warnings %q, expected %s and none of 7 percentages", err, problem.Warnings, want)
	}
	for name, want := range map[string]string{
		"lost": "is -999 in 12 rows, far from all other values: --na -999 if that stands for a missing value", "x": "", "down": "", "age": "", "dose": "", "year": "",
		"inches": "", "fahrenheit": "", "region": "",
		"model": "has 93 levels in 93 rows: leave it out with --exclude if it is an identifier or a name", "percent": "holds percentages such as 0% as categories: take the percent signs away",
		"size": "holds numbers with a unit such as 0 cm as categories: take the unit away",
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
		"latin":    {strings.Replace(rows(func(int) string { return "M\xfcnchen" }), "a,b", "ä,b", 1), `expected UTF-8 text: save the file again as "CSV UTF-8", or convert it, as by iconv`},
		"inf":      {rows(func(i int) string { return []string{"1.5", "Inf", "2"}[i%3] }), "; --na Inf if that stands for a missing value, or leave the column out with --exclude"},
		"percent":  {rows(func(i int) string { return fmt.Sprintf("%d%%", i) }), `found percentages such as "0%", expected numbers: take the percent signs away`},
		"repeated": {rows(func(i int) string { return fmt.Sprintf("%d %%", i%20) }), `found percentages such as "0 %", expected numbers: take the percent signs away`},
		"unit":     {rows(func(i int) string { return fmt.Sprintf("%d.5 kg", i%20) }), `found numbers with a unit such as "0.5 kg", expected numbers: take the unit away, or leave the column out with --exclude`},
		"money":    {rows(func(i int) string { return fmt.Sprintf(`"$1,%03d"`, i%20) }), `found numbers with a unit such as "$1,000", expected numbers: take the unit away`},
		"decimal":  {rows(func(i int) string { return fmt.Sprintf(`"%d,%d"`, i%20, i%20) }), `found numbers with commas such as "0,0", expected numbers: --decimal , if they are decimal commas, else take the commas away`},
		"some":     {rows(func(i int) string { return []string{"7", "8.5", `"3,5"`}[i%3] }), `expected a number with a decimal point and no separators`},
		"go":       {rows(func(i int) string { return []string{"1.5", "2", "1_000"}[i%3] }), `found "1_000", expected a number`},
	} {
		if _, err := Parse(strings.NewReader(c.text), name, Options{Missing: MissingRefuse}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", name, err, c.want)
		}
	}
	for name, cell := range map[string]func(i int) string{ // categories, as far as can be told
		"doses":  func(i int) string { return fmt.Sprintf("%d mg", i%4) },
		"places": func(i int) string { return fmt.Sprintf("P%02d", i%20) },
		"mixed":  func(i int) string { return fmt.Sprintf("%d %s", i%20, []string{"kg", "g"}[i%2]) },
		"dated":  func(i int) string { return fmt.Sprintf("%d-%d x", i%20, i%20) },
		"named":  func(i int) string { return fmt.Sprintf("no %d", i%20) },
	} {
		if table, err := Parse(strings.NewReader(rows(cell)), name, Options{Missing: MissingRefuse}); err != nil || table.Columns[1].Kind != Text {
			t.Errorf("%s are no categories: %v", name, err)
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
