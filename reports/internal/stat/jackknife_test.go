package stat

import (
	"math"
	"testing"
)

func TestJackknife(t *testing.T) {
	rows := [][]float64{{1, 9, 2}, {3, 9, 1}, {2, 9, 6}, {7, 9, 3}}
	s := Jackknife(rows, []int{0, 2}, Mean)
	perRow := New([]float64{1.5, 2, 4, 5})
	near(t, "mean", s.Mean, perRow.Mean, 1e-12)
	near(t, "se of a mean", s.SE, perRow.SE, 1e-12)
	near(t, "sd of a mean", s.SD, perRow.SD, 1e-12)
	largest := func(m []float64) float64 { return math.Max(m[0], m[1]) }
	s = Jackknife(rows, []int{0, 2}, largest)
	// Left out in turn: means (4, 10/3), (10/3, 11/3), (11/3, 2), (2, 3).
	near(t, "largest", s.Mean, 3.25, 1e-12)
	near(t, "se of the largest", s.SE, math.Sqrt(0.75*(sq(4-43./12)+2*sq(11./3-43./12)+sq(3-43./12))), 1e-12)
	if one := Jackknife(rows[:1], []int{0}, Mean); one.Mean != 1 || !math.IsNaN(one.SE) {
		t.Errorf("one row: %+v", one)
	}
}

func sq(x float64) float64 { return x * x }
