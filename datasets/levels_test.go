package datasets

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestSplitLevels keeps categories in one column, except for two, which are a number.
func TestSplitLevels(t *testing.T) {
	table := parse(t, "a,kind,y,sex,unit,size\n1,red,2,f,cm,S\n4,blue,5,m,cm,L\n7,green,1,m,cm,L\n3,red,0,m,cm,M\n")
	p, err := table.SplitLevels([]string{"y"}, []string{"body=sex,size"})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]float64{{1, 2, 0, 2}, {4, 0, 1, 0}, {7, 1, 1, 0}, {3, 2, 1, 1}}
	for i, row := range want {
		if !slices.Equal(p.X.RawRowView(i), row) {
			t.Errorf("row %d is %v, want %v", i+1, p.X.RawRowView(i), row)
		}
	}
	if names := []string{"a", "kind", "sex=m", "size"}; !slices.Equal(p.XNames, names) {
		t.Errorf("columns %q, want %q", p.XNames, names)
	}
	if levels := []int{0, 3, 0, 3}; !slices.Equal(p.Levels, levels) {
		t.Errorf("levels %v, want %v", p.Levels, levels)
	}
	if groups := [][]int{{0}, {1}, {2, 3}}; !reflect.DeepEqual(p.Groups(), groups) {
		t.Errorf("groups %v, want %v", p.Groups(), groups)
	}
	if numbers, err := parse(t, "a,sex,y\n1,m,2\n4,f,5\n7,m,1\n").SplitLevels([]string{"y"}, nil); err != nil || numbers.Levels != nil {
		t.Errorf("levels %v of a table without any, error %v", numbers.Levels, err)
	}
}

// TestSplitManyLevels refuses inputs and targets with more levels than a forest is grown on.
func TestSplitManyLevels(t *testing.T) {
	text := "kind,x,y\n"
	for i := range 2 * (maxUsed + 1) {
		text += fmt.Sprintf("kind %d,%d,%d\n", i/2, i%11, i%7)
	}
	table := parse(t, text)
	for _, split := range []func(targets, groups []string) (*Problem, error){table.Split, table.SplitLevels} {
		_, err := split([]string{"y"}, nil)
		wantError(t, err, `t.csv: column "kind" has 201 categories, expected at most 200: merge the rare ones, or leave the column out with exclude=kind`)
		_, err = split([]string{"kind"}, nil)
		wantError(t, err, `t.csv: target "kind" has 201 categories, expected at most 200: merge the rare ones`)
	}
}

// TestSplitMissing keeps missing inputs and leaves out rows without a target.
func TestSplitMissing(t *testing.T) {
	const text = "a,kind,sex,unit,y,z\n1,red,f,,2,1\n,blue,m,cm,5,1\n7,,m,cm,1,2\n3,red,,cm,0,3\n4,green,f,cm,,4\n5,green,f,cm,2,5\n"
	table, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingKeep})
	if err != nil {
		t.Fatal(err)
	}
	p, err := table.SplitLevels([]string{"y"}, []string{"g=kind,unit"})
	if err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	want := [][]float64{{1, 2, 0, 1, 1}, {nan, 0, 1, 0, 1}, {7, 3, 1, 0, 2}, {3, 2, nan, 0, 3}, {5, 1, 0, 0, 5}}
	for i, row := range want {
		if got := p.X.RawRowView(i); fmt.Sprint(got) != fmt.Sprint(row) {
			t.Errorf("row %d is %v, want %v", i+1, got, row)
		}
	}
	if levels := []int{Incomplete, 4, Incomplete, 2, 0}; !slices.Equal(p.Levels, levels) {
		t.Errorf("levels %v, want %v", p.Levels, levels)
	}
	if y := []float64{2, 5, 1, 0, 2}; !slices.Equal(p.Y.RawMatrix().Data, y) {
		t.Errorf("responses %v, want %v", p.Y.RawMatrix().Data, y)
	}
	if numbers := []int{1, 2, 3, 4, 6}; p.Dropped != 1 || !slices.Equal(p.Numbers, numbers) {
		t.Errorf("%d rows are dropped, and those left have numbers %v, want 1 and %v", p.Dropped, p.Numbers, numbers)
	}
	if want := []string{`t.csv: 1 of 6 rows dropped, which lack a target, first row 5; missing in column "y": 1 row (1 for it alone)`}; !slices.Equal(inWords(p.Warnings), want) {
		t.Errorf("warnings %q, want %q", inWords(p.Warnings), want)
	}
	_, err = table.Split([]string{"y"}, nil)
	wantError(t, err, `t.csv: column "a" lacks 1 value, expected a table without missing values`)
	none, err := Parse(strings.NewReader("a,y\n1,\n2,\n"), "t.csv", Options{Missing: MissingKeep})
	if err != nil {
		t.Fatal(err)
	}
	_, err = none.SplitLevels([]string{"y"}, nil)
	wantError(t, err, `t.csv: each of the 2 rows lacks a target, expected some with all targets`)
}

func TestNumbered(t *testing.T) {
	for _, test := range []struct{ numbers, rows, want []int }{
		{nil, []int{0, 2, 2}, []int{1, 3, 3}},
		{[]int{1, 4, 9}, []int{1, 2}, []int{4, 9}},
	} {
		if got := Numbered(test.numbers, test.rows); !slices.Equal(got, test.want) {
			t.Errorf("rows %v of %v have numbers %v, want %v", test.rows, test.numbers, got, test.want)
		}
	}
}

func TestOrdered(t *testing.T) {
	const text = "grade,size,y\nmid,\"a, b\",1\nlow,c,2\nhigh,c,3\nlow,\"a, b\",4\n"
	table, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingRefuse, Ordered: []string{"grade=low, mid,high,top", `size="a, b",c`}})
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range [][]float64{{2, 1, 3, 1}, {1, 2, 2, 1}} {
		if c := table.Columns[j]; c.Kind != Integer || !slices.Equal(c.Values, want) {
			t.Errorf("column %+v, want the numbers %v", c, want)
		}
	}
	kept, err := Parse(strings.NewReader("grade,y\nlow,1\n,2\nmid,3\n"), "t.csv", Options{Missing: MissingKeep, Ordered: []string{"grade=low,mid"}})
	if err != nil || !kept.Columns[0].Missing(1) || kept.Columns[0].Values[2] != 2 {
		t.Errorf("columns %+v, error %v", kept.Columns, err)
	}
	named, err := Parse(strings.NewReader("a=b,y\nlow,1\nhigh,2\n"), "t.csv", Options{Missing: MissingRefuse, Ordered: []string{`"a=b"=low,high`}})
	if err != nil || !slices.Equal(named.Columns[0].Values, []float64{1, 2}) {
		t.Errorf("columns %+v, error %v", named, err)
	}
	for ordered, want := range map[string]string{
		"grade=low,high":    `t.csv: column "grade": found the level "mid", which the order does not have (low, high)`,
		"grade":             `t.csv: column "grade": the file declares no order of the levels, expected one, as in ordered=grade=low,mid,high`,
		"grde=low,mid,high": `t.csv: unknown ordered column "grde", did you mean "grade"? (one of: grade, size, y)`,
		"grade=low":         `ordered column "grade=low", expected a name and at least two levels, like grade=low,mid,high`,
		"grade=low,mid,low": `ordered column "grade": level "low" is given twice, expected distinct levels`,
	} {
		_, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingRefuse, Ordered: []string{ordered}})
		wantError(t, err, want)
	}
}

// TestOrderDeclared reads new rows with some of the levels of a table that declares their order,
// and text in the place of levels: the numbers are those of the table.
func TestOrderDeclared(t *testing.T) {
	options := Options{Missing: MissingKeep, Ordered: []string{"size"}}
	size := Column{Name: "size", Kind: Factor, Levels: []string{"low", "mid, so", "top"}, Order: []string{"low", "mid, so", "top"}, Ordered: true, Codes: []int32{0, 1, 2, -1, 0, 1}}
	size, err := size.numbers()
	if err != nil {
		t.Fatal(err)
	}
	train := &Table{Rows: 6, Columns: []Column{size, {Name: "y", Kind: Number, Values: []float64{1, 2, 3, 4, 5, 6}}}}
	p, err := train.SplitLevels([]string{"y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	alike := p.Alike(options)
	table, err := Parse(strings.NewReader("size\ntop\n\"mid, so\"\n"), "new.csv", alike)
	if err != nil {
		t.Fatal(err)
	}
	if x, err := p.Encode(table); err != nil || !slices.Equal(x.RawMatrix().Data, []float64{3, 2}) {
		t.Errorf("rows %v, error %v", x, err)
	}
	_, err = Parse(strings.NewReader("size\nlow\nhuge\n"), "new.csv", alike)
	wantError(t, err, `new.csv: column "size": found the level "huge", which the order does not have (low, mid, so, top)`)
}
