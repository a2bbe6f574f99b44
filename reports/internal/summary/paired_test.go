package summary

import (
	"fmt"
	"math"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/stat"
)

func TestPairsMatchRepetitions(t *testing.T) {
	a, b := Cell{Run: Run{numbers: []int{0, 2, 3, 7}}}, Cell{Run: Run{numbers: []int{1, 2, 4, 7, 9}}}
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
		c := Cell{Run: Run{numbers: numbers}}
		if len(numbers) > 0 {
			values[&c.numbers[0]] = of
		}
		return c
	}
	of := func(c Cell) []float64 { return values[&c.numbers[0]] }
	a, b := cell([]int{0, 1, 2}, 1, 5, 9), cell([]int{1, 2, 3}, 4, 6, 100)
	d := PairedDifference(a, b, of)
	if d.N != 2 {
		t.Fatalf("%d pairs, want 2", d.N)
	}
	fixture.Near(t, "mean", d.Mean, 2, 1e-15)
	fixture.Near(t, "se", d.SE, 1, 1e-15)
	// t = 2 with one degree of freedom: P(|T| > 2) = 1 − 2·atan(2)/π.
	fixture.Near(t, "p", stat.PairedP(d), 1-2*math.Atan(2)/math.Pi, 1e-12)
	if d := PairedDifference(a, cell([]int{1, 2}, 4), of); d.N != 0 {
		t.Errorf("a repetition without the value was paired")
	}
	for _, c := range []struct {
		s    stat.Stat
		want float64
	}{{stat.Stat{Mean: 1, N: 1, SE: math.NaN()}, 1}, {stat.Stat{Mean: 1, N: 3}, 0}, {stat.Stat{N: 3}, 1}} {
		if got := stat.PairedP(c.s); got != c.want {
			t.Errorf("p of %+v is %v, want %v", c.s, got, c.want)
		}
	}
}
