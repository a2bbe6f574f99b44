package effect

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/mmd"
)

// pseudoResponses of columns of numbers φ have the mean τ(x) given the inputs:
//
//	d = W − π̂,   e = φ − m̂,   τ̂ = τ̄ + a(μ̂₁ − μ̂₀ − centre),
//	ψ = τ̂ + d/(π̂(1 − π̂)) · (e − d τ̂).
//
// The number a ≥ 0 and the vector τ̄ minimise Σ ‖e − d τ̂‖² (Robinson 1988; Nie and Wager 2021).
// Errors of m̂ and τ̂ count with d, which has mean 0 given the inputs. In plain AIPW those of both
// arms count, of which one is badly learnt where few rows are treated.
type pseudoResponses struct {
	values    *mat.Dense // ψ
	plugIn    *mat.Dense // τ̂
	residuals *mat.Dense // e
}

// pseudoResponses makes them of columns.
func (u *Nuisances) pseudoResponses(ctx context.Context, columns *mat.Dense) (*pseudoResponses, error) {
	residuals, err := u.residuals(ctx, columns)
	if err != nil {
		return nil, err
	}
	plugIn, err := u.difference(ctx, columns)
	if err != nil {
		return nil, err
	}
	u.calibrate(plugIn, residuals)
	n, width := columns.Dims()
	values := mat.NewDense(n, width, nil)
	for i, p := range u.Propensity {
		d := u.w[i] - p
		for k, tau := range plugIn.RawRowView(i) {
			values.Set(i, k, tau+float64(d/(p*(1-p))*(residuals.At(i, k)-float64(d*tau))))
		}
	}
	return &pseudoResponses{values, plugIn, residuals}, nil
}

// calibrate replaces the arms' differences by τ̂.
func (u *Nuisances) calibrate(differences, residuals *mat.Dense) {
	_, width := differences.Dims()
	squares, average, centre := 0.0, make([]float64, width), make([]float64, width)
	for i, p := range u.Propensity {
		d := u.w[i] - p
		squares += float64(d * d)
		linalg.AddScaled(average, d, residuals.RawRowView(i))
		linalg.AddScaled(centre, d*d, differences.RawRowView(i))
	}
	floats.Scale(1/squares, average)
	floats.Scale(1/squares, centre)
	product, square := 0.0, 0.0
	for i, p := range u.Propensity {
		d, row := u.w[i]-p, differences.RawRowView(i)
		floats.Sub(row, centre)
		for k, v := range row {
			product += float64(d * (residuals.At(i, k) - float64(d*average[k])) * v)
			square += float64(d * d * v * v)
		}
	}
	share := 0.0
	if square > 0 {
		share = min(max(product/square, 0), largestShare)
	}
	for i := range u.Propensity {
		row := differences.RawRowView(i)
		for k, v := range row {
			row[k] = average[k] + float64(share*v)
		}
	}
}

// relative are responses relative to the midpoint ĉ of both arms' predictions,
//
//	R = Y − ĉ(x),   ĉ = m̂ + (½ − π̂) τ̂.
type relative struct {
	values []float64 // R
	// shift is the error of ĉ that a row shows, which has mean 0 given the inputs:
	// e + (½ − π̂)(ψ − τ̂) − d τ̂ of Y.
	shift []float64
}

// midway returns the responses relative to the midpoint, from the pseudo-responses of Y.
func (u *Nuisances) midway(y *pseudoResponses) relative {
	r := relative{make([]float64, len(u.w)), make([]float64, len(u.w))}
	for i, p := range u.Propensity {
		e, tau, toMidpoint := y.residuals.At(i, 0), y.plugIn.At(i, 0), 0.5-p
		r.values[i] = e - float64(toMidpoint*tau)
		r.shift[i] = e + float64(toMidpoint*(y.values.At(i, 0)-tau)) - float64((u.w[i]-p)*tau)
	}
	return r
}

// embedding are functions of R and their derivatives, n×r.
type embedding struct{ values, slopes *mat.Dense }

// relativeEffects returns pseudo-responses of functions φ of R. Errors of the midpoint move them
// in the first order, so that an input which moves both arms alike would be found. The corrected
// ones are, with D̂ what the arms' predictions of φ′ differ by,
//
//	ψ − D̂(x) · shift.
func (u *Nuisances) relativeEffects(ctx context.Context, r relative, functions embedding) (*mat.Dense, error) {
	effects, err := u.pseudoResponses(ctx, functions.values)
	if err != nil {
		return nil, err
	}
	slopes, err := u.difference(ctx, functions.slopes)
	if err != nil {
		return nil, err
	}
	for i, shift := range r.shift {
		linalg.AddScaled(effects.values.RawRowView(i), -shift, slopes.RawRowView(i))
	}
	return effects.values, nil
}

// gaussian returns coordinates of the kernel exp(−γ(r − s)²), with u = r √(2γ):
//
//	φ_k = exp(−u²/2) u^k / √k!,   φ_k′ = (√k φ_{k−1} − u φ_k) √(2γ),   k = 0, 1, ….
func gaussian(r []float64, kernel mmd.Kernel) embedding {
	e := embedding{mat.NewDense(len(r), features, nil), mat.NewDense(len(r), features, nil)}
	unit := math.Sqrt(2 * kernel.Gamma)
	for i, value := range r {
		u := value * unit
		function, before := elementary.Exp(-u*u/2), 0.0
		for k := range features {
			root := math.Sqrt(float64(k))
			if k > 0 {
				before, function = function, function*u/root
			}
			e.values.Set(i, k, function)
			e.slopes.Set(i, k, (float64(root*before)-float64(u*function))*unit)
		}
	}
	return e
}

// tanhScale divides the median distance: the hyperbolic tangent of a logistic law is uniform then.
const tanhScale = 0.866

// polynomials returns Legendre polynomials P₁ to P₄ of z = tanh(c r), nearly those of the ranks of
// r, with c in units of the kernel's median distance. Tests multiply their pseudo-responses.
func polynomials(r []float64, kernel mmd.Kernel) embedding {
	e := embedding{mat.NewDense(len(r), 4, nil), mat.NewDense(len(r), 4, nil)}
	c := tanhScale * math.Sqrt(2*kernel.Gamma)
	for i, value := range r {
		z := tanh(c * value)
		slope := c * (1 - float64(z*z))
		square := z * z
		e.values.SetRow(i, []float64{
			z, (3*square - 1) / 2, (5*square - 3) * z / 2, (float64(35*square*square) - float64(30*square) + 3) / 8,
		})
		e.slopes.SetRow(i, []float64{
			slope, 3 * z * slope, (15*square - 3) / 2 * slope, (35*square - 15) / 2 * z * slope,
		})
	}
	return e
}

// tanh is the hyperbolic tangent.
func tanh(x float64) float64 {
	e := elementary.Expm1(-2 * math.Abs(x))
	return math.Copysign(-e/(2+e), x)
}
