package simd

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

// vectorised tells whether the assembly kernels are used.
var vectorised = cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT

// hasWide tells whether those of AVX-512 can be used.
var hasWide = vectorised && cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ

// wide tells whether they are, where there are any. VBMI2, which none of them
// needs, came with the processors on which wide registers no longer slow the
// clock by much (Ice Lake, Zen 4).
var wide = hasWide && cpu.X86.HasAVX512VBMI2

// Instructions names the vector instructions in use, for records of results.
func Instructions() string {
	switch {
	case wide:
		return "avx512"
	case vectorised:
		return "avx2+fma"
	}
	return "none"
}

// tunedStride is the stride that scan and centre have kernels for: B = 10
// frequencies, which every preset uses.
const tunedStride = 20

func scan(features []float64, stride int, order []int32, coefficients []float64) (float64, int) {
	if !vectorised || stride != tunedStride {
		return scanGo(features, stride, order, coefficients)
	}
	return scan20(&features[0], &order[0], &coefficients[0], len(order))
}

func square(features []float64, stride int, order []int32) float64 {
	if !vectorised || stride != tunedStride {
		return squareGo(features, stride, order)
	}
	return square20(&features[0], &order[0], len(order))
}

func centre(dst []float64, to []int32, src []float64, from []int32, stride int) {
	if !vectorised || stride != tunedStride {
		centreGo(dst, to, src, from, stride)
		return
	}
	centre20(&dst[0], &to[0], &src[0], &from[0], len(to))
}

func computeFeatures(dst []float64, stride, b int, rows []int32, z []float64, d int, omega []float64, padded int) {
	// Whole registers are stored, up to index b+11 of a row.
	if !vectorised || padded != 12 || b+12 > stride+Width {
		featuresGo(dst, stride, b, rows, z, d, omega, padded)
		return
	}
	_ = dst[(int(rows[len(rows)-1])+1)*stride+Width-1]
	if wide {
		features12Wide(&dst[0], uintptr(8*stride), uintptr(8*b), &rows[0], len(rows), &z[0], d, &omega[0])
		return
	}
	features12(&dst[0], uintptr(8*stride), uintptr(8*b), &rows[0], len(rows), &z[0], d, &omega[0])
}

func divideIDs(ids []int32, stride int, lists []int32, count int, spill []int32, side []byte, others bool) {
	kernel := moveToFront
	switch {
	case !vectorised:
		divideGo(ids, stride, lists, count, spill, side)
		return
	case others:
		kernel = divide
	}
	kernel(&ids[0], uintptr(4*stride), &lists[0], len(lists), count, &spill[0], &side[0])
}

func pickIDs(dst, ids, rows []int32, flags []byte) int {
	if !vectorised {
		return pickGo(dst, ids, rows, flags)
	}
	return pick(&dst[0], &ids[0], &rows[0], &flags[0], len(ids))
}

func splitRows(rows, spill []int32, values []float64, threshold float64) int {
	if !vectorised {
		return splitGo(rows, spill, values, threshold)
	}
	return split(&rows[0], &spill[0], &values[0], threshold, len(rows))
}

func orderIDs(dst, ids, rows []int32, ranks []int16, scratch *OrderScratch) {
	gathered, places := &scratch.gathered[0], &scratch.places[0]
	shift := bits.Len(uint(len(ids) - 1))
	switch {
	case !vectorised:
		orderGo(dst, ids, rows, ranks, scratch.gathered[:])
	case len(ids) > 32 && len(ranks) < 1<<(16-shift): // a rank and a number fit in 16 bits
		sort16(&dst[0], &ids[0], &rows[0], &ranks[0], gathered, shift, len(ids))
	case wide:
		order16Wide(&dst[0], &ids[0], &rows[0], &ranks[0], gathered, places, len(ids))
	default:
		order16(&dst[0], &ids[0], &rows[0], &ranks[0], gathered, places, len(ids))
	}
}

func addToSeveral(dst []float64, stride int, rows []int32, src []float64) {
	if !vectorised {
		addToGo(dst, stride, rows, src)
		return
	}
	addTo(&dst[0], uintptr(8*stride), &rows[0], len(rows), &src[0], len(src))
}

func addSeveral(dst, src []float64, stride int, rows []int32) {
	if !vectorised {
		addRowsGo(dst, src, stride, rows)
		return
	}
	if wide {
		addRowsWide(&dst[0], &src[0], uintptr(8*stride), &rows[0], len(rows), len(dst))
		return
	}
	addRows(&dst[0], &src[0], uintptr(8*stride), &rows[0], len(rows), len(dst))
}

func subtractVectors(dst, a, b []float64) {
	if !vectorised {
		subtractGo(dst, a, b)
		return
	}
	subtract(&dst[0], &a[0], &b[0], len(dst))
}

func dotProduct(a, b []float64) float64 {
	if !vectorised {
		return dotGo(a, b)
	}
	return dot(&a[0], &b[0], len(a))
}

func dotProducts(products, a []float64, stride int, rows []int32, b []float64) {
	if !vectorised {
		dotsGo(products, a, stride, rows, b)
		return
	}
	dots(&products[0], &a[0], uintptr(8*stride), &rows[0], len(rows), &b[0], len(b))
}

func fetch(data []int16) { prefetch(&data[0], 2*len(data)) }

func multiplySparseRow(dst, block []float64, rows []int32, values []float64) {
	if !vectorised {
		sparseRowGo(dst, block, rows, values)
		return
	}
	sparseRow8(&dst[0], &block[0], &rows[0], &values[0], len(rows))
}
