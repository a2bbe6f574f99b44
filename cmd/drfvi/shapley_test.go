package main

import (
	"testing"

	"drfvi/importance"
	"drfvi/importance/shapley"
)

// TestShareIntervals: for other programs an interval reaches to its share, which may be below 0; for reading both begin at 0.
func TestShareIntervals(t *testing.T) {
	s := shares{Result: shapley.Result{Shares: []shapley.Effect{{Value: -0.1, Interval: importance.Interval{High: 0.2}}, {Value: 1.1, Interval: importance.Interval{Low: 0.6, High: 1}}}}}
	c := s.intervals()
	for j, want := range []importance.Interval{{Low: -0.1, High: 0.2}, {Low: 0.6, High: 1.1}} {
		if c.Cell(j) != want {
			t.Errorf("%v, want %v", c.Cell(j), want)
		}
	}
	if low, high := c.Text(0), c.Text(1); low != "(up to 0.200)" || high != "0.600 to 1.000" {
		t.Errorf("%q and %q", low, high)
	}
}
