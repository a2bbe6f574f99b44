package mmd

import (
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
)

// Loss returns the MMD loss of predicted distributions (the paper's section
// 4.2),
//
//	mean_i [ w_iᵀ K w_i − 2 w_iᵀ k(Y'_i) ],
//
// for weights w, m×n, on the rows of y, n×d, and observed responses observed,
// m×d. It costs O(m·n·(n+d)).
func Loss(weights, y, observed *mat.Dense, k Kernel) float64 {
	m, n := weights.Dims()
	gram := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			gram.Set(i, j, k.At(y.RawRowView(i), y.RawRowView(j)))
		}
	}
	images := mat.NewDense(m, n, nil)
	linalg.Multiply(images, weights, gram)
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
