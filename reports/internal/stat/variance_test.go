package stat

import (
	"math"
	"testing"
)

// The upper quantile of 2.5 % of F(9, 9) is 4.025994; F(2, m) exceeds f with probability
// (1 + 2f/m)^(−m/2).
func TestVarianceP(t *testing.T) {
	const quantile = 4.025994
	for _, c := range []struct {
		a    float64
		n    int
		b    float64
		m    int
		want float64
	}{
		{math.Sqrt(quantile), 10, 1, 10, 0.05}, {1, 10, math.Sqrt(quantile), 10, 0.05}, {2, 10, 2, 10, 1},
		{math.Sqrt(2.7), 3, 1, 40, 2 * math.Pow(1+2*2.7/39, -39.0/2)},
	} {
		if got := VarianceP(c.a, c.n, c.b, c.m); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%v of %d and %v of %d: p %v, expected %v", c.a, c.n, c.b, c.m, got, c.want)
		}
	}
}
