package simulate

import (
	"math"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// The benchmark of generalised kernel covariance measures (arXiv 2604.03721): does the
// response depend on X8, given seven independent inputs? In the first four designs it does not.
var (
	gkcmNull1 = linearDesign{
		made: &made{7, []float64{0.4, 0.5, 0.6, -0.7, 0, 0, 1}, 1}, effects: [][]float64{{0.6, -0.2, 0, 0.3, 0.9, -0.5}}, noise: 1,
	}.scenario(Scenario{
		Name:     "gkcm-null1",
		Title:    "GKCM benchmark: a null input, lines",
		Equation: "X1, …, X7, X9, …, Xp ~ N(0, 1); X8 ~ N(0.4·X1 + 0.5·X2 + 0.6·X3 − 0.7·X4 + X7, 1); Y ~ N(0.6·X1 − 0.2·X2 + 0.3·X4 + 0.9·X5 − 0.5·X6, 1)",
		DefaultN: 500, DefaultP: 8, MinP: 8,
	})
	gkcmNull2 = Scenario{
		Name:     "gkcm-null2",
		Title:    "GKCM benchmark: a null input, a response with a long tail",
		Equation: "X1, …, X7, X9, …, Xp, ε, η ~ N(0, 1); X8 = tanh(0.5·X1 − 0.9·X2 + X3 + ε); Y = exp(−0.8·X4·X5 + 0.6·X6·X7 + η)",
		Relevant: []string{"X4", "X5", "X6", "X7"},
		DefaultN: 500, DefaultP: 8, MinP: 8, Outputs: 1,
		inputs: follower{column: 7, draw: normalInput, own: func(x []float64, src *rng.Source) float64 {
			return tanh(float64(0.5*x[0]) - float64(0.9*x[1]) + x[2] + src.Normal())
		}}.inputs,
		responses: pointwise(func(y, x []float64, src *rng.Source) {
			y[0] = elementary.Exp(float64(0.6*x[5]*x[6]) - float64(0.8*x[3]*x[4]) + src.Normal())
		}),
		// X4, …, X7 are independent of all others.
		law: &law{redraw: func(int) redrawing {
			return func(x []float64, j int, src *rng.Source) { x[j] = src.Normal() }
		}, relevant: []int{3, 4, 5, 6}},
	}
	gkcmNull3 = Scenario{
		Name:     "gkcm-null3",
		Title:    "GKCM benchmark: a null input whose spread moves with relevant ones, unequal spreads of the response",
		Equation: "X1, …, X7, X9, …, Xp ~ N(0, 1); X8 ~ N(0.5·X1 − 0.9·X2 + 0.4·X3², (X4·X5)²); Y ~ N(X5² + exp(X6) − 0.8·X4, sin²(2π·X7))",
		Relevant: []string{"X4", "X5", "X6", "X7"},
		DefaultN: 500, DefaultP: 8, MinP: 8, Outputs: 1,
		inputs: follower{column: 7, draw: normalInput, own: func(x []float64, src *rng.Source) float64 {
			return gkcmNull3Centre(x) + float64(x[3]*x[4]*src.Normal())
		}}.inputs,
		responses: normalOf(gkcmNull3Moments),
		law: &law{inner: normalInner(gkcmNull3Moments), redraw: func(int) redrawing {
			return func(x []float64, j int, src *rng.Source) {
				switch j {
				case 3, 4:
					x[j] = factorGiven((x[7]-gkcmNull3Centre(x))/x[7-j], src)
				default:
					x[j] = src.Normal()
				}
			}
		}, relevant: []int{3, 4, 5, 6}},
	}
	gkcmNull4 = around(7, normalInput, waveOf, 0.1).scenario(Scenario{
		Name:     "gkcm-null4",
		Title:    "GKCM benchmark: a null input that follows the same wave as the response",
		Equation: "X1, …, X7, X9, …, Xp ~ N(0, 1); X8 ~ N(sin 2πX1, 0.1²); Y ~ N(sin 2πX1, 1)",
		DefaultN: 500, DefaultP: 8, MinP: 8,
	}, shifted(waveOf, 1, 1), 0)
	gkcmAlt1 = linearDesign{
		made: &made{7, []float64{0.7, 1}, 1}, effects: [][]float64{{0, 0, 0.4, -0.2, 0, 0, 0, -0.1}}, noise: 1,
	}.scenario(Scenario{
		Name:     "gkcm-alt1",
		Title:    "GKCM benchmark: a weak line",
		Equation: "X1, …, X7, X9, …, Xp ~ N(0, 1); X8 ~ N(0.7·X1 + X2, 1); Y ~ N(0.4·X3 − 0.2·X4 − 0.1·X8, 1)",
		DefaultN: 500, DefaultP: 8, MinP: 8,
	})
	gkcmAlt2 = around(7, normalInput, func(x []float64) float64 { return elementary.Sin(x[0]) }, 1).scenario(Scenario{
		Name:     "gkcm-alt2",
		Title:    "GKCM benchmark: a product of a square and another input",
		Equation: "X1, …, X7, X9, …, Xp ~ N(0, 1); X8 ~ N(sin X1, 1); Y ~ N(tanh X2 + 0.2·X8²·X3, 1)",
		DefaultN: 500, DefaultP: 8, MinP: 8,
	}, func(x []float64) (float64, float64) {
		return tanh(x[1]) + float64(0.2*x[7]*x[7]*x[2]), 1
	}, 1, 2, 7)
	gkcmAlt3 = around(7, normalInput, func(x []float64) float64 {
		return float64(0.2*x[1]*x[1]*x[1]) + tanh(x[3])
	}, 1).scenario(Scenario{
		Name:     "gkcm-alt3",
		Title:    "GKCM benchmark: a spread",
		Equation: "X1, …, X7, X9, …, Xp ~ N(0, 1); X8 ~ N(0.2·X2³ + tanh X4, 1); Y ~ N(sin πX1 − 0.4·X2², cos²(0.2π·X8))",
		DefaultN: 500, DefaultP: 8, MinP: 8,
	}, func(x []float64) (float64, float64) {
		_, cos := elementary.Sincos(0.2 * math.Pi * x[7])
		return elementary.Sin(math.Pi*x[0]) - float64(0.4*x[1]*x[1]), cos
	}, 0, 1, 7)
)

func waveOf(x []float64) float64 { return elementary.Sin(2 * math.Pi * x[0]) }

func gkcmNull3Centre(x []float64) float64 {
	return float64(0.5*x[0]) - float64(0.9*x[1]) + float64(0.4*x[2]*x[2])
}

func gkcmNull3Moments(x []float64) (mean, sd float64) {
	return float64(x[4]*x[4]) + elementary.Exp(x[5]) - float64(0.8*x[3]), elementary.Sin(2 * math.Pi * x[6])
}

// factorGiven draws a factor Z of r = Zε given r, Z and ε ~ N(0, 1): |Z| = √(|r| exp V)
// with the density of V proportional to exp(−|r| cosh V), drawn by rejection from
// N(0, 1/|r|), since cosh v ≥ 1 + v²/2.
func factorGiven(r float64, src *rng.Source) float64 {
	r = math.Abs(r)
	for {
		v := src.Normal() / math.Sqrt(r)
		if cosh := float64((elementary.Exp(v) + elementary.Exp(-v)) / 2); src.Float64() < elementary.Exp(-r*(cosh-1-float64(float64(v*v)/2))) {
			z := math.Sqrt(r * elementary.Exp(v))
			if src.Float64() < 0.5 {
				return -z
			}
			return z
		}
	}
}

func tanh(x float64) float64 {
	grown := elementary.Expm1(2 * min(x, 20)) // 1 − tanh 20 is below 2⁻⁵³
	return grown / (grown + 2)
}
