package simulate

import (
	"math"

	"drfvi/internal/elementary"
)

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
	mean, diagonal, beside := shift-otherShift, 1+float64(4*gamma), 2*gamma*(correlation+otherCorrelation)
	det := float64(diagonal*diagonal) - float64(beside*beside)
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
					sum += float64(a.weight * b.weight / 4 * uniformKernel(gamma, shift+low, shift+high, otherShift+otherLow, otherShift+otherHigh))
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
	return (secondIntegral(gamma, a-d) + secondIntegral(gamma, b-c) - secondIntegral(gamma, a-c) - secondIntegral(gamma, b-d)) / ((b - a) * (d - c))
}
