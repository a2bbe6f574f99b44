package stat

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Slope returns the slope of the straight line through points by least squares, with its
// standard error from the scatter of the points around the line,
//
//	se² = Σ residual² / (points − 2) / Σ (x − mean x)².
//
// The standard error is NaN for fewer than three points, the slope too if all
// points have the same x. bent is the p-value of the test that the means at each x are on a line,
// against any other place (lack of fit); 1 where that cannot be tested.
func Slope(x, y []float64) (slope Stat, bent float64) {
	slope = Stat{Mean: math.NaN(), SD: math.NaN(), SE: math.NaN(), N: len(x)}
	if len(x) == 0 {
		return slope, 1
	}
	meanX, meanY := Mean(x), Mean(y)
	var xx, xy float64
	for i := range x {
		xx += (x[i] - meanX) * (x[i] - meanX)
		xy += (x[i] - meanX) * (y[i] - meanY)
	}
	if xx == 0 {
		return slope, 1
	}
	slope.Mean = xy / xx
	intercept := meanY - slope.Mean*meanX
	if len(x) < 3 {
		return slope, 1
	}
	squares := 0.0
	for i := range x {
		residual := y[i] - intercept - slope.Mean*x[i]
		squares += residual * residual
	}
	slope.SE = math.Sqrt(squares / float64(len(x)-2) / xx)
	return slope, lackOfFit(x, y, squares)
}

// lackOfFit compares the scatter of means around a line with that of values around the
// means of the same x by an F test; residual is the sum of squares around the line.
func lackOfFit(x, y []float64, residual float64) float64 {
	at := make(map[float64][]float64)
	for i, v := range x {
		at[v] = append(at[v], y[i])
	}
	pure := 0.0
	for _, v := range slices.Sorted(maps.Keys(at)) {
		mean := Mean(at[v])
		for _, w := range at[v] {
			pure += (w - mean) * (w - mean)
		}
	}
	between, within := float64(len(at)-2), float64(len(x)-len(at))
	if between < 1 || within < 1 || pure == 0 {
		return 1
	}
	return distuv.F{D1: between, D2: within}.Survival(max(0, residual-pure) / between / (pure / within))
}
