package simulate

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// TestLinearValues holds shares for kernels so wide that only variances count, and
// one of 2·10⁶ draws.
func TestLinearValues(t *testing.T) {
	for _, c := range []struct {
		scenario  Scenario
		gamma     float64
		want      []float64
		tolerance float64
	}{
		{linear, 1e-7, []float64{0.8, 0.2, 0}, 1e-6},
		// X1 given X2 has the variance 0.19, X2 given X1 and X3 0.19/1.81; both
		// responses have signals of the variance 4.
		{linearCorrelated, 1e-7, []float64{0.19 / 2, 0.19 / 1.81 / 2, 0}, 1e-6},
		{linearWeak, 1e-7, []float64{0.25 * 0.75 / 0.4375, 0.0625 * 0.6 / 0.4375, 0}, 1e-6},
	} {
		got, _, ok := c.scenario.Population(c.gamma, 3, 2, 1)
		for j, want := range c.want {
			if !ok || math.Abs(got[j]-want) > c.tolerance {
				t.Errorf("%s: I(%d) is %.6f, expected %.6f", c.scenario.Name, j+1, got[j], want)
			}
		}
	}
}

// TestExplained checks that more inputs explain more, that none explain nothing,
// and that importances are what is lost.
func TestExplained(t *testing.T) {
	const gamma, p = 0.3, 4
	for _, s := range []Scenario{linear, linearCorrelated, linearWeak} {
		none, _ := s.Explained(gamma, p, nil)
		one, _ := s.Explained(gamma, p, []int{2})
		two, _ := s.Explained(gamma, p, []int{2, 0})
		all, ok := s.Explained(gamma, p, []int{0, 1, 2, 3})
		if without, _ := s.Explained(gamma, p, []int{3, 2, 0}); !ok || none != 0 || one < 0 || two <= one || without < two || all <= without {
			t.Errorf("%s: explained are %v, %v, %v, %v and %v", s.Name, none, one, two, without, all)
		}
	}
	if _, ok := bivariate.Explained(gamma, p, nil); ok {
		t.Error("bivariate has no closed form for all subsets")
	}
}

// TestNothing checks that the designs of nothing have the population values of
// nothing, and as many ties as they say.
func TestNothing(t *testing.T) {
	for _, s := range []Scenario{nothing, nothingHeavy, nothingTied, levels} {
		values, _, ok := s.Population(1, 4, 2, 1)
		for j, v := range values {
			if want := float64(min(len(s.Relevant), max(1-j, 0))); !ok || v != want {
				t.Errorf("%s: I(%d) is %v, expected %v", s.Name, j+1, v, want)
			}
		}
	}
	_, y := nothingTied.Draw(2000, 1, 1)
	var tied []float64
	for i := range 1000 {
		same := 0.0
		if y.At(i, 0) == y.At(1000+i, 0) {
			same = 1
		}
		tied = append(tied, same)
	}
	near(t, "ties", tied, math.Tanh(0.25))
	x, _ := levels.Draw(5000, 3, 1)
	if levels := column(x, 1); math.Abs(stat.Mean(levels, nil)-65.5) > 2.5 {
		t.Errorf("levels have the mean %v", stat.Mean(levels, nil))
	}
}

// TestDiscrete has each input a copy of the one before in 85 of 100 rows, so that
// given the second, 0.15·0.85 of the first one's variance of 1/4 is left.
func TestDiscrete(t *testing.T) {
	const n = 4000
	x, _ := discrete.Draw(n, 3, 2)
	values, _, ok := discrete.Population(1, 3, 2, 1)
	if !ok || values[0] != 4*0.15*0.85 || values[1] != 0 || values[2] != 0 {
		t.Errorf("population importances %v", values)
	}
	for j := range 2 {
		var same []float64
		for i := range n {
			same = append(same, 1-math.Abs(x.At(i, j)-x.At(i, j+1)))
		}
		near(t, "copies", same, 0.85)
	}
	near(t, "ones", column(x, 0), 0.5)
}
