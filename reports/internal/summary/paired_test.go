package summary

import (
	"fmt"
	"testing"

	"drfvi/internal/testing/fixture"
)

func TestPairsMatchRepetitions(t *testing.T) {
	a, b := Cell{numbers: []int{0, 2, 3, 7}}, Cell{numbers: []int{1, 2, 4, 7, 9}}
	if got := fmt.Sprint(Pairs(a, b)); got != "[[1 1] [3 3]]" {
		t.Errorf("pairs %s", got)
	}
	if got := Pairs(a, Cell{}); len(got) != 0 {
		t.Errorf("pairs with nothing: %v", got)
	}
}

func TestPairedDifference(t *testing.T) {
	values := map[*int][]float64{}
	cell := func(numbers []int, of ...float64) Cell {
		c := Cell{numbers: numbers}
		if len(numbers) > 0 {
			values[&c.numbers[0]] = of
		}
		return c
	}
	of := func(c Cell) []float64 { return values[&c.numbers[0]] }
	a, b := cell([]int{0, 1, 2}, 1, 5, 9), cell([]int{1, 2, 3}, 4, 6, 100)
	d := PairedDifference(a, b, of(a), of(b))
	if d.N != 2 {
		t.Fatalf("%d pairs, want 2", d.N)
	}
	fixture.Near(t, "mean", d.Mean, 2, 1e-15)
	fixture.Near(t, "se", d.SE, 1, 1e-15)
	lacking := cell([]int{1, 2}, 4)
	if d := PairedDifference(a, lacking, of(a), of(lacking)); d.N != 0 {
		t.Errorf("a repetition without the value was paired")
	}
}
