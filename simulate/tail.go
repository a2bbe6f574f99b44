package simulate

import "drfvi/internal/rng"

// tail is a design in which the sign of X1 changes only the tails: mean, median,
// quartiles, variance and everything between the quartiles stay. X2 shifts the response;
// X3 moves with X1 and has no effect.
var tail = Scenario{
	Name:  "tail",
	Title: "an output whose tails change and whose centre and variance do not",
	Equation: "X1, X2, X4, …, Xp ~ U(−1, 1) independent, X3 = X1 + U(−1, 1); " +
		"Y = 1(X2 > 0) ± T with equal chances; T ~ U(0, 1) with probability 1/2; else " +
		"T ~ U(2, 4) if X1 ≤ 0, and U(1, 2) with probability 3/4 or U(5, 6) if X1 > 0",
	Relevant: []string{"X1", "X2"},
	Moves:    []Moved{{"mean", 1, "X2"}, {"spread", 1, "X1"}, {"shape", 1, "X1"}, {"tails", 1, "X1"}},
	DefaultN: 4000, DefaultP: 10, MinP: 3, Outputs: 1,
	inputs: motivating.inputs,
	responses: pointwise(func(y, x []float64, src *rng.Source) {
		shift, pieces := tailLawOf(x)
		sign, which, within := src.Float64(), src.Float64(), src.Float64()
		for _, piece := range pieces {
			if which -= piece.weight; which < 0 {
				y[0] = piece.low + float64((piece.high-piece.low)*within)
				break
			}
		}
		if sign < 0.5 {
			y[0] = -y[0]
		}
		y[0] += shift
	}),
	law: tailLaw,
}

// piece is an interval and the probability of a uniform draw from it.
type piece struct{ low, high, weight float64 }

// The laws of the distance T from the centre. Both have mean square 29/6: (1/3 + 28/3)/2,
// 28/3 being that of U(2, 4), and ¾·7/3 + ¼·91/3.
var (
	lightTail = []piece{{0, 1, 0.5}, {2, 4, 0.5}}
	heavyTail = []piece{{0, 1, 0.5}, {1, 2, 0.375}, {5, 6, 0.125}}
)

// tailLawOf returns the centre of Y and the law of its distance from it, given a row x of
// X.
func tailLawOf(x []float64) (shift float64, pieces []piece) {
	pieces = lightTail
	if x[0] > 0 {
		pieces = heavyTail
	}
	if x[1] > 0 {
		shift = 1
	}
	return shift, pieces
}
