package chart

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

// labelled are the labels of ticks.
func labelled(ticks []plot.Tick) string {
	var all []string
	for _, tick := range ticks {
		all = append(all, tick.Label)
	}
	return strings.Join(all, " ")
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0, 1, "0 0.5 1"}, {-0.011, 0.02, "−0.01 0 0.01 0.02"}, {2, 23, "4 12 20"}, {0, 0, ""}, {0, 3e-300, "0 3e-300"}, {1e17, 1e17 + 48, "1e+17 1e+17"},
	} {
		if got := labelled((Ticks{}).Ticks(c.low, c.high)); got != c.want {
			t.Errorf("[%v, %v]: %s, want %s", c.low, c.high, got, c.want)
		}
	}
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{-2, -1, "0.01 0.02 0.05 0.1"}, {0.5, 4.4, "10 100 1000 10000"}, {0.6, 1.4, "5 10 20"}, {0.6, 0.95, "4 5 7"},
	} {
		if got := labelled((logTicks{}).Ticks(c.low, c.high)); got != c.want {
			t.Errorf("logarithms in [%v, %v]: %s, want %s", c.low, c.high, got, c.want)
		}
	}
	if got := labelled(sizeTicks([]float64{250, 500, 1000, 2000, 4000, 8000}, 3)); got != "250  1000  4000 " {
		t.Errorf("labels %q", got)
	}
}

// Ticks of every axis between finite numbers are few and end.
func TestTicksOfExtremes(t *testing.T) {
	ends := []float64{-math.MaxFloat64, -1e75, -1, -1e-300, 0, math.SmallestNonzeroFloat64, 1e-300, 1, 1e17, math.Nextafter(1e17, 1e18), 1e75, 1e308, math.MaxFloat64}
	for i, low := range ends {
		for _, high := range ends[i+1:] {
			if n := len((Ticks{}).Ticks(low, high)); n < 2 || n > 20 {
				t.Errorf("%d ticks from %v to %v", n, low, high)
			}
		}
	}
	if n := len((logTicks{}).Ticks(-300, 300)); n > 60 {
		t.Errorf("%d ticks of logarithms", n)
	}
}
