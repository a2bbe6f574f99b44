package simulate

import (
	"math"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// The benchmark of generalised kernel covariance measures (arXiv 2604.03721): does the
// response depend on X8, given seven independent inputs? In those named null it does not. The
// last two are of its sequel for mixed data, in which X8 has three levels.
var (
	gkcmNull1 = linearDesign{
		made: &made{7, []float64{0.4, 0.5, 0.6, -0.7, 0, 0, 1}, 1}, effects: [][]float64{
			{0.6, -0.2, 0, 0.3, 0.9, -0.5},
		}, noise: 1,
	}.scenario(Scenario{
		Name:  "gkcm-null1",
		Title: "GKCM benchmark: a null input, lines",
		Equation: "X1, …, X7, X9, …, Xp ~ N(0, 1); X8 ~ N(0.4·X1 + 0.5·X2 + 0.6·X3 − 0.7·X4 + X7, 1); Y ~ " +
			"N(0.6·X1 − 0.2·X2 + 0.3·X4 + 0.9·X5 − 0.5·X6, 1)",
		DefaultN: 500, DefaultP: 8, MinP: 8,
	})
	gkcmNull2 = Scenario{
		Name:  "gkcm-null2",
		Title: "GKCM benchmark: a null input, a response with a long tail",
		Equation: "X1, …, X7, X9, …, Xp, ε, η ~ N(0, 1); X8 = tanh(0.5·X1 − 0.9·X2 + X3 + ε); Y = " +
			"exp(−0.8·X4·X5 + 0.6·X6·X7 + η)",
		Relevant: []string{"X4", "X5", "X6", "X7"},
		DefaultN: 500, DefaultP: 8, MinP: 8, Outputs: 1,
		inputs: follower{column: 7, draw: normalInput, follow: func(x []float64, src *rng.Source) float64 {
			return tanh(float64(0.5*x[0]) - float64(0.9*x[1]) + x[2] + src.Normal())
		}}.inputs,
		responses: func(y, x []float64, src *rng.Source) {
			y[0] = elementary.Exp(float64(0.6*x[5]*x[6]) - float64(0.8*x[3]*x[4]) + src.Normal())
		},
		// X4, …, X7 are independent of all others.
		law: &law{redraw: byItself(normalInput), relevant: []int{3, 4, 5, 6}},
	}
	gkcmNull3 = Scenario{
		Name:  "gkcm-null3",
		Title: "GKCM benchmark: a null input whose spread moves with relevant ones, unequal spreads of the response",
		Equation: "X1, …, X7, X9, …, Xp ~ N(0, 1); X8 ~ N(0.5·X1 − 0.9·X2 + 0.4·X3², (X4·X5)²); Y ~ N(X5² + " +
			"exp(X6) − 0.8·X4, sin²(2π·X7))",
		Relevant: []string{"X4", "X5", "X6", "X7"},
		DefaultN: 500, DefaultP: 8, MinP: 8, Outputs: 1,
		inputs: follower{column: 7, draw: normalInput, follow: func(x []float64, src *rng.Source) float64 {
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
	gkcmMixedNull = follower{7, normalInput, func(x []float64, src *rng.Source) float64 {
		return levelOf(mixedNullScores(x), src)
	}, func(x []float64) float64 {
		return levelChance(mixedNullScores(x), x[7])
	}}.scenario(Scenario{
		Name:  "gkcm-mixed-null",
		Title: "GKCM benchmark, mixed data: a null input of three levels",
		Equation: "X1, …, X7, X9, …, Xp ~ N(0, 1); X8 = 0, 1, 2 with probabilities 0.1 + " +
			"0.7·softmax(0.6·sin(X1·X2), 0, −0.7·X3²); Y ~ N(0.8·sin(X1·X2) − 0.5·X3², 0.5²)",
		DefaultN: 500, DefaultP: 8, MinP: 8,
		levels: []int{0, 0, 0, 0, 0, 0, 0, 3},
	}, func(x []float64) (float64, float64) {
		return float64(0.8*elementary.Sin(x[0]*x[1])) - float64(0.5*x[2]*x[2]), 0.5
	}, 0, 1, 2)
	// gkcmMixedAlt is published as the law of X8 given Y and the others: rejection of responses
	// that are unlikely at a level gives that of Y.
	gkcmMixedAlt = Scenario{
		Name:  "gkcm-mixed-alt",
		Title: "GKCM benchmark, mixed data: an input of three levels that waves with the response",
		Equation: "X1, …, X7, X9, …, Xp ~ N(0, 1); Y ~ N(0.6·X1 − 0.3·X4·X5 + 0.2·X6², 1); X8 = 0, 1, 2 with " +
			"probabilities 0.1 + 0.7·softmax(0.5·X2 − 0.4·X4², 0.6·exp(X1) + 0.3·X2·X3, 0.7·X5 + 0.8·sin(Y + X6))",
		DefaultN: 500, DefaultP: 8, MinP: 8, Outputs: 1,
		levels: []int{0, 0, 0, 0, 0, 0, 0, 3},
		inputs: follower{column: 7, draw: normalInput, follow: mixedAltLevel}.inputs,
		responses: func(y, x []float64, src *rng.Source) {
			for {
				y[0] = mixedAltMean(x) + src.Normal()
				if src.Float64() < levelChance(mixedAltScores(x, y[0]), x[7]) {
					return
				}
			}
		},
		law: &law{redraw: func(int) redrawing { return mixedAltRedraw }, relevant: []int{0, 1, 2, 3, 4, 5, 7}},
	}.named()
)

// Levels of the sequel have probabilities 0.1 + 0.7·softmax(scores), at most 0.8.
const rarest, softness = 0.1, 0.7

// levelOf draws a level given its scores.
func levelOf(scores [3]float64, src *rng.Source) float64 {
	remaining := src.Float64()
	for level := range 2 {
		remaining -= float64(levelChance(scores, float64(level)) * (rarest + softness))
		if remaining < 0 {
			return float64(level)
		}
	}
	return 2
}

// levelChance is the probability of a level as a share of the largest possible.
func levelChance(scores [3]float64, level float64) float64 {
	sum := 0.0
	for _, score := range scores {
		sum += elementary.Exp(score - scores[int(level)])
	}
	return (rarest + softness/sum) / (rarest + softness)
}

func mixedNullScores(x []float64) [3]float64 {
	return [3]float64{0.6 * elementary.Sin(x[0]*x[1]), 0, -0.7 * x[2] * x[2]}
}

func mixedAltMean(x []float64) float64 {
	return float64(0.6*x[0]) - float64(0.3*x[3]*x[4]) + float64(0.2*x[5]*x[5])
}

func mixedAltScores(x []float64, y float64) [3]float64 {
	return [3]float64{
		float64(0.5*x[1]) - float64(0.4*x[3]*x[3]),
		float64(0.6*elementary.Exp(x[0])) + float64(0.3*x[1]*x[2]),
		float64(0.7*x[4]) + float64(0.8*elementary.Sin(y+x[5])),
	}
}

// mixedAltLevel draws X8 given the inputs before it, over the responses.
func mixedAltLevel(x []float64, src *rng.Source) float64 {
	return levelOf(mixedAltScores(x, mixedAltMean(x)+src.Normal()), src)
}

// mixedAltRedraw draws entry j given the others: pairs of it and of a response are accepted
// with the probability of the level that they give.
func mixedAltRedraw(x []float64, j int, src *rng.Source) {
	if j == 7 {
		x[j] = mixedAltLevel(x, src)
		return
	}
	for {
		x[j] = src.Normal()
		if src.Float64() < levelChance(mixedAltScores(x, mixedAltMean(x)+src.Normal()), x[7]) {
			return
		}
	}
}

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
		if cosh := float64((elementary.Exp(v) + elementary.Exp(-v)) / 2); src.Float64() < elementary.Exp(
			-r*(cosh-1-float64(float64(v*v)/2)),
		) {
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
