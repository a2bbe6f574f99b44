package simulate

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"drfvi/internal/rng"
)

// bivariateLaw has closed inner products and importances by quadrature. Inputs
// are independent, each moves a response of its own, and the kernel is a product
// over responses, so that all inner products are.
var bivariateLaw = &law{
	inner: func(gamma float64, x, other []float64) float64 {
		return shiftedKernel(gamma, x[0]-other[0]) * scaledKernel(gamma, x[1], other[1])
	},
	redraw: func(int) redrawing {
		return func(x []float64, j int, src *rng.Source) { x[j] = src.Float64() }
	},
	relevant: []int{0, 1},
	exact:    bivariateImportance,
}

// secondIntegral returns F(z), F″(z) = exp(−gamma·z²), F(0) = F′(0) = 0. For
// u and v uniform on intervals of lengths l and m, E exp(−gamma(u − v)²) is the
// sum of F over the differences of equal ends less those of opposite ones, over
// −l·m.
func secondIntegral(gamma, z float64) float64 {
	root := math.Sqrt(gamma)
	return z*math.Sqrt(math.Pi)/(2*root)*math.Erf(root*z) + math.Expm1(-gamma*z*z)/(2*gamma)
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

// bivariateImportance returns I(1) and I(2). With A and B the mean inner
// products of the laws of Y1 and of Y2, for equal and for independent inputs,
//
//	I(1) = (A₌B₌ − AB₌)/(A₌B₌ − AB),  I(2) = (A₌B₌ − A₌B)/(A₌B₌ − AB).
func bivariateImportance(gamma float64) []float64 {
	sameShift := shiftedKernel(gamma, 0)
	// The density of the distance of two shifts is 2(1 − r).
	shift := integrate(func(r float64) float64 { return 2 * (1 - r) * shiftedKernel(gamma, r) })
	sameScale := integrate(func(a float64) float64 { return scaledKernel(gamma, a, a) })
	// Of two scales, a is the larger one with density 2a, the other uniform
	// below it: b = a·t or a·(1 − t), with t up to ½.
	scale := integrate(func(a float64) float64 {
		outer := secondIntegral(gamma, a)
		return 2 / a * integrate(func(t float64) float64 {
			t /= 2
			small, large := secondIntegral(gamma, a*t), secondIntegral(gamma, a*(1-t))
			return ((outer+small-large)/t + (outer+large-small)/(1-t)) / 2
		})
	})
	all := sameShift*sameScale - shift*scale
	return []float64{(sameShift - shift) * sameScale / all, sameShift * (sameScale - scale) / all}
}

// integrate integrates f over (0, 1) by Gauss and Legendre's rule on intervals
// that halve towards 0, where a narrow kernel makes f steep.
func integrate(f func(float64) float64) float64 {
	sum, high := 0.0, 1.0
	for range 30 {
		sum += integrateOver(f, high/2, high)
		high /= 2
	}
	return sum + integrateOver(f, 0, high)
}

func integrateOver(f func(float64) float64, low, high float64) float64 {
	sum := 0.0
	for k, t := range legendre.at {
		sum += f(low+(high-low)*t) * legendre.weights[k]
	}
	return sum * (high - low)
}

// legendre is the rule on (0, 1).
var legendre = func() (rule struct{ at, weights []float64 }) {
	rule.at, rule.weights = make([]float64, 12), make([]float64, 12)
	quad.Legendre{}.FixedLocations(rule.at, rule.weights, 0, 1)
	return rule
}()
