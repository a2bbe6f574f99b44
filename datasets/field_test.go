package datasets

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const field = "testdata/field"

// TestField: what becomes of tables that users had, rebuilt: the columns of each with their kinds and
// numbers of distinct values, or the error of the first that is refused, and what warnings say.
func TestField(t *testing.T) {
	keep := Options{Missing: MissingKeep}
	categorical := func(names ...string) Options { return Options{Missing: MissingKeep, Categorical: names} }
	for _, test := range []struct {
		file     string
		options  Options
		want     string
		warnings []string
	}{
		{"codes-as-numbers/t.csv", keep, "300 y:number/289 part:number/8 zip:integer/6 icd:number/5 x:number/287", []string{"11035E121 is read as a number with an exponent: categorical=part", "250.00 and other cells are read as the same number: categorical=icd"}},
		{"codes-as-numbers/t.csv", categorical("part", "zip", "icd"), "300 y:number/289 part:factor/8 zip:factor/6 icd:factor/6 x:number/287", nil},
		{"codes-as-numbers/lz.csv", keep, "200 y:number/193 code:integer/3", []string{"07 and 007 are read as the same number: categorical=code if they are codes"}},
		{"codes-as-numbers/lz.csv", categorical("code"), "200 y:number/193 code:factor/4", nil},
		{"codes-as-numbers/big.csv", keep, `big.csv:5: row 4, column "part": found "77E401", expected a number of magnitude below 1.8e308; categorical=part if the column holds codes`, nil},
		{"footers/blankfoot.csv", keep, "200 ID:integer/200 Race:text/4 Language:text/2 Score:number/155", []string{"looks like a note below the table"}},
		{"footers/report.csv", keep, "200 ID:integer/200 Race:text/4 Language:text/2 Score:number/155", []string{"stands above the column names, which are taken from line 2", "(Grand Total: 200) looks like a note", "(Page -1 of 1) looks like a note"}},
		{"footers/total.csv", keep, "200 ID:integer/200 Race:text/4 Language:text/2 Score:number/155", []string{"(Total, 9801.5) looks like a summary of the rows above"}},
		{"footers/totalnum.csv", keep, "201 Age:integer/34 Weeks:integer/13 Score:number/156", []string{"the last row may sum up those above, since its numbers are the sums of those above; it is kept, skip-last=1 leaves it out"}},
		{"footers/totalnum.csv", Options{Missing: MissingKeep, SkipLast: 1}, "200 Age:integer/33 Weeks:integer/12 Score:number/155", nil},
		{"logger-header/tower.dat", Options{Missing: MissingKeep, Dates: []string{"TIMESTAMP"}}, "200 TIMESTAMP:date/200 RECORD:integer/200 Ux:number/198 Uy:number/198 Ts:number/198 press:number/12 co2:number/198", []string{"(TOA5, 7001, CR3000, 7001, …) stands above", "(TS, RN, m/s, m/s, …) looks like units", "(Smp, Smp, Smp, Smp, …) looks like units"}},
		{"unit-row/units.csv", keep, "200 Temperature:number/106 Oxygen:integer/94 Month:integer/12 Yield:number/198", []string{"(oC, umol/kg, t/ha) looks like units"}},
		{"unit-row/units2.csv", Options{Missing: MissingKeep, Dates: []string{"Datetime"}}, "200 Datetime:date/168 Temp:number/106 Oxygen:integer/94 Yield:number/198", []string{"([°C], [K], [t]) looks like units", "decimal commas"}},
		{"mixed-booleans/b.csv", keep, "240 flag1:logical/2 flag2:logical/2 flag3:logical/2 flag4:logical/2 y:number/239", nil},
		{"saved-index/peak.csv", keep, "250 x:number/245 z:number/247 y:number/250", nil},
		{"saved-index/twice.csv", keep, "250 x:number/245 z:number/247 y:number/250", []string{`"Unnamed: 0.1" is an index that pandas saved`, `"Unnamed: 0" is an index that pandas saved`}},
		{"r-classes/altrep.rds", keep, "300 y:number/300 seq:integer/300 u:number/300", nil},
		{"r-classes/asis.rds", keep, "300 y:number/300 u:number/300 s:number/300", nil},
		{"r-classes/asmatrix.rds", keep, "300 y:number/300 x:number/300", nil},
		{"r-classes/complex.rds", keep, `column "c": found a complex vector, expected numbers, text, dates, times or a factor: in R take Re and Im, or Mod and Arg, of it, or leave the column out with exclude=c`, nil},
		{"r-classes/difftime.rds", keep, "300 y:number/300 x:number/300 wait:duration/300", nil},
		{"r-classes/dupnames.rds", keep, `object "x": two columns are named "u", expected distinct names`, nil},
		{"r-classes/int64.rds", keep, "300 y:number/300 id64:integer/300 u:number/300", nil},
		{"r-classes/int64big.rds", categorical("big64"), "300 y:number/300 big64:factor/300", nil},
		{"r-classes/labelled.rds", keep, "300 y:number/300 u:number/300 mood:integer/6", nil},
		{"r-classes/spss.rds", keep, "300 y:number/300 u:number/300 mood:integer/5-10", nil},
		{"r-classes/survey.rds", keep, "400 y:number/400 age:number/63 trust:number/7-47", nil},
		{"r-classes/list.rds", keep, `column "l": found a list, expected numbers, text, dates, times or a factor: in R make a column for each element that a row can have, or leave the column out with exclude=l`, nil},
		{"r-classes/matrix.rds", keep, "300 y:number/300 u:number/300 m.p:number/300 m.q:number/300", nil},
		{"r-classes/nan.rds", keep, "300 y:number/300 u:number/300 g:factor/4-65 z:number/298-2 l:logical/2", nil},
		{"r-classes/ordered.rds", keep, "300 y:number/300 u:number/300 grade:integer/5", nil},
		{"r-classes/ordered.rds", categorical("grade"), "300 y:number/300 u:number/300 grade:factor/5", nil},
		{"r-classes/scaled.rds", keep, "300 y:number/300 scaled:number/300", nil},
		{"r-classes/surv.rds", keep, `column "surv": found the class "Surv", expected numbers, text, dates, times or a factor: in R make columns of its time and its status (censoring is not modelled), or leave the column out with exclude=surv`, nil},
		{"r-classes/table.rds", keep, "5 FALSE:integer/4 TRUE:integer/5", nil},
		{"r-classes/ts.rds", keep, "300 y:number/300 x:number/300", nil},
		{"r-classes/unused.rds", keep, "300 y:number/300 u:number/300 f:factor/5", nil},
		{"difftime/cls.rds", keep, `column "t": found the class "yearmon", expected numbers, text, dates, times or a factor: in R as.Date makes dates of it, or leave the column out with exclude=t`, nil},
	} {
		path := filepath.Join(field, test.file)
		table, err := Read(path, test.options)
		if err != nil {
			if !strings.HasSuffix(err.Error(), test.want) {
				t.Errorf("%s: %v, want %s", test.file, err, test.want)
			}
			continue
		}
		got := fmt.Sprint(table.Rows)
		for _, c := range table.Columns {
			d := c.describe(c.bits, writing{}, new(tally))
			got += fmt.Sprintf(" %s:%v/%d", c.Name, c.Kind, d.Distinct)
			if d.Missing > 0 && strings.HasSuffix(test.file, ".rds") {
				got += fmt.Sprintf("-%d", d.Missing)
			}
		}
		if got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.file, got, test.want)
		}
		for k, want := range test.warnings {
			if k >= len(table.Warnings) || !strings.Contains(inWords(table.Warnings)[k], want) {
				t.Errorf("%s: warnings %q, want %q", test.file, inWords(table.Warnings), test.warnings)
				break
			}
		}
		if len(table.Warnings) != len(test.warnings) {
			t.Errorf("%s: warnings %q, want %q", test.file, inWords(table.Warnings), test.warnings)
		}
	}
}

// TestFieldColumns: every name of a difficult header can be a target, an excluded column, and a group.
func TestFieldColumns(t *testing.T) {
	path := filepath.Join(field, "column-names/t.csv")
	for _, name := range mustRead(t, path, refuse).names() {
		split := strings.Split(name, ",") // as lists of a command line are
		o := refuse
		o.Targets = split
		p, err := mustRead(t, path, o).Split(split, nil)
		if err != nil || p.YNames[0] != name {
			t.Errorf("%q: %v", name, err)
		}
		o = refuse
		o.Exclude = split
		if got := mustRead(t, path, o).names(); strings.Contains(strings.Join(got, "\n")+"\n", name+"\n") {
			t.Errorf("%q excluded: %q", name, got)
		}
	}
}

// TestFieldMatrix: the columns of a matrix in a data frame are one input, unless a group has them.
func TestFieldMatrix(t *testing.T) {
	table := mustRead(t, filepath.Join(field, "r-classes/matrix.rds"), refuse)
	for groups, want := range map[string]string{"": "u m", "pu=m.p,u": "pu m.q"} {
		var all []string
		if groups != "" {
			all = []string{groups}
		}
		p, err := table.Split([]string{"y"}, all)
		if err != nil || strings.Join(p.VariableNames(), " ") != want {
			t.Errorf("%q: %q, %v, want %s", groups, p.VariableNames(), err, want)
		}
	}
}

// TestFieldUnits: the same waits in hours and in minutes are the same rows to predict, sites are told
// of, and clusters of long identifiers stay apart.
func TestFieldUnits(t *testing.T) {
	read := func(file string, o Options) *Table { return mustRead(t, filepath.Join(field, file), o) }
	p, err := read("difftime/train.rds", refuse).SplitLevels([]string{"pain"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	same, err := p.Encode(read("difftime/same.rds", p.Alike(refuse)))
	if err != nil {
		t.Fatal(err)
	}
	hours, err := p.Encode(read("difftime/new.rds", p.Alike(refuse)))
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range same.RawMatrix().Data {
		if w := hours.RawMatrix().Data[i]; v-w > 1e-9*v || w-v > 1e-9*v {
			t.Errorf("value %d is %v, in hours %v", i, v, w)
		}
	}
	o := refuse
	o.Exclude = []string{"profile"}
	if p, err = read("same-sites/t.csv", o).SplitLevels([]string{"carbon"}, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := inWord(Dependent(p, o.Exclude)), `"lat", "lon", "elevation" and "ndvi" have 40 different values in 320 rows`; !strings.HasPrefix(got, want) || !strings.Contains(got, "cluster=profile") {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, file := range []string{"long-ids/pairs.csv", "long-ids/pairs_txt.csv"} {
		o := refuse
		o.Identifiers = []string{"patient"}
		table, err := read(file, o).SetAside(o.Identifiers, []string{"y"})
		if err != nil {
			t.Fatal(err)
		}
		clusters, err := table.Aside[0].Clusters()
		count := map[int32]bool{}
		for _, c := range clusters {
			count[c] = true
		}
		if err != nil || len(count) != 40 {
			t.Errorf("%s: %d clusters, %v", file, len(count), err)
		}
	}
}

// A measurement in two units, or a copy, is one column in other words, and no unit of rows.
func TestCopiesAreNoUnits(t *testing.T) {
	text := "cm,inch,other,y\n"
	for i := range 120 {
		cm := 10 + (i*37)%29
		text += fmt.Sprintf("%d,%.4f,%d,%d\n", cm, float64(cm)/2.54, (i*i)%101, i%7)
	}
	file := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := mustRead(t, file, refuse).SplitLevels([]string{"y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := Dependent(p, nil); got != nil {
		t.Errorf("got %q, expected nothing", got)
	}
}
