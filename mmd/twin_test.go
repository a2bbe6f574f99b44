package mmd

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

const bigPrecision = 400

// bigExp returns exp(−x) for x ≥ 0 by the series of exp(−x/2ᵏ), squared k times.
func bigExp(x *big.Float) *big.Float {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(bigPrecision).SetFloat64(v) }
	if x.Cmp(number(1e5)) > 0 {
		return number(0)
	}
	halvings := max(x.MantExp(nil)+8, 0)
	small := new(big.Float).SetMantExp(x, -halvings)
	sum, term := number(1), number(1)
	for k := 1; k < 80; k++ {
		term.Quo(term.Mul(term, small), number(float64(-k)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// bigDistance returns dᵀKd, d the difference of two rows of weights.
func bigDistance(y *mat.Dense, gamma float64, d []float64) float64 {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(bigPrecision).SetFloat64(v) }
	sum, none := number(0), number(0)
	for i := range d {
		none.Add(none, number(d[i]))
	}
	for i, v := range d {
		for j, w := range d {
			squared := number(0)
			for k, a := range y.RawRowView(i) {
				b := number(0).Sub(number(a), number(y.At(j, k)))
				squared.Add(squared, b.Mul(b, b))
			}
			// Less the 1 that differences of rows of weights do not see, but for what
			// rounding makes of their sum.
			entry := bigExp(squared.Mul(squared, number(gamma)))
			entry.Sub(entry, number(1))
			sum.Add(sum, entry.Mul(entry.Mul(entry, number(v)), number(w)))
		}
	}
	value, _ := sum.Float64()
	return value
}

// TestFactorTwin compares squared distances by the factor with those of extended
// precision, for kernels from all but constant to all but the identity.
func TestFactorTwin(t *testing.T) {
	const n = 12
	src := rng.New(3).Source()
	y, d := mat.NewDense(n, 2, nil), make([]float64, n)
	total := 0.0
	for i := range n {
		for k := range 2 {
			y.Set(i, k, src.Normal()+5)
		}
		d[i] = src.Normal()
		total += d[i]
	}
	for i := range d {
		d[i] -= total / n
	}
	for exponent := -90; exponent <= 17; exponent++ {
		k := Kernel{Gamma: math.Pow10(exponent)}
		f, _ := Cholesky(y, k, FactorTolerance, n)
		_, rank := f.L.Dims()
		embedding := make([]float64, rank)
		for i, v := range d {
			linalg.AddScaled(embedding, v, f.L.RawRowView(i))
		}
		got, want := linalg.Dot(embedding, embedding), bigDistance(y, k.Gamma, d)
		// What a factor leaves out is at most its residual's trace times ‖d‖².
		bound := n*FactorTolerance*min(1, k.Variation(y)/LeastVariation)*linalg.Dot(d, d) + float64(1e-12*want)
		if math.Abs(got-want) > bound {
			t.Errorf("γ = 1e%d: squared distance %v, want %v", exponent, got, want)
		}
	}
}
