package rank

import (
	"math"

	"drfvi/internal/elementary"
)

// Harmonic returns the p-value of several p-values of one hypothesis, by the law of the
// weighted harmonic mean of independent ones (Wilson 2019): with weights w_k that are scaled to
// add up to 1 and h = Σ_k w_k/p_k,
//
//	Σ_k w_k / (h − Σ_{l≠k} w_l log(h/w_l)),
//
// the chance that one term exceeds what the others leave, on average below h; 0 where a p-value
// is 0. Dependence made it conservative wherever it was tried, which is no theorem. Weights are
// positive, and as many as p-values.
func Harmonic(p, weights []float64) float64 {
	whole, h := 0.0, 0.0
	for _, w := range weights {
		whole += w
	}
	for k, of := range p {
		if of <= 0 {
			return 0
		}
		h += weights[k] / whole / of
	}
	if math.IsInf(h, 1) {
		return 0
	}
	others := 0.0
	for _, weight := range weights {
		w := weight / whole
		others += float64(w * elementary.Log(h/w))
	}
	combined := 0.0
	for _, weight := range weights {
		w := weight / whole
		at := h - (others - float64(w*elementary.Log(h/w)))
		if at <= 1 {
			return 1
		}
		combined += w / at
	}
	return min(combined, 1)
}
