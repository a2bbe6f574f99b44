package mmd

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
)

// Factor is a low-rank factorisation K ≈ L·Lᵀ of a kernel matrix by pivoted
// incomplete Cholesky (Fine and Scheinberg 2001). K − L·Lᵀ is positive
// semidefinite. The embedding Σ_i w_i k(Y_i,·) of a weight vector has
// coordinates Lᵀw.
type Factor struct {
	// L is n×r, its row i the coordinates of k(Y_i,·). The rank r is a
	// multiple of four; the last columns may be zero.
	L *mat.Dense
	// Residual is the mean of the diagonal of K − L·Lᵀ.
	Residual float64
	// Shifted says that rows of L are coordinates of k(Y_i,·) − k(Y_0,·), of which the
	// first is k(Y_i, Y_0) − 1: under a kernel that hardly varies those of k(Y_i,·) would
	// have their differences in the last digits. Distances and variances are the same.
	Shifted bool
}

// String names the factor by its rank and its residual.
func (f Factor) String() string {
	_, r := f.L.Dims()
	return fmt.Sprintf("low rank %d, mean residual of the kernel's diagonal %.1e", r, f.Residual)
}

// FactorTolerance is the mean residual diagonal at which a factorisation
// counts as exact.
const FactorTolerance = 1e-10

// LeastVariation is the variation of the kernel (Kernel.Variation) below which
// tolerances are shares of it: what is left out must be little beside what varies.
const LeastVariation = 0.01

// Cholesky factorises the kernel matrix of the rows of y, n×d, until the mean
// residual diagonal is below tolerance, or where the kernel hardly varies below that
// share of its variation. When that takes a rank above maxRank it
// returns the factor of rank maxRank, of the kernel's projection on so many
// responses, and false. Work is O(n·r²), memory O(n·r).
func Cholesky(y *mat.Dense, k Kernel, tolerance float64, maxRank int) (Factor, bool) {
	f, _, exact := cholesky(y, k, tolerance, maxRank)
	return f, exact
}

// cholesky is Cholesky, with the row whose kernel each column comes from.
func cholesky(y *mat.Dense, k Kernel, tolerance float64, maxRank int) (f Factor, pivots []int, exact bool) {
	n, _ := y.Dims()
	residual := make([]float64, n) // diagonal of K − L·Lᵀ
	for i := range residual {
		residual[i] = 1
	}
	var columns [][]float64 // of L
	trace := float64(n)
	// All entries of a kernel that hardly varies are nearly 1. With e the entry less 1,
	// which is known to all its digits, what the first column leaves of an entry is
	// e_ij − e_ip − e_jp − e_ip·e_jp, p the first pivot, here without cancellation.
	var first []float64 // e_ip
	var origin []float64
	if share := k.Variation(y) / LeastVariation; share < 1 {
		tolerance *= share
		first, origin, trace = make([]float64, n), y.RawRowView(0), 0
		for i := range first {
			e := k.less1(squaredDistance(y.RawRowView(i), origin))
			first[i] = e
			residual[i] = max(float64(-2*e)-float64(e*e), 0)
			trace += residual[i]
		}
		columns, pivots = append(columns, first), append(pivots, 0)
	}
	f, pivots, exact = complete(n, residual, columns, pivots, func(column []float64, pivot int) (skip int) {
		center := y.RawRowView(pivot)
		if first == nil {
			for i := range column {
				column[i] = k.At(y.RawRowView(i), center)
			}
			return 0
		}
		for i := range column {
			e := k.less1(squaredDistance(y.RawRowView(i), center))
			column[i] = e - first[i] - first[pivot] - float64(first[i]*first[pivot])
		}
		return 1
	}, trace, tolerance, maxRank)
	f.Shifted = first != nil
	return f, pivots, exact
}

// complete goes on with a factor of n rows, of whose columns pivots are the rows, that leaves the given residual of the
// diagonal, with its trace, until the trace is below tolerance·n. entries stores a
// column of the matrix, less what the first columns of the factor, skip of them, make of
// it.
func complete(n int, residual []float64, columns [][]float64, pivots []int, entries func(column []float64, pivot int) (skip int),
	trace, tolerance float64, maxRank int) (f Factor, rows []int, exact bool) {
	exact = true
	for trace >= tolerance*float64(n) {
		if len(columns) == n {
			break // full rank: what is left of the trace is rounding
		}
		if len(columns) == maxRank {
			exact = false
			break
		}
		pivot := floats.MaxIdx(residual)
		if residual[pivot] <= 0 {
			break // K has been reproduced to the last bit
		}
		column := make([]float64, n)
		skip := entries(column, pivot)
		for _, c := range columns[skip:] {
			linalg.AddScaled(column, -c[pivot], c)
		}
		floats.Scale(1/math.Sqrt(residual[pivot]), column)
		trace = 0
		for i, v := range column {
			residual[i] = max(residual[i]-float64(v*v), 0)
			trace += residual[i]
		}
		residual[pivot] = 0
		columns, pivots = append(columns, column), append(pivots, pivot)
	}
	rank := (len(columns) + 3) &^ 3
	l := mat.NewDense(n, max(rank, 4), nil)
	for c, column := range columns {
		l.SetCol(c, column)
	}
	return Factor{L: l, Residual: trace / float64(n)}, pivots, exact
}

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
