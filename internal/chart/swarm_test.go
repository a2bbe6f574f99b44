package chart

import (
	"slices"
	"testing"
)

// Values of one column stand a step apart around the middle, and nearer where they would go
// farther than they may.
func TestStacked(t *testing.T) {
	if got := stacked([]float64{0.1, 1.5, 0.2, 0.3}, 1, 0.1, 0.4); !slices.Equal(got, []float64{-0.1, 0, 0, 0.1}) {
		t.Errorf("moved by %v", got)
	}
	up := stacked(make([]float64, 100), 0, 0.1, 0.4)
	if low, high := slices.Min(up), slices.Max(up); low < -0.41 || high > 0.41 || high < 0.39 {
		t.Errorf("a column from %v to %v", low, high)
	}
}

// Shades are explained where there are any.
func TestSwarmLegend(t *testing.T) {
	for want, shades := range map[int][]float64{0: {-1, -1}, 2: {-1, 0.5}} {
		f := Swarm{Names: []string{"x"}, Values: [][]float64{{1, 2}}, Shades: [][]float64{shades}, Shaded: [2]string{"low", "high"}}.Figure()
		if len(f.Legend) != want {
			t.Errorf("shades %v: legend %+v", shades, f.Legend)
		}
	}
}
