package simulate

import "drfvi/internal/rng"

// motivating is the example of the paper's introduction (equation 1, Table 1): X1 shifts
// the mean, X2 the variance; X3 only looks relevant.
var motivating = Scenario{
	Name:  "motivating",
	Title: "a shift in mean and a shift in variance",
	Equation: "X1, X2, X4, …, Xp ~ U(−1, 1) independent, X3 = X1 + U(−1, 1); " +
		"Y ~ N(0.8·1(X1 > 0), (1 + 1(X2 > 0))²)",
	Relevant: []string{"X1", "X2"},
	Moves:    []Moved{{"mean", 1, "X1"}, {"spread", 1, "X2"}},
	DefaultN: 1000, DefaultP: 10, MinP: 3, Outputs: 1,
	inputs: func(x []float64, src *rng.Source) {
		uniform(-1, 1)(x, src)
		x[2] += x[0]
	},
	responses: pointwise(func(y, x []float64, src *rng.Source) {
		mean, sd := motivatingMoments(x)
		y[0] = mean + float64(sd*src.Normal())
	}),
	law: motivatingLaw,
}

// motivatingMoments returns the moments of Y given a row x of X.
func motivatingMoments(x []float64) (mean, sd float64) {
	mean, sd = 0, 1
	if x[0] > 0 {
		mean = 0.8
	}
	if x[1] > 0 {
		sd = 2
	}
	return mean, sd
}
