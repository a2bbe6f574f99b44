package chart

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

func TestLogTicks(t *testing.T) {
	ticks := (logTicks{}).Ticks(-2, -1)
	var labels []string
	for _, tick := range ticks {
		labels = append(labels, tick.Label)
	}
	if got := strings.Join(labels, " "); got != "0.01 0.02 0.05 0.1" {
		t.Errorf("labels %s", got)
	}
	near(t, "place of 0.02", ticks[1].Value, math.Log10(0.02), 1e-15)
	labels = nil
	for _, tick := range sizeTicks([]float64{250, 500, 1000, 2000, 4000, 8000}, 3) {
		labels = append(labels, tick.Label)
	}
	if got := strings.Join(labels, " "); got != "250  1000  4000 " {
		t.Errorf("labels %q", got)
	}
	var _ plot.Ticker = logTicks{}
}

func TestRoundTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		most      int
		want      string
	}{
		{0, 1, 6, "0 0.2 0.4 0.6 0.8 1.0"},
		{0, 0.65, 4, "0 0.2 0.4 0.6"},
		{-0.011, 0.02, 4, "−0.01 0 0.01 0.02"},
		{-1, 7, 4, "0 2 4 6"},
		{-1, 7, 3, "0 5"},
		{3, 8, 5, "4 6 8"},
		{0, 0, 5, ""},
		{0, 1e-5, 3, "0 0.000005 0.000010"},
		{0, 3e-300, 4, "0 1e-300 2e-300 3e-300"},
		{-1e-9, 2e-9, 4, "−1e-09 0 1e-09 2e-09"},
		{0, 3e300, 4, "0 1e+300 2e+300 3e+300"},
		{1e17, 1e17 + 48, 4, "100000000000000000 100000000000000016 100000000000000032"}, // where k + 1 is k
	} {
		var labels []string
		for _, tick := range (RoundTicks{c.most}).Ticks(c.low, c.high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("[%v, %v] in %d: %s, want %s", c.low, c.high, c.most, got, c.want)
		}
	}
}

func TestPowerTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{3, 1100, "5 10 20 50 100 200 500 1000"},
		{0.0004, 0.003, "0.0004 0.0005 0.0007 0.001 0.0015 0.002 0.003"},
		{3, 25000, "10 100 1000 10000"},
		{1.2, 30, "2 5 10 20"},
		{4, 30, "4 5 7 10 15 20 30"},
		{0.001, 10, "0.001 0.01 0.1 1 10"},
		{0.9e-300, 1.1e-297, "1e-300 1e-299 1e-298 1e-297"},
	} {
		var labels []string
		for _, tick := range (PowersOfTen{}).Ticks(c.low, c.high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("[%v, %v]: %s, want %s", c.low, c.high, got, c.want)
		}
	}
}

// Ticks of every axis between finite numbers are few and end.
func TestTicksOfExtremes(t *testing.T) {
	ends := []float64{-math.MaxFloat64, -1e75, -1, -1e-300, 0, math.SmallestNonzeroFloat64, 1e-300, 1, 1e17, math.Nextafter(1e17, 1e18), 1e75, 1e308, math.MaxFloat64}
	for i, low := range ends {
		for _, high := range ends[i+1:] {
			for _, axis := range []plot.Ticker{RoundTicks{5}, RoundTicks{0}, PowersOfTen{}, logTicks{}} {
				if n := len(axis.Ticks(low, high)); n > 700 {
					t.Errorf("%T: %d ticks from %v to %v", axis, n, low, high)
				}
			}
		}
	}
}
