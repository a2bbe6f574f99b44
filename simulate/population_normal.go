package simulate

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

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

// explained returns v(S) = E‖μ_S(X) − E μ_S(X)‖², μ_S(x) the embedding of Y given X_S = x_S.
// Two responses drawn independently given X_S differ by a normal vector of covariance
// 2(Σ_Y − C_S), where C_S = Cov E[Y|X_S]. Therefore:
//
//	v(S) = det(I + 4γ(Σ_Y − C_S))^(−1/2) − det(I + 4γΣ_Y)^(−1/2).
func (d linearDesign) explained(gamma float64, p int, known []int) float64 {
	cov, outputs := d.covariance(p), len(d.effects)
	b := mat.NewDense(outputs, p, nil)
	for k, effects := range d.effects {
		for j, effect := range effects {
			b.Set(k, j, effect)
		}
	}
	var crossCovariance, total mat.Dense
	crossCovariance.Mul(b, cov) // Cov(Y, X)
	total.Mul(&crossCovariance, b.T())
	for k := range outputs {
		total.Set(k, k, total.At(k, k)+float64(d.noise*d.noise))
		for l := range outputs {
			total.Set(k, l, total.At(k, l)+float64(d.shared*d.shared))
		}
	}
	unexplained := mat.DenseCopyOf(&total)
	if len(known) > 0 {
		knownCovariance, knownCross := mat.NewSymDense(len(known), nil), mat.NewDense(len(known), outputs, nil)
		for a, j := range known {
			for c, k := range known[:a+1] {
				knownCovariance.SetSym(a, c, cov.At(j, k))
			}
			for k := range outputs {
				knownCross.Set(a, k, crossCovariance.At(k, j))
			}
		}
		var factor mat.Cholesky
		var coefficients, covered mat.Dense
		if !factor.Factorize(knownCovariance) || factor.SolveTo(&coefficients, knownCross) != nil {
			panic("simulate: inputs that are known twice")
		}
		covered.Mul(knownCross.T(), &coefficients)
		unexplained.Sub(unexplained, &covered)
	}
	agreement := func(covariance *mat.Dense) float64 {
		m := mat.NewDense(outputs, outputs, nil)
		m.Scale(4*gamma, covariance)
		for k := range outputs {
			m.Set(k, k, m.At(k, k)+1)
		}
		return 1 / math.Sqrt(mat.Det(m))
	}
	return agreement(unexplained) - agreement(&total)
}
