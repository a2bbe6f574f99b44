package simulate

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// The simulated problems of the benchmark of xplainfi (R, 2026), which compares permutation and
// conditional importances and SAGE values of several packages. Inputs beyond those of the
// equations are noise.
var (
	xplainfiIndependent = linearDesign{effects: [][]float64{{2, 1, 0.5}}, noise: 0.2}.scenario(Scenario{
		Name:     "xplainfi-independent",
		Title:    "xplainfi benchmark: independent inputs",
		Equation: "X ~ N(0, I); Y ~ N(2·X1 + X2 + 0.5·X3, 0.2²)",
		DefaultN: 1000, DefaultP: 5, MinP: 3,
	})
	xplainfiCorrelated = linearDesign{
		made: copyOf(1, 0.75), effects: [][]float64{{2, 0, 1}}, noise: 0.2,
	}.scenario(Scenario{
		Name:     "xplainfi-correlated",
		Title:    "xplainfi benchmark: a null input that is correlated with an active one",
		Equation: "X Gaussian, unit variances, corr(X1, X2) = 0.75, others independent; Y ~ N(2·X1 + X3, 0.2²)",
		DefaultN: 1000, DefaultP: 4, MinP: 3,
	})
	xplainfiMediated = linearDesign{
		made: &made{3, []float64{0.8, 0.6}, 0.3}, effects: [][]float64{{0, 0.5, 0, 1.5}}, noise: 0.2,
	}.scenario(Scenario{
		Name:     "xplainfi-mediated",
		Title:    "xplainfi benchmark: a mediator beside the exposure that it passes on",
		Equation: "X1, X2, X3, X5, …, Xp ~ N(0, 1); X4 ~ N(0.8·X1 + 0.6·X2, 0.3²); Y ~ N(0.5·X2 + 1.5·X4, 0.2²)",
		DefaultN: 1000, DefaultP: 4, MinP: 4,
	})
	xplainfiConfounded = Scenario{
		Name:     "xplainfi-confounded",
		Title:    "xplainfi benchmark: a null proxy of a confounder",
		Equation: "X1, X4, …, Xp ~ N(0, 1); X2, X3 ~ N(X1, 0.5²), independent given X1; Y ~ N(X1 + X2 + X4, 0.5²)",
		DefaultN: 1000, DefaultP: 4, MinP: 4, Outputs: 1,
		inputs: func(x []float64, src *rng.Source) {
			independent(normalInput)(x, src)
			for _, j := range []int{1, 2} {
				x[j] = x[0] + float64(0.5*x[j])
			}
		},
		responses: normalOf(confounded),
		law: &law{inner: normalInner(confounded), redraw: func(p int) redrawing {
			covariance := mat.NewSymDense(p, nil)
			for j := range p {
				covariance.SetSym(j, j, 1)
			}
			for _, j := range []int{1, 2} {
				covariance.SetSym(j, j, 1.25)
				covariance.SetSym(0, j, 1)
			}
			covariance.SetSym(1, 2, 1)
			return normalRedraw(covariance)
		}, relevant: []int{0, 1, 3}},
	}.named()
	xplainfiInteractions = ofIndependent(Scenario{
		Name:     "xplainfi-interactions",
		Title:    "xplainfi benchmark: two inputs that act by their product alone",
		Equation: "X ~ N(0, I); Y ~ N(2·X1·X2 + X3, 0.5²)",
		DefaultN: 1000, DefaultP: 5, MinP: 3,
	}, normalInput, func(x []float64) (float64, float64) { return float64(2*x[0]*x[1]) + x[2], 0.5 }, 0, 1, 2)
	xplainfiEwald = Scenario{
		Name:     "xplainfi-ewald",
		Title:    "xplainfi benchmark: near copies, one of which acts",
		Equation: "X1, X3, X5, …, Xp ~ U(0, 1); X2 ~ N(X1, 0.001²); X4 ~ N(X3, 0.1²); Y ~ N(X4 + X5 + X4·X5, 0.1²)",
		DefaultN: 1000, DefaultP: 5, MinP: 5, Outputs: 1,
		inputs: func(x []float64, src *rng.Source) {
			for j := range x {
				ewaldInput(x, j, src)
			}
		},
		responses: normalOf(ewald),
		// X4 is normal given X3, X5 is independent of all others.
		law: &law{inner: normalInner(ewald), redraw: func(int) redrawing { return ewaldInput }, relevant: []int{3, 4}},
	}.named()
	xplainfiFriedman = ofIndependent(Scenario{
		Name:     "xplainfi-friedman",
		Title:    "xplainfi benchmark: the first of Friedman's functions",
		Equation: "X ~ U(0, 1); Y ~ N(10·sin(πX1·X2) + 20·(X3 − 0.5)² + 10·X4 + 5·X5, 1)",
		DefaultN: 1000, DefaultP: 10, MinP: 5,
	}, unitInput, func(x []float64) (float64, float64) {
		centred := x[2] - 0.5
		return float64(10*elementary.Sin(math.Pi*x[0]*x[1])) + float64(20*centred*centred) + float64(10*x[3]) +
			float64(5*x[4]), 1
	}, 0, 1, 2, 3, 4)
)

func confounded(x []float64) (mean, sd float64) { return x[0] + x[1] + x[3], 0.5 }

func ewald(x []float64) (mean, sd float64) { return x[3] + x[4] + float64(x[3]*x[4]), 0.1 }

// ewaldInput draws input j given those before it.
func ewaldInput(x []float64, j int, src *rng.Source) {
	switch j {
	case 1:
		x[j] = x[0] + float64(0.001*src.Normal())
	case 3:
		x[j] = x[2] + float64(0.1*src.Normal())
	default:
		x[j] = src.Float64()
	}
}

// ofIndependent adds to a scenario independent inputs, and normal responses with the given
// moments, which depend on the relevant columns.
func ofIndependent(
	s Scenario, draw func(j int, src *rng.Source) float64, moments func(x []float64) (mean, sd float64),
	relevant ...int,
) Scenario {
	s.Outputs, s.inputs, s.responses = 1, independent(draw), normalOf(moments)
	s.law = &law{inner: normalInner(moments), redraw: byItself(draw), relevant: relevant}
	return s.named()
}
