package simulate

import (
	"math"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// Designs without effects, or nearly so: any finding is an error.
var (
	nothing = Scenario{
		Name:     "nothing",
		Title:    "an output that no input tells anything of",
		Equation: "X ~ N(0, I); Y ~ N(0, 1)",
		DefaultN: 300, DefaultP: 8, MinP: 1, Outputs: 1,
		inputs:    neighbours(0),
		responses: func(y, _ []float64, src *rng.Source) { y[0] = src.Normal() },
		law:       noLaw,
	}
	nothingHeavy = Scenario{
		Name:     "nothing-heavy",
		Title:    "two heavy-tailed outputs that no input tells anything of",
		Equation: "X Gaussian, unit variances, corr(Xj, Xk) = 0.5^|j−k|; Y1, Y2 ~ t with 2 degrees of freedom, independent",
		DefaultN: 300, DefaultP: 8, MinP: 1, Outputs: 2,
		inputs: neighbours(0.5),
		responses: func(y, _ []float64, src *rng.Source) {
			for k := range y {
				y[k] = src.Normal() / math.Sqrt(exponential(src))
			}
		},
		law: noLaw,
	}
	nothingTied = Scenario{
		Name:     "nothing-tied",
		Title:    "an output of few values that no input tells anything of",
		Equation: "X ~ N(0, I); Y = ⌊2E⌋, E ~ Exp(1): a quarter of all pairs of rows are tied",
		DefaultN: 300, DefaultP: 8, MinP: 1, Outputs: 1,
		inputs:    neighbours(0),
		responses: func(y, _ []float64, src *rng.Source) { y[0] = math.Floor(2 * exponential(src)) },
		law:       noLaw,
	}
	// levels has an input with so many values that trees find a split on it in any node,
	// like a school's number.
	levels = Scenario{
		Name:     "levels",
		Title:    "an input of 130 levels that does nothing beside one that does",
		Equation: "X2 uniform on 1, …, 130, all other Xj ~ N(0, 1), independent; Y ~ N(X1, 1)",
		DefaultN: 300, DefaultP: 2, MinP: 2, Outputs: 1,
		inputs: func(x []float64, src *rng.Source) {
			for j := range x {
				x[j] = src.Normal()
				if j == 1 {
					x[j] = 1 + math.Floor(130*src.Float64())
				}
			}
		},
		responses: func(y, x []float64, src *rng.Source) { y[0] = x[0] + src.Normal() },
		law:       &law{relevant: []int{0}, exact: func(float64) []float64 { return []float64{1} }},
	}.named()
)

// discrete has binary inputs, each mostly equal to the one before: trees have one
// possible split on each. Given all others X1 is known up to probabilities flip and
// 1 − flip, which leaves flip·(1 − flip) of its variance of 1/4.
var discrete = Scenario{
	Name:     "discrete",
	Title:    "inputs of two values, each mostly a copy of the one before",
	Equation: "X1 uniform on 0, 1; Xj = Xj−1 with probability 0.85 and 1 − Xj−1 otherwise; Y ~ N(X1, 0.7²)",
	DefaultN: 300, DefaultP: 6, MinP: 2, Outputs: 1,
	inputs: func(x []float64, src *rng.Source) {
		for j := range x {
			switch {
			case j == 0:
				x[j] = math.Floor(2 * src.Float64())
			case src.Float64() < flip:
				x[j] = 1 - x[j-1]
			default:
				x[j] = x[j-1]
			}
		}
	},
	responses: func(y, x []float64, src *rng.Source) { y[0] = x[0] + float64(0.7*src.Normal()) },
	law:       &law{relevant: []int{0}, exact: func(float64) []float64 { return []float64{4 * flip * (1 - flip)} }},
}.named()

const flip = 0.15

// noLaw is the law of responses independent of the inputs: importances, shares of
// nothing, are 0 by convention.
var noLaw = &law{exact: func(float64) []float64 { return nil }}

// exponential returns a draw of Exp(1).
func exponential(src *rng.Source) float64 { return -elementary.Log1p(-src.Float64()) }
