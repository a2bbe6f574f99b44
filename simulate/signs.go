package simulate

import (
	"math"

	"drfvi/internal/elementary"
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
	Moves:    []Moved{{"mean", 1, "X2"}, {"dependence", 1, "X1"}},
	About:    []string{"X1"},
	DefaultN: 2000, DefaultP: 10, MinP: 3, Outputs: 2,
	inputs: motivating.inputs,
	responses: func(y, x []float64, src *rng.Source) {
		shift, correlation := copulaMoments(x)
		first, second := src.Normal(), src.Normal()
		y[0] = shift + first
		y[1] = float64(correlation*first) + float64(math.Sqrt(1-float64(correlation*correlation))*second)
	},
	law: copulaLaw,
}.named()

// copulaMoments returns E Y1 and the correlation of Y1 and Y2 given a row x of X.
func copulaMoments(x []float64) (shift, correlation float64) {
	if x[0] > 0 {
		return above(x[1]), 0.9
	}
	return above(x[1]), -0.9
}

// tail is a design in which the sign of X1 changes only the tails: mean, median,
// quartiles, variance and everything between the quartiles stay. X2 shifts the response;
// X3 moves with X1 and has no effect.
var tail = Scenario{
	Name:  "tail",
	Title: "an output whose tails change and whose centre and variance do not",
	Equation: "X1, X2, X4, …, Xp ~ U(−1, 1) independent, X3 = X1 + U(−1, 1); " +
		"Y = 1(X2 > 0) ± T with equal chances; T ~ U(0, 1) with probability 1/2; else " +
		"T ~ U(2, 4) if X1 ≤ 0, and U(1, 2) with probability 3/4 or U(5, 6) if X1 > 0",
	Moves:    []Moved{{"mean", 1, "X2"}, {"spread", 1, "X1"}, {"shape", 1, "X1"}, {"tails", 1, "X1"}},
	About:    []string{"X1"},
	DefaultN: 4000, DefaultP: 10, MinP: 3, Outputs: 1,
	inputs: motivating.inputs,
	responses: func(y, x []float64, src *rng.Source) {
		shift, pieces := tailLawOf(x)
		sign, choice, within := src.Float64(), src.Float64(), src.Float64()
		for _, piece := range pieces {
			if choice -= piece.weight; choice < 0 {
				y[0] = piece.low + float64((piece.high-piece.low)*within)
				break
			}
		}
		if sign < 0.5 {
			y[0] = -y[0]
		}
		y[0] += shift
	},
	law: tailLaw,
}.named()

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
	if x[0] > 0 {
		return above(x[1]), heavyTail
	}
	return above(x[1]), lightTail
}

// signsLaw is the law of a design with the inputs of motivating in which Y depends only on
// the signs of X1 and X2.
func signsLaw(inner func(gamma float64, x, other []float64) float64) *law {
	return &law{
		inner:    inner,
		redraw:   motivatingLaw.redraw,
		relevant: []int{0, 1},
		exact: func(gamma float64) []float64 {
			// Mean inner products over draws of X that agree in both signs, in all but that of
			// X1 or of X2, and in nothing.
			var same, movedFirst, movedSecond, free float64
			for _, x := range corners {
				for _, other := range corners {
					value := float64(inner(gamma, x, other) / 4)
					free += float64(value / 4)
					switch {
					case x[0] == other[0] && x[1] == other[1]:
						same += value
					case x[1] == other[1]:
						movedFirst += value
					case x[0] == other[0]:
						movedSecond += value
					}
				}
			}
			// Two draws of X1 given X3 differ in sign with probability 1 − log 2
			// (see motivatingImportance), two of X2 with probability ½.
			return []float64{(1 - math.Ln2) * (same - movedFirst) / (same - free), (same - movedSecond) / 2 / (same - free)}
		},
	}
}

// corners are inputs of every combination of signs.
var corners = [][]float64{{-1, -1, 0}, {-1, 1, 0}, {1, -1, 0}, {1, 1, 0}}

// copulaLaw has closed inner products: the difference D of two responses is
// normal with mean (m, 0) and covariance [2, r; r, 2], r the sum of the
// correlations, and with A = I + 2γ·[2, r; r, 2]
//
//	E exp(−γ‖D‖²) = exp(−γ·m²·(A⁻¹)₁₁) / √det A.
var copulaLaw = signsLaw(func(gamma float64, x, other []float64) float64 {
	shift, correlation := copulaMoments(x)
	otherShift, otherCorrelation := copulaMoments(other)
	mean, diagonal, offDiagonal := shift-otherShift, 1+float64(4*gamma), 2*gamma*(correlation+otherCorrelation)
	det := float64(diagonal*diagonal) - float64(offDiagonal*offDiagonal)
	return elementary.Exp(-gamma*mean*mean*diagonal/det) / math.Sqrt(det)
})

// tailLaw has closed inner products: both laws are mixtures of uniform laws.
var tailLaw = signsLaw(func(gamma float64, x, other []float64) float64 {
	shift, pieces := tailLawOf(x)
	otherShift, otherPieces := tailLawOf(other)
	sum := 0.0
	for _, a := range pieces {
		for _, b := range otherPieces {
			for _, sign := range []float64{-1, 1} {
				// Only without a shift are the other four pairs of signs mirror images of
				// these.
				for _, otherSign := range []float64{-1, 1} {
					low, high := mirrored(a, sign)
					otherLow, otherHigh := mirrored(b, otherSign)
					sum += float64(a.weight * b.weight / 4 * uniformKernel(
						gamma, shift+low, shift+high, otherShift+otherLow, otherShift+otherHigh,
					))
				}
			}
		}
	}
	return sum
})

// mirrored returns the ends of a piece on the given side of the centre.
func mirrored(p piece, sign float64) (low, high float64) {
	if sign < 0 {
		return -p.high, -p.low
	}
	return p.low, p.high
}

// uniformKernel returns E exp(−gamma(u − v)²) for u ~ U(a, b) and v ~ U(c, d).
func uniformKernel(gamma, a, b, c, d float64) float64 {
	return (secondIntegral(gamma, a-d) + secondIntegral(gamma, b-c) -
		secondIntegral(gamma, a-c) - secondIntegral(gamma, b-d)) / ((b - a) * (d - c))
}
