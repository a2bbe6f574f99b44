package inference

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"drfvi/importance"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
)

// standardErrors returns the standard errors of the importances over tables of as many rows as
// are divided into halves. Halves give one noisy estimate of a variance per split. The part
// that is due to the rows measured on is known well, from the standard deviation ψ of their
// influences on the loss 1 − V⁽⁻ʲ⁾/V (deviation), which estimates the same importance, but
// leaves out what forests learn. So the variance is shrunk to ρ²ψ²/b, with ρ² common to all
// inputs: the ratio of the sums counts as 2K estimates, one for each half, however many inputs
// there are:
//
//	S²_j = max( (K spread²_j + 16 ρ²ψ²_j/b) / (K + 16), spread²_j/2 ),
//	ρ²   = (8·1.2 + 2K Σ_j spread²_j / Σ_j (ψ²_j/b)) / (8 + 2K),
//	SE²_j = S²_j (1 + min(1, max(I_j, 0)/2S_j)²)/2 + ψ²_j (1/m − 1/b),
//
// with the sums over the variables, K splits, b the number of rows divided, all or some of the
// table, and m the number of these measured on. If they are only some, the forests learn from
// more rows than the halves have: errors are those of a table of b rows, or smaller. Half of an
// input's own spread² takes over above 32/(16 − K) times ρ²ψ²_j/b (2.67 times for K = 4, never
// from 16 splits on), as for inputs that forests find in some tables and not in others. Where
// the importance is 0 its influence vanishes and its variance falls like 1/n², not 1/n; halves,
// and influences on the loss, then overstate it twofold.
func standardErrors(m *scores, h *halfSamples, raw []float64, variables int) []float64 {
	parted, splits := float64(h.rows), h.splits()
	influences, spreads := make([]float64, len(raw)), make([]float64, len(raw)) // squared
	for j, value := range raw {
		ofRow, ofTable := m.deviation(m.reducedTerms[j], 1-value), spread(1-value, h.kept(j), h.explained())
		influences[j], spreads[j] = ofRow*ofRow, ofTable*ofTable
	}
	ratio := usualRatio
	if influenceSum := linalg.Sum(influences[:variables]) / parted; influenceSum > 0 {
		ratio = (float64(usualWeight*usualRatio) + float64(2*splits*(linalg.Sum(spreads[:variables])/influenceSum))) / (usualWeight + 2*splits)
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
	splits, usual := h.splits(), float64(ratio*influence/float64(h.rows))
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
func (m *scores) deviation(reduced []float64, share float64) float64 {
	if m.explained <= 0 {
		return 0
	}
	influences := make([]float64, len(reduced))
	linalg.AddScaledTo(influences, reduced, -share, m.fullTerms)
	return math.Sqrt(m.squared(influences)) / m.explained
}

// squared returns the square of this standard deviation for given influences.
func (m *scores) squared(influences []float64) float64 {
	sum, count := m.phi.design.Squares(influences, 0, m.phi.use), float64(m.phi.count)
	weightRatio := count / m.phi.total
	return sum / count * weightRatio * weightRatio
}

// spread returns the standard error, over tables, of a share Σ numerator / Σ denominator, from
// its estimates on halves of the rows. The two halves of a split are nearly independent tables
// (x̂ and the kernel are of all rows), so half of the squared difference of their estimates
// estimates the variance at n/2, and a quarter that at n. It covers what forests learn and what
// they are measured on (the delete-half jackknife; Shao and Wu 1989; Ishwaran and Lu 2019).
// Numerators less share times denominators are compared, since a ratio of small amounts has
// heavy tails. Where there is nothing to take a share of, the error is 1: shares lie between 0
// and 1.
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

// share returns what forests on the rows at hand explain. residual, what the factor leaves out of
// the responses' variation, is orthogonal to the rest.
func (m *scores) share(residual float64) (s importance.Share) {
	_, s.Total = m.phi.variation()
	s.Total += residual
	s.Learnt = m.explained / s.Total
	s.Value = s.Learnt
	return s
}

// explainedShare returns the share of the responses' variation that the inputs explain in the
// population. Forests on n rows explain less, by about c/n, and those on halves tell c: with
// R²(n) and R²(m) the shares that n and m rows explain,
//
//	R² = R²(n) + max(R²(n) − R²(m), 0)·m/(n − m),
//
// 2R²(n) − R²(n/2) where all rows are halved. Where errors fall more slowly than 1/n it is
// still too small. Half of the correction counts as one standard error more, and the interval
// ends higher by (1 − R²)·unlearnt times what half of such tables do not show (Detectable).
func explainedShare(m *scores, h *halfSamples, residual float64, inputs int, reach importance.Reach) importance.Share {
	s := m.share(residual)
	halved := 0.0
	for _, half := range h.means {
		if half.total > 0 { // a further target may be the same in all rows of a half
			halved += half.explained / half.total / float64(len(h.means))
		}
	}
	n, half := float64(h.table), float64(float64(h.rows)/2)
	unlearntShare := max(s.Learnt-halved, 0) * half / (n - half)
	s.Value = min(s.Learnt+unlearntShare, 1)
	learnt := shareError(m, h, s, m.fullTerms, h.explained(), usualOfExplained)
	s.SE = math.Sqrt(float64(learnt*learnt) + float64(unlearntShare*unlearntShare/4))
	s.Interval = reach.Share(s.Value, s.SE)
	s.Interval.High = min(s.Interval.High+float64(unlearnt*Detectable(h.table, inputs)*(1-s.Value)), 1)
	if s.P = math.NaN(); h.evidence != nil {
		s.P = h.p(0)
	}
	return s
}

// lost returns the shares of all variation that are lost without each variable: what is lost of
// R²(n), times R̂²/R²(n), which counts as known, as its error does; nil without tests.
func lost(
	m *scores, h *halfSamples, result importance.Result, in *importance.Inference, reach importance.Reach,
) []importance.Share {
	if in.P == nil {
		return nil
	}
	scale := 1.0
	if in.Explained.Learnt > 0 {
		scale = in.Explained.Value / in.Explained.Learnt
	}
	shares := make([]importance.Share, len(m.reducedTerms))
	for j, reduced := range m.reducedTerms {
		terms, halves := make([]float64, len(reduced)), make([]float64, len(h.means))
		floats.SubTo(terms, m.fullTerms, reduced)
		floats.SubTo(halves, h.explained(), h.kept(j))
		s := importance.Share{Learnt: m.phi.average(terms) / in.Explained.Total, P: in.P[j], Total: in.Explained.Total}
		s.SE = scale * shareError(m, h, s, terms, halves, usualRatio)
		s.Learnt = result.Raw[j] * in.Explained.Learnt
		s.Value = scale * s.Learnt
		s.Interval = reach.Arcsine(s.Value, s.SE)
		shares[j] = s
	}
	return shares
}

// shareError returns the standard error of a share that forests on these rows tell, over the
// same tables as standardErrors, by the spread of its amounts on halves and the influences (v_i
// − share·‖φ_i − mean φ‖²) / total of its terms v_i, with the usual ratio of the two. The mean
// of ‖φ_i − mean φ‖² has the part that the coarse coordinates of the halves leave out once too
// often: at most importance.CoarseTolerance.
func shareError(m *scores, h *halfSamples, share importance.Share, terms, halves []float64, usual float64) float64 {
	ofTable := spread(share.Learnt, halves, h.by(func(half halfMeans) float64 { return half.total }))
	variation, _ := m.phi.variation()
	influences := make([]float64, len(variation))
	for i := range m.phi.used() {
		influences[i] = (terms[i] - float64(share.Learnt*(variation[i]+h.left))) / share.Total
	}
	influence := m.squared(influences)
	return h.onMeasured(m, h.shrunk(ofTable*ofTable, usual, influence), influence)
}

// robustness returns the robustness values of tests at importance.Level with so many
// independent units: an unlearnt function of the other inputs explains a finding away if it has
// at least this share of the residual variance of both the input and the response, given what
// was learnt from the others (Cinelli and Hazlett 2020). Findings are taken for estimates of
// one number, of either sign, with these p-values: exact where a line is tested alone, and
// otherwise for a line that is found as clearly. Nil without tests, 0 of two units or fewer.
func robustness(p []float64, units float64) []float64 {
	if p == nil {
		return nil
	}
	values := make([]float64, len(p))
	for j, pValue := range p {
		if units > 2 {
			values[j] = robustnessOf(scoreOf(pValue/2), units-1, importance.Level/2)
		}
	}
	return values
}

// robustnessOf returns the robustness value of an estimate that is above 0 by a one-sided test
// at the level, with so many residual degrees of freedom and the score t, estimate/SE. With f =
// t/√freedom and f* = t*/√(freedom − 1), t* the (1 − level)-quantile of Student's law with
// freedom − 1 degrees of freedom, a function with the share r of both moves f by r/√(1 − r), so
// that
//
//	r = (√(g⁴ + 4g²) − g²)/2,  g = f − f*,
//
// and, where f·f* > 1, r = (f² − f*²)/(1 + f²): a smaller share of the response then widens the
// error by more than it spares of the difference. It is 0 for what is not found.
func robustnessOf(score, freedom, level float64) float64 {
	f := score / math.Sqrt(freedom)
	critical := elementary.StudentQuantile(freedom-1, 1-level) / math.Sqrt(freedom-1)
	excess := f - critical
	switch {
	case !(excess > 0):
		return 0
	case f*critical > 1:
		return (float64(f*f) - float64(critical*critical)) / (1 + float64(f*f))
	}
	return 2 / (1 + math.Sqrt(1+4/float64(excess*excess))) // without cancellation
}

// scoreOf is the number that a standard normal one exceeds with a probability of at most a half, to
// the last bit; 38 for those too small to be told from 0.
func scoreOf(p float64) float64 {
	low, high := 0.0, 38.0
	for {
		middle := (low + high) / 2
		if middle <= low || middle >= high {
			return high
		}
		if elementary.Erfc(middle/math.Sqrt2)/2 > p {
			low = middle
		} else {
			high = middle
		}
	}
}
