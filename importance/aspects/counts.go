package aspects

import (
	"math"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// Law is what the values of a response say of its law.
type Law string

const (
	Numbers   Law = ""           // any
	TwoValues Law = "two values" // which the mean determines
	Counts    Law = "counts"     // the spread of which moves with the mean
	Spike     Law = "spike"      // one value in most rows: what moves the share of others moves all else
)

// mostCounted is the largest number that is taken for a count; such counts are nearly continuous.
const mostCounted = 1000

// LawOf returns the law of values that stand for unit times as much, 0 for as much: two values;
// counts are whole numbers from 0 to at most mostCounted; a spike has one value in more than
// half of the rows; numbers otherwise.
func LawOf(values []float64, unit float64) Law {
	distinct, counts, least, most := map[float64]int{}, true, math.Inf(1), 0
	for _, v := range counted(values, unit) {
		distinct[v]++
		most = max(most, distinct[v])
		least = min(least, v)
		counts = counts && v >= 0 && v <= mostCounted && v == math.Floor(v)
	}
	switch {
	case len(distinct) == 2:
		return TwoValues
	case counts && least == 0 && len(distinct) > 2:
		return Counts
	case len(distinct) > 1 && 2*most > len(values):
		return Spike
	}
	return Numbers
}

// counted returns what values stand for: unit times as much, whole where it is so but for rounding.
func counted(values []float64, unit float64) []float64 {
	if unit == 0 {
		return values
	}
	const rounding = 1e-9 // division and multiplication leave 1e-13 of mostCounted
	all := make([]float64, len(values))
	for i, v := range values {
		all[i] = float64(v * unit)
		if whole := math.Round(all[i]); math.Abs(all[i]-whole) < rounding {
			all[i] = whole
		}
	}
	return all
}

const (
	// evenly is the share of the mean below which a variance is not that of counts but of whole
	// numbers such as ratings; their residuals are left as they are.
	evenly = 0.8
	// leastMean is the least mean of a count, as a share of that of all.
	leastMean = 0.05
	// leastTail bounds probabilities away from 0 and 1.
	leastTail = 1e-12
)

// randomised returns the randomised quantile residuals of counts (Dunn and Smyth 1996),
//
//	Φ⁻¹(F(y − 1) + U·(F(y) − F(y − 1))),  U ~ U(0, 1),
//
// standard normal if F is the law of y: negative binomial with the mean y − residual and the
// variance m + φm², one φ = Σ(R² − m)/Σm² for all rows, Poisson where that is not above 0.
func randomised(y, residuals []float64, seed rng.Seed) []float64 {
	least := float64(leastMean * linalg.Mean(y))
	means, squares, ofMeans, sum := make([]float64, len(y)), 0.0, 0.0, 0.0
	for i, v := range y {
		m := max(v-residuals[i], least)
		means[i] = m
		squares += float64(residuals[i] * residuals[i])
		ofMeans += float64(m * m)
		sum += m
	}
	if squares < evenly*sum {
		return residuals
	}
	dispersion := max((squares-sum)/ofMeans, 0)
	quantiles := make([]float64, len(y))
	var src rng.Source
	for i, v := range y {
		src.Reset(seed.At(i))
		below, at := countLaw(int(v), means[i], dispersion)
		p := below + float64(at*src.Float64())
		quantiles[i] = elementary.NormalQuantile(min(max(p, leastTail), 1-leastTail))
	}
	return quantiles
}

// countLaw returns P(Y < y) and P(Y = y) of a count with the given mean and the variance
// mean + dispersion·mean².
func countLaw(y int, mean, dispersion float64) (below, at float64) {
	spread := float64(dispersion * mean)
	log := -mean // of the probability
	if dispersion > 1e-6 {
		log = -elementary.Log1p(spread) / dispersion
	}
	for k := range y {
		below += elementary.Exp(log)
		log += elementary.Log((1 + float64(dispersion*float64(k))) * mean / ((1 + spread) * float64(k+1)))
	}
	return below, elementary.Exp(log)
}
