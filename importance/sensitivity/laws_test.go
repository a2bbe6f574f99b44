package sensitivity

import (
	"math"
	"strings"
	"testing"

	"drfvi/internal/rng"
)

// Uniform and log-uniform laws are recognised with their ends; others, and few values, are taken as they are.
func TestRecognise(t *testing.T) {
	draw := func(law Law, n int) []float64 {
		src, values := rng.New(3).Named(string(law.Kind)).Source(), make([]float64, n)
		for i := range values {
			values[i] = law.Quantile(src.Float64())
		}
		return values
	}
	for _, want := range []Law{{Kind: Uniform, A: -1, B: 3}, {Kind: LogUniform, A: 1, B: 1000}} {
		if got, _ := recognise(draw(want, 1000)); got.Kind != want.Kind || math.Abs(got.A-want.A) > 0.02 || math.Abs(got.B/want.B-1) > 0.02 {
			t.Errorf("recognised %v, expected %v", got, want)
		}
	}
	counts := draw(Law{Kind: Uniform, B: 5}, 1000)
	for i, v := range counts {
		counts[i] = math.Floor(v)
	}
	for _, values := range [][]float64{counts, draw(Law{Kind: Uniform, B: 1}, 20), draw(Law{Kind: Normal, A: 5, B: 2}, 1000)} {
		if got, _ := recognise(values); got.Kind != Rows || got.String() != "as in the rows" {
			t.Errorf("recognised %v, expected the rows", got)
		}
	}
}

// Quantiles of the laws that are given, at ½ and at Φ(1).
func TestQuantile(t *testing.T) {
	for _, c := range []struct {
		law           Law
		median, upper float64
	}{
		{Law{Kind: Uniform, A: 1, B: 3}, 2, 1 + 2*phi(1)},
		{Law{Kind: LogUniform, A: 1, B: 100}, 10, math.Pow(100, phi(1))},
		{Law{Kind: Normal, A: 5, B: 2}, 5, 7},
		{Law{Kind: LogNormal, A: 1, B: 0.5}, math.E, math.Exp(1.5)},
		{Law{Kind: Gumbel, A: 3, B: 2}, 3 - 2*math.Log(math.Ln2), 3 - 2*math.Log(-math.Log(phi(1)))},
	} {
		if got := [2]float64{c.law.Quantile(0.5), c.law.Quantile(phi(1))}; math.Abs(got[0]-c.median) > 1e-9 || math.Abs(got[1]-c.upper) > 1e-9 {
			t.Errorf("%v: quantiles %v, expected %v and %v", c.law, got, c.median, c.upper)
		}
	}
}

// Laws of which draws would not be finite, or not their squares, are refused; the mass of others outside
// the runs is that of the law.
func TestFarLaws(t *testing.T) {
	for _, law := range []Law{
		{Kind: Normal, A: 1e300, B: 1e300}, {Kind: LogNormal, A: 800, B: 1}, {Kind: LogNormal, A: 0, B: 100}, {Kind: Gumbel, A: 0, B: 1e300},
		{Kind: Uniform, A: -1e200, B: 1e200}, {Kind: LogUniform, A: 1, B: 1e300},
	} {
		if err := law.Check(); err == nil || !strings.Contains(err.Error(), "expected a law of numbers below 2^400") {
			t.Errorf("%v: %v", law, err)
		}
	}
	runs := []float64{0, 0.5, 1}
	for want, law := range map[float64]Law{0: {Kind: Uniform, B: 1}, 0.5: {Kind: Uniform, A: -1, B: 1}, 1: {Kind: Normal, A: 1000, B: 1}} {
		if share, far := law.outside(runs); math.Abs(share-want) > 0.002 || far {
			t.Errorf("%v has %v outside the runs (%v), expected %v", law, share, far, want)
		}
	}
	if _, far := (Law{Kind: Uniform, B: 1}).outside([]float64{0, 1e-130}); !far {
		t.Error("runs beside which a law is endless")
	}
}
