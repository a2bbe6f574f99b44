package linalg

import (
	"math"

	"drfvi/internal/elementary"
	"drfvi/internal/simd"
)

// Inverter inverts symmetric positive definite matrices of up to a few thousand rows. It keeps
// its memory for the next matrix. Every number is one inner product of simd, so that bits do
// not depend on the blocks, which only keep rows in the cache.
type Inverter struct {
	rows        []int32
	products    [inverterBlock]float64
	lower       []float64 // L of A = LL'
	inverseRows []float64 // row j: column j of L⁻¹
}

const inverterBlock = 32 // rows that share a pass; a multiple of simd.Width

// Invert replaces A, n×n by rows of simd.Pad(n) numbers, by A⁻¹ and returns log |A|. It reads the
// lower triangle, and writes both, with zeros in the padding. Where A is not positive definite
// it leaves A as it is and returns false.
func (v *Inverter) Invert(a []float64, n int) (logDeterminant float64, ok bool) {
	stride := simd.Pad(n)
	v.reset(n, stride)
	if !v.factorise(a, n, stride) {
		return 0, false
	}
	for i := range n {
		logDeterminant += 2 * elementary.Log(v.lower[i*stride+i])
	}
	v.invertLower(n, stride)
	t := v.inverseRows
	for first := 0; first < n; first += inverterBlock {
		last := min(first+inverterBlock, n)
		for j := range last {
			from := max(first, j)
			simd.Dots(v.products[:], t[first:], stride, v.rows[from:last], t[j*stride+first:(j+1)*stride])
			for i := from; i < last; i++ {
				a[i*stride+j], a[j*stride+i] = v.products[i-from], v.products[i-from]
			}
		}
	}
	for i := range n {
		clear(a[i*stride+n : (i+1)*stride])
	}
	return logDeterminant, true
}

func (v *Inverter) reset(n, stride int) {
	if cap(v.lower) < n*stride {
		v.lower, v.inverseRows = make([]float64, n*stride), make([]float64, n*stride)
	}
	v.lower, v.inverseRows = v.lower[:n*stride], v.inverseRows[:n*stride]
	clear(v.lower)
	clear(v.inverseRows)
	for i := len(v.rows); i < n; i++ {
		v.rows = append(v.rows, int32(i))
	}
}

// factorise computes L by columns within blocks of rows. Entries of a row that are still to
// come are 0 and add nothing to the inner products, whose lengths are padded.
func (v *Inverter) factorise(a []float64, n, stride int) bool {
	l := v.lower
	for first := 0; first < n; first += inverterBlock {
		last := min(first+inverterBlock, n)
		for j := range last {
			from := max(first, j)
			simd.Dots(v.products[:], l, stride, v.rows[from:last], l[j*stride:][:simd.Pad(j)])
			if j >= first {
				pivot := a[j*stride+j] - v.products[0]
				if !(pivot > 0) || math.IsInf(pivot, 1) {
					return false
				}
				l[j*stride+j] = math.Sqrt(pivot)
				from++
			}
			for i := from; i < last; i++ {
				l[i*stride+j] = (a[i*stride+j] - v.products[i-max(first, j)]) / l[j*stride+j]
			}
		}
	}
	return true
}

// invertLower computes the columns of L⁻¹, row by row, in blocks of columns.
func (v *Inverter) invertLower(n, stride int) {
	l, t := v.lower, v.inverseRows
	for first := 0; first < n; first += inverterBlock {
		for i := first; i < n; i++ {
			last := min(first+inverterBlock, i)
			simd.Dots(v.products[:], t[first:], stride, v.rows[first:last], l[i*stride+first:][:simd.Pad(i)-first])
			for j := first; j < last; j++ {
				t[j*stride+i] = -v.products[j-first] / l[i*stride+i]
			}
			if i < first+inverterBlock {
				t[i*stride+i] = 1 / l[i*stride+i]
			}
		}
	}
}
