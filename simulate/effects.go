package simulate

import (
	"math"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// Scenarios with a treatment have two responses: the outcome, and 1 for a treated row and 0 for any
// other. Their relevant inputs are those that change the effect of the treatment on the outcome.

// trial is the law of a study with a treatment.
type trial struct {
	// inputs draws a row, and redraw one entry given the others.
	inputs func(x []float64, src *rng.Source)
	redraw redrawing
	// propensity is the probability of treatment.
	propensity func(x []float64) float64
	// mean and sd are the moments of the outcome, which is normal; treated is 0 or 1.
	mean, sd func(x []float64, treated float64) float64
	// relevant are the columns that change the effect.
	relevant []int
}

// scenario returns the one whose law is the trial's.
func (t trial) scenario(s Scenario) Scenario {
	s.Outputs, s.Treatment, s.inputs = 2, true, t.inputs
	s.responses = func(y, x []float64, src *rng.Source) {
		treated := 0.0
		if src.Float64() < t.propensity(x) {
			treated = 1
		}
		y[0], y[1] = t.mean(x, treated)+float64(t.sd(x, treated)*src.Normal()), treated
	}
	s.law = noLaw
	if t.relevant != nil {
		s.law = &law{inner: t.inner, redraw: func(int) redrawing { return t.redraw }, relevant: t.relevant}
	}
	return s.named()
}

// inner is the inner product of two effects on the law of the outcome:
//
//	⟨τ(x), τ(x′)⟩,   τ(x) = E[φ(R(1)) − φ(R(0)) | x].
//
// It is relative to the midpoint of both arms: R(w) = Y(w) − (E[Y(1)|x] + E[Y(0)|x])/2.
func (t trial) inner(gamma float64, x, other []float64) (product float64) {
	halfEffect := (t.mean(x, 1) - t.mean(x, 0)) / 2
	otherHalf := (t.mean(other, 1) - t.mean(other, 0)) / 2
	for _, arm := range []float64{0, 1} {
		for _, otherArm := range []float64{0, 1} {
			side, otherSide := 2*arm-1, 2*otherArm-1
			sd, otherSD := t.sd(x, arm), t.sd(other, otherArm)
			difference := float64(side*halfEffect) - float64(otherSide*otherHalf)
			product += float64(side * otherSide * normalKernel(gamma, difference, float64(sd*sd)+float64(otherSD*otherSD)))
		}
	}
	return product
}

var (
	// The designs of Wager and Athey (2018, JASA 113): the effect τ depends on X1 and X2, the level
	// on X3, and in confounded designs the treatment, too.
	effectOnMean = trial{uniformInputs, redrawUniform, even, levelAndEffect, unitSpread, []int{0, 1}}.scenario(Scenario{
		Name: "effect", Title: "A treatment in a trial, whose effect two inputs change",
		Equation: "Y ~ N(2·X3 − 1 + (W − 1/2)·τ, 1), τ = σ(X1)·σ(X2), σ(x) = 1 + 1/(1 + exp(−20·(x − 1/3))); P(W = 1) = 1/2",
		DefaultN: 1000, DefaultP: 5, MinP: 3,
	})
	effectConfounded = trial{
		uniformInputs, redrawUniform, oftenTreated, levelAndEffect, unitSpread, []int{0, 1},
	}.scenario(Scenario{
		Name: "effect-confounded", Title: "A treatment whose effect two inputs change, and a confounder",
		Equation: "Y as in effect; P(W = 1) = (1 + 20·X3·(1 − X3)³)/4",
		DefaultN: 1000, DefaultP: 5, MinP: 3,
	})
	effectNone = trial{uniformInputs, redrawUniform, even, levelOnly, unitSpread, nil}.scenario(Scenario{
		Name: "effect-none", Title: "A treatment in a trial, without any effect",
		Equation: "Y ~ N(2·X3 − 1, 1); P(W = 1) = 1/2",
		DefaultN: 1000, DefaultP: 5, MinP: 3,
	})
	effectNoneConfounded = trial{uniformInputs, redrawUniform, oftenTreated, levelOnly, unitSpread, nil}.scenario(Scenario{
		Name: "effect-none-confounded", Title: "A treatment without any effect, and a confounder",
		Equation: "Y ~ N(2·X3 − 1, 1); P(W = 1) = (1 + 20·X3·(1 − X3)³)/4",
		DefaultN: 1000, DefaultP: 5, MinP: 3,
	})
	effectNoneOverlap = trial{uniformInputs, redrawUniform, rarelyMatched, func(x []float64, _ float64) float64 {
		return 2 * levelOnly(x, 0)
	}, unitSpread, nil}.scenario(Scenario{
		Name: "effect-none-overlap", Title: "A treatment without any effect, a confounder and poor overlap",
		Equation: "Y ~ N(4·X3 − 2, 1); P(W = 1) = 1/(1 + exp(5 − 10·X3))",
		DefaultN: 1000, DefaultP: 5, MinP: 3,
	})
	effectSame = trial{uniformInputs, redrawUniform, even, func(x []float64, treated float64) float64 {
		wave := elementary.Sin(2 * math.Pi * x[2])
		return float64(2*wave) + float64(3*(x[3]-0.5)*(x[4]-0.5)) + float64(1.5*treated)
	}, unitSpread, nil}.scenario(Scenario{
		Name: "effect-same", Title: "A treatment that shifts all rows alike, beside a wavy level",
		Equation: "Y ~ N(2·sin(2πX3) + 3·(X4 − 1/2)·(X5 − 1/2) + 1.5·W, 1); P(W = 1) = 1/2",
		DefaultN: 1000, DefaultP: 5, MinP: 5,
	})
	effectOnSpread = trial{uniformInputs, redrawUniform, even, levelOnly, func(x []float64, treated float64) float64 {
		if treated == 0 {
			return 1
		}
		return 0.4 + float64(1.6*x[0])
	}, []int{0}}.scenario(Scenario{
		Name: "effect-spread", Title: "A treatment that changes the spread alone, in one direction or the other",
		Equation: "Y ~ N(2·X3 − 1, 1) without the treatment, N(2·X3 − 1, (0.4 + 1.6·X1)²) with it; P(W = 1) = 1/2",
		DefaultN: 500, DefaultP: 5, MinP: 3,
	})
	// Designs 1 and 3 of Hines, Diaz-Ordaz and Vansteelandt (2022, arXiv:2204.06030).
	effectHines1 = trial{symmetricInputs, redrawSymmetric, func(x []float64) float64 {
		return expit(float64(-0.4*x[0]) + float64(0.1*x[0]*x[1]))
	}, func(x []float64, treated float64) float64 {
		effect := float64(x[0]*x[0]*(x[0]+1.4)) + float64(25.0/9*x[1]*x[1])
		return float64(x[0]*x[1]) + float64(2*x[1]*x[1]) - x[0] + float64(treated*effect)
	}, unitSpread, []int{0, 1}}.scenario(Scenario{
		Name: "effect-hines1", Title: "The first design of Hines et al.: curved effects of two inputs",
		Equation: "X ~ U(−1, 1); Y ~ N(X1·X2 + 2·X2² − X1 + W·(X1²·(X1 + 1.4) + 25/9·X2²), 1); " +
			"logit P(W = 1) = −0.4·X1 + 0.1·X1·X2",
		DefaultN: 1000, DefaultP: 2, MinP: 2,
	})
	effectHines3 = trial{pairedInputs, redrawPaired, func(x []float64) float64 {
		return expit(float64(-0.4*x[0]) + float64(0.1*x[0]*x[1]) + float64(0.2*x[4]))
	}, func(x []float64, treated float64) float64 {
		return x[2] - x[5] + float64(treated*(x[0]+float64(2*x[1])+x[2]))
	}, func([]float64, float64) float64 { return 3 }, []int{0, 1, 2}}.scenario(Scenario{
		Name: "effect-hines3", Title: "The third design of Hines et al.: linear effects of correlated inputs",
		Equation: "X ~ N(0, 1), pairs correlated by 1/2; Y ~ N(X3 − X6 + W·(X1 + 2·X2 + X3), 9); " +
			"logit P(W = 1) = −0.4·X1 + 0.1·X1·X2 + 0.2·X5",
		DefaultN: 1000, DefaultP: 6, MinP: 6,
	})
)

func expit(x float64) float64 { return 1 / (1 + elementary.Exp(-x)) }

func unitSpread([]float64, float64) float64 { return 1 }

func uniformInputs(x []float64, src *rng.Source) { drawEach(redrawUniform, x, src) }

func symmetricInputs(x []float64, src *rng.Source) { drawEach(redrawSymmetric, x, src) }

// drawEach draws entries that are independent of each other.
func drawEach(draw redrawing, x []float64, src *rng.Source) {
	for j := range x {
		draw(x, j, src)
	}
}

func redrawUniform(x []float64, j int, src *rng.Source) { x[j] = src.Float64() }

func redrawSymmetric(x []float64, j int, src *rng.Source) { x[j] = float64(2*src.Float64()) - 1 }

// pairedInputs draws standard normal inputs, of which each second one is correlated by 1/2 with
// that before it. A last one without a partner is independent.
func pairedInputs(x []float64, src *rng.Source) {
	for j := range x {
		x[j] = src.Normal()
		if j%2 == 1 {
			x[j] = givenPartner(x[j-1], x[j])
		}
	}
}

func redrawPaired(x []float64, j int, src *rng.Source) {
	x[j] = src.Normal()
	if partner := j ^ 1; partner < len(x) {
		x[j] = givenPartner(x[partner], x[j])
	}
}

// givenPartner is a standard normal number correlated by 1/2 with partner, from independent noise.
func givenPartner(partner, noise float64) float64 {
	return float64(0.5*partner) + float64(math.Sqrt(0.75)*noise)
}

func even([]float64) float64 { return 0.5 }

// oftenTreated is a quarter of 1 plus the density of a Beta(2, 4) law at X3.
func oftenTreated(x []float64) float64 {
	complement := 1 - x[2]
	return (1 + float64(20*x[2]*complement*complement*complement)) / 4
}

// rarelyMatched is between 0.007 and 0.993.
func rarelyMatched(x []float64) float64 { return expit(float64(10*x[2]) - 5) }

func levelOnly(x []float64, _ float64) float64 { return float64(2*x[2]) - 1 }

func levelAndEffect(x []float64, treated float64) float64 {
	return levelOnly(x, treated) + float64((treated-0.5)*steepStep(x[0])*steepStep(x[1]))
}

// steepStep rises from 1 to 2 around 1/3.
func steepStep(x float64) float64 { return 1 + expit(float64(20*x)-20.0/3) }
