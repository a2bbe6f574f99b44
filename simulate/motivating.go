package simulate

import (
	"math"

	"drfvi/internal/rng"
)

// motivating is the example of the paper's introduction (equation 1, Table 1): X1 shifts
// the mean, X2 the variance; X3 only looks relevant.
var motivating = Scenario{
	Name:  "motivating",
	Title: "a shift in mean and a shift in variance",
	Equation: "X1, X2, X4, …, Xp ~ U(−1, 1) independent, X3 = X1 + U(−1, 1); " +
		"Y ~ N(0.8·1(X1 > 0), (1 + 1(X2 > 0))²)",
	Moves:    []Moved{{"mean", 1, "X1"}, {"spread", 1, "X2"}},
	About:    []string{"X2"},
	DefaultN: 1000, DefaultP: 10, MinP: 3, Outputs: 1,
	inputs: func(x []float64, src *rng.Source) {
		uniform(-1, 1)(x, src)
		x[2] += x[0]
	},
	responses: normalOf(motivatingMoments),
	law:       motivatingLaw,
}.named()

// motivatingMoments returns the moments of Y given a row x of X.
func motivatingMoments(x []float64) (mean, sd float64) {
	return 0.8 * above(x[0]), 1 + above(x[1])
}

// motivatingLaw has closed forms: Y given X is one of four normal laws.
var motivatingLaw = &law{
	inner: normalInner(motivatingMoments),
	redraw: func(int) redrawing {
		return func(x []float64, j int, src *rng.Source) {
			// X1 and X3 carry information about each other: X3 − X1 is uniform on (−1, 1).
			low, high := -1.0, 1.0
			switch j {
			case 0:
				low, high = max(low, x[2]-1), min(high, x[2]+1)
			case 2:
				low, high = x[0]-1, x[0]+1
			}
			x[j] = low + float64((high-low)*src.Float64())
		}
	},
	relevant: []int{0, 1},
	exact:    motivatingImportance,
}

// motivatingImportance returns I(1) and I(2). Given X3 = z in [0, 1], X1 is uniform on
// [z − 1, 1] and positive with probability π = 1/(2 − z); for z in [1, 2] it is positive.
// Two independent draws of X1 given X3 thus differ in sign with probability
//
//	E 2π(1 − π) = ∫₀¹ (1 − z)/(2 − z) dz = 1 − log 2.
func motivatingImportance(gamma float64) []float64 {
	const otherSign = 1 - math.Ln2
	means, sds := []float64{0, 0.8}, []float64{1, 2}
	// Mean inner products for draws of X that agree in everything, in all but the sign of
	// X1, in X1, and in nothing.
	var same, moved, sameMean, free float64
	for _, sd := range sds {
		same += float64(normalKernel(gamma, 0, 2*sd*sd) / 2)
		moved += float64(normalKernel(gamma, means[1]-means[0], 2*sd*sd) / 2)
		for _, otherSD := range sds {
			variance := float64(sd*sd) + float64(otherSD*otherSD)
			sameMean += float64(normalKernel(gamma, 0, variance) / 4)
			free += float64((normalKernel(gamma, 0, variance) + normalKernel(gamma, means[1]-means[0], variance)) / 8)
		}
	}
	return []float64{otherSign * (same - moved) / (same - free), (same - sameMean) / (same - free)}
}
