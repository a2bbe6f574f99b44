package mmd

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
)

// Distance returns the squared maximum mean discrepancy of two samples, the rows of a, n×d,
// and b, m×d (Gretton et al. 2012):
//
//	1/n² Σ_ij k(a_i, a_j) − 2/(nm) Σ_ij k(a_i, b_j) + 1/m² Σ_ij k(b_i, b_j),
//
// the squared distance of their mean embeddings: a V-statistic, never negative, 0 for
// equal samples, with a bias of about (1 − E k)/n + (1 − E k)/m, k between independent
// responses of each law. Work is O((n+m)²·d). It panics if a sample has no rows or the
// numbers of columns differ.
func Distance(a, b *mat.Dense, k Kernel) float64 {
	n, d := a.Dims()
	m, columns := b.Dims()
	switch {
	case n == 0 || m == 0:
		panic("mmd: Distance of a sample without rows")
	case d != columns:
		panic("mmd: Distance of samples with different numbers of columns")
	}
	// The coefficients of the sums add up to 0, so k may be replaced by k − 1, which
	// keeps all its digits under kernels that hardly vary.
	return max(k.meanLess1(a, a)-float64(2*k.meanLess1(a, b))+k.meanLess1(b, b), 0)
}

// meanLess1 returns the mean of k − 1 over all pairs of a row of a and a row of b.
func (k Kernel) meanLess1(a, b *mat.Dense) float64 {
	n, _ := a.Dims()
	m, _ := b.Dims()
	total := 0.0
	for i := range n {
		sum := 0.0
		for j := range m {
			sum += k.less1(squaredDistance(a.RawRowView(i), b.RawRowView(j)))
		}
		total += sum / float64(m)
	}
	return total / float64(n)
}

// Loss returns the MMD loss of predicted distributions (section 4.2 of the paper),
//
//	mean_i [ w_iᵀ K w_i − 2 w_iᵀ k(Y'_i) ],
//
// for weights w, m×n, on the rows of y, n×d, and observed responses, m×d. Work is
// O(m·n·(n+d)).
func Loss(weights, y, observed *mat.Dense, k Kernel) float64 {
	m, _ := weights.Dims()
	gram, _ := NewDense(context.Background(), y, k, 1) // which nothing cancels
	images := linalg.Times(weights, gram.k)
	sum := 0.0
	for i := range m {
		square := linalg.Dot(weights.RawRowView(i), images.RawRowView(i))
		cross := 0.0
		for j, w := range weights.RawRowView(i) {
			if w != 0 {
				cross += float64(w * k.At(y.RawRowView(j), observed.RawRowView(i)))
			}
		}
		sum += square - 2*cross
	}
	return sum / float64(m)
}
