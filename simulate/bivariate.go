package simulate

import (
	"math"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// bivariate is the paper's experiment with two outputs (Table 3, Figure 1, and
// with p = 1000 Table 4): X1 shifts one output, X2 scales the other.
var bivariate = Scenario{
	Name:     "bivariate",
	Title:    "two uniform outputs, one shifted and one scaled",
	Equation: "X ~ U([0, 1]^p); Y1 ~ U(X1, 1 + X1), Y2 ~ U(0, X2) independent",
	Moves:    []Moved{{"mean", 1, "X1"}, {"mean", 2, "X2"}, {"spread", 2, "X2"}},
	DefaultN: 500, DefaultP: 10, MinP: 2, Outputs: 2,
	inputs: uniform(0, 1),
	responses: func(y, x []float64, src *rng.Source) {
		y[0] = x[0] + src.Float64()
		y[1] = x[1] * src.Float64()
	},
	law: bivariateLaw,
}.named()

// bivariateLaw has closed inner products and importances by quadrature: inputs are
// independent, each moves its own response, and the kernel, and so every inner product, is
// a product over responses.
var bivariateLaw = &law{
	inner: func(gamma float64, x, other []float64) float64 {
		return shiftedKernel(gamma, x[0]-other[0]) * scaledKernel(gamma, x[1], other[1])
	},
	redraw:   byItself(unitInput),
	relevant: []int{0, 1},
	exact:    bivariateImportance,
}

// secondIntegral returns F(z), F″(z) = exp(−gamma·z²), F(0) = F′(0) = 0. Let u and v be uniform
// on intervals of lengths l and m. Then E exp(−gamma(u − v)²) is the sum of F over the
// differences of equal ends, less that of opposite ones, divided by −l·m.
func secondIntegral(gamma, z float64) float64 {
	root := math.Sqrt(gamma)
	return float64(z*math.Sqrt(math.Pi)/(2*root)*elementary.Erf(root*z)) + elementary.Expm1(-gamma*z*z)/(2*gamma)
}

// shiftedKernel returns E exp(−gamma(u − v)²) for u ~ U(0, 1) and v ~
// U(shift, 1 + shift).
func shiftedKernel(gamma, shift float64) float64 {
	return secondIntegral(gamma, 1+shift) + secondIntegral(gamma, 1-shift) - 2*secondIntegral(gamma, shift)
}

// scaledKernel returns E exp(−gamma(u − v)²) for u ~ U(0, a) and v ~ U(0, b).
func scaledKernel(gamma, a, b float64) float64 {
	return (secondIntegral(gamma, a) + secondIntegral(gamma, b) - secondIntegral(gamma, a-b)) / (a * b)
}

// bivariateImportance returns I(1) and I(2). A and B are the mean inner products of the laws of
// Y1 and of Y2, for equal (A₌, B₌) and for independent inputs. Then:
//
//	I(1) = (A₌B₌ − AB₌)/(A₌B₌ − AB),  I(2) = (A₌B₌ − A₌B)/(A₌B₌ − AB).
func bivariateImportance(gamma float64) []float64 {
	sameShift := shiftedKernel(gamma, 0)
	// The density of the distance of two shifts is 2(1 − r).
	shift := integrate(func(r float64) float64 { return 2 * (1 - r) * shiftedKernel(gamma, r) })
	sameScale := integrate(func(a float64) float64 { return scaledKernel(gamma, a, a) })
	// Of two scales, the larger, a, has density 2a and the other is uniform below
	// it: b = a·t or a·(1 − t), with t up to ½.
	scale := integrate(func(a float64) float64 {
		outer := secondIntegral(gamma, a)
		return float64(2 / a * integrate(func(t float64) float64 {
			t = float64(t / 2)
			small, large := secondIntegral(gamma, float64(a*t)), secondIntegral(gamma, float64(a*(1-t)))
			return ((outer+small-large)/t + (outer+large-small)/(1-t)) / 2
		}))
	})
	whole := float64(sameShift*sameScale) - float64(shift*scale)
	return []float64{(sameShift - shift) * sameScale / whole, sameShift * (sameScale - scale) / whole}
}

// integrate integrates f over (0, 1) by Gauss-Legendre quadrature on intervals that halve
// towards 0, where a narrow kernel makes f steep.
func integrate(f func(float64) float64) float64 {
	sum, high := 0.0, 1.0
	for range 30 {
		sum += integrateOver(f, float64(high/2), high)
		high /= 2
	}
	return sum + integrateOver(f, 0, high)
}

func integrateOver(f func(float64) float64, low, high float64) float64 {
	sum := 0.0
	for k, t := range legendre.points {
		sum += float64(f(low+float64((high-low)*t)) * legendre.weights[k])
	}
	return float64(sum * (high - low))
}

// legendre is the 12-point rule on (0, 1).
var legendre = struct{ points, weights [12]float64 }{
	points: [12]float64{
		0.9907803171233596, 0.9520586281852375, 0.8849513370971523, 0.7936589771433087, 0.6839157494990902,
		0.5626167042557344,
		0.4373832957442656, 0.31608425050090994, 0.20634102285669143, 0.11504866290284765, 0.0479413718147626,
		0.009219682876640434,
	},
	weights: [12]float64{
		0.023587668193255914, 0.05346966299765921, 0.08003916427167311, 0.10158371336153296, 0.1167462682691774,
		0.12457352290670139,
		0.12457352290670139, 0.1167462682691774, 0.10158371336153296, 0.08003916427167311, 0.05346966299765921,
		0.023587668193255914,
	},
}
