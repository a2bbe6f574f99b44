package simulate

import (
	"fmt"
	"math"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// law holds the closed forms of a scenario's law. μ(x) is the kernel mean embedding of Y
// given X = x.
type law struct {
	// inner returns ⟨μ(x), μ(other)⟩ = E k(Y, Y') for independent Y given x and Y' given
	// other, under k(y, y') = exp(−gamma‖y − y'‖²); nil without a closed form.
	inner func(gamma float64, x, other []float64) float64
	// redraw returns a function that draws entry j of a row x of p inputs given the
	// others.
	redraw func(p int) redrawing
	// relevant are the columns on which Y depends.
	relevant []int
	// exact returns the population importances of the relevant columns; nil without a
	// closed form.
	exact func(gamma float64) []float64
	// explained returns the variation that the known ones of p inputs explain; nil without
	// a closed form.
	explained func(gamma float64, p int, known []int) float64
}

// redrawing draws entry j of a row x given the others.
type redrawing func(x []float64, j int, src *rng.Source)

// HasPopulation reports whether the population importances are known (Population).
func (s Scenario) HasPopulation() bool { return s.law != nil }

// Population returns the population importance of each of p inputs:
//
//	I(j) = E‖μ(X) − E[μ(X) | X⁽⁻ʲ⁾]‖² / E‖μ(X) − E μ(X)‖²,
//
// The kernel is the Gaussian exp(−gamma‖y − y'‖²). Standard errors are 0 where the value is
// exact (to 1e-7, for gamma from 1e-6 to 10⁴). Without a closed form the importance is the mean
// over draws of ½‖μ(X) − μ(X̃)‖², as a share of the same with all entries redrawn. Here X̃ is X
// with entry j redrawn given the others. The squared lengths have closed forms, or are
// estimated without bias from drawn responses. ok reports whether the scenario's law permits
// this. Population panics if Check refuses p inputs, if gamma is not positive, or if draws is
// below 2.
func (s Scenario) Population(gamma float64, p, draws int, seed uint64) (importance, se []float64, ok bool) {
	if err := s.Check(1, p); err != nil {
		panic("simulate: " + err.Error())
	}
	if !(gamma > 0) || draws < 2 {
		panic(fmt.Sprintf("simulate: Population for gamma %v from %d draws", gamma, draws))
	}
	if !s.HasPopulation() {
		return nil, nil, false
	}
	importance, se = make([]float64, p), make([]float64, p)
	switch {
	case s.law.explained != nil:
		whole := s.law.explained(gamma, p, columnsBut(p, -1))
		for _, j := range s.law.relevant {
			importance[j] = 1 - s.law.explained(gamma, p, columnsBut(p, j))/whole
		}
	case s.law.exact != nil:
		for k, value := range s.law.exact(gamma) {
			importance[s.law.relevant[k]] = value
		}
	default:
		importance, se = s.populationFromDraws(gamma, p, draws, seed)
	}
	return importance, se, true
}

// Explained returns the population variation explained by the inputs of the given columns, of
// which the first is 0:
//
//	v(S) = E‖E[μ(X) | X_S] − E μ(X)‖²,
//
// There are p inputs, and the kernel is the Gaussian exp(−gamma‖y − y'‖²). ok reports whether
// it has a closed form. Explained panics if a column is given twice.
func (s Scenario) Explained(gamma float64, p int, columns []int) (v float64, ok bool) {
	if s.law == nil || s.law.explained == nil {
		return 0, false
	}
	return s.law.explained(gamma, p, columns), true
}

// columnsBut returns the columns of p inputs except one; -1 for none.
func columnsBut(p, column int) []int {
	var columns []int
	for j := range p {
		if j != column {
			columns = append(columns, j)
		}
	}
	return columns
}

// populationFromDraws is Population by means over draws.
func (s Scenario) populationFromDraws(gamma float64, p, draws int, seed uint64) (importance, se []float64) {
	x, other, changed := make([]float64, p), make([]float64, p), make([]float64, p)
	redraw := s.law.redraw(p)
	shares := make([]ratio, len(s.law.relevant))
	rows := rng.New(seed).Named("population")
	var src rng.Source
	for i := range draws {
		src.Reset(rows.At(i))
		s.inputs(x, &src)
		s.inputs(other, &src)
		distance := s.distanceFrom(gamma, x, rows.At(i).Named("responses"))
		whole := distance(other)
		for k, j := range s.law.relevant {
			copy(changed, x)
			redraw(changed, j, &src)
			shares[k].add(distance(changed), whole)
		}
	}
	importance, se = make([]float64, p), make([]float64, p)
	for k, j := range s.law.relevant {
		importance[j], se[j] = shares[k].value(), shares[k].se()
	}
	return importance, se
}

// drawnResponses is the number of responses from which a squared distance is estimated.
const drawnResponses = 8

// distanceFrom returns ½‖μ(x) − μ(y)‖² as a function of y. Without closed inner products it is
// estimated from pairs of different responses, drawn from the same streams given x and y.
func (s Scenario) distanceFrom(gamma float64, x []float64, streams rng.Seed) func(y []float64) float64 {
	if s.law.inner != nil {
		length := s.law.inner(gamma, x, x)
		return func(y []float64) float64 {
			return float64((length+s.law.inner(gamma, y, y))/2) - s.law.inner(gamma, x, y)
		}
	}
	draw := func(x []float64) [][]float64 {
		drawn := make([][]float64, drawnResponses)
		var src rng.Source
		for k := range drawn {
			src.Reset(streams.At(k))
			drawn[k] = make([]float64, s.Outputs)
			s.responses(drawn[k], x, &src)
		}
		return drawn
	}
	agreement := func(a, b [][]float64) float64 {
		sum := 0.0
		for k := range a {
			for l := range b {
				if k != l {
					squared := 0.0
					for m, v := range a[k] {
						squared += float64((v - b[l][m]) * (v - b[l][m]))
					}
					sum += elementary.Exp(-gamma * squared)
				}
			}
		}
		return sum / (drawnResponses * (drawnResponses - 1))
	}
	from := draw(x)
	length := agreement(from, from)
	return func(y []float64) float64 {
		to := draw(y)
		return float64((length+agreement(to, to))/2) - agreement(from, to)
	}
}

// ratio estimates a ratio of means from pairs.
type ratio struct{ n, a, b, aa, ab, bb float64 }

func (r *ratio) add(a, b float64) {
	r.n++
	r.a += a
	r.b += b
	r.aa += float64(a * a)
	r.ab += float64(a * b)
	r.bb += float64(b * b)
}

func (r *ratio) value() float64 { return r.a / r.b }

// se is the delta method's: the standard error of the mean of a − value·b over the mean
// of b.
func (r *ratio) se() float64 {
	v := r.value()
	return math.Sqrt(max(r.aa-float64(2*v*r.ab)+float64(v*v*r.bb), 0)*r.n/(r.n-1)) / r.b
}

// normalKernel returns E exp(−gamma·Z²) for Z ~ N(mean, variance).
func normalKernel(gamma, mean, variance float64) float64 {
	spread := 1 + float64(2*gamma*variance)
	return elementary.Exp(-gamma*mean*mean/spread) / math.Sqrt(spread)
}

// normalInner returns the inner product of normal responses with the given moments.
func normalInner(moments func(x []float64) (mean, sd float64)) func(gamma float64, x, other []float64) float64 {
	return func(gamma float64, x, other []float64) float64 {
		mean, sd := moments(x)
		otherMean, otherSD := moments(other)
		return normalKernel(gamma, mean-otherMean, float64(sd*sd)+float64(otherSD*otherSD))
	}
}

// normalOf returns responses with the given moments.
func normalOf(moments func(x []float64) (mean, sd float64)) func(y, x []float64, src *rng.Source) {
	return func(y, x []float64, src *rng.Source) {
		mean, sd := moments(x)
		y[0] = mean + float64(sd*src.Normal())
	}
}

// byItself draws an entry that is independent of the others.
func byItself(draw func(j int, src *rng.Source) float64) func(p int) redrawing {
	return func(int) redrawing {
		return func(x []float64, j int, src *rng.Source) { x[j] = draw(j, src) }
	}
}
