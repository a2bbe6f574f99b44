package datasets

import (
	"fmt"
	"path/filepath"
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
	of, targetErr := parse(t, strings.ReplaceAll(b.String(), ",m", ",")).SplitLevels([]string{"percent"}, nil)
	if want := `target "percent" holds numbers as text, such as 0%, which are taken for 7 categories: take the percent signs away`; targetErr != nil || !strings.Contains(strings.Join(inWords(of.Warnings), "\n"), want) {
		t.Errorf("%v: warnings %q, expected %s", targetErr, inWords(of.Warnings), want)
	}
	if want := `input "size" holds numbers as text, such as 0 cm, which are taken for 13 categories: take the unit away`; err != nil || !strings.Contains(strings.Join(inWords(problem.Warnings), "\n"), want) || strings.Contains(strings.Join(inWords(problem.Warnings), "\n"), "percent") {
		t.Errorf("%v: warnings %q, expected %s and none of 7 percentages", err, inWords(problem.Warnings), want)
	}
	for name, want := range map[string]string{
		"lost": "is -999 in 12 rows, the first 1, far from all other values: na=-999 if that stands for a missing value in all columns, schema if in this one only", "x": "", "down": "", "age": "", "dose": "", "year": "",
		"inches": "", "fahrenheit": "", "region": "",
		"model": "has 93 levels in 93 rows: leave it out with exclude=model if it is an identifier or a name", "percent": "holds numbers as text, such as 0%, as categories: take the percent signs away",
		"size": "holds numbers as text, such as 0 cm, as categories: take the unit away",
	} {
		at := slices.IndexFunc(d.Columns, func(c ColumnDescription) bool { return c.Name == name })
		if got := strings.Join(inWords(d.Columns[at].Warnings), "; "); got != want {
			t.Errorf("%s: %q, expected %q", name, got, want)
		}
	}
}

// TestDoubtsOfCategories: levels that differ only in case.
func TestDoubtsOfCategories(t *testing.T) {
	var b strings.Builder
	b.WriteString("site,person,visit,few,mixed,age,use,y\n")
	for i := range 60 {
		fmt.Fprintf(&b, "S%d,%d,%d,P%d,M%d,%d,%s,%d\n", i*i/400, 100+i/5, i%5, i/20, i%10, 30+i*i/400, []string{"weide", "Mahd", "Weide"}[i%3], i*i%41)
	}
	d, err := DescribeFrom(strings.NewReader(b.String()), "t.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	const alike = `has the categories "Weide" and "weide", which differ only in case: write them alike if they are one`
	for k, want := range []string{"", "", "", "", "", "", alike, ""} {
		if got := strings.Join(inWords(d.Columns[k].Warnings), "; "); got != want {
			t.Errorf("%s: %q, expected %q", d.Columns[k].Name, got, want)
		}
	}
	problem, err := parse(t, b.String()).SplitLevels([]string{"y"}, nil)
	if got := strings.Join(inWords(problem.Warnings), "; "); err != nil || got != `t.csv: input "use" `+alike {
		t.Errorf("%v: %q", err, got)
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
		"inf":      {rows(func(i int) string { return []string{"1.5", "Inf", "2"}[i%3] }), "; na=Inf if that stands for a missing value, or leave the column out with exclude"},
		"percent":  {rows(func(i int) string { return fmt.Sprintf("%d%%", i) }), `found numbers as text, such as "0%", expected plain numbers: take the percent signs away`},
		"repeated": {rows(func(i int) string { return fmt.Sprintf("%d %%", i%20) }), `found numbers as text, such as "0 %", expected plain numbers: take the percent signs away`},
		"unit":     {rows(func(i int) string { return fmt.Sprintf("%d.5 kg", i%20) }), `found numbers as text, such as "0.5 kg", expected plain numbers: take the unit away, or leave the column out with exclude`},
		"money":    {rows(func(i int) string { return fmt.Sprintf(`"$1,%03d"`, i%20) }), `found numbers as text, such as "$1,000", expected plain numbers: take the unit away`},
		"decimal":  {rows(func(i int) string { return fmt.Sprintf(`"%d,%d"`, i%20, i%20) }), `found numbers as text, such as "0,0", expected plain numbers: decimal=, if they have decimal commas, else take the commas away`},
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

// TestOldMac: lines that end in carriage returns alone are told of; one at the end of the only line is none.
func TestOldMac(t *testing.T) {
	_, err := Parse(strings.NewReader("a,y\r1,2\r3,4\r"), "t", Options{Missing: MissingRefuse})
	wantError(t, err, `t: lines end in carriage returns alone, as old Macs write them, expected line feeds: save the file again as "CSV UTF-8"`)
	_, err = Parse(strings.NewReader("a,y\r"), "t", Options{Missing: MissingRefuse})
	wantError(t, err, `t: the file has a header but no rows`)
}

// TestNumbersAsText: few numbers and times, in forms that make categories of them, are warned of
// or, if they are dates, refused; codes are not.
func TestNumbersAsText(t *testing.T) {
	const warned, refused, clock, lasting = "holds numbers as text, ", "found dates or times", "found times of a day such as ", "found durations such as "
	for name, test := range map[string]struct {
		cells []string
		want  string
	}{
		"blanks":        {[]string{"1 200", "2 300", "950"}, "such as 1 200, as categories: take the marks between thousands away"},
		"hard blanks":   {[]string{"950", "2\u00a0300", "1\u00a0200.5"}, "such as 1\u00a0200.5"},
		"narrow blanks": {[]string{"1\u202f200", "2\u202f300,5"}, "such as 1\u202f200"},
		"points":        {[]string{"1.200.000", "2.300.000"}, "such as 1.200.000"},
		"Swiss":         {[]string{"1'200", "-2'300", "950"}, "such as"},
		"quotes":        {[]string{"1’200", "2’300", "950"}, "such as"},
		"dear":          {[]string{"€1 200", "€950", "€1 300"}, "such as €1 200, as categories: take the unit away"},
		"heavy":         {[]string{"1’200 kg", "950 kg", "unknown"}, "such as 1’200 kg"},
		"part":          {[]string{"12%", "0", "5 %"}, "such as 12%, as categories: take the percent signs away"},
		"afternoon":     {[]string{"1:30 PM", "11:05 AM"}, clock + `"1:30 PM", expected numbers or categories: a file with {"fields":[{"name":"t","type":"time"}]}, named in schema, takes it as seconds, or leave it out with exclude=t`},
		"lower case":    {[]string{"1:30 pm", "11:05 a.m."}, clock + `"1:30 pm"`},
		"clock":         {[]string{"13:30", "11:05:07"}, clock + `"13:30"`},
		"coordinates":   {[]string{"42°42'04″N", "40°23'14″N"}, "such as 40°23'14″N, as categories: write coordinates in decimal degrees"},
		"directions":    {[]string{"69.0381 W", "70.2588 W"}, "such as 69.0381 W, as categories: write coordinates in decimal degrees"},
		"pressures":     {[]string{"116/80", "103/77"}, "such as 103/77, as categories: write the two numbers into columns of their own"},
		"ratios":        {[]string{"6:4", "5:4"}, "such as 5:4, as categories: write the two numbers into columns of their own"},
		"deltas":        {[]string{"0 days 01:00:00", "-1 days +23:00:00"}, lasting},
		"long clocks":   {[]string{"25:00:00", "36:30:00"}, lasting},
		"stamps":        {[]string{"1/14/2024 10:30 AM", "1/15/2024 1:30:05 PM"}, refused},
		"short stamps":  {[]string{"14.1.24 10:30", "15.1.24 9:05"}, refused},

		"codes": {[]string{"A12", "S1", "T-3"}, ""}, "ICD": {[]string{"I10", "E11.9", "5D40", "1D2"}, ""}, "ranges": {[]string{"10-19", "20-29"}, ""},
		"postcodes": {[]string{"1012 AB", "1013 CD"}, ""}, "Swedish": {[]string{"123 45", "234 56"}, ""}, "doors": {[]string{"10", "10a", "11b", "x"}, ""},
		"sizes": {[]string{"3x10", "4x12"}, ""}, "versions": {[]string{"1.2.3", "1.2.4"}, ""}, "words": {[]string{"1 200", "low", "high", "mid"}, ""}, "orders": {[]string{"1st", "2nd"}, ""},
	} {
		var b strings.Builder
		b.WriteString("t\ty\n")
		for i := range 40 {
			fmt.Fprintf(&b, "%s\t%d\n", test.cells[i%len(test.cells)], i*7%23)
		}
		d, err := DescribeFrom(strings.NewReader(b.String()), "t", Options{Separator: '\t', Decimal: '.'})
		if err != nil {
			t.Fatal(err)
		}
		c := d.Columns[0]
		got := strings.Join(inWords(c.Warnings), "\n") + inWord(c.Refused)
		want := test.want
		if want != "" && want != refused && want != lasting && !strings.HasPrefix(want, clock) {
			want = warned + want
		}
		if c.Kind != Text || !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s: %s, %q, expected %q", name, c.Kind, got, want)
		}
	}
}

// TestTypedNumbersAsText: so are plain numbers that a typed file stores as text, but not those that
// the user names as categories.
func TestTypedNumbersAsText(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.parquet")
	texts, y := make([]string, 40), make([]float64, 40)
	for i := range texts {
		texts[i], y[i] = []string{"0.5", "1.5", "2"}[i%3], float64(i*7%23)
	}
	storeParquet(t, file, 50, stored{"x", texts}, stored{"y", y})
	for _, categorical := range [][]string{nil, {"x"}} {
		d, err := Describe(file, Options{Categorical: categorical})
		if err != nil {
			t.Fatal(err)
		}
		want := "[holds numbers as text, such as 0.5, as categories: store them as numbers, or name the column in categorical if they are codes]"
		if categorical != nil {
			want = "[]"
		}
		if got := fmt.Sprint(inWords(d.Columns[0].Warnings)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

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
	const port = `3 inputs, "Port.x" to "Port.z", are indicators of one factor, of which at most one is 1 in a row: each alone matters little; group=Port=Port.* makes them one input`
	for _, c := range []struct {
		exclude, groups, want []string
	}{
		{[]string{"Deck"}, nil, []string{`3 inputs, "Deck_A" to "Deck_C", are indicators of one factor, of which at most one is 1 in a row: each alone matters little; group=Deck=Deck_* makes them one input`, port}},
		{[]string{"Deck"}, []string{"deck=Deck_*"}, []string{port}},
		{nil, []string{"p=Port.*"}, []string{`3 inputs, "Deck_A" to "Deck_C", are indicators of one factor, of which at most one is 1 in a row: each alone matters little; group=Deck=Deck_A,… makes them one input`}},
	} {
		table, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingRefuse, Exclude: c.exclude})
		if err != nil {
			t.Fatal(err)
		}
		p, err := table.Split([]string{"y"}, c.groups)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(inWords(p.Warnings), "\n"); got != strings.Join(c.want, "\n") {
			t.Errorf("%q: got %q, want %q", c, got, c.want)
		}
	}
}
