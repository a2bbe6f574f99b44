package simulate

import (
	"math"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// censoring is a law of a time T of which only Y1 = min(T, C) is seen. Y2 is 1 if that is T, and 0
// if it is C, so that the row is censored. The logarithms of T and C are normal given X, and
// independent.
type censoring struct {
	time func(x []float64) (mean, sd float64) // of log T
	end  func(x []float64) float64            // the mean of log C, whose standard deviation is 1
}

// correlated is the correlation of X6 with X1.
const correlated = 0.7

// inputs fills x with standard normal numbers, of which X6 is correlated with X1.
func (censoring) inputs(x []float64, src *rng.Source) {
	for j := range x {
		x[j] = src.Normal()
	}
	x[5] = float64(correlated*x[0]) + float64(math.Sqrt(1-correlated*correlated)*x[5])
}

// responses draws Y1 and Y2 given X.
func (c censoring) responses(y, x []float64, src *rng.Source) {
	mean, sd := c.time(x)
	time, end := elementary.Exp(mean+float64(sd*src.Normal())), elementary.Exp(c.end(x)+src.Normal())
	y[0], y[1] = min(time, end), 0
	if time <= end {
		y[1] = 1
	}
}

// scenario adds the law to a scenario.
func (c censoring) scenario(s Scenario) Scenario {
	s.Censored, s.Outputs, s.inputs, s.responses = true, 2, c.inputs, c.responses
	s.DefaultN, s.DefaultP, s.MinP = 500, 10, 9
	return s
}

// Designs of Wolock et al. (Biometrika 2025), in which censoring depends on inputs that do not move
// the time: 41 and 60 % of the rows are censored.
var (
	censored = censoring{wolock, endsBy(0.2)}.scenario(Scenario{
		Name:  "censored",
		Title: "a time that is censored depending on inputs that do not move it",
		Equation: "X standard normal, corr(X1, X6) = 0.7; log T ~ N(M, 1), M = " + wolockMean +
			"; log C ~ N(0.2 + E, 1), E = " + endMean,
		Relevant: []string{"X1", "X2", "X3", "X4", "X5"},
	})
	censoredHeavy = censoring{wolock, endsBy(-0.7)}.scenario(Scenario{
		Name:     "censored-heavy",
		Title:    "a time that is censored in most rows",
		Equation: "X and T as in censored; log C ~ N(−0.7 + E, 1), E = " + endMean,
		Relevant: []string{"X1", "X2", "X3", "X4", "X5"},
	})
	censoredNothing = censoring{
		func([]float64) (float64, float64) { return 0, 1 },
		func(x []float64) float64 {
			return 0.2 + float64(0.5*x[0]) - x[6] + float64(0.8*x[7]) - float64(0.5*x[6]*x[8])
		},
	}.scenario(Scenario{
		Name:     "censored-nothing",
		Title:    "a time that nothing moves, and censoring that strongly depends on inputs",
		Equation: "X as in censored; log T ~ N(0, 1); log C ~ N(0.2 + 0.5·X1 − X7 + 0.8·X8 − 0.5·X7·X9, 1)",
	})
	censoredCrossing = censoring{
		func(x []float64) (float64, float64) {
			return 0.3 * x[1], 0.4 + float64(0.6*elementary.Erfc(x[0]/math.Sqrt2))
		}, endsBy(0.4),
	}.scenario(Scenario{
		Name:     "censored-crossing",
		Title:    "a time whose spread moves, so that hazards cross",
		Equation: "X as in censored; log T ~ N(0.3·X2, (0.4 + 1.2·Φ(−X1))²); log C ~ N(0.4 + E, 1), E = " + endMean,
		Relevant: []string{"X1", "X2"},
	})
)

// The means of log T and of log C in words, and as functions.
const (
	wolockMean = "0.5·X1 − 0.3·X2 + 0.1·X1·X2 − 0.1·X3·X4 + 0.1·X1·X5"
	endMean    = "0.5·X1 − 0.6·X7 + 0.6·X8 − 0.3·X7·X9"
)

func wolock(x []float64) (mean, sd float64) {
	lines := float64(0.5*x[0]) - float64(0.3*x[1])
	return lines + float64(0.1*x[0]*x[1]) - float64(0.1*x[2]*x[3]) + float64(0.1*x[0]*x[4]), 1
}

func endsBy(shift float64) func(x []float64) float64 {
	return func(x []float64) float64 {
		return shift + float64(0.5*x[0]) - float64(0.6*x[6]) + float64(0.6*x[7]) - float64(0.3*x[6]*x[8])
	}
}
