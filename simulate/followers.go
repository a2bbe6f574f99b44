package simulate

import (
	"math"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// follower is a law of independent inputs, and one that follows a function of those before
// it.
type follower struct {
	column int
	// draw draws input j.
	draw func(j int, src *rng.Source) float64
	// follow draws the column given those before it.
	follow func(x []float64, src *rng.Source) float64
	// density is that of the column given the others, as a share of its maximum.
	density func(x []float64) float64
}

// around is a follower X_column = center(X) + noise·ε, ε ~ N(0, 1).
func around(
	column int, draw func(j int, src *rng.Source) float64, center func(x []float64) float64, noise float64,
) follower {
	return follower{column, draw,
		func(x []float64, src *rng.Source) float64 { return center(x) + float64(noise*src.Normal()) },
		func(x []float64) float64 {
			z := (x[column] - center(x)) / noise
			return elementary.Exp(-z * z / 2)
		},
	}
}

func (f follower) inputs(x []float64, src *rng.Source) {
	for j := range x {
		if j == f.column {
			x[j] = f.follow(x, src)
			continue
		}
		x[j] = f.draw(j, src)
	}
}

// redraw draws entry j given the others: draws of its own law are accepted with the
// follower's density.
func (f follower) redraw(x []float64, j int, src *rng.Source) {
	if j == f.column {
		x[j] = f.follow(x, src)
		return
	}
	for {
		x[j] = f.draw(j, src)
		if j > f.column || src.Float64() < f.density(x) {
			return
		}
	}
}

// scenario adds to a scenario the follower's inputs, and normal responses with the given
// moments, which depend on the relevant columns.
func (f follower) scenario(s Scenario, moments func(x []float64) (mean, sd float64), relevant ...int) Scenario {
	s.Outputs, s.inputs, s.responses = 1, f.inputs, normalOf(moments)
	s.law = &law{inner: normalInner(moments), redraw: func(int) redrawing { return f.redraw }, relevant: relevant}
	return s.named()
}

func normalInput(_ int, src *rng.Source) float64 { return src.Normal() }

func unitInput(_ int, src *rng.Source) float64 { return src.Float64() }

// shifted returns the moments of a response N(factor·function(x), sd²).
func shifted(function func(x []float64) float64, factor, sd float64) func(x []float64) (float64, float64) {
	return func(x []float64) (float64, float64) { return factor * function(x), sd }
}

// Designs with an irrelevant input that follows a function of the relevant ones which is hard
// to learn from these: it tells of the response what a regression on the others has not learnt.
var (
	altitude = around(2, unitInput, altitudeOf, 0.1).scenario(Scenario{
		Name:     "altitude",
		Title:    "an altitude beside the coordinates that determine it and the output",
		Equation: "X1, X2, X4, …, Xp ~ U(0, 1), F = sin 2πX1 · cos 2πX2; X3 ~ N(F, 0.1²); Y ~ N(2F, 0.5²)",
		DefaultN: 400, DefaultP: 5, MinP: 3,
	}, shifted(altitudeOf, 2, 0.5), 0, 1)
	steps = around(2, unitInput, stepsOf, 0.15).scenario(Scenario{
		Name:     "steps",
		Title:    "a chessboard of steps beside an input that follows it",
		Equation: "X1, X2, X4, …, Xp ~ U(0, 1), F = (⌊4X1⌋ + ⌊3X2⌋) mod 2; X3 ~ N(F, 0.15²); Y ~ N(2F, 0.5²)",
		DefaultN: 400, DefaultP: 5, MinP: 3,
	}, shifted(stepsOf, 2, 0.5), 0, 1)
	xorProxy = around(2, normalInput, xorOf, 0.3).scenario(Scenario{
		Name:     "xor-proxy",
		Title:    "an interaction of two signs beside an input that follows it",
		Equation: "X1, X2, X4, …, Xp ~ N(0, 1), F = sign(X1·X2); X3 ~ N(F, 0.3²); Y ~ N(F, 0.5²)",
		DefaultN: 400, DefaultP: 5, MinP: 3,
	}, shifted(xorOf, 1, 0.5), 0, 1)
	largest = around(3, normalInput, largestOf, 0.3).scenario(Scenario{
		Name:     "largest",
		Title:    "the largest of three inputs beside an input that follows it",
		Equation: "X1, X2, X3, X5, …, Xp ~ N(0, 1), F = max(X1, X2, X3); X4 ~ N(F, 0.3²); Y ~ N(F, 0.5²)",
		DefaultN: 400, DefaultP: 5, MinP: 4,
	}, shifted(largestOf, 1, 0.5), 0, 1, 2)
	// curveSign has a function that some hundred rows do not teach.
	curveSign = around(2, normalInput, curveSignOf, 0.5).scenario(Scenario{
		Name:     "curve-sign",
		Title:    "a curve turned round by a sign beside an input that follows it",
		Equation: "X1, X2, X4, …, Xp ~ N(0, 1), F = sin(3X1)·sign(X2); X3 ~ N(F, 0.5²); Y ~ N(F, 0.5²)",
		DefaultN: 400, DefaultP: 5, MinP: 3,
	}, shifted(curveSignOf, 1, 0.5), 0, 1)
)

func altitudeOf(x []float64) float64 {
	_, cos := elementary.Sincos(2 * math.Pi * x[1])
	return elementary.Sin(2*math.Pi*x[0]) * cos
}

func stepsOf(x []float64) float64 {
	return math.Mod(math.Floor(4*x[0])+math.Floor(3*x[1]), 2)
}

func xorOf(x []float64) float64 { return 2*above(x[0]*x[1]) - 1 }

func largestOf(x []float64) float64 { return max(x[0], x[1], x[2]) }

func curveSignOf(x []float64) float64 {
	return elementary.Sin(3*x[0]) * (2*above(x[1]) - 1)
}

// Everyday tables of the same kind.
var (
	score = around(2, numbered(0, float64(len(scores))), scoreOf, 0.3).scenario(Scenario{
		Name:     "score",
		Title:    "a score that follows a factor of many levels",
		Equation: "X1 uniform on 24 levels with values F; X2, X4, …, Xp ~ N(0, 1); X3 ~ N(F, 0.3²); Y ~ N(F + 0.5·X2, 0.7²)",
		DefaultN: 400, DefaultP: 5, MinP: 3,
		levels: []int{len(scores)},
	}, func(x []float64) (float64, float64) { return scoreOf(x) + float64(0.5*x[1]), 0.7 }, 0, 1)
	season = around(2, numbered(1, 12), seasonOf, 0.3).scenario(Scenario{
		Name:  "season",
		Title: "a temperature that follows the month",
		Equation: "X1 uniform on the months 1, …, 12, F = −cos 2π(X1 − 1)/12; X2, X4, …, Xp ~ N(0, 1); X3 ~ " +
			"N(F, 0.3²); Y ~ N(F + 0.5·X2, 0.7²)",
		DefaultN: 400, DefaultP: 5, MinP: 3,
	}, func(x []float64) (float64, float64) { return seasonOf(x) + float64(0.5*x[1]), 0.7 }, 0, 1)
	status = follower{2, statusInput, func(x []float64, src *rng.Source) float64 {
		if src.Float64() < flipped {
			return 1 - float64(statusOf(x))
		}
		return statusOf(x)
	}, func(x []float64) float64 {
		if x[2] == statusOf(x) {
			return 1
		}
		return flipped / (1 - flipped)
	}}.scenario(Scenario{
		Name:  "status",
		Title: "a status that follows age and income",
		Equation: "X1 ~ U(20, 80); X2 = exp(10 + 0.5ε), X4, …, Xp and ε ~ N(0, 1); F = 1 if X1 > 40 and X2 > 20 " +
			"000, else 0; X3 = F with probability 0.9, else 1 − F; Y ~ N(F, 0.7²)",
		DefaultN: 400, DefaultP: 5, MinP: 3,
	}, shifted(statusOf, 1, 0.7), 0, 1)
	// chain has inputs each of which is a near copy of its neighbours.
	chain = linearDesign{correlation: 0.9, effects: [][]float64{chainEffects}, noise: 1}.scenario(Scenario{
		Name:     "chain",
		Title:    "one output, linear in four of a long chain of strongly correlated inputs",
		Equation: "X Gaussian, unit variances, corr(Xj, Xk) = 0.9^|j−k|; Y ~ N(X10 − X20 + X30 − X40, 1)",
		DefaultN: 300, DefaultP: 50, MinP: 41,
	})
)

// scores are the values of the levels of score: in no order.
var scores = []float64{
	0.4, -1.2, 1.5, -0.3, 0.9, -1.6, 0.1, 1.1, -0.8, 1.8, -0.1, -1.4, 0.7, -0.6, 1.3, -1.9, 0.2, -1.0, 1.6,
	-0.4, 0.5, -1.7, 1.0, -0.7,
}

// numbered draws the first input from so many numbers, from the first one on, others from N(0, 1).
func numbered(first, count float64) func(j int, src *rng.Source) float64 {
	return func(j int, src *rng.Source) float64 {
		if j == 0 {
			return first + math.Floor(count*src.Float64())
		}
		return src.Normal()
	}
}

func scoreOf(x []float64) float64 { return scores[int(x[0])] }

func seasonOf(x []float64) float64 {
	_, cos := elementary.Sincos(2 * math.Pi * (x[0] - 1) / 12)
	return -cos
}

// flipped is the probability of a status other than that of age and income.
const flipped = 0.1

func statusInput(j int, src *rng.Source) float64 {
	switch j {
	case 0:
		return 20 + float64(60*src.Float64())
	case 1:
		return elementary.Exp(10 + float64(0.5*src.Normal()))
	}
	return src.Normal()
}

func statusOf(x []float64) float64 { return above(x[0]-40) * above(x[1]-20000) }

var chainEffects = func() []float64 {
	effects := make([]float64, 40)
	effects[9], effects[19], effects[29], effects[39] = 1, -1, 1, -1
	return effects
}()
