package stat

import (
	"math"
	"testing"

	gonum "gonum.org/v1/gonum/stat"
)

func TestFitLine(t *testing.T) {
	x, y := []float64{0, 1, 2, 4}, []float64{1, 3, 2, 6}
	f := FitLine(x, y)
	intercept, slope := gonum.LinearRegression(x, y, nil, false)
	near(t, "slope", f.Slope, slope, 1e-14)
	near(t, "intercept", f.Intercept, intercept, 1e-14)
	// Σ(x − 7/4)² = 35/4; the residuals' squares sum to Σ(y − 3)² − slope²·35/4.
	near(t, "se", f.SE, math.Sqrt((14-slope*slope*35/4)/2/(35./4)), 1e-14)
	if f := FitLine([]float64{1, 2}, []float64{1, 0}); f.Slope != -1 || !math.IsNaN(f.SE) || f.Falls() {
		t.Errorf("two points give %+v", f)
	}
	for _, f := range []Line{FitLine(nil, nil), FitLine([]float64{1, 1, 1}, []float64{1, 2, 3})} {
		if !math.IsNaN(f.Slope) || f.Falls() {
			t.Errorf("no line gives %+v", f)
		}
	}
}
