package elementary

import (
	"math"
	"testing"
)

// TestQuadraticTail has sums of squared normal numbers whose tails are known.
func TestQuadraticTail(t *testing.T) {
	for _, c := range []struct {
		value, freedom, want float64
	}{{3.841459, 1, 0.05}, {11.0705, 5, 0.05}, {15.08627, 5, 0.01}, {31.41043, 20, 0.05}, {9.236357, 5, 0.1}} {
		if got := QuadraticTail(c.value, [3]float64{c.freedom, c.freedom, c.freedom}); math.Abs(got/c.want-1) > 0.06 {
			t.Errorf("χ² of %v above %v: %v, expected %v", c.freedom, c.value, got, c.want)
		}
	}
}
