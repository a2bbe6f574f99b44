package chart

import (
	"fmt"
	"slices"
	"testing"
)

// Numbers beyond the edge have a line each, whether they agree or not.
func TestRowsOfDifferences(t *testing.T) {
	dots, lines := ComparedRow{Name: "e", Numbers: []Compared{
		{Agrees: true, Difference: 1}, {Agrees: true, Difference: -9, Label: "far"}, {Difference: 5, Label: "wrong"}, {Agrees: true, Difference: 8},
	}}.dots(3)
	var got []string
	for _, d := range dots {
		d := d.(Dot)
		got = append(got, fmt.Sprintf("%s %.2f %v %q", d.Series, d.Row, d.At.Value, d.Label))
	}
	want := []string{`agrees 3.35 1 ""`, `agrees 4.65 8 ""`, `agrees 5.50 -8 "far −9.0"`, `differs 6.50 5 "wrong"`}
	if lines != 4 || !slices.Equal(got, want) {
		t.Errorf("%v lines: %q", lines, got)
	}
}
