package datasets

import (
	"math"
	"strings"
	"testing"

	"drfvi/datasets/internal/parquet"
)

func typedOf(columns ...typedColumn) typedTable {
	return typedTable{origin: "t", o: Options{Missing: MissingDrop}, rows: columns[0].length(), columns: columns}
}

func TestTypedTable(t *testing.T) {
	nan := math.NaN()
	number := typedColumn{name: "x", kind: Number, values: []float64{1, -999, nan, 4}}
	word := typedColumn{name: "w", kind: Text, codes: []int32{0, 1, 1, 0}, levels: []string{"b", "-"}}
	day := typedColumn{name: "d", kind: Integer, values: []float64{20240101, 20240102, 20240103, 20240104}}
	twice := typedOf(number, number)
	_, err := twice.table()
	wantError(t, err, `t: columns 1 and 2 are both named "x", expected distinct names`)

	none := typedOf(number)
	none.o.Exclude = []string{"x"}
	_, err = none.table()
	wantError(t, err, "t: every column is excluded, expected at least one input and one response")

	codes := typedOf(number, word, day)
	codes.o = Options{Missing: MissingKeep, NA: []string{"-", "-999.0"}, Categorical: []string{"x"}, Dates: []string{"d"}}
	table, err := codes.table()
	if err != nil || summary(table) != "4 x:factor(1,4) w:text(b) d:date" {
		t.Fatalf("got %v, %v", table, err)
	}
	if x, w := table.Columns[0], table.Columns[1]; !x.Missing(1) || !x.Missing(2) || x.Missing(0) || !w.Missing(1) || !w.Missing(2) {
		t.Errorf("got %+v", table.Columns)
	}
	if d := table.Columns[2]; d.Values[3] != 19726 {
		t.Errorf("days are %v", d.Values)
	}
}

// Parquet says which column it cannot read.
func TestParquetRefused(t *testing.T) {
	_, err := Parse(strings.NewReader(parquet.Magic+"\x15\x00"+parquet.Magic), "t", refuse)
	wantError(t, err, `t: the file does not begin with "PAR1": this is not a Parquet file`)
}
