package simulate

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// univariateLaw has closed inner products, Y given X being normal, and normal laws of
// each input given the others. These depend on the number of inputs, because noise
// inputs carry information about the relevant ones.
var univariateLaw = &law{
	inner: func(gamma float64, x, other []float64) float64 {
		mean, sd := univariateMoments(x)
		otherMean, otherSD := univariateMoments(other)
		return normalKernel(gamma, mean-otherMean, float64(sd*sd)+float64(otherSD*otherSD))
	},
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

// normalRedraw uses the inverse Q of the covariance of centred normal inputs: given
// the others, Xj is normal with mean −Σ_{k≠j} Q_jk X_k / Q_jj and variance 1/Q_jj.
func normalRedraw(covariance *mat.SymDense) redrawing {
	var factor mat.Cholesky
	var q mat.SymDense
	if !factor.Factorize(covariance) || factor.InverseTo(&q) != nil {
		panic("simulate: covariance that is not positive definite")
	}
	return func(x []float64, j int, src *rng.Source) {
		mean := x[j]
		for k, v := range x {
			mean -= q.At(j, k) * v / q.At(j, j)
		}
		x[j] = mean + src.Normal()/math.Sqrt(q.At(j, j))
	}
}
