package mmd

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// EnergyTolerance is the mean residual of the diagonal, as a share of its mean, down to
// which Energy factorises.
const EnergyTolerance = 1e-3

// Energy factorises the distance-induced kernel of the rows of y, n×d,
//
//	k(y, y') = ( ‖y − o‖ + ‖y' − o‖ − ‖y − y'‖ ) / 2,   o the mean row,
//
// whose squared MMD is half the energy distance (Székely and Rizzo 2013; Sejdinovic et al.
// 2013), 2E‖Y − Y'‖ − E‖Y₁ − Y₂‖ − E‖Y₁' − Y₂'‖ over 2, whatever o is. Its spectrum falls
// like a power, so the factor, by pivoted incomplete Cholesky, is of rank maxRank at
// most: the kernel's projection on so many responses.
func Energy(y *mat.Dense, maxRank int) Factor {
	n, d := y.Dims()
	origin := make([]float64, d)
	for i := range n {
		for k, v := range y.RawRowView(i) {
			origin[k] += v / float64(n)
		}
	}
	length, residual, trace := make([]float64, n), make([]float64, n), 0.0
	for i := range length {
		length[i] = math.Sqrt(squaredDistance(y.RawRowView(i), origin))
		residual[i] = length[i]
		trace += length[i]
	}
	factor, _, _ := complete(n, residual, nil, nil, func(column []float64, pivot int) int {
		centre := y.RawRowView(pivot)
		for i := range column {
			column[i] = (length[i] + length[pivot] - math.Sqrt(squaredDistance(y.RawRowView(i), centre))) / 2
		}
		return 0
	}, trace, EnergyTolerance*trace/float64(n), maxRank)
	factor.Residual /= max(trace/float64(n), math.SmallestNonzeroFloat64)
	return factor
}
