package datasets

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
)

// One line for each column: type, use, missing, distinct, tied, what is refused
// and what there are doubts of.
func TestDescribe(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,n,day,packed,month,code,misspelt,copy,same,few,empty,kind,y\n")
	for i := range 24 {
		misspelt, few := fmt.Sprint(i%5), ""
		if i == 7 || i == 9 {
			misspelt = "five"
		}
		if i < 8 {
			few = "0.5"
		}
		fmt.Fprintf(&b, "p%d,%d,2024-02-%02d,202402%02d,2023%02d,%d,%s,%d,x,%s,NA,%c,%d\n",
			i, i+1, i+1, 1+i*7%24, 1+i%12, 1000+i*i, misspelt, i%6, few, 'a'+i%3, i%6)
	}
	b.WriteString("p0,1,2024-02-01,20240201,202301,1000,0,0,x,0.5,NA,a,0\n") // the first row again
	d, err := DescribeFrom(strings.NewReader(b.String()), "t.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d.Rows != 25 || d.Complete != 0 || d.Duplicates != 1 {
		t.Errorf("%d rows, %d complete, %d duplicates", d.Rows, d.Complete, d.Duplicates)
	}
	if want := "t.csv: 1 row the same as an earlier one in every column that is not refused"; len(d.Warnings) != 1 || inWords(d.Warnings)[0] != want {
		t.Errorf("warnings %q", inWords(d.Warnings))
	}
	const advice = "; na if that stands for a missing value"
	for i, want := range []string{
		`id: text, categories, 24 levels, 0 missing, 24 distinct, 2 tied; refused ""; ["has 24 levels in 25 rows: leave it out with exclude=id if it is an identifier or a name"]`,
		`n: integer, number, 0 missing, 24 distinct, 2 tied; refused ""; []`,
		`day: text, nothing: refused, 0 missing, 24 distinct, 2 tied; refused "found dates or times such as \"2024-02-01\", expected numbers or categories: date=day takes it as a number of days, or leave it out with exclude=day"; []`,
		`packed: integer, number, 0 missing, 24 distinct, 2 tied; refused ""; []`,
		`month: integer, number, 0 missing, 12 distinct, 25 tied; refused ""; []`,
		`code: integer, number, 0 missing, 24 distinct, 2 tied; refused ""; []`,
		`misspelt: integer, nothing: refused, 0 missing, 5 distinct, 23 tied; refused "row 8: found \"five\", expected a number; na=five if that stands for a missing value, categorical=misspelt if the column holds categories (and 1 more)"; []`,
		`copy: integer, number, 0 missing, 6 distinct, 25 tied; refused ""; []`,
		`same: text, nothing: one category, 0 missing, 1 distinct, 25 tied; refused ""; ["is the same in every row: its importance cannot be told"]`,
		`few: number, number, 16 missing, 1 distinct, 9 tied; refused ""; ["has one value, and is missing elsewhere: its importance can be told by missing=use alone" "lacks 16 of 25 values: missing=drop leaves as many rows out"]`,
		`empty: number, nothing: no values, 25 missing, 0 distinct, 0 tied; refused ""; ["has no values: leave it out with exclude=empty"]`,
		`kind: text, categories, 3 levels, 0 missing, 3 distinct, 25 tied; refused ""; []`,
		`y: integer, number, 0 missing, 6 distinct, 25 tied; refused ""; ["is the same as column \"copy\" in every row: neither is important while the other is there"]`,
	} {
		c := d.Columns[i]
		got := fmt.Sprintf("%s: %v, %s, %d missing, %d distinct, %d tied; refused %q; %q", c.Name, c.Kind, c.Use, c.Missing, c.Distinct, c.Tied, inWord(c.Refused), inWords(c.Warnings))
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	if levels := d.Columns[11].Levels; len(levels) != 3 || levels[0] != (Level{"a", 9}) {
		t.Errorf("levels %v", levels)
	}
	if y := d.Columns[12]; y.Min != 0 || y.Max != 5 || y.Mean != 2.4 {
		t.Errorf("y is %+v", y)
	}
}

// Identifiers of each kind.
func TestDescribeIdentifiers(t *testing.T) {
	var b strings.Builder
	b.WriteString("name,number,row,y\n")
	for i := range 30 {
		fmt.Fprintf(&b, "p%d,%d,%d,%g\n", i, 1000+i*17%31*9, i+1, float64(i*i%7)/2)
	}
	d, err := DescribeFrom(strings.NewReader(b.String()), "t", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		`it looks like an identifier`, `has a different integer in every row`, `counts up from row to row`, ``,
	} {
		c := d.Columns[i]
		if said := inWord(c.Refused) + strings.Join(inWords(c.Warnings), ""); !strings.Contains(said, want) || (said == "") != (want == "") {
			t.Errorf("column %s: %q", c.Name, said)
		}
	}
}

// What describes also reads a column that reading refuses, in each format.
func TestDescribeRefused(t *testing.T) {
	for file, want := range map[string]string{
		"r_list_column.rds":     `list: found a list, expected numbers, text, dates, times or a factor: in R make a column for each element that a row can have, or leave the column out with exclude=list`,
		"duckdb_nested.parquet": `l: it is a LIST, expected numbers, truth values, dates, times or text: write what you need of it to columns of its own, or leave it out with exclude`,
		"r_dates.rds":           `day: found dates or times such as "2024-02-06", expected numbers or categories: date=day takes it as a number of days, or leave it out with exclude=day`,
	} {
		d, err := Describe(tables+"/"+file, Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, c := range d.Columns {
			found = found || c.Name+": "+inWord(c.Refused) == want
		}
		if !found {
			t.Errorf("%s: %+v", file, d.Columns)
		}
	}
}

// An infinite date, which R can store, is a fault of its row, as an infinite number is.
func TestDescribeInfiniteDate(t *testing.T) {
	w := workspace(2)
	w.tagged("X")
	frame(func(w *rWriter) {
		w.reals(0, 1, 2, 3).reals(with, 18262, math.Inf(1), 18264).tagged("class").texts(0, "Date").null()
	})(w)
	file := w.null().Bytes()
	for want, dates := range map[string][]string{"dates or times such as": nil, "row 2: found the date infinity, expected one of the years 1 to 9999": {"v"}} {
		d, err := DescribeFrom(bytes.NewReader(file), "t.Rdata", Options{Dates: dates})
		if err != nil {
			t.Fatal(err)
		}
		if v := d.Columns[1]; v.Distinct != 2 || !strings.Contains(inWord(v.Refused), want) {
			t.Errorf("%+v", v)
		}
	}
}
