package datasets

import (
	"slices"
	"strings"
	"testing"
)

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
