package simulate

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// univariate is the paper's experiment with one response and dependent Gaussian inputs
// (Table 2): X1 and X2 move the mean, X3, X4 and X5 the variance; X10 nearly repeats X1.
var univariate = Scenario{
	Name:  "univariate",
	Title: "one output, correlated Gaussian inputs",
	Equation: "X Gaussian, unit variances, all correlations 0.5 but corr(X1, X10) = 0.9; " +
		"Y ~ N(2·X1 + X2, (2|X3| + 2|X4| + 2|X5|)²)",
	Moves:    []Moved{{"mean", 1, "X1"}, {"mean", 1, "X2"}, {"spread", 1, "X3"}, {"spread", 1, "X4"}, {"spread", 1, "X5"}},
	DefaultN: 3000, DefaultP: 10, MinP: 10, Outputs: 1,
	inputs: func(x []float64, src *rng.Source) {
		// Xj = √½·(G + Ej) has unit variance and correlation ½ with every other such
		// input. X10 = 0.8·X1 + b·G + √0.18·E10, b = 0.1/√½, has correlation 0.8 + b·√½ =
		// 0.9 with X1, 0.4 + b·√½ = 0.5 with the others, and variance 0.64 + b² + 1.6·b·√½
		// + 0.18 = 1.
		half := math.Sqrt(0.5)
		common := src.Normal()
		for j := range x {
			e := src.Normal()
			if j == 9 {
				x[j] = float64(0.8*x[0]) + float64(0.1/half*common) + float64(math.Sqrt(0.18)*e)
				continue
			}
			x[j] = half * (common + e)
		}
	},
	responses: normalOf(univariateMoments),
	law:       univariateLaw,
}.named()

// univariateMoments returns the moments of Y given a row x of X.
func univariateMoments(x []float64) (mean, sd float64) {
	return 2*x[0] + x[1], 2*math.Abs(x[2]) + 2*math.Abs(x[3]) + 2*math.Abs(x[4])
}

// univariateLaw has closed inner products, Y given X being normal, and normal laws of
// each input given the others. These depend on the number of inputs, because noise
// inputs carry information about the relevant ones.
var univariateLaw = &law{
	inner:    normalInner(univariateMoments),
	redraw:   univariateRedraw,
	relevant: []int{0, 1, 2, 3, 4},
}

func univariateRedraw(p int) redrawing {
	covariance := mat.NewSymDense(p, nil)
	for j := range p {
		covariance.SetSym(j, j, 1)
		for k := range j {
			covariance.SetSym(j, k, 0.5)
		}
	}
	covariance.SetSym(0, 9, 0.9)
	return normalRedraw(covariance)
}
