package elementary

import (
	"math"
	"testing"
)

// TestNormalUpper compares with values of tables, and at the ends.
func TestNormalUpper(t *testing.T) {
	for _, c := range []struct{ p, want float64 }{
		{0.5, 0}, {0.025, 1.959963984540054}, {0.05, 1.6448536269514722}, {1e-10, 6.361340902404056},
	} {
		if got := NormalUpper(c.p); math.Abs(got-c.want) > 1e-14*max(c.want, 1) {
			t.Errorf("%v is exceeded with probability %v, expected %v", got, c.p, c.want)
		}
	}
	if got := NormalUpper(math.SmallestNonzeroFloat64); !(got > 38 && got < 39) {
		t.Errorf("the smallest probability gives %v", got)
	}
}
