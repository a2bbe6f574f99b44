package reports

import (
	"math"

	"drfvi/results"
)

// Values of records that hold the importances of the whole population, one per
// variable, and their standard errors where they are known from draws.
const (
	valuePopulation   = results.ValuePopulation
	valuePopulationSE = results.ValuePopulationSE
)

// populationErrors returns how far the estimates of each repetition are from the
// population importances: the root of the mean square over variables of
// raw − population. Nil if the records hold no population values.
func (c CellSummary) populationErrors() []float64 {
	raw, population := c.values[valueRaw], c.values[valuePopulation]
	if len(raw) == 0 || len(population) != len(raw) || len(population[0]) != len(raw[0]) {
		return nil
	}
	errors := make([]float64, len(raw))
	for i, row := range raw {
		squares := 0.0
		for j, v := range row {
			squares += (v - population[i][j]) * (v - population[i][j])
		}
		errors[i] = math.Sqrt(squares / float64(len(row)))
	}
	return errors
}

// excess summarises raw − population of the variable at index j.
func (c CellSummary) excess(j int) Stat {
	raw, population := c.values[valueRaw], c.values[valuePopulation]
	differences := make([]float64, len(raw))
	for i := range raw {
		differences[i] = raw[i][j] - population[i][j]
	}
	return newStat(differences)
}

// inLogs summarises the decimal logarithms of positive values.
func inLogs(values []float64) Stat {
	logs := make([]float64, 0, len(values))
	for _, v := range values {
		if v > 0 {
			logs = append(logs, math.Log10(v))
		}
	}
	return newStat(logs)
}

// lineFit is a straight line y = intercept + slope·x by least squares, with the
// standard error of its slope from the scatter of the points around it,
//
//	se² = Σ residual² / (points − 2) / Σ (x − mean x)².
//
// The standard error is NaN for fewer than three points, the slope too if all
// points have the same x.
type lineFit struct {
	intercept, slope, se float64
	points               int
}

// fitLine fits a line to points.
func fitLine(x, y []float64) lineFit {
	f := lineFit{points: len(x), slope: math.NaN(), se: math.NaN(), intercept: math.NaN()}
	if len(x) == 0 {
		return f
	}
	meanX, meanY := mean(x), mean(y)
	var xx, xy float64
	for i := range x {
		xx += (x[i] - meanX) * (x[i] - meanX)
		xy += (x[i] - meanX) * (y[i] - meanY)
	}
	if xx == 0 {
		return f
	}
	f.slope = xy / xx
	f.intercept = meanY - f.slope*meanX
	if len(x) < 3 {
		return f
	}
	squares := 0.0
	for i := range x {
		residual := y[i] - f.intercept - f.slope*x[i]
		squares += residual * residual
	}
	f.se = math.Sqrt(squares / float64(len(x)-2) / xx)
	return f
}

// falls tells whether the slope is below 0 by more than two of its standard
// errors.
func (f lineFit) falls() bool { return f.slope < -2*f.se }

// text is "−0.48 (0.03)".
func (f lineFit) text() string {
	return estimateText(Stat{Mean: f.slope, SE: f.se, SD: math.NaN(), N: f.points}, 2)
}
