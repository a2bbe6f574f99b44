package chart

import (
	"fmt"
	"slices"
	"testing"
)

// Numbers beyond the edge have a line each, whether they are compatible or not, and so have those
// that exceed chance.
func TestRowsOfDifferences(t *testing.T) {
	dots, lines := ComparedRow{Name: "e", Numbers: []Compared{
		{Compatible: true, Difference: 1}, {Compatible: true, Difference: -9, Label: "far"}, {Difference: 5, Label: "wrong"}, {Compatible: true, Difference: 8},
		{Compatible: true, Exceeds: true, Difference: 2.5, Label: "beyond"},
	}}.dots(3)
	var got []string
	for _, d := range dots {
		d := d.(Dot)
		got = append(got, fmt.Sprintf("%s %.2f %v %q", d.Series, d.Row, d.At.Value, d.Label))
	}
	want := []string{`compatible 3.35 1 ""`, `compatible 4.65 8 ""`, `compatible 5.50 -8 "far −9.0"`, `differs 6.50 5 "wrong"`, `compatible 7.50 2.5 "beyond"`}
	if lines != 5 || !slices.Equal(got, want) {
		t.Errorf("%v lines: %q", lines, got)
	}
}
