package simulate

import (
	"math"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// Test functions of sensitivity analysis: responses without noise, of independent inputs.
// Inputs beyond those of a function do nothing.
var (
	ishigami = function("ishigami", "Ishigami's function: waves, and an input that acts only with another", 3,
		"X ~ U([−π, π]^p); Y = sin X1 + 7 sin² X2 + 0.1 X3⁴ sin X1", uniform(-math.Pi, math.Pi), func(x []float64) float64 {
			sine := elementary.Sin(x[1])
			return float64(elementary.Sin(x[0])*(1+float64(0.1*float64(x[2]*x[2])*float64(x[2]*x[2])))) + float64(7*sine*sine)
		})
	sobolG = function("sobol-g", "Sobol's g-function: kinks, one input that matters most", 8,
		"X ~ U([0, 1]^p); Y = Π (|4Xj − 2| + aj)/(1 + aj), a = 0, 1, 4.5, 9, 99, 99, 99, 99",
		uniform(0, 1), func(x []float64) float64 {
			product := 1.0
			for j, a := range gOffsets {
				product *= (math.Abs(float64(4*x[j])-2) + a) / (1 + a)
			}
			return product
		})
	flood = function("flood", "height of a river above its dyke (Iooss and Lemaître 2015)", 8,
		"Q ~ Gumbel(1013, 558) in [500, 3000], Ks ~ N(30, 8²) above 15, Zv ~ T(49, 51), Zm ~ T(54, 56), Hd ~ "+
			"U(7, 9), Zb ~ T(55, 56), L ~ T(4990, 5010), B ~ T(295, 305), T being symmetric triangular; "+
			"Y = Zv + (Q/(B Ks √((Zm − Zv)/L)))^0.6 − Hd − Zb",
		separately(
			within(500, 3000, gumbel(1013, 558)), within(15, math.Inf(1), normal(30, 8)), triangular(49, 51),
			triangular(54, 56), between(7, 9), triangular(55, 56), triangular(4990, 5010), triangular(295, 305),
		),
		func(x []float64) float64 {
			return x[2] + elementary.Pow(x[0]/(x[7]*x[1]*math.Sqrt((x[3]-x[2])/x[6])), 0.6) - x[4] - x[5]
		})
	borehole = function("borehole", "flow of water through a borehole", 8,
		"rw ~ N(0.1, 0.0161812²), log r ~ N(7.71, 1.0056²), Tu ~ U(63070, 115600), Hu ~ U(990, 1110), Tl ~ "+
			"U(63.1, 116), Hl ~ U(700, 820), L ~ U(1120, 1680), Kw ~ U(9855, 12045); "+
			"Y = 2π Tu (Hu − Hl) / (l (1 + 2 L Tu/(l rw² Kw) + Tu/Tl)), l = log(r/rw)",
		separately(normal(0.1, 0.0161812), func(src *rng.Source) float64 { return elementary.Exp(normal(7.71, 1.0056)(src)) },
			between(63070, 115600), between(990, 1110), between(63.1, 116), between(700, 820), between(1120, 1680),
			between(9855, 12045)),
		func(x []float64) float64 {
			l := elementary.Log(x[1] / x[0])
			return 2 * math.Pi * x[2] * (x[3] - x[5]) / (l * (1 + 2*x[6]*x[2]/(l*x[0]*x[0]*x[7]) + x[2]/x[4]))
		})
	morris = function("morris", "Morris's function: twenty inputs, interactions of two, three and four", 20,
		"X ~ U([0, 1]^p); Y = Σ βi wi + Σ βij wi wj + Σ βijl wi wj wl + 5 w1 w2 w3 w4, w = 2X − 1, of X3, X5 "+
			"and X7 2.2X/(X + 0.1) − 1; "+
			"βi = 20 to X10, βij = −15 to X6, βijl = −10 to X5, else (−1)^i, (−1)^(i+j), 0",
		uniform(0, 1), morrisResponse)
)

var gOffsets = [8]float64{0, 1, 4.5, 9, 99, 99, 99, 99}

// variate draws a number of a law.
type variate func(src *rng.Source) float64

func between(low, high float64) variate {
	return func(src *rng.Source) float64 { return low + float64((high-low)*src.Float64()) }
}

func triangular(low, high float64) variate {
	return func(src *rng.Source) float64 { return low + float64((high-low)*(src.Float64()+src.Float64())/2) }
}

func normal(mean, deviation float64) variate {
	return func(src *rng.Source) float64 { return mean + float64(deviation*src.Normal()) }
}

func gumbel(mode, scale float64) variate {
	return func(src *rng.Source) float64 {
		return mode - float64(scale*elementary.Log(-elementary.Log(src.Float64())))
	}
}

// within draws again until a number is in a range.
func within(low, high float64, draw variate) variate {
	return func(src *rng.Source) float64 {
		for {
			if v := draw(src); v >= low && v <= high {
				return v
			}
		}
	}
}

// separately draws the first inputs from laws of their own, others from U(0, 1).
func separately(laws ...variate) func(x []float64, src *rng.Source) {
	return independent(func(j int, src *rng.Source) float64 {
		if j < len(laws) {
			return laws[j](src)
		}
		return src.Float64()
	})
}

// function returns the scenario of a function of p inputs.
func function(
	name, title string, p int, equation string, inputs func([]float64, *rng.Source),
	f func(x []float64) float64,
) Scenario {
	s := Scenario{
		Name: name, Title: title, Equation: equation, DefaultN: 1000, DefaultP: p, MinP: p, Outputs: 1, inputs: inputs,
		responses: func(y, x []float64, _ *rng.Source) { y[0] = f(x) },
	}
	for j := range p {
		s.Relevant = append(s.Relevant, inputName(j))
	}
	return s
}

func morrisResponse(x []float64) float64 {
	var w [20]float64
	for i := range w {
		w[i] = float64(2*x[i]) - 1
		if i == 2 || i == 4 || i == 6 {
			w[i] = 2.2*x[i]/(x[i]+0.1) - 1
		}
	}
	coefficient := func(early bool, large float64, sign int) float64 {
		if early {
			return large
		}
		return float64(1 - 2*(sign%2))
	}
	sum := 5 * float64(w[0]*w[1]*w[2]*w[3])
	for i := range w {
		sum += float64(coefficient(i < 10, 20, i+1) * w[i])
		for j := i + 1; j < len(w); j++ {
			sum += float64(coefficient(j < 6, -15, i+j) * w[i] * w[j])
			for l := j + 1; l < 5; l++ {
				sum -= float64(10 * w[i] * w[j] * w[l])
			}
		}
	}
	return sum
}
