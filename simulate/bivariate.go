package simulate

import "drfvi/internal/rng"

// bivariate is the paper's experiment with two outputs (Table 3, Figure 1, and
// with p = 1000 Table 4): X1 shifts one output, X2 scales the other.
var bivariate = Scenario{
	Name:     "bivariate",
	Title:    "two uniform outputs, one shifted and one scaled",
	Equation: "X ~ U([0, 1]^p); Y1 ~ U(X1, 1 + X1), Y2 ~ U(0, X2) independent",
	Relevant: []string{"X1", "X2"},
	Moves:    []Moved{{"mean", 1, "X1"}, {"mean", 2, "X2"}, {"spread", 2, "X2"}},
	DefaultN: 500, DefaultP: 10, MinP: 2, Outputs: 2,
	inputs: uniform(0, 1),
	responses: pointwise(func(y, x []float64, src *rng.Source) {
		y[0] = x[0] + src.Float64()
		y[1] = x[1] * src.Float64()
	}),
	law: bivariateLaw,
}
