package summary

import (
	"fmt"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/results"
)

func TestPairsMatchRepetitions(t *testing.T) {
	a, b := Cell{repetitions: []int{0, 2, 3, 7}}, Cell{repetitions: []int{1, 2, 4, 7, 9}}
	if got := fmt.Sprint(Pairs(a, b)); got != "[[1 1] [3 3]]" {
		t.Errorf("pairs %s", got)
	}
	if got := Pairs(a, Cell{}); len(got) != 0 {
		t.Errorf("pairs with nothing: %v", got)
	}
}

func TestPairedDifference(t *testing.T) {
	cell := func(repetitions []int, of ...float64) Cell {
		c := Cell{repetitions: repetitions, Recorded: make(map[results.ValueName][][]float64)}
		for _, v := range of {
			c.Recorded[results.ValueGamma] = append(c.Recorded[results.ValueGamma], []float64{v})
		}
		return c
	}
	a, b := cell([]int{0, 1, 2}, 1, 5, 9), cell([]int{1, 2, 3}, 4, 6, 100)
	d := PairedDifference(a, b, results.ValueGamma, 0)
	if d.N != 2 {
		t.Fatalf("%d pairs, want 2", d.N)
	}
	fixture.Near(t, "mean", d.Mean, 2, 1e-15)
	fixture.Near(t, "se", d.SE, 1, 1e-15)
	if d := PairedDifference(a, cell([]int{1, 2}, 4), results.ValueGamma, 0); d.N != 0 {
		t.Errorf("a repetition without the value was paired")
	}
}
