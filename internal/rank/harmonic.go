package rank

import "drfvi/internal/elementary"

// smallestP is a p-value below which the terms of Harmonic overflow: it counts as 0.
const smallestP = 1e-290

// Harmonic returns the p-value of several p-values of one hypothesis. It uses the law of the
// weighted harmonic mean of independent p-values (Wilson 2019). Let the weights w_k be scaled
// to add up to 1, and h = Σ_k w_k/p_k:
//
//	Σ_k w_k / (h − Σ_{l≠k} w_l log(h/w_l)).
//
// This is the chance that one term exceeds h less the mean of the other terms below h. It is 0
// where a p-value is below 1e-290. Dependence made it conservative wherever it was tried, which is no
// theorem. Weights are positive, and as many as p-values.
func Harmonic(p, weights []float64) float64 {
	whole, h := 0.0, 0.0
	for _, w := range weights {
		whole += w
	}
	for k, value := range p {
		if value < smallestP {
			return 0
		}
		h += weights[k] / whole / value
	}
	others := 0.0
	for _, weight := range weights {
		w := weight / whole
		others += float64(w * elementary.Log(h/w))
	}
	combined := 0.0
	for _, weight := range weights {
		w := weight / whole
		threshold := h - (others - float64(w*elementary.Log(h/w)))
		if threshold <= 1 {
			return 1
		}
		combined += w / threshold
	}
	return min(combined, 1)
}
