package datasets

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestClusters numbers the values of columns of numbers and of categories.
func TestClusters(t *testing.T) {
	const file = "school,class,y\n30,b,1\n10,a,2\n30,b,3\n20,a,4\n"
	table, err := Parse(strings.NewReader(file), "pupils.csv", Options{Missing: MissingRefuse})
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range [][]int32{{0, 1, 0, 2}, {0, 1, 0, 1}} {
		if got, err := table.Columns[j].Clusters(); err != nil || !slices.Equal(got, want) {
			t.Errorf("clusters of column %q are %v (%v), want %v", table.Columns[j].Name, got, err, want)
		}
	}
	for _, c := range []Column{
		{Name: "school", Kind: Number, Values: []float64{1, math.NaN()}},
		{Name: "school", Kind: Text, Codes: []int32{0, -1}, Levels: []string{"a"}},
	} {
		_, err := c.Clusters()
		wantError(t, err, `column "school" lacks the value of row 2 of the data, expected the cluster of every row`)
	}
}
