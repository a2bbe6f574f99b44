package simulate

import (
	"math"

	"drfvi/internal/rng"
)

// Designs of which nothing, or next to nothing, is to be found: whatever is found
// is an error.
var (
	nothing = Scenario{
		Name:     "nothing",
		Title:    "an output that no input tells anything of",
		Equation: "X ~ N(0, I); Y ~ N(0, 1)",
		DefaultN: 300, DefaultP: 8, MinP: 1, Outputs: 1,
		inputs:    neighbours(0),
		responses: pointwise(func(y, _ []float64, src *rng.Source) { y[0] = src.Normal() }),
		law:       noLaw,
	}
	nothingHeavy = Scenario{
		Name:     "nothing-heavy",
		Title:    "two heavy-tailed outputs that no input tells anything of",
		Equation: "X Gaussian, unit variances, corr(Xj, Xk) = 0.5^|j−k|; Y1, Y2 ~ t with 2 degrees of freedom, independent",
		DefaultN: 300, DefaultP: 8, MinP: 1, Outputs: 2,
		inputs: neighbours(0.5),
		responses: pointwise(func(y, _ []float64, src *rng.Source) {
			for k := range y {
				y[k] = src.Normal() / math.Sqrt(exponential(src))
			}
		}),
		law: noLaw,
	}
	nothingTied = Scenario{
		Name:     "nothing-tied",
		Title:    "an output of few values that no input tells anything of",
		Equation: "X ~ N(0, I); Y = ⌊2E⌋, E ~ Exp(1): a quarter of all pairs of rows are tied",
		DefaultN: 300, DefaultP: 8, MinP: 1, Outputs: 1,
		inputs:    neighbours(0),
		responses: pointwise(func(y, _ []float64, src *rng.Source) { y[0] = math.Floor(2 * exponential(src)) }),
		law:       noLaw,
	}
	// levels has an input of so many values that trees find something in it
	// wherever they look, like the number of a school.
	levels = Scenario{
		Name:     "levels",
		Title:    "an input of 130 levels that does nothing beside one that does",
		Equation: "X2 uniform on 1, …, 130, all other Xj ~ N(0, 1), independent; Y ~ N(X1, 1)",
		Relevant: []string{"X1"},
		DefaultN: 300, DefaultP: 2, MinP: 2, Outputs: 1,
		inputs: func(x []float64, src *rng.Source) {
			for j := range x {
				x[j] = src.Normal()
				if j == 1 {
					x[j] = 1 + math.Floor(130*src.Float64())
				}
			}
		},
		responses: pointwise(func(y, x []float64, src *rng.Source) { y[0] = x[0] + src.Normal() }),
		law:       &law{relevant: []int{0}, exact: func(float64) []float64 { return []float64{1} }},
	}
)

// noLaw is that of responses of which the inputs tell nothing: importances are 0 by
// convention, shares of nothing.
var noLaw = &law{exact: func(float64) []float64 { return nil }}

// exponential returns a draw of Exp(1).
func exponential(src *rng.Source) float64 { return -math.Log1p(-src.Float64()) }
