package summary

import (
	"slices"
	"testing"

	"drfvi/results"
)

// TestNull knows of null inputs by population values, or where there are
// none by what records say.
func TestNull(t *testing.T) {
	c := Cell{Recorded: map[results.ValueName][][]float64{results.ValueNothing: {{0, 1, 0}, {0, 1, 0}}}}
	if null, effective := c.Null(), c.Effective(); !slices.Equal(null, []int{1}) || effective != nil {
		t.Errorf("inputs %v do nothing and %v something", null, effective)
	}
	c.Recorded[results.ValuePopulation] = [][]float64{{0, 0.5, 0}}
	if null, effective := c.Null(), c.Effective(); !slices.Equal(null, []int{0, 2}) || !slices.Equal(effective, []int{1}) {
		t.Errorf("inputs %v do nothing and %v something", null, effective)
	}
}
