package inference

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
)

// evidence combines the tests of all halves. Let z_k = Σ_i L_ik be the statistic of half k of
// 2K, with L_ik = L_i / (√m sd L) the part of row i in it, L_i its term in halfSamples.test.
// Each row is measured once in each of the K splits. With
//
//	W_i = Σ_k L_ik / 2K,   z̄ = Σ_i W_i,   T = z̄ / √min(1, 2 Σ_i W_i²),
//
// where clusters, if any, take the place of rows. z̄ varies no more than one of the z_k, and
// Var z̄ ≤ 2 Σ E W_i²: with c_il, what row l as teacher adds to row i as measured, taken as
// given, z̄ = Σ_{i<l} ⟨r_i, r_l⟩ (c_il + c_li), W_i = Σ_l c_il ⟨r_i, r_l⟩, and (a + b)² ≤ 2a² +
// 2b². So T has about the variance 1 at most under the hypothesis; see formDimension for its
// law. Trees of the half measured use its own responses, out-of-bag, so that c_il is not wholly
// given: that this is harmless is measured, not proved.
type evidence struct {
	// parts holds the W_i by row of the table and hypothesis: that nothing is explained, then one
	// for each variable.
	parts  *mat.Dense
	design design.Design // the clusters
	// most holds, by hypothesis, an upper bound of the variance of z̄: 1 unless combined with others.
	varianceBounds []float64
	// stopped marks variables that further splits do not test.
	stopped []bool
}

func newEvidence(rows, variables int, clusters []int32) *evidence {
	return &evidence{
		parts: mat.NewDense(rows, variables+1, nil), design: design.Design{Clusters: clusters},
		varianceBounds: slices.Repeat([]float64{1}, variables+1), stopped: make([]bool, variables),
	}
}

// add adds the terms of a half to those of a hypothesis. The half has the given rows of the
// table, whose design the target holds; weight is that of the half.
func (e *evidence) add(hypothesis int, rows []int32, halfTarget *target, terms []float64, weight float64) {
	error := halfTarget.error(terms)
	if error == 0 {
		return
	}
	for k, row := range rows {
		if halfTarget.use[k] {
			part := weight * halfTarget.design.Weight(k) * terms[k] / error
			e.parts.Set(int(row), hypothesis, e.parts.At(int(row), hypothesis)+part)
		}
	}
}

// statistic returns T of a hypothesis. In clusters it has Student's law, with the clusters of a
// half less one as degrees of freedom, and is given the normal one.
func (e *evidence) statistic(hypothesis int) float64 {
	unitSums := e.design.Sums(mat.Col(nil, hypothesis, e.parts))
	t := linalg.Sum(unitSums)
	if bound := 2 * linalg.Dot(unitSums, unitSums); bound > 0 {
		t /= math.Sqrt(min(bound, e.varianceBounds[hypothesis]))
	}
	if e.design.Clusters != nil {
		return normalOf(t, float64(e.design.Units(0)/2)-1)
	}
	return t
}

// p returns the p-value of a hypothesis: that nothing is explained for 0, of variable j − 1 above.
func (e *evidence) p(hypothesis int) float64 { return tailOf(e.statistic(hypothesis)) }

// stop marks the variables whose p-values are not worth further splits. They keep these
// p-values, so that under a true hypothesis those up to pointless are no more frequent than
// if every split tested every variable.
func (e *evidence) stop() {
	for j := range e.stopped {
		e.stopped[j] = e.stopped[j] || e.p(j+1) > pointless
	}
}

// combine adds the evidence within clusters, given the shares s by hypothesis (see clusters.go).
func (e *evidence) combine(within *evidence, shares []float64) {
	for j, s := range shares {
		for i := range e.design.Clusters {
			e.parts.Set(i, j, float64(math.Sqrt(s)*e.parts.At(i, j))+float64(math.Sqrt(1-s)*within.parts.At(i, j)))
		}
		bound := math.Sqrt(s) + math.Sqrt(1-s)
		e.varianceBounds[j] = bound * bound
	}
}

// tailOf returns the p-value of a statistic; 1 for 0, which means that there is no direction.
func tailOf(t float64) float64 {
	if t == 0 {
		return 1
	}
	return formTail(t)
}

// formDimension is the number D of equal eigenvalues of the quadratic form that stands for T.
// With z̄ = Σ λ_k (B_k² − 1) for standard normal B_k, Σ W_i² is about Σ λ_k² B_k², so that D
// equal λ_k give
//
//	T = (‖B‖² − D) / (√2 ‖B‖),   P(T > t) = P(χ²_D > y²),   y = (√2 t + √(2t² + 4D)) / 2,
//
// with 5 % points 1.03, 1.15, 1.35, 1.39, 1.44 for D = 1, 2, 8, 12, 20 and the normal 1.64 for
// infinitely many. A direction of one input is not far from the first of these. That 20 are
// enough is what tables without effects show, no theorem.
const formDimension = 20

// formTail is the probability that T exceeds t; formDimension is even.
func formTail(t float64) float64 {
	t = float64(t * math.Sqrt2)
	y := (t + math.Sqrt(float64(t*t)+4*formDimension)) / 2
	half := y * y / 2
	sum, term := 1.0, 1.0
	for k := 1; k < formDimension/2; k++ {
		term = float64(term * (half / float64(k)))
		sum += term
	}
	return min(elementary.Exp(-half)*sum, 1)
}

// normalOf transforms a statistic with Student's law into one with the normal law.
func normalOf(t, freedom float64) float64 {
	if t == 0 {
		return 0
	}
	// The smaller tail has the more digits, and may have none.
	tail := max(elementary.StudentSurvival(freedom, math.Abs(t)), math.SmallestNonzeroFloat64)
	return math.Copysign(elementary.NormalUpper(tail), t)
}
