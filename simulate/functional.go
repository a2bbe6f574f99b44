package simulate

import (
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// gridPoints is the number of points of [−5, 5] at which the functional response is
// observed.
const gridPoints = 30

// functional is the paper's experiment with a functional output (Table 5) as
// the authors' script draws it.
var functional = Scenario{
	Name:  "functional",
	Title: "a Gaussian process as output, covariance of the published script",
	Equation: "X ~ U([0, 1]^p); Y = Gaussian process at 30 regular points of [−5, 5], " +
		"mean X1, covariance exp(−X2²·(s − t)²)",
	Relevant: []string{"X1", "X2"},
	DefaultN: 2000, DefaultP: 10, MinP: 2, Outputs: gridPoints,
	inputs:    uniform(0, 1),
	responses: gaussianProcess(1),
}

// functionalText is the same experiment as the paper's text describes it: a
// Gaussian kernel of bandwidth 1/X2.
var functionalText = Scenario{
	Name:  "functional-text",
	Title: "a Gaussian process as output, covariance of the paper's text",
	Equation: "X ~ U([0, 1]^p); Y = Gaussian process at 30 regular points of [−5, 5], " +
		"mean X1, covariance exp(−X2²·(s − t)²/2)",
	Relevant: []string{"X1", "X2"},
	DefaultN: 2000, DefaultP: 10, MinP: 2, Outputs: gridPoints,
	inputs:    uniform(0, 1),
	responses: gaussianProcess(0.5),
}

// curves is functional with population importances, which records of functional lack.
var curves = Scenario{
	Name:     "curves",
	Title:    "a Gaussian process as output, with known importances",
	Equation: functional.Equation,
	Relevant: functional.Relevant,
	DefaultN: 2000, DefaultP: 10, MinP: 2, Outputs: gridPoints,
	inputs:    functional.inputs,
	responses: functional.responses,
	law:       functionalLaw(1),
}

// nugget is added to the variances of the process. Its covariance matrix is
// singular to the last bit (of rank 1 when X2 = 0, and about 15 when X2 = 1);
// the nugget is far above the rounding errors of the factorisation, about
// 1e-14, so that it never fails, and moves Y by 1e-5 standard deviations.
const nugget = 1e-10

// gaussianProcess returns the responses of a process with constant mean X1 and
// covariance exp(−scale·X2²·(s − t)²): X1 + L·Z, L the Cholesky factor of the
// covariance on the grid, Z independent standard normal.
func gaussianProcess(scale float64) func() func(y, x []float64, src *rng.Source) {
	return func() func(y, x []float64, src *rng.Source) {
		covariance := mat.NewSymDense(gridPoints, nil)
		var factor linalg.Cholesky
		z := make([]float64, gridPoints)
		return func(y, x []float64, src *rng.Source) {
			processCovariance(covariance, scale*x[1]*x[1])
			if !factor.Factorize(gridPoints, covariance.At) {
				panic("simulate: covariance that is not positive definite")
			}
			for k := range z {
				z[k] = src.Normal()
			}
			for s := range gridPoints {
				sum := 0.0
				for t := 0; t <= s; t++ {
					sum += float64(factor.At(s, t) * z[t])
				}
				y[s] = x[0] + sum
			}
		}
	}
}

// processCovariance fills dst with exp(−rate·(s − t)²) on the grid, and the
// nugget.
func processCovariance(dst *mat.SymDense, rate float64) {
	const step = 10.0 / (gridPoints - 1)
	for lag := range gridPoints {
		distance := step * float64(lag)
		value := elementary.Exp(-rate * distance * distance)
		if lag == 0 {
			value += nugget
		}
		for s := lag; s < gridPoints; s++ {
			dst.SetSym(s-lag, s, value)
		}
	}
}
