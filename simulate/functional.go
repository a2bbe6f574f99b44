package simulate

import (
	"math"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// gridPoints is the number of points of [−5, 5] at which the functional response is
// observed.
const gridPoints = 30

// The paper's experiment with a functional output (Table 5). The authors' script draws functional.
// The paper's text describes functionalText, whose covariance is a Gaussian kernel of bandwidth
// 1/X2. Curves are functional with population importances, which records of functional lack.
var (
	functional     = process("functional", "covariance of the published script", "exp(−X2²·(s − t)²)", 1, nil)
	functionalText = process("functional-text", "covariance of the paper's text", "exp(−X2²·(s − t)²/2)", 0.5, nil)
	curves         = process("curves", "with known importances", "exp(−X2²·(s − t)²)", 1, functionalLaw(1))
)

// process returns the scenario of a covariance exp(−scale·X2²·(s − t)²), as the equation
// writes it.
func process(name, about, covariance string, scale float64, known *law) Scenario {
	return Scenario{
		Name:     name,
		Title:    "a Gaussian process as output, " + about,
		Equation: "X ~ U([0, 1]^p); Y = Gaussian process at 30 regular points of [−5, 5], mean X1, covariance " + covariance,
		Relevant: []string{"X1", "X2"},
		DefaultN: 2000, DefaultP: 10, MinP: 2, Outputs: gridPoints,
		inputs:    uniform(0, 1),
		responses: gaussianProcess(scale), law: known,
	}
}

// nugget is added to the variances of the process. Its covariance matrix is
// singular to the last bit (of rank 1 when X2 = 0, and about 15 when X2 = 1);
// the nugget is far above the rounding errors of the factorisation, about
// 1e-14, so that it never fails, and moves Y by 1e-5 standard deviations.
const nugget = 1e-10

// gaussianProcess returns the responses of a process with constant mean X1 and
// covariance exp(−scale·X2²·(s − t)²): X1 + L·Z, L the Cholesky factor of the
// covariance on the grid, Z independent standard normal.
func gaussianProcess(scale float64) func(y, x []float64, src *rng.Source) {
	return func(y, x []float64, src *rng.Source) {
		covariance := processCovariance(scale * x[1] * x[1])
		factor := factorised(func(s, t int) float64 { return covariance[t-s] })
		var z [gridPoints]float64
		for k := range z {
			z[k] = src.Normal()
		}
		for s := range y {
			sum := 0.0
			for t := range s + 1 {
				sum += float64(factor.At(s, t) * z[t])
			}
			y[s] = x[0] + sum
		}
	}
}

// processCovariance returns exp(−rate·(s − t)²) by the number of steps from s to t on the grid,
// and the nugget.
func processCovariance(rate float64) (covariance [gridPoints]float64) {
	const step = 10.0 / (gridPoints - 1)
	for k := range covariance {
		distance := step * float64(k)
		covariance[k] = elementary.Exp(-rate * distance * distance)
	}
	covariance[0] += nugget
	return covariance
}

// factorised returns the Cholesky factor of a matrix on the grid with entries entry(s, t), t ≥ s.
func factorised(entry func(s, t int) float64) *linalg.Cholesky {
	factor := new(linalg.Cholesky)
	if !factor.Factorize(gridPoints, entry) {
		panic("simulate: covariance that is not positive definite")
	}
	return factor
}

// functionalLaw is the law of a process with mean X1 and covariance C = exp(−scale·X2²·(s −
// t)²) on the grid. The difference of two responses is normal with constant mean m and
// covariance S = C + C'. So, with A = I + 2γS:
//
//	E exp(−γ‖D‖²) = exp(−γ·m²·1ᵀA⁻¹1) / √det A.
//
// Importances integrate this over m in closed form and over X2 by quadrature.
func functionalLaw(scale float64) *law {
	return &law{
		inner: func(gamma float64, x, other []float64) float64 {
			length, agreement := processAgreement(gamma, float64(scale*x[1]*x[1]), float64(scale*other[1]*other[1]))
			m := x[0] - other[0]
			return agreement * elementary.Exp(-gamma*length*m*m)
		},
		redraw:   byItself(unitInput),
		relevant: []int{0, 1},
		exact:    func(gamma float64) []float64 { return functionalImportance(scale, gamma, scalePieces) },
	}
}

// functionalImportance returns I(1) and I(2), with X2 integrated over pieces intervals.
func functionalImportance(scale, gamma float64, pieces int) []float64 {
	var same, sameScale, sameMean, free float64
	points, weights := towardsZero(pieces)
	for i, a := range points {
		for j, b := range points[:i+1] {
			length, agreement := processAgreement(gamma, float64(scale*a*a), float64(scale*b*b))
			// The difference of two independent means, uniform on [0, 1].
			moved := float64(2 * agreement * secondIntegral(float64(gamma*length), 1))
			weight := float64(weights[i] * weights[j])
			if i == j {
				same += float64(weights[i] * agreement)
				sameScale += float64(weights[i] * moved)
			} else {
				weight *= 2
			}
			sameMean += float64(weight * agreement)
			free += float64(weight * moved)
		}
	}
	return []float64{(same - sameScale) / (same - free), (same - sameMean) / (same - free)}
}

// processAgreement returns 1ᵀA⁻¹1 and 1/√det A of two processes of the given rates.
func processAgreement(gamma, rate, other float64) (length, agreement float64) {
	first, second := processCovariance(rate), processCovariance(other)
	doubled := func(s, t int) float64 { return float64(2 * gamma * (first[t-s] + second[t-s])) }
	factor := factorised(linalg.Raised(doubled, 1))
	solved, root := make([]float64, gridPoints), 1.0
	for i := range solved {
		solved[i] = 1
		root *= factor.At(i, i)
	}
	factor.Solve(solved)
	return linalg.Sum(solved), 1 / root
}

// scalePieces is the number of intervals over which X2 is integrated. More of them change
// values by less than 1e-6 for γ up to 1 (TestFunctionalQuadrature).
const scalePieces = 4

// towardsZero returns points of (0, 1) and weights of Gauss-Legendre quadrature on
// intervals that halve towards 0.
func towardsZero(pieces int) (points, weights []float64) {
	for k := range pieces {
		high := math.Ldexp(1, -k)
		low := high / 2
		if k == pieces-1 {
			low = 0
		}
		for i, t := range legendre.points {
			points = append(points, low+float64((high-low)*t))
			weights = append(weights, float64((high-low)*legendre.weights[i]))
		}
	}
	return points, weights
}
