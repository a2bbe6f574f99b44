package simulate

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// Designs of three published comparisons, whose authors store the results of their methods.
var (
	// Conditional adversarial random forest importance (AAAI 2025).
	peersCARFi = Scenario{
		Name:  "peers-carfi",
		Title: "cARFi's comparison: a chain of inputs, two of which act",
		Equation: "X1, X6, …, Xp ~ N(0, 1); X2 ~ N(X1, 1); X3 ~ N(X2, 1); X4 ~ N(X1, 0.3²); X5 ~ N(X3, 0.7²); " +
			"Y ~ N(X3 + X4, 0.5²)",
		DefaultN: 3000, DefaultP: 5, MinP: 5, Outputs: 1,
		inputs: func(x []float64, src *rng.Source) {
			for j := range x {
				x[j] = src.Normal()
			}
			x[1] += x[0]
			x[2] += x[1]
			x[3] = x[0] + float64(0.3*x[3])
			x[4] = x[2] + float64(0.7*x[4])
		},
		responses: normalOf(carfiMoments),
		law: &law{inner: normalInner(carfiMoments), redraw: func(p int) redrawing {
			return normalRedraw(carfiCovariance(p))
		}, relevant: []int{2, 3}},
	}.named()

	// Conditional feature importance for mixed data. Effects of levels, which the comparison does not
	// state, are half of the normal scores of their ranks here.
	peersMixed = Scenario{
		Name:  "peers-mixed",
		Title: "The comparison for mixed data: null inputs behind active ones, of ten levels and a number",
		Equation: "X1 uniform on 10 levels, X2, X5, …, Xp ~ N(0, 1); X3 the decile of N(0.5·X2, 1) among normal " +
			"scores; X4 ~ N(s(X1), 1); Y ~ N(s(X3) + 0.5·X4, 1), s(k) = Φ⁻¹((k + 1/2)/10)/2",
		DefaultN: 1000, DefaultP: 4, MinP: 4, Outputs: 1,
		levels: []int{10, 0, 10, 0},
		inputs: func(x []float64, src *rng.Source) {
			x[0], x[1] = math.Floor(10*src.Float64()), src.Normal()
			for j := range x[2:] {
				redrawMixed(x, j+2, src)
			}
		},
		responses: normalOf(peersMixedMoments),
		law: &law{
			inner: normalInner(peersMixedMoments), redraw: func(int) redrawing { return redrawMixed }, relevant: []int{2, 3},
		},
	}.named()

	// Sobol-CPI (2025): a quarter of many correlated inputs act, with a ratio of signal to noise of 2.
	peersSobol = linearDesign{correlation: 0.6, effects: [][]float64{everyFourth(25)}, noise: 4}.scenario(Scenario{
		Name:     "peers-sobol",
		Title:    "Sobol-CPI's comparison: a quarter of many correlated inputs act",
		Equation: "X Gaussian, unit variances, corr(Xj, Xk) = 0.6^|j−k|; Y ~ N(X1 + X5 + … + X97, 4²)",
		DefaultN: 1000, DefaultP: 100, MinP: 97,
	})
)

func carfiMoments(x []float64) (mean, sd float64) { return x[2] + x[3], 0.5 }

// carfiCovariance is the covariance of p inputs: A Aᵀ for inputs A z of independent normal z.
func carfiCovariance(p int) *mat.SymDense {
	loadings := mat.NewDense(p, p, nil)
	for j := range p {
		loadings.Set(j, j, 1)
	}
	for _, loading := range []struct {
		input, noise int
		value        float64
	}{{1, 0, 1}, {2, 0, 1}, {2, 1, 1}, {3, 0, 1}, {3, 3, 0.3}, {4, 0, 1}, {4, 1, 1}, {4, 2, 1}, {4, 4, 0.7}} {
		loadings.Set(loading.input, loading.noise, loading.value)
	}
	covariance := mat.NewSymDense(p, nil)
	covariance.SymOuterK(1, loadings)
	return covariance
}

func peersMixedMoments(x []float64) (mean, sd float64) {
	return levelScore(x[2]) + float64(0.5*x[3]), 1
}

// levelScore is half of the normal score of one of ten levels.
func levelScore(level float64) float64 { return float64(elementary.NormalQuantile((level+0.5)/10) / 2) }

// redrawMixed draws an input given the other inputs: pairs X1 and X4, X2 and X3 are independent.
func redrawMixed(x []float64, j int, src *rng.Source) {
	switch j {
	case 0: // by rejection: the density of X4 is at most that at its mean
		for {
			x[0] = math.Floor(10 * src.Float64())
			distance := x[3] - levelScore(x[0])
			if src.Float64() < elementary.Exp(-distance*distance/2) {
				return
			}
		}
	case 1:
		for {
			x[1] = src.Normal()
			if decile(float64(0.5*x[1])+src.Normal()) == x[2] {
				return
			}
		}
	case 2:
		x[2] = decile(float64(0.5*x[1]) + src.Normal())
	case 3:
		x[3] = levelScore(x[0]) + src.Normal()
	default:
		x[j] = src.Normal()
	}
}

// decile is 0, …, 9 by the deciles of the standard normal law.
func decile(value float64) (level float64) {
	for level < 9 && value > elementary.NormalQuantile((level+1)/10) {
		level++
	}
	return level
}

// everyFourth returns count effects of 1 with three effects of 0 between each two.
func everyFourth(count int) []float64 {
	effects := make([]float64, 4*count-3)
	for k := range count {
		effects[4*k] = 1
	}
	return effects
}
