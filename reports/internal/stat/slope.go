package stat

import "math"

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
}

// FitLine fits a line to points.
func FitLine(x, y []float64) Line {
	f := Line{Points: len(x), Slope: math.NaN(), SE: math.NaN(), Intercept: math.NaN()}
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
	return f
}

// Falls tells whether the slope is below 0 by more than two of its standard
// errors.
func (f Line) Falls() bool { return f.Slope < -2*f.SE }

// Text is "−0.48 (0.03)".
func (f Line) Text() string {
	return Text(Stat{Mean: f.Slope, SE: f.SE, SD: math.NaN(), N: f.Points}, 2)
}
