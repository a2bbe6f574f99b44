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
	for ordered, want := range map[string]string{
		"grade=low,high":    `t.csv: ordered column "grade": unknown level "mid" (one of: low, high)`,
		"grade":             `t.csv: ordered column "grade": the file declares no order of the levels, expected one, as in --ordered grade=low,mid,high`,
		"grde=low,mid,high": `t.csv: unknown ordered column "grde", did you mean "grade"? (one of: grade, size, y)`,
		"grade=low":         `ordered column "grade=low", expected a name and at least two levels, like grade=low,mid,high`,
		"grade=low,mid,low": `ordered column "grade": level "low" is given twice, expected distinct levels`,
	} {
		_, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingRefuse, Ordered: []string{ordered}})
		wantError(t, err, want)
	}
}
