package simulate

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// functionalLaw is the law of a process with mean X1 and covariance
// C = exp(−scale·X2²·(s − t)²) on the grid. The difference of two responses is normal with
// constant mean m and covariance S = C + C', so that with A = I + 2γS
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
		redraw: func(int) redrawing {
			return func(x []float64, j int, src *rng.Source) { x[j] = src.Float64() }
		},
		relevant: []int{0, 1},
		exact:    func(gamma float64) []float64 { return functionalImportance(scale, gamma, scalePieces) },
	}
}

// functionalImportance returns I(1) and I(2), with X2 integrated over pieces intervals.
func functionalImportance(scale, gamma float64, pieces int) []float64 {
	var same, sameScale, sameMean, free float64
	at, weights := towardsZero(pieces)
	for i, a := range at {
		for j, b := range at[:i+1] {
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
	own, others := mat.NewSymDense(gridPoints, nil), mat.NewSymDense(gridPoints, nil)
	processCovariance(own, rate)
	processCovariance(others, other)
	var factor linalg.Cholesky
	if !factor.Factorize(gridPoints, func(i, j int) float64 {
		entry := float64(2 * gamma * (own.At(i, j) + others.At(i, j)))
		if i == j {
			entry++
		}
		return entry
	}) {
		panic("simulate: covariance that is not positive definite")
	}
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
func towardsZero(pieces int) (at, weights []float64) {
	for k := range pieces {
		high := math.Ldexp(1, -k)
		low := high / 2
		if k == pieces-1 {
			low = 0
		}
		for i, t := range legendre.at {
			at = append(at, low+float64((high-low)*t))
			weights = append(weights, float64((high-low)*legendre.weights[i]))
		}
	}
	return at, weights
}
