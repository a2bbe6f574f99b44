package mmd

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/par"
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
	// Shifted reports that rows of L are coordinates of k(Y_i,·) − k(Y_0,·), the first of
	// them k(Y_i, Y_0) − 1: under a kernel that hardly varies, coordinates of k(Y_i,·)
	// would differ only in their last digits. Distances and variances are unaffected.
	Shifted bool
}

// String names the factor by its rank and residual.
func (f Factor) String() string {
	_, r := f.L.Dims()
	return fmt.Sprintf("low rank %d, mean residual of the kernel's diagonal %.1e", r, f.Residual)
}

// FactorTolerance is the mean residual diagonal at which a factorisation
// counts as exact.
const FactorTolerance = 1e-10

// LeastVariation is the variation (Kernel.Variation) below which tolerances shrink in
// proportion to it: the remainder must be small beside what varies.
const LeastVariation = 0.01

// Cholesky factorises the kernel matrix of the rows of y, n×d, until the mean residual
// diagonal is below tolerance, times Variation/LeastVariation where that is below 1. If
// this needs a rank above maxRank, it returns false and the factor of rank maxRank, the
// kernel's projection on that many responses. Work is O(n·r²), memory O(n·r).
func Cholesky(y *mat.Dense, k Kernel, tolerance float64, maxRank int) (Factor, bool) {
	f, _, exact := cholesky(y, k, tolerance, maxRank)
	return f, exact
}

// cholesky is Cholesky and returns also the pivot row of each column.
func cholesky(y *mat.Dense, k Kernel, tolerance float64, maxRank int) (f Factor, pivots []int, exact bool) {
	n, _ := y.Dims()
	residual := make([]float64, n) // diagonal of K − L·Lᵀ
	for i := range residual {
		residual[i] = 1
	}
	var columns [][]float64 // of L
	trace := float64(n)
	// Under a kernel that hardly varies all entries are nearly 1. With e = entry − 1, known
	// to all its digits, the first column leaves e_ij − e_ip − e_jp − e_ip·e_jp, p the first
	// pivot: computed here without cancellation.
	var first []float64 // e_ip
	if share := k.Variation(y) / LeastVariation; share < 1 {
		tolerance *= share
		first, trace = make([]float64, n), 0
		for i := range first {
			e := k.less1(squaredDistance(y.RawRowView(i), y.RawRowView(0)))
			first[i] = e
			residual[i] = max(float64(-2*e)-float64(e*e), 0)
			trace += residual[i]
		}
		columns, pivots = append(columns, first), append(pivots, 0)
	}
	f, pivots, exact = complete(n, residual, columns, pivots, func(i, pivot int) float64 {
		if first == nil {
			return k.At(y.RawRowView(i), y.RawRowView(pivot))
		}
		e := k.less1(squaredDistance(y.RawRowView(i), y.RawRowView(pivot)))
		return e - first[i] - first[pivot] - float64(first[i]*first[pivot])
	}, trace, tolerance, maxRank)
	f.Shifted = first != nil
	return f, pivots, exact
}

// factorBlock is the number of rows of a column that are one piece of work.
const factorBlock = 1024

// complete extends a factor of n rows with the given pivot rows, residual diagonal and
// trace of the residual until the trace is below tolerance·n. entry returns an entry of
// the matrix less the contribution of the first columns of the factor.
func complete(n int, residual []float64, columns [][]float64, pivots []int, entry func(i, pivot int) float64,
	trace, tolerance float64, maxRank int) (f Factor, rows []int, exact bool) {
	exact = true
	known := len(columns)
	for trace >= tolerance*float64(n) {
		if len(columns) == n {
			break // full rank: the remaining trace is rounding
		}
		if len(columns) == maxRank {
			exact = false
			break
		}
		pivot := floats.MaxIdx(residual)
		if residual[pivot] <= 0 {
			break // K is reproduced to the last bit
		}
		column, scale := make([]float64, n), 1/math.Sqrt(residual[pivot])
		par.Blocks(n, factorBlock, func(from, to int) {
			part := column[from:to]
			for i := range part {
				part[i] = entry(from+i, pivot)
			}
			for _, c := range columns[known:] {
				linalg.AddScaled(part, -c[pivot], c[from:to])
			}
			floats.Scale(scale, part)
			for i, v := range part {
				residual[from+i] = max(residual[from+i]-float64(v*v), 0)
			}
		})
		trace = 0
		for _, variance := range residual {
			trace += variance
		}
		residual[pivot] = 0
		columns, pivots = append(columns, column), append(pivots, pivot)
	}
	rank := (len(columns) + 3) &^ 3
	l := mat.NewDense(n, max(rank, 4), nil)
	par.Blocks(n, factorBlock, func(from, to int) {
		for i := from; i < to; i++ {
			row := l.RawRowView(i)
			for c, column := range columns {
				row[c] = column[i]
			}
		}
	})
	return Factor{L: l, Residual: trace / float64(n)}, pivots, exact
}

// EnergyTolerance is the mean residual diagonal, as a share of the mean diagonal, at
// which Energy stops.
const EnergyTolerance = 1e-3

// Energy factorises the distance-induced kernel of the rows of y, n×d,
//
//	k(y, y') = ( ‖y − o‖ + ‖y' − o‖ − ‖y − y'‖ ) / 2,   o the mean row.
//
// For any o its squared MMD is half the energy distance 2E‖Y − Y'‖ − E‖Y₁ − Y₂‖ − E‖Y₁' − Y₂'‖
// (Székely and Rizzo 2013; Sejdinovic et al. 2013). Its spectrum decays like a power, so the
// factor, by pivoted incomplete Cholesky, has rank at most maxRank: the kernel's projection on
// that many responses.
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
	factor, _, _ := complete(n, residual, nil, nil, func(i, pivot int) float64 {
		return (length[i] + length[pivot] - math.Sqrt(squaredDistance(y.RawRowView(i), y.RawRowView(pivot)))) / 2
	}, trace, EnergyTolerance*trace/float64(n), maxRank)
	factor.Residual /= max(trace/float64(n), math.SmallestNonzeroFloat64)
	return factor
}
