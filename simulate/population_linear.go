package simulate

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
)

// law has closed inner products, normal laws of each input given the others, and closed
// forms of the variation explained by any set of inputs.
func (d linearDesign) law() *law {
	l := &law{
		inner: func(gamma float64, x, other []float64) float64 {
			product, sum := 1.0, 0.0
			for k := range d.effects {
				difference := d.mean(k, x) - d.mean(k, other)
				product *= normalKernel(gamma, difference, 2*d.noise*d.noise)
				sum += difference
			}
			// Common noise adds 4γ·shared² to every entry of I + 2γ·Cov of the differences: a
			// matrix of rank one.
			own, common := 1+float64(4*gamma*d.noise*d.noise), 4*gamma*d.shared*d.shared
			more := 1 + float64(float64(len(d.effects))*common/own)
			return product / math.Sqrt(more) * elementary.Exp(gamma*common*sum*sum/(own*own*more))
		},
		explained: d.explained,
	}
	l.redraw = func(p int) redrawing { return normalRedraw(d.covariance(p)) }
	width := 0
	for _, effects := range d.effects {
		width = max(width, len(effects))
	}
	for j := range width {
		for _, effects := range d.effects {
			if j < len(effects) && effects[j] != 0 {
				l.relevant = append(l.relevant, j)
				break
			}
		}
	}
	return l
}

// covariance returns that of p inputs.
func (d linearDesign) covariance(p int) *mat.SymDense {
	if d.made != nil {
		return d.made.covariance(p)
	}
	c := mat.NewSymDense(p, nil)
	for j := range p {
		for k := range j + 1 {
			c.SetSym(j, k, math.Pow(d.correlation, float64(j-k)))
		}
	}
	return c
}

// explained returns v(S) = E‖μ_S(X) − E μ_S(X)‖², μ_S(x) the embedding of Y given
// X_S = x_S. Two responses drawn independently given X_S differ by a normal vector
// of covariance 2(Σ_Y − C_S), C_S = Cov E[Y|X_S], so that
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
	var with, all mat.Dense
	with.Mul(b, cov) // Cov(Y, X)
	all.Mul(&with, b.T())
	for k := range outputs {
		all.Set(k, k, all.At(k, k)+float64(d.noise*d.noise))
		for l := range outputs {
			all.Set(k, l, all.At(k, l)+float64(d.shared*d.shared))
		}
	}
	left := mat.DenseCopyOf(&all)
	if len(known) > 0 {
		of, beside := mat.NewSymDense(len(known), nil), mat.NewDense(len(known), outputs, nil)
		for a, j := range known {
			for c, k := range known[:a+1] {
				of.SetSym(a, c, cov.At(j, k))
			}
			for k := range outputs {
				beside.Set(a, k, with.At(k, j))
			}
		}
		var factor mat.Cholesky
		var coefficients, covered mat.Dense
		if !factor.Factorize(of) || factor.SolveTo(&coefficients, beside) != nil {
			panic("simulate: inputs that are known twice")
		}
		covered.Mul(beside.T(), &coefficients)
		left.Sub(left, &covered)
	}
	agreement := func(covariance *mat.Dense) float64 {
		m := mat.NewDense(outputs, outputs, nil)
		m.Scale(4*gamma, covariance)
		for k := range outputs {
			m.Set(k, k, m.At(k, k)+1)
		}
		return 1 / math.Sqrt(mat.Det(m))
	}
	return agreement(left) - agreement(&all)
}
