package rank

import (
	"math"
	"testing"
)

// TestHarmonic: equal p-values give more than each, one that stands alone costs its weight, and the
// smallest numbers give 0, not a number that is none.
func TestHarmonic(t *testing.T) {
	if got := Harmonic([]float64{0.01, 1}, []float64{1, 1}); math.Abs(got-0.0204) > 2e-3 {
		t.Errorf("0.01 beside 1 gives %v, expected about 0.02", got)
	}
	if got := Harmonic([]float64{0.3, 0.3}, []float64{1, 1}); got <= 0.3 || got > 1 {
		t.Errorf("0.3 twice gives %v, expected more than 0.3", got)
	}
	for exponent := -324; exponent < -280; exponent++ {
		p := math.Pow(10, float64(exponent))
		for _, weights := range [][]float64{{1, 1}, {0.05, 0.95}} {
			if got := Harmonic([]float64{p, p}, weights); !(got >= 0 && got < 1e-270) {
				t.Errorf("%v twice gives %v", p, got)
			}
		}
	}
}
