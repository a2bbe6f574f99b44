package process

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// Drawn functions scatter about the prediction as the textbook's posterior covariance says.
func TestDraws(t *testing.T) {
	const n, count = 40, 2000
	x, y, folds := table(n, 2, 3)
	p := Fit(x, y, folds, nil, Options{}, rng.New(1))
	at := mat.NewDense(3, 2, []float64{0, 0, 3, -3, 0.5, 1})
	mean := p.Predict(at)
	var drawn []*mat.Dense
	for _, d := range p.Draws(count, rng.New(2)) {
		drawn = append(drawn, d.Predict(at))
	}
	for i := range 3 {
		variance := p.posteriorVariance(at.RawRowView(i))
		for r := range 2 {
			sum, squares := 0.0, 0.0
			for _, d := range drawn {
				v := d.At(i, r) - mean.At(i, r)
				sum, squares = sum+v/count, squares+v*v/count
			}
			unit := p.responses.unit[r] * math.Ldexp(1, p.responses.exponent[r])
			want := variance * unit * unit
			if math.Abs(sum) > 5*math.Sqrt(want/count)+1e-9 || math.Abs(squares/want-1) > 0.25 {
				t.Errorf("point %d, response %d: mean %.4g, variance %.4g, expected 0 and %.4g", i, r, sum, squares, want)
			}
		}
	}
}

// Responses that differ by less than their rounding are learnt as a constant, and so are draws.
func TestDrawsOfConstant(t *testing.T) {
	x, _, folds := table(40, 2, 3)
	y := mat.NewDense(40, 1, nil)
	y.Apply(func(i, _ int, _ float64) float64 { return 1<<53 + 2*float64(i) }, y)
	p := Fit(x, y, folds, nil, Options{}, rng.New(1))
	draws := p.Draws(3, rng.New(2))
	if len(draws) != 3 || !mat.Equal(draws[2].Predict(x), p.Predict(x)) {
		t.Errorf("%d draws, of a constant %v", len(draws), mat.Formatted(draws[2].Predict(x)))
	}
}

// posteriorVariance is the literal formula, standardised, with the uncertainty of the mean.
func (p *Process) posteriorVariance(row []float64) float64 {
	s := p.solution.solver
	k := s.kernel
	x := p.inputs.apply(mat.NewDense(1, len(row), row)).RawRowView(0)
	covariance := func(a, b []float64) float64 {
		line, d := 0.0, 0.0
		for c := range a {
			line += a[c] * b[c] / s.groups
		}
		for l, c := range k.columns {
			d += math.Pow((a[c]-b[c])/k.length[l], 2)
		}
		return k.variance[linear]*line + k.variance[smooth]*math.Exp(-d/2) + k.variance[rough]*math.Exp(-math.Sqrt(d)/4)
	}
	whole, to, ones := mat.NewSymDense(s.n, nil), mat.NewVecDense(s.n, nil), mat.NewVecDense(s.n, nil)
	for i := range s.n {
		to.SetVec(i, covariance(s.x.RawRowView(i), x))
		ones.SetVec(i, 1)
		for j := range i + 1 {
			c := covariance(s.x.RawRowView(i), s.x.RawRowView(j))
			if i == j {
				c += k.noise
			}
			whole.SetSym(i, j, c)
		}
	}
	var factor mat.Cholesky
	factor.Factorize(whole)
	var solved, one mat.VecDense
	if factor.SolveVecTo(&solved, to) != nil || factor.SolveVecTo(&one, ones) != nil {
		panic("singular")
	}
	left := 1 - mat.Dot(ones, &solved)
	return covariance(x, x) - mat.Dot(to, &solved) + left*left/mat.Dot(ones, &one)
}
