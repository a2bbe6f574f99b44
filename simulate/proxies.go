package simulate

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// made is an input made of earlier ones, X = Σ weights_k·Xk + noise·ε. All others are
// independent and standard normal.
type made struct {
	column  int
	weights []float64 // of X1, X2, …, all before the column
	noise   float64
}

// copyOf is a standard normal input with the given correlation with X1.
func copyOf(column int, correlation float64) *made {
	return &made{column, []float64{correlation}, math.Sqrt(1 - float64(correlation*correlation))}
}

func (m made) inputs(x []float64, src *rng.Source) {
	independent(normalInput)(x, src)
	x[m.column] *= m.noise
	for k, weight := range m.weights {
		x[m.column] += float64(weight * x[k])
	}
}

func (m made) covariance(p int) *mat.SymDense {
	c := mat.NewSymDense(p, nil)
	for j := range p {
		c.SetSym(j, j, 1)
	}
	variance := float64(m.noise * m.noise)
	for k, weight := range m.weights {
		c.SetSym(m.column, k, weight)
		variance += float64(weight * weight)
	}
	c.SetSym(m.column, m.column, variance)
	return c
}

// Designs with irrelevant inputs that forests learn from more easily than from the
// relevant ones: a total, a ratio, near copies.
var (
	// sumproxy has a total that carries less information than its six parts together and more than
	// any one.
	sumproxy = linearDesign{
		made: &made{6, []float64{1, 1, 1, 1, 1, 1}, 0.5}, effects: [][]float64{{0.5, 0.5, 0.5, 0.5, 0.5, 0.5}}, noise: 0.5,
	}.scenario(Scenario{
		Name:     "sumproxy",
		Title:    "six inputs that act alike beside their total, which does nothing",
		Equation: "X1, …, X6 ~ N(0, I); X7 ~ N(X1 + … + X6, 0.5²); Y ~ N((X1 + … + X6)/2, 0.5²)",
		DefaultN: 300, DefaultP: 7, MinP: 7,
	})
	// bmi has inputs each of which is a function of the other two.
	bmi = Scenario{
		Name:  "bmi",
		Title: "a height, a weight and their ratio, each a function of the other two",
		Equation: "X1 ~ N(1.7, 0.1²); X2 = 70·exp(0.15ε + 1.2(X1 − 1.7)), ε ~ N(0, 1); X3 = X2/X1²; Y ~ N(20·X1 " +
			"− 0.06·X2, 1)",
		DefaultN: 300, DefaultP: 3, MinP: 3, Outputs: 1,
		inputs: func(x []float64, src *rng.Source) {
			independent(normalInput)(x, src)
			x[0] = 1.7 + float64(0.1*x[0])
			x[1] = 70 * elementary.Exp(float64(0.15*x[1])+float64(1.2*(x[0]-1.7)))
			x[2] = x[1] / (x[0] * x[0])
		},
		responses: func(y, x []float64, src *rng.Source) {
			y[0] = float64(20*x[0]) - float64(0.06*x[1]) + src.Normal()
		},
		law: noLaw,
	}
	steep = linearDesign{made: copyOf(2, 0.99), effects: [][]float64{{3}}, noise: 0.05}.scenario(Scenario{
		Name:     "steep",
		Title:    "an output that is steep in an input beside a near copy of it",
		Equation: "X1, X2 ~ N(0, 1), X3 with correlation 0.99 with X1; Y ~ N(3·X1, 0.05²)",
		DefaultN: 300, DefaultP: 3, MinP: 3,
	})
	sin98 = Scenario{
		Name:     "sin98",
		Title:    "an output that is a wave of an input beside a near copy of it",
		Equation: "X1, X3 ~ N(0, 1), X2 with correlation 0.98 with X1; Y ~ N(sin(3·X1), 0.2²)",
		DefaultN: 300, DefaultP: 3, MinP: 2, Outputs: 1,
		inputs: copyOf(1, 0.98).inputs,
		responses: func(y, x []float64, src *rng.Source) {
			y[0] = elementary.Sin(3*x[0]) + float64(0.2*src.Normal())
		},
		law: &law{
			inner: func(gamma float64, x, other []float64) float64 {
				return normalKernel(gamma, elementary.Sin(3*x[0])-elementary.Sin(3*other[0]), 2*0.2*0.2)
			},
			redraw:   func(p int) redrawing { return normalRedraw(copyOf(1, 0.98).covariance(p)) },
			relevant: []int{0},
		},
	}.named()
	// copyfun has a copy of an input's effect, and of its size.
	copyfun = Scenario{
		Name:     "copyfun",
		Title:    "the square of an input beside a copy of the output and one of its size",
		Equation: "X1 ~ N(0, 1); X2 ~ N(X1², 0.3²); X3 ~ N(|X1|, 0.01²); Y ~ N(X1², 0.3²)",
		DefaultN: 300, DefaultP: 3, MinP: 3, Outputs: 1,
		inputs: func(x []float64, src *rng.Source) {
			independent(normalInput)(x, src)
			x[1] = float64(x[0]*x[0]) + float64(0.3*x[1])
			x[2] = math.Abs(x[0]) + float64(0.01*x[2])
		},
		responses: func(y, x []float64, src *rng.Source) {
			y[0] = float64(x[0]*x[0]) + float64(0.3*src.Normal())
		},
		law: &law{
			inner: func(gamma float64, x, other []float64) float64 {
				return normalKernel(gamma, float64(x[0]*x[0])-float64(other[0]*other[0]), 2*0.3*0.3)
			},
			redraw:   func(int) redrawing { return copiedRedraw },
			relevant: []int{0},
		},
	}.named()
)

// copiedRedraw draws an input of copyfun given the others. The size of X1 is proposed near
// X3 and accepted in proportion to its density and that of X2; its sign is free.
func copiedRedraw(x []float64, j int, src *rng.Source) {
	switch j {
	case 0:
		for {
			size := x[2] + float64(0.01*src.Normal())
			z := (x[1] - float64(size*size)) / 0.3
			if size >= 0 && src.Float64() < elementary.Exp(-(float64(size*size)+float64(z*z))/2) {
				if src.Float64() < 0.5 {
					size = -size
				}
				x[0] = size
				return
			}
		}
	case 1:
		x[1] = float64(x[0]*x[0]) + float64(0.3*src.Normal())
	case 2:
		x[2] = math.Abs(x[0]) + float64(0.01*src.Normal())
	default:
		x[j] = src.Normal()
	}
}
