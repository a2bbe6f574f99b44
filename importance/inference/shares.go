package inference

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"drfvi/importance"
)

// usualOfExplained is ρ² of the explained share: 1.0 to 3.9 over the tables of ten designs.
const usualOfExplained = 1.6

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
// 2R²(n) − R²(n/2) where all rows are halved. Where errors fall more slowly than 1/n it is still
// too small. Half of the correction counts as one standard error more.
func explainedShare(m *scores, h *halfSamples, residual float64, reach importance.Reach) importance.Share {
	s := m.share(residual)
	halved := 0.0
	for k, total := range h.total {
		if total > 0 { // a further target may be the same in all rows of a half
			halved += h.kept[k][0] / total / float64(len(h.total))
		}
	}
	n, half := float64(h.table), float64(float64(h.rows)/2)
	beyond := max(s.Learnt-halved, 0) * half / (n - half)
	s.Value = min(s.Learnt+beyond, 1)
	learnt := shareError(m, h, s, m.full, column(h.kept, 0), usualOfExplained)
	s.SE = math.Sqrt(float64(learnt*learnt) + float64(beyond*beyond/4))
	s.Interval = reach.Share(s.Value, s.SE)
	if s.P = math.NaN(); h.evidence != nil {
		s.P = h.p(0)
	}
	return s
}

// lost returns the shares of all variation that are lost without each variable, as large beside the
// explained share of the population as beside what is learnt; nil without tests.
func lost(m *scores, h *halfSamples, result importance.Result, in *importance.Inference, reach importance.Reach) []importance.Share {
	if in.P == nil {
		return nil
	}
	scale := 1.0
	if in.Explained.Learnt > 0 {
		scale = in.Explained.Value / in.Explained.Learnt
	}
	all := make([]importance.Share, len(m.without))
	for j, kept := range m.without {
		terms, halves := make([]float64, len(kept)), make([]float64, len(h.kept))
		floats.SubTo(terms, m.full, kept)
		floats.SubTo(halves, column(h.kept, 0), column(h.kept, j+1))
		s := importance.Share{Learnt: m.phi.average(terms) / in.Explained.Total, P: in.P[j], Total: in.Explained.Total}
		s.SE = scale * shareError(m, h, s, terms, halves, usualRatio)
		s.Learnt = result.Raw[j] * in.Explained.Learnt
		s.Value = scale * s.Learnt
		s.Interval = reach.Arcsine(s.Value, s.SE)
		all[j] = s
	}
	return all
}

// shareError returns the standard error of a share that forests on these rows tell, over the same
// tables as standardErrors, by the spread of its amounts on halves and the influences (v_i −
// share·‖φ_i − mean φ‖²) / total of its terms v_i, with the usual ratio of the two.
func shareError(m *scores, h *halfSamples, share importance.Share, terms, halves []float64, usual float64) float64 {
	ofTable := spread(share.Learnt, halves, h.total)
	variation, _ := m.phi.variation()
	influences := make([]float64, len(variation))
	for i := range m.phi.used() {
		influences[i] = (terms[i] - float64(share.Learnt*(variation[i]+h.left))) / share.Total
	}
	influence := m.squared(influences)
	return h.onMeasured(m, h.shrunk(ofTable*ofTable, usual, influence), influence)
}
