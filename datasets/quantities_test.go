package datasets

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestNumbersAsText: few numbers and times, in forms that make categories of them, are warned of
// or, if they are dates, refused; codes are not.
func TestNumbersAsText(t *testing.T) {
	const warned, refused = "holds ", "found dates or times"
	for name, test := range map[string]struct {
		cells []string
		want  string
	}{
		"blanks":        {[]string{"1 200", "2 300", "950"}, "numbers with marks between thousands such as 1 200 as categories: take the marks away"},
		"hard blanks":   {[]string{"950", "2\u00a0300", "1\u00a0200.5"}, "numbers with marks between thousands such as"},
		"narrow blanks": {[]string{"1\u202f200", "2\u202f300,5"}, "numbers with marks between thousands such as"},
		"points":        {[]string{"1.200.000", "2.300.000"}, "numbers with marks between thousands such as 1.200.000"},
		"Swiss":         {[]string{"1'200", "-2'300", "950"}, "numbers with marks between thousands such as"},
		"quotes":        {[]string{"1’200", "2’300", "950"}, "numbers with marks between thousands such as"},
		"dear":          {[]string{"€1 200", "€950", "€1 300"}, "numbers with a unit such as"},
		"heavy":         {[]string{"1’200 kg", "950 kg", "unknown"}, "numbers with a unit such as"},
		"part":          {[]string{"12%", "0", "5 %"}, "percentages such as"},
		"afternoon":     {[]string{"1:30 PM", "11:05 AM"}, refused},
		"lower case":    {[]string{"1:30 pm", "11:05 a.m."}, refused},
		"stamps":        {[]string{"1/14/2024 10:30 AM", "1/15/2024 1:30:05 PM"}, refused},
		"short stamps":  {[]string{"14.1.24 10:30", "15.1.24 9:05"}, refused},
		"Fortran":       {[]string{"1.5D+02", "0.2d-1", "3"}, "numbers with exponents such as"},
		"powers":        {[]string{"3×10^3", "2.5 x 10^-2", "3·10³"}, "numbers with exponents such as"},
		"fractions":     {[]string{"1/2", "3/4", "1 1/2"}, "numbers with a slash such as"},
		"hexadecimal":   {[]string{"0x1f", "0x20"}, "hexadecimal numbers such as"},
		"full width":    {[]string{"１２", "２．５"}, "numbers in other signs such as"},
		"Arabic":        {[]string{"١٢", "٣"}, "numbers in other signs such as"},
		"minus":         {[]string{"−12", "−3", "4"}, "numbers in other signs such as"},
		"apostrophes":   {[]string{"'12", "'3.5"}, "numbers after an apostrophe such as"},
		"weeks":         {[]string{"2024-W05", "2024-W06"}, "weeks or quarters such as"},
		"quarters":      {[]string{"2024Q1", "2024Q2"}, "weeks or quarters such as"},
		"durations":     {[]string{"25:30", "0:45:10"}, "durations such as"},
		"several":       {[]string{"1'200", "12%", "3"}, "numbers in several forms such as"},

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
		got := strings.Join(c.Warnings, "\n") + c.Refused
		want := test.want
		if want != "" && want != refused {
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
		want := "[holds numbers as text such as 0.5 as categories: store them as numbers, or name the column in --categorical if they are codes]"
		if categorical != nil {
			want = "[]"
		}
		if got := fmt.Sprint(d.Columns[0].Warnings); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
