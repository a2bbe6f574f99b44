package datasets

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
)

// ExampleFromDataFrame filters a table as a data frame of gota, and parts what is left.
func ExampleFromDataFrame() {
	const file = "age,colour,weight\n3,red,20\n5,blue,31\n4,red,27\n7,blue,40\n6,green,35\n"
	table, _ := Parse(strings.NewReader(file), "animals.csv", Options{Missing: MissingRefuse})
	frame := table.DataFrame().Filter(dataframe.F{Colname: "age", Comparator: series.Greater, Comparando: 3})
	table, _ = FromDataFrame(frame, Options{Missing: MissingRefuse})
	problem, _ := table.Split([]string{"weight"}, nil)
	fmt.Println(frame.Types())
	fmt.Println(problem.X.Dims())
	// Output:
	// [int string int]
	// 4 4
}

// TestDataFrame: columns of every kind come back from a data frame, with what is missing.
func TestDataFrame(t *testing.T) {
	const big = "9007199254740993"
	want := &Table{Origin: "data frame", Rows: 3, Columns: []Column{
		{Name: "x", Kind: Number, Values: []float64{0.1, 2, -3e-9}},
		{Name: "k", Kind: Factor, Levels: []string{"3", "9007199254740992", big}, Codes: []int32{2, 1, 0}},
		{Name: "on", Kind: Logical, Values: []float64{1, 0, 1}},
		{Name: "f", Kind: Text, Levels: []string{"a", "b"}, Codes: []int32{0, 1, -1}},
	}}
	frame := want.DataFrame().Mutate(series.New([]string{big, "9007199254740992", "3"}, series.Int, "k"))
	got, err := FromDataFrame(frame, Options{Missing: MissingKeep, Identifiers: []string{"k"}})
	if err != nil || !reflect.DeepEqual(got.Columns, want.Columns) {
		t.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
	_, err = FromDataFrame(dataframe.New(), Options{Missing: MissingKeep})
	wantError(t, err, "data frame: empty DataFrame")
	_, err = FromDataFrame(frame, Options{Missing: MissingRefuse, Identifiers: []string{"k"}})
	wantError(t, err, `data frame: row 3, column "f": the value is missing; missing=drop would leave out 1 of 3 rows, missing=use would leave out only those that lack a target`)
}
