package stat

import (
	"math"
	"testing"
)

func TestResidual(t *testing.T) {
	// Rows and columns that add up leave nothing.
	near(t, "no interaction", TwoWayNoise([][]float64{{1, 2, 4}, {3, 4, 6}}), 0, 1e-12)
	// One cell off by 6: residuals ±1, ±2 with two degrees of freedom.
	near(t, "one cell off", TwoWayNoise([][]float64{{7, 2, 4}, {3, 4, 6}}), math.Sqrt((4+1+1)*2/2./3), 1e-12)
	for _, rows := range [][][]float64{{{1, 2}}, {{1}, {2}}, {{1, 2}, {1}}} {
		if r := TwoWayNoise(rows); !math.IsNaN(r) {
			t.Errorf("residual %v of %v", r, rows)
		}
	}
}
