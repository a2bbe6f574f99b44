package stat

import (
	"math"
	"testing"

	gonum "gonum.org/v1/gonum/stat"
)

func TestSlope(t *testing.T) {
	x, y := []float64{0, 1, 2, 4}, []float64{1, 3, 2, 6}
	fitted, _ := Slope(x, y)
	_, slope := gonum.LinearRegression(x, y, nil, false)
	near(t, "slope", fitted.Mean, slope, 1e-14)
	// Σ(x − 7/4)² = 35/4; the residuals' squares sum to Σ(y − 3)² − slope²·35/4.
	near(t, "se", fitted.SE, math.Sqrt((14-slope*slope*35/4)/2/(35./4)), 1e-14)
	if of, _ := Slope([]float64{1, 2}, []float64{1, 0}); of.Mean != -1 || !math.IsNaN(of.SE) {
		t.Errorf("two points give %+v", of)
	}
	none, _ := Slope(nil, nil)
	upright, _ := Slope([]float64{1, 1, 1}, []float64{1, 2, 3})
	if !math.IsNaN(none.Mean) || !math.IsNaN(upright.Mean) {
		t.Errorf("no lines give %+v, %+v", none, upright)
	}
}

// Means on a line are straight, those on a parabola are not: with the same scatter around
// them, F is the share of the one in the other.
func TestLackOfFit(t *testing.T) {
	values := func(mean func(x float64) float64) (x, y []float64) {
		for k := range 4 {
			at := float64(k)
			x, y = append(x, at, at, at), append(y, mean(at)-0.1, mean(at), mean(at)+0.1)
		}
		return x, y
	}
	if _, bent := Slope(values(func(x float64) float64 { return 1 - x/2 })); bent < 0.99 {
		t.Errorf("a line: %v", bent)
	}
	if _, bent := Slope(values(func(x float64) float64 { return (x - 1.5) * (x - 1.5) })); bent > Level {
		t.Errorf("a parabola: %v", bent)
	}
	// Residuals of means (0, 0, 0.3) to their line are 0.05, −0.1 and 0.05: F = 3·0.015/(3·0.02/6) = 4.5.
	_, bent := Slope([]float64{0, 0, 0, 1, 1, 1, 2, 2, 2}, []float64{-0.1, 0, 0.1, -0.1, 0, 0.1, 0.2, 0.3, 0.4})
	near(t, "p", bent, 0.07809, 1e-4)
	if _, bent := Slope([]float64{0, 1, 2}, []float64{1, 0, 1}); bent != 1 {
		t.Errorf("without repetitions: %v", bent)
	}
}
