package simulate

import (
	"math"

	"drfvi/internal/rng"
)

// copula is a design that no single response reveals: the sign of X1 reverses the
// dependence of two responses and leaves their laws alone. X2 shifts the mean of one,
// visible to methods for a single response; X3 is correlated with X1 and has no effect.
var copula = Scenario{
	Name:  "copula",
	Title: "two normal outputs whose dependence changes and whose laws do not",
	Equation: "X1, X2, X4, …, Xp ~ U(−1, 1) independent, X3 = X1 + U(−1, 1); " +
		"Y1 ~ N(1(X2 > 0), 1), Y2 ~ N(0, 1), correlation 0.9 if X1 > 0, −0.9 if not",
	Relevant: []string{"X1", "X2"},
	Moves:    []Moved{{"mean", 1, "X2"}, {"dependence", 1, "X1"}},
	DefaultN: 2000, DefaultP: 10, MinP: 3, Outputs: 2,
	inputs: motivating.inputs,
	responses: pointwise(func(y, x []float64, src *rng.Source) {
		shift, correlation := copulaMoments(x)
		first, second := src.Normal(), src.Normal()
		y[0] = shift + first
		y[1] = float64(correlation*first) + float64(math.Sqrt(1-float64(correlation*correlation))*second)
	}),
	law: copulaLaw,
}

// copulaMoments returns E Y1 and the correlation of Y1 and Y2 given a row x of X.
func copulaMoments(x []float64) (shift, correlation float64) {
	shift, correlation = 0, -0.9
	if x[1] > 0 {
		shift = 1
	}
	if x[0] > 0 {
		correlation = 0.9
	}
	return shift, correlation
}
