package sensitivity

import (
	"math"
	"testing"

	"drfvi/internal/rng"
)

// Laws are recognised with their parameters; mixtures and counts are taken as they are.
func TestRecognise(t *testing.T) {
	const n = 1000
	for _, want := range []Law{
		{Kind: Uniform, A: -1, B: 3}, {Kind: LogUniform, A: 1, B: 1000}, {Kind: Normal, A: 5, B: 2},
		{Kind: LogNormal, A: 0, B: 1}, {Kind: Gumbel, A: 1013, B: 558},
	} {
		src, values := rng.New(3).Named(string(want.Kind)).Source(), make([]float64, n)
		for i := range values {
			values[i] = want.Quantile(src.Float64())
			if u := want.below(values[i]); math.Abs(want.Quantile(u)-values[i]) > 1e-9*(1+math.Abs(values[i])) {
				t.Fatalf("%v: quantile at %v of %v is %v", want, u, values[i], want.Quantile(u))
			}
		}
		got := recognise(values)
		near := func(a, b float64) bool { return math.Abs(a-b) < 0.12*(math.Abs(b)+0.5) }
		if want.Kind == LogUniform {
			near = func(a, b float64) bool { return math.Abs(math.Log(a/b)) < 0.1 }
		}
		if got.Kind != want.Kind || !near(got.A, want.A) || !near(got.B, want.B) {
			t.Errorf("recognised %v, expected %v", got, want)
		}
	}
	src, mixture, counts := rng.New(4).Source(), make([]float64, n), make([]float64, n)
	for i := range mixture {
		mixture[i], counts[i] = src.Normal()+float64(6*src.IntN(2)), float64(src.IntN(5))
	}
	for _, values := range [][]float64{mixture, counts, mixture[:20]} {
		if got := recognise(values); got.Kind != Rows || got.String() != "as in the rows" {
			t.Errorf("recognised %v, expected the rows", got)
		}
	}
}
