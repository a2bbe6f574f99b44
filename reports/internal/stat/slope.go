package stat

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Line is a straight line y = intercept + slope·x by least squares, with the
// standard error of its slope from the scatter of the points around it,
//
//	se² = Σ residual² / (points − 2) / Σ (x − mean x)².
//
// The standard error is NaN for fewer than three points, the slope too if all
// points have the same x.
type Line struct {
	Intercept, Slope, SE float64
	Points               int
	// Bent is the p-value of the test that the means at each x are on a line, against any
	// other place (lack of fit); 1 where that cannot be tested.
	Bent float64
}

// Stat is the slope.
func (f Line) Stat() Stat { return Stat{Mean: f.Slope, SD: math.NaN(), SE: f.SE, N: f.Points} }

// Straight reports whether the means are on a line as far as can be told.
func (f Line) Straight() bool { return f.Bent > Level }

// FitLine fits a line to points.
func FitLine(x, y []float64) Line {
	f := Line{Points: len(x), Slope: math.NaN(), SE: math.NaN(), Intercept: math.NaN(), Bent: 1}
	if len(x) == 0 {
		return f
	}
	meanX, meanY := Mean(x), Mean(y)
	var xx, xy float64
	for i := range x {
		xx += (x[i] - meanX) * (x[i] - meanX)
		xy += (x[i] - meanX) * (y[i] - meanY)
	}
	if xx == 0 {
		return f
	}
	f.Slope = xy / xx
	f.Intercept = meanY - f.Slope*meanX
	if len(x) < 3 {
		return f
	}
	squares := 0.0
	for i := range x {
		residual := y[i] - f.Intercept - f.Slope*x[i]
		squares += residual * residual
	}
	f.SE = math.Sqrt(squares / float64(len(x)-2) / xx)
	f.Bent = lackOfFit(x, y, squares)
	return f
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
