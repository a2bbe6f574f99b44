package chart

import "testing"

// Numbers beyond the edge have a line each, whether they agree or not.
func TestRowsOfDifferences(t *testing.T) {
	rows, lines := layOut([]ComparedRow{{Name: "e", Numbers: []Compared{
		{Agrees: true, Difference: 1}, {Agrees: true, Difference: -9}, {Difference: 5}, {Agrees: true, Difference: 8},
	}}})
	if len(rows) != 1 || len(rows[0].agree) != 2 || len(rows[0].labelled) != 2 || lines != 4 {
		t.Errorf("%d rows of %v lines: %+v", len(rows), lines, rows)
	}
}
