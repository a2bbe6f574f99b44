package rank

import (
	"math"
	"testing"
)

func TestHolm(t *testing.T) {
	// Sorted 0.005·4, 0.01·3, 0.03·2, 0.04·1, each at least the one before.
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if math.Abs(got[i]-want) > 1e-15 {
			t.Errorf("adjusted %v, want %v", got[i], want)
		}
	}
	if got := Holm([]float64{0.9, 0.8}); got[0] != 1 || got[1] != 1 {
		t.Errorf("adjusted %v, want at most 1", got)
	}
	if got := Holm(nil); len(got) != 0 {
		t.Errorf("adjusted %v of nothing", got)
	}
}
