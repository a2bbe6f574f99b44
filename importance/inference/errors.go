package inference

import (
	"math"

	"drfvi/internal/linalg"
)

// column returns entry j of each: what all variables explain for 0, what is kept without variable j − 1
// above.
func column(of [][]float64, j int) []float64 {
	values := make([]float64, len(of))
	for k := range of {
		values[k] = of[k][j]
	}
	return values
}

// Halves give one noisy estimate of a variance per split. The part that is due to the rows
// measured on is known well, from the standard deviation ψ of their influences, but leaves out
// what forests learn. So each standard error is shrunk to ρψ/√n, as if ownWeight splits had
// shown that, and ρ² to its value over the tables of ten designs (0.8 to 1.6), as if usualWeight
// estimates had shown that. A split gives two such estimates, since inputs share ρ.
const (
	ownWeight, usualWeight = 16, 8
	usualRatio             = 1.2
)

// standardErrors returns the standard errors of the importances over tables of as many rows
// as are divided into halves:
//
//	S²_j = max( (K spread²_j + 16 ρ²ψ²_j/b) / (K + 16), spread²_j/2 ),
//	ρ²   = (8·1.2 + 2K Σ_j spread²_j / Σ_j (ψ²_j/b)) / (8 + 2K),
//	SE²_j = S²_j (1 + min(1, I_j/2S_j)²)/2 + ψ²_j (1/m − 1/b),
//
// with K splits, b the number of rows divided, all or some of the table, and m the number of
// these measured on. If they are only some, the forests learn from more rows than the halves
// have: errors are those of a table of b rows, or smaller. An input's own spread² counts where
// it is more than twice the pooled value, as for inputs that forests find in some tables and
// not in others. Where the importance is 0 its influence vanishes and its variance falls like
// 1/n², not 1/n; halves, and influences on the loss, then overstate it twofold.
func standardErrors(m *scores, h *halfSamples, raw []float64) []float64 {
	parted, splits := float64(h.rows), float64(len(h.kept)/2)
	influences, spreads := make([]float64, len(raw)), make([]float64, len(raw)) // squared
	for j, value := range raw {
		ofRow, ofTable := m.deviation(m.without[j], 1-value), spread(1-value, column(h.kept, j+1), column(h.kept, 0))
		influences[j], spreads[j] = ofRow*ofRow, ofTable*ofTable
	}
	ratio := usualRatio
	if all := linalg.Sum(influences) / parted; all > 0 {
		ratio = (float64(usualWeight*usualRatio) + float64(2*splits*(linalg.Sum(spreads)/all))) / (usualWeight + 2*splits)
	}
	errors := make([]float64, len(raw))
	for j, influence := range influences {
		square := max(h.shrunk(spreads[j], ratio, influence), spreads[j]/2)
		if square > 0 {
			away := min(max(raw[j], 0)/(2*math.Sqrt(square)), 1)
			square *= (1 + float64(away*away)) / 2
		}
		errors[j] = h.onMeasured(m, square, influence)
	}
	return errors
}

// shrunk returns the estimate of a variance by splits, shrunk to its usual ratio to that of the
// influences of the rows divided.
func (h *halfSamples) shrunk(spread, ratio, influence float64) float64 {
	splits, usual := float64(len(h.kept)/2), float64(ratio*influence/float64(h.rows))
	return (float64(splits*spread) + float64(ownWeight*usual)) / (splits + ownWeight)
}

// onMeasured returns the standard error on the rows measured on, given its square on those divided.
// Beyond these, rows are no gain that halves tell of.
func (h *halfSamples) onMeasured(m *scores, square, influence float64) float64 {
	measured, parted := float64(min(m.phi.count, h.rows)), float64(h.rows)
	return math.Sqrt(square + float64(influence*(1/measured-1/parted)))
}

// deviation returns the standard deviation of the influences (v⁽⁻ʲ⁾_i − share·v_i)/V of the
// rows measured on, on the share that is kept, with v_i the terms of V. For rows in clusters or
// with weights it is what independent rows would need for the same variance of their mean,
// Σ_c (Σ_{i∈c} w_i influence_i)² / W².
func (m *scores) deviation(kept []float64, share float64) float64 {
	if m.explained <= 0 {
		return 0
	}
	influences := make([]float64, len(kept))
	linalg.AddScaledTo(influences, kept, -share, m.full)
	return math.Sqrt(m.squared(influences)) / m.explained
}

// squared returns the square of this standard deviation for given influences.
func (m *scores) squared(influences []float64) float64 {
	sum, count := m.phi.design.Squares(influences, 0, m.phi.use), float64(m.phi.count)
	of := count / m.phi.total
	return sum / count * of * of
}

// spread returns the standard error, over tables, of a share Σ numerator / Σ denominator,
// from its estimates on halves of the rows. The two halves of a split are independent
// tables, so half of the squared difference of their estimates estimates the variance at
// n/2, and a quarter that at n. It covers what forests learn and what they are measured on
// (the delete-half jackknife; Shao and Wu 1989; Ishwaran and Lu 2019). Numerators less share
// times denominators are compared, since a ratio of small amounts has heavy tails. Where
// there is nothing to take a share of, the error is 1: shares lie between 0 and 1.
func spread(share float64, numerators, denominators []float64) float64 {
	sum := 0.0
	for k := 0; k < len(numerators); k += 2 {
		difference := numerators[k] - float64(share*denominators[k]) - (numerators[k+1] - float64(share*denominators[k+1]))
		sum += float64(difference * difference / 4)
	}
	mean := math.Abs(linalg.Sum(denominators) / float64(len(denominators)))
	if mean == 0 {
		return 1
	}
	return math.Sqrt(sum/float64(len(numerators)/2)) / mean
}
